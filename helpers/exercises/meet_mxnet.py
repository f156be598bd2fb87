"""Exercises of "Meet MXNet": y = x*x, u = detach(y), z = x*u, on arrays with `attach_grad()`."""

from helpers.exercises import names, number

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

stitched = number(
    8,
    wrong={
        12: "12 is 3x², the sum of both parts; MXNet writes the second part over the first",
        4: "4 is what z.backward() wrote, the direct part; y.backward(u.grad) writes over it",
        2: "2 is u.grad; y.backward multiplies it by dy/dx = 4 on its way to x",
        16: "16 takes u for the head gradient; it is dz/du, which is x = 2",
    },
    right="u.grad is dz/du = 2, and y.backward multiplies it by dy/dx = 4; the direct 4 is gone",
)

which_raise = names(
    {"everything cut", "no detach", "x + 1 twice"},
    among=("everything cut", "after a detach", "no detach", "x + 1 twice"),
    wrong={
        frozenset({"no detach", "x + 1 twice"}): (
            "one is missing: with everything cut, z has no record to go back along"
        ),
        frozenset({"everything cut", "no detach"}): (
            "one is missing: MXNet takes the whole record away, needed numbers in it or not"
        ),
        frozenset({"everything cut", "after a detach", "no detach", "x + 1 twice"}): (
            "one is too many: z.backward() stops at the detach, so the record of y is still there"
        ),
        frozenset({"no detach"}): (
            "two are missing: look at a target without a record, and at one asked for twice"
        ),
    },
    right="two records are used up and one was never there; behind a detach it is untouched",
)
