"""The programs of the explorer `Compare`, each with what can be detached in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from helpers.program import Edge, Program, parse

KEYS = ("nothing", "one", "other", "all")


@dataclass(frozen=True)
class Case:
    """A program with one input.

    Attributes:
        title: a short name for a list.
        text: the program as typed.
        at: the number of its input.
        detached: for each of `KEYS` what to call it and the edges that it cuts.
    """

    title: str
    text: str
    at: float
    detached: Mapping[str, tuple[str, tuple[Edge, ...]]]

    @cached_property
    def program(self) -> Program:
        """The parsed program."""
        return parse(self.text)


def _case(title: str, text: str, at: float, one: tuple, other: tuple, everything: str) -> Case:
    """Return a case whose fourth choice cuts what the second and the third cut."""
    choices = (("nothing", ()), one, other, (everything, (*one[1], *other[1])))
    return Case(title, text, at, dict(zip(KEYS, choices, strict=True)))


CASES = {
    "example": _case(
        "z = x * u",
        "y = x*x\nu = detach(y)\nz = x*u",
        3,
        ("y", (Edge("y", "u", 0),)),
        ("the x in the product", (Edge("x", "z", 0),)),
        "both",
    ),
    "cube": Case(
        "z = x * x * x",
        "z = x*x*x",
        3,
        {
            "nothing": ("nothing", ()),
            "one": ("one x", (Edge("x", "z", 1),)),
            "other": ("two x", (Edge("x", "_1", 1), Edge("x", "z", 1))),
            "all": ("all three x", (Edge("x", "_1", 0), Edge("x", "_1", 1), Edge("x", "z", 1))),
        },
    ),
    "straight_through": _case(
        "rounding, straight through",
        "d = round(x) - x\nq = x + d\nz = q*q",
        2.75,
        ("the difference d", (Edge("d", "q", 1),)),
        ("the x beside it", (Edge("x", "q", 0),)),
        "both",
    ),
    "target": _case(
        "a loss with a target",
        "v = 2*w\ntarget = 1 + w\nloss = (target - v)**2",
        3,
        ("the target", (Edge("target", "_1", 0),)),
        ("the prediction v", (Edge("v", "_1", 1),)),
        "both",
    ),
}
