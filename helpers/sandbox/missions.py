"""Missions: a program to start from, a goal, and a check that says whether it is reached."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from helpers.program import Edge
from helpers.sandbox.gallery import Example, example
from helpers.sandbox.outcome import Outcome


@dataclass(frozen=True)
class Mission:
    """Something to reach by cutting and healing.

    Attributes:
        key: a short name for code.
        title: the goal, for a menu.
        start: the key of the gallery's program it begins with.
        reached: says whether an outcome is one.
        ways: how many different sets of cuts are to be found.
        lesson: one sentence for the end.
    """

    key: str
    title: str
    start: str
    reached: Callable[[Outcome], bool]
    lesson: str
    ways: int = 1

    @property
    def example(self) -> Example:
        """The gallery's program it begins with."""
        return example(self.start)

    def counts(self, outcome: Outcome) -> bool:
        """Say whether an outcome reaches the goal with the mission's own numbers."""
        at_home = outcome.inputs == dict(self.example.values)
        return at_home and not outcome.trouble and self.reached(outcome)

    def progress(self, outcome: Outcome, found: Collection[frozenset[Edge]]) -> str:
        """Return in a few words how far it is; `found` are the cuts that reached the goal."""
        if len(found) >= self.ways:
            return f"mission done: {self.title}. {self.lesson}"
        if outcome.inputs != dict(self.example.values):
            numbers = ", ".join(f"{name} = {value}" for name, value in self.example.values.items())
            return f"the mission counts at {numbers}"
        so_far = f" ({len(found)} of {self.ways} found)" if self.ways > 1 else ""
        return f"mission: {self.title}{so_far}"


def _is_18(outcome: Outcome) -> bool:
    return outcome.gradients["x"] == 18


def _is_zero(outcome: Outcome) -> bool:
    gradient = outcome.gradients["x"]
    return gradient is not None and abs(gradient) < 1e-12


def _are_equal(outcome: Outcome) -> bool:
    a, b = (outcome.gradients[name] for name in ("a", "b"))
    return a is not None and a == b


MISSIONS = {
    mission.key: mission
    for mission in (
        Mission(
            "eighteen",
            "reach 18 in two ways",
            "cube",
            _is_18,
            "Any cut that takes one path of three leaves 9 + 9.",
            ways=2,
        ),
        Mission(
            "zero",
            "make the gradient 0, not none",
            "ratio",
            _is_zero,
            "The paths left cancel: 0 is a sum, and none means that there is no path.",
        ),
        Mission(
            "equal",
            "make the two gradients equal",
            "two_inputs",
            _are_equal,
            "The path of a through the product is gone, and 3 is left for each input.",
        ),
    )
}
