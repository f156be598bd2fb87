"""The state of a sandbox, without any widget: a program, its numbers, its cuts, a mission."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from helpers.exact import Number
from helpers.program import Edge, Program, parse
from helpers.sandbox.gallery import GALLERY, example
from helpers.sandbox.missions import MISSIONS, Mission
from helpers.sandbox.outcome import Outcome, run
from helpers.sandbox.words import edge_name, edges_named

OWN = "own"  # the key of what the learner typed
_KEYS = tuple(entry.key for entry in GALLERY)
_START = 2  # the number at an input that a typed program brings


class Session:
    """What a learner does in the sandbox, step by step.

    Args:
        program: a key of the gallery, or a program as text.

    Attributes:
        key: the key in the gallery, or `OWN`.
        typed: what stands in the learner's box, readable or not.
        text: the last program that could be read.
        program: the same, parsed.
        inputs: the number at each input.
        cuts: the edges that are cut.
        mission: the mission that was chosen, or None.
        found: the different cuts that reached its goal.
    """

    def __init__(self, program: str) -> None:
        self.own = ""
        self.program: Program
        self.inputs: dict[str, Number] = {}
        self.mission: Mission | None = None
        self.found: set[frozenset[Edge]] = set()
        if program in _KEYS:
            self.choose(program)
        else:
            self.type(program)

    def choose(self, key: str) -> None:
        """Take a program of the gallery, or what was typed last; this ends a mission."""
        if key == OWN:
            self.type(self.own or self.text)
            return
        entry = example(key)
        self.mission, self.key, self.text, self.typed = None, key, entry.text, entry.text
        self.program, self.inputs = entry.program, dict(entry.values)
        self.cuts = self.program.default_cuts

    def type(self, text: str) -> None:
        """Take a typed program; the numbers of inputs that stay are kept.

        Raises:
            ProgramError: the text is no program; it is kept, and the program before it stays.
        """
        self.mission, self.key, self.own, self.typed = None, OWN, text, text
        program = parse(text)
        self.text = text
        self.inputs = {name: self.inputs.get(name, _START) for name in program.inputs}
        self.program, self.cuts = program, program.default_cuts

    def start(self, key: str) -> None:
        """Begin a mission at its own program; an empty key ends it."""
        if not key:
            self.mission = None
            return
        mission = MISSIONS[key]
        self.choose(mission.start)
        self.mission, self.found = mission, set()

    def move(self, inputs: Mapping[str, Number]) -> None:
        """Change numbers of inputs.

        Raises:
            ValueError: there is no such input.
        """
        for name in inputs:
            if name not in self.program.inputs:
                known = ", ".join(self.program.inputs)
                raise ValueError(f"There is no input {name}: there are {known}.")
        self.inputs |= inputs

    def press(self, name: str) -> None:
        """Toggle `"edge 2"`, or all uses of a value: `"value y"`. A stale name does nothing."""
        kind, _, which = name.partition(" ")
        if kind == "edge" and which.isdecimal() and int(which) < len(self.program.edges):
            self.cuts ^= {self.program.edges[int(which)]}
        elif kind == "value":
            uses = {edge for edge in self.program.edges if edge.source == which}
            self.cuts = self.cuts - uses if uses <= self.cuts else self.cuts | uses

    def cut(self, names: Iterable[str]) -> None:
        """Cut the edges with these names, such as `x to z`, and heal all others.

        Raises:
            ValueError: there is no such edge.
        """
        self.cuts = edges_named(self.program, names)

    @property
    def sentence(self) -> str:
        """What to look for in an example; nothing for a program of the learner's own."""
        return "" if self.key == OWN else example(self.key).sentence

    @property
    def cut_names(self) -> list[str]:
        """The names of the edges that are cut, in the order of computation."""
        return [edge_name(self.program, e) for e in self.program.edges if e in self.cuts]

    def outcome(self) -> Outcome:
        """Run the program as it stands, and count it for the mission."""
        outcome = run(self.program, self.inputs, self.cuts)
        if self.mission and self.mission.counts(outcome):
            self.found.add(outcome.cuts)
        return outcome

    def progress(self, outcome: Outcome) -> list[str]:
        """Return how far the mission is, as parts of the readout."""
        return [self.mission.progress(outcome, self.found)] if self.mission else []
