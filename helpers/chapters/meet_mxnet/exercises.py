"""Exercises of "Meet MXNet": y = x*x, u = detach(y), z = x*u, on arrays with `attach_grad()`."""

from helpers.exercise import names, number

overwritten = number(
    10,
    wrong={
        35: "35 is 25 + 10: PyTorch adds them up, and so does MXNet after grad_req='add'",
        25: "25 is dz/dx; y.backward() writes dy/dx over it",
        75: "75 is 3x², the slope of z without the detach; the question is what is left at the end",
        0: "y keeps its record: the detach made u and took nothing out of y",
    },
    right="the second backward writes dy/dx = 2x = 10 over the 25 of the first",
)

which_raise = names(
    {"everything cut", "no detach"},
    among=("everything cut", "after a detach", "no detach", "kept"),
    wrong={
        frozenset({"no detach"}): (
            "one is missing: with everything cut, z has no record to go back along"
        ),
        frozenset({"everything cut"}): (
            "one is missing: without the detach, z.backward() uses up the record of y, too"
        ),
        frozenset({"everything cut", "after a detach", "no detach"}): (
            "one is too many: z.backward() stops at the detach, so the record of y is still there"
        ),
        frozenset({"everything cut", "no detach", "kept"}): (
            "one is too many: retain_graph=True keeps the record for the second call"
        ),
    },
    right="one record was never there and one is used up; a detach or retain_graph saves the other",
)
