"""Exercises of "Cut a path": the gradient as a sum over the paths that are left."""

from helpers.exercise import number, program

half_of_it = number(
    54,
    wrong={
        108: "108 is 4x³, the gradient with nothing detached; two of its four paths are cut",
        9: "9 is dz/dy with one factor held; go on from y to x and multiply by dy/dx = 6",
        27: "27 is one path; y · x is worth 27, and x reaches the y that is left by two edges",
        81: "81 is the value of z, which no detach changes; the question is about its slope",
        6: "6 is dy/dx; on the way from z it is multiplied by y.detach(), which is 9",
        0: "one use of y is detached and the other is connected",
    },
    right="two of four paths are left, worth 27 each: y.detach() · dy/dx = 9 · 6",
)

turn_around = program(
    value=lambda x: x**2,
    gradient=lambda x: -2 * x,
    example=lambda x, cut: 2 * cut(x * x) - x * x,
    wrong={
        (lambda x, cut: -(x * x)): "the gradient is right and the value is −x²; add 2·x² without "
        "a gradient",
        (
            lambda x, cut: x * x
        ): "the gradient is 2x; hold 2·y constant beside a −y, and only the −y has a gradient",
        (lambda x, cut: cut(x * x)): "no path is left; you need one, with a minus",
        (lambda x, cut: cut(x * x) - x * x): "the gradient is right and the value is 0; cut 2·y",
    },
    right="the value is 2y − y, and the one path left goes through −y",
    otherwise="keep the value x² and get the gradient −2x; the two parts of a sum may be cut apart",
)
