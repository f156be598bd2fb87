"""A program's values and gradients in plain Python numbers, without any framework.

Integers and fractions stay exact. Where a step has no finite value or slope there is one sentence
that names the step.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from numbers import Real

from helpers.program import Edge, Program, Step, operations

Number = int | float | Fraction


class DomainError(ValueError):
    """A step has no finite value or slope at these inputs; the message is one sentence.

    Attributes:
        step: the step, or None if an input itself is at fault.
    """

    def __init__(self, message: str, step: Step | None = None) -> None:
        super().__init__(message)
        self.step = step


def evaluate(program: Program, values: Mapping[str, Real]) -> dict[str, Number]:
    """Every value of a program, by name.

    Raises:
        DomainError: an input is missing or not finite, or a step has no finite value.
    """
    known = {name: _input(name, values) for name in program.inputs}
    for step in program.steps:
        try:
            known[step.name] = operations.value(step.op, *_arguments(step, known))
        except ValueError as error:
            raise _domain_error(program, step, known, str(error)) from None
    return known


def edge_slopes(
    program: Program, known: Mapping[str, Number], cuts: Collection[Edge]
) -> dict[Edge, Number]:
    """The derivative of a step with respect to one use of a value, for each edge not cut.

    Args:
        program: the program.
        known: all its values, from `evaluate`.
        cuts: the edges that are cut.

    Raises:
        DomainError: a slope is not finite.
    """
    slopes = {}
    for step in program.steps:
        for edge in step.edges:
            if edge not in cuts:
                args = _arguments(step, known)
                try:
                    slopes[edge] = operations.slope(step.op, edge.slot, *args)
                except ValueError as error:
                    raise _domain_error(program, step, known, str(error)) from None
    return slopes


def gradients(
    program: Program,
    values: Mapping[str, Real],
    cuts: Collection[Edge] | None = None,
    target: str | None = None,
) -> dict[str, Number | None]:
    """The derivative of a target with respect to each value, by name.

    A value with no path left to the target has None, not 0.

    Args:
        program: the program.
        values: a number for each input.
        cuts: the edges that are cut; the program's own if left out.
        target: what to differentiate; the output if left out.

    Raises:
        DomainError: see `evaluate` and `edge_slopes`, or the gradient is too large.
    """
    known = evaluate(program, values)
    slopes = edge_slopes(program, known, program.checked(cuts))
    upstream: dict[str, Number] = {target or program.output: 1}
    for step in reversed(program.steps):
        if step.name in upstream:
            for edge in (edge for edge in step.edges if edge in slopes):
                term = finite(upstream[step.name] * slopes[edge])
                upstream[edge.source] = finite(upstream.get(edge.source, 0) + term)
    return {name: upstream.get(name) for name in known}


def finite_difference(
    program: Program, values: Mapping[str, Real], wrt: str, h: float = 1e-5
) -> float:
    """The central difference quotient of the output: two runs forward, so no cut can move it.

    Args:
        program: the program.
        values: a number for each input.
        wrt: the input that moves.
        h: the step, in units of the input or of 1, whichever is larger; the error is O(h²).

    Raises:
        DomainError: see `evaluate`.
    """
    center = {name: float(number) for name, number in evaluate(program, values).items()}
    h *= max(1.0, abs(center[wrt]))
    low, high = center[wrt] - h, center[wrt] + h
    before = evaluate(program, {**center, wrt: low})[program.output]
    after = evaluate(program, {**center, wrt: high})[program.output]
    return float(after - before) / (high - low)


def finite(gradient: Number) -> Number:
    """The same number in its plainest type.

    Raises:
        DomainError: it does not fit a 64-bit float.
    """
    try:
        return operations.tidy(gradient)
    except OverflowError:
        raise DomainError("The gradient is too large to compute here.") from None


def _input(name: str, values: Mapping[str, Real]) -> Number:
    number = values.get(name)
    if not isinstance(number, Real):
        raise DomainError(f"{name} needs a number.")
    try:
        return operations.tidy(number)
    except (OverflowError, ValueError):
        raise DomainError(f"{name} needs a finite number.") from None


def _arguments(step: Step, known: Mapping[str, Number]) -> list[Number]:
    return [known[arg] if isinstance(arg, str) else arg for arg in step.args]


def _domain_error(
    program: Program, step: Step, known: Mapping[str, Number], phrase: str
) -> DomainError:
    names = dict.fromkeys(edge.source for edge in step.edges)
    here = " and ".join(f"{program.title(name)} is {_short(known[name])}" for name in names)
    return DomainError(f"{step.label} {phrase}, and {here} here.", step)


def _short(number: Number) -> str:
    is_plain = isinstance(number, int) and abs(number) < 10**6
    return str(number) if is_plain else f"{float(number):.4g}"
