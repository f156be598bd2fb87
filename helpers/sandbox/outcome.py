"""What a program with cuts gives: values and gradients by our engine, and the paths left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from helpers import paths as path_logic
from helpers.engine import FUNCTIONS, Value
from helpers.exact import DomainError, Number, finite_difference, gradients
from helpers.paths import Paths
from helpers.program import Edge, Program

# a detach as a step of its own hands its gradient on: the cut belongs to the edge before it
_FUNCTIONS = {**FUNCTIONS, "detach": lambda value: value + 0}


@dataclass(frozen=True)
class Outcome:
    """A program at some inputs with some edges cut.

    Attributes:
        program: the program.
        inputs: the number at each input.
        cuts: the edges that are cut.
        values: the number at every value, by name; empty where there is trouble.
        gradients: d(output)/d(value) for every value, by name; None where no path arrives.
        paths: the paths left from each input to the output.
        slopes: the finite difference for each input; None where it has no value.
        trouble: one sentence if a step has no finite value or slope here.
    """

    program: Program
    inputs: Mapping[str, Number]
    cuts: frozenset[Edge]
    values: Mapping[str, Number] = field(default_factory=dict)
    gradients: Mapping[str, Number | None] = field(default_factory=dict)
    paths: Mapping[str, Paths] = field(default_factory=dict)
    slopes: Mapping[str, float | None] = field(default_factory=dict)
    trouble: str = ""

    @property
    def value(self) -> Number:
        """The number at the output."""
        return self.values[self.program.output]

    def derivative(self, name: str) -> str:
        """What the gradient at a value is called: `dz/dx`."""
        return f"d{self.program.output}/d{name}"


def run(program: Program, inputs: Mapping[str, Number], cuts: frozenset[Edge]) -> Outcome:
    """Run a program with a stop at each cut edge; no number it cannot compute stops it."""
    bare = Outcome(program, dict(inputs), cuts)
    try:
        left = {name: path_logic.paths(program, inputs, cuts, name) for name in program.inputs}
        values = _by_engine(program, inputs, cuts)
    except DomainError as error:
        return replace(bare, trouble=str(error))
    return replace(
        bare,
        values={name: value.data for name, value in values.items()},
        gradients={name: value.grad for name, value in values.items()},
        paths=left,
        slopes={name: _slope(program, inputs, name) for name in program.inputs},
    )


def _by_engine(
    program: Program, inputs: Mapping[str, Number], cuts: frozenset[Edge]
) -> dict[str, Value]:
    leaves = {name: Value(number) for name, number in inputs.items()}
    try:
        values = program.run(leaves, _FUNCTIONS, lambda value: value.detach(), cuts)
        values[program.output].backward()
    except (ArithmeticError, ValueError):
        # the engine computes the slope of a cut use as well, which may not exist
        gradients(program, inputs, ())
        raise DomainError("The engine has no slope here; change a number a little.") from None
    return values


def _slope(program: Program, inputs: Mapping[str, Number], name: str) -> float | None:
    try:
        return round(finite_difference(program, inputs, name), 6)
    except DomainError:  # a neighbour of this point has no value
        return None
