"""Exercises of "Move x": y = x*x, u = detach(y), z = x*u."""

from helpers.exercise import number, numbers, program

slope_at_four = number(
    16,
    wrong={
        48: "48 is 3x², the slope without the detach; u is a constant in the backward pass",
        32: "32 is x · 2x, the part that arrives through y; the detach cuts that part",
        8: "8 is 2x, the slope of y; the question is about z",
        4: "4 is x, the slope of z with respect to u; move x and hold u",
        64: "64 is the value of z; the question is about its slope",
        0: "the detach cuts one path of two; the x in the product is still connected",
    },
    right="u = 4² = 16 is a constant factor of x, so dz/dx = u",
)

vector = numbers(
    (1, 4, 25),
    wrong={
        (3, 12, 75): "that is 3x², entry by entry: the gradient without the detach",
        (2, 4, 10): "that is 2x, the gradient of sum(y); the question is about sum(z)",
        (2, 8, 50): "that is x · 2x, the part that arrives through y; the detach cuts it",
        (1, 2, 5): "that is x itself; the factor of x in z is u = x·x",
        (1, 8, 125): "these are the values of z; the question is about the gradient",
        30: "30 is 1 + 4 + 25; the gradient keeps the three apart, one number an entry",
        90: "90 adds up 3x²; give one number for each entry, and u is a constant",
    },
    right="each entry of x meets its own u, so the gradient is u = x·x, entry by entry",
)

swap_the_cut = program(
    value=lambda x: x**3,
    gradient=lambda x: 2 * x**2,
    example=lambda x, cut: cut(x) * (x * x),
    wrong={
        (lambda x, cut: x * cut(x * x)): "the gradient is x²: you cut y and left the direct path",
        (lambda x, cut: x * x * x): "the gradient is 3x²: nothing is cut",
        (
            lambda x, cut: cut(x) * cut(x * x)
        ): "nothing is left to differentiate: you cut every path",
        (lambda x, cut: cut(x) * x): "the value is x²; z = x * y has the value x³",
    },
    right="the x in the product is a constant now, and x · 2x = 2x² arrives through y",
    otherwise="keep the value x³ and cut one factor, so that the gradient is 2x²",
)
