"""The steps of a program, the edges between them, and how to run it in any framework."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from helpers.program import dialects
from helpers.program.operations import ARITHMETIC

Operand = str | int | float  # the name of a value, or a constant


@dataclass(frozen=True, order=True)
class Edge:
    """One use of a value: `x*x` uses x twice, in slot 0 and in slot 1."""

    source: str
    target: str
    slot: int


@dataclass(frozen=True)
class Step:
    """One operation.

    Attributes:
        name: the assigned name; a value inside a longer expression is called `_1`, `_2`, ….
        op: a key of `operations.OPERATIONS`.
        args: names of values, or constants. Constants have no edge.
        label: the operation as a short text, `x·x` or `y ** 2`.
    """

    name: str
    op: str
    args: tuple[Operand, ...]
    label: str

    @property
    def is_temporary(self) -> bool:
        return self.name.startswith("_")

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The edges into this step, in the order of its arguments."""
        return tuple(
            Edge(arg, self.name, slot) for slot, arg in enumerate(self.args) if isinstance(arg, str)
        )


@dataclass(frozen=True)
class Program:
    """Inputs in the order of appearance, steps in the order of computation, one output."""

    inputs: tuple[str, ...]
    steps: tuple[Step, ...]
    output: str

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """Every edge, in the order of computation."""
        return tuple(edge for step in self.steps for edge in step.edges)

    @cached_property
    def default_cuts(self) -> frozenset[Edge]:
        """The edges the program itself cuts: the one into each `detach`."""
        return frozenset(e for step in self.steps if step.op == "detach" for e in step.edges)

    @cached_property
    def _titles(self) -> dict[str, str]:
        return {step.name: step.label for step in self.steps if step.is_temporary}

    def title(self, name: str) -> str:
        """What to show for a value: its name, or its label where the learner gave it no name."""
        return self._titles.get(name, name)

    def run(
        self,
        values: Mapping[str, Any],
        functions: Mapping[str, Callable],
        cut: Callable[[Any], Any],
        cuts: Collection[Edge] | None = None,
    ) -> dict[str, Any]:
        """Compute every value in some framework.

        Args:
            values: the framework's value for each input.
            functions: its `exp`, `max`, … by the names this program uses.
            cut: its stop, applied once for each edge in `cuts`.
            cuts: the edges to cut; `default_cuts` if left out.

        Returns:
            The value of each input and each step, by name.
        """
        cuts = self.checked(cuts)
        known = {name: values[name] for name in self.inputs}
        # a framework may bring a detach of its own: the stop is the edge's, so it passes gradients
        operations = {"detach": lambda value: value, **functions, **ARITHMETIC}
        for step in self.steps:
            args = list(step.args)
            for edge in step.edges:
                value = known[edge.source]
                args[edge.slot] = cut(value) if edge in cuts else value
            known[step.name] = operations[step.op](*args)
        return known

    def function(
        self, functions: Mapping[str, Callable], cuts: Collection[Edge] | None = None
    ) -> Callable:
        """The program as `f(*inputs, cut)`, the form a framework's `gradient` takes."""

        def compute(*inputs_and_cut: Any) -> Any:
            *inputs, cut = inputs_and_cut
            values = dict(zip(self.inputs, inputs, strict=True))
            return self.run(values, functions, cut, cuts)[self.output]

        return compute

    def source(
        self,
        cuts: Collection[Edge] | None = None,
        dialect: str = "torch",
        values: Mapping[str, float] | None = None,
    ) -> str:
        """The program as you would write it in `dialect`, with its cuts; see `dialects.source`."""
        return dialects.source(self, self.checked(cuts), dialect, values)

    def checked(self, cuts: Collection[Edge] | None) -> frozenset[Edge]:
        """`cuts` as a set, or the default ones for `None`.

        Raises:
            ValueError: a cut is no edge of this program.
        """
        if cuts is None:
            return self.default_cuts
        strangers = sorted(frozenset(cuts) - frozenset(self.edges))
        if strangers:
            raise ValueError(f"{strangers[0]} is no edge of this program: see program.edges.")
        return frozenset(cuts)
