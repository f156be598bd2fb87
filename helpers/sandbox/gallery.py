"""Programs worth cutting, each with one sentence on what to look for and with values to start at.

No value sits on a kink or a tie, where frameworks differ.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from helpers.program import Program, parse


@dataclass(frozen=True)
class Example:
    """A named program.

    Attributes:
        key: a short name for code.
        title: a short name for a menu.
        text: the program as typed.
        sentence: what to look for.
        values: a number for each input.
    """

    key: str
    title: str
    text: str
    sentence: str
    values: Mapping[str, int | float]

    @cached_property
    def program(self) -> Program:
        """The parsed program."""
        return parse(self.text)


GALLERY = (
    Example(
        "stopped_square",
        "z = x·u with u = detach(x·x)",
        "y = x*x\nu = detach(y)\nz = x*u",
        "The value is 27 with the cut and without it, and the gradient is 9 or 27.",
        {"x": 3},
    ),
    Example(
        "cube",
        "z = x·x·x",
        "z = x*x*x",
        "Three paths are worth 9 each, so every cut at an x takes away 9.",
        {"x": 3},
    ),
    Example(
        "reuse",
        "z = y·u + y",
        "y = x*x\nu = detach(y)\nz = y*u + y",
        "y is used three times, and the detach stops one use of it.",
        {"x": 3},
    ),
    Example(
        "sine",
        "z = sin(x)·x",
        "y = sin(x)\nz = y*x",
        "Cut the direct use of x, then the one inside the sine: the two gradients add up.",
        {"x": 2},
    ),
    Example(
        "composition",
        "z = exp(sin x)·sin x",
        "y = sin(x)\nu = exp(y)\nz = u*y",
        "One edge carries every path: cut it and nothing is left.",
        {"x": 2},
    ),
    Example(
        "two_inputs",
        "z = a·b + 3·a",
        "p = a*b\nz = p + 3*a",
        "The gradients are 8 and 3; find the cut that makes them equal.",
        {"a": 3, "b": 5},
    ),
    Example(
        "ratio",
        "z = y / detach(y)",
        "y = x*x\nu = detach(y)\nz = y / u",
        "The value is always 1; heal the cut and the gradient is 0, which is not the same as none.",
        {"x": 3},
    ),
    Example(
        "neuron",
        "one neuron and its loss",
        "a = tanh(w*x + b)\nloss = (a - t)**2",
        "The cut behind tanh stops three gradients, and the one of the target t stays.",
        {"w": 0.5, "x": 2, "b": -0.25, "t": 1},
    ),
    Example(
        "log_sum_exp",
        "log-sum-exp with its maximum",
        "m = max(a, b)\nc = detach(m)\nz = c + log(exp(a - c) + exp(b - c))",
        "Heal the detach: the paths through the maximum add up to 0, so it changes no gradient.",
        {"a": 2, "b": 1},
    ),
    Example(
        "straight_through",
        "rounding, straight through",
        "q = x + detach(round(x) - x)\nz = q*q",
        "The value is rounded and the gradient passes as if it were not.",
        {"x": 2.75},
    ),
    Example(
        "truncated_chain",
        "a recurrence, truncated",
        "h1 = w*h\nh2 = w*h1\nc = detach(h2)\nh3 = w*c",
        "Three steps use the same weight, and the cut leaves the last one.",
        {"w": 2, "h": 3},
    ),
    Example(
        "reversal",
        "gradient reversal",
        "y = x*x\nu = detach(y)\nr = 2*u - y\nz = x*r",
        "r has the value of y and minus its gradient: 9 - 18 = -9.",
        {"x": 3},
    ),
    Example(
        "bootstrap",
        "a target made from the prediction",
        "v = w*s\ntarget = r + 0.5*detach(w*n)\nloss = (target - v)**2",
        "Heal the detach, and the weight also learns to move its own target.",
        {"w": 2, "s": 1, "r": 3, "n": 4},
    ),
)


def example(key: str) -> Example:
    """The example with this key.

    Raises:
        ValueError: there is none.
    """
    found = {entry.key: entry for entry in GALLERY}
    if key not in found:
        raise ValueError(f"There is no example {key}; use one of {', '.join(found)}.")
    return found[key]
