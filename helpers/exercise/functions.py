"""The kinds of exercise whose answer is a function: it is run, and what it does is judged."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from helpers.exercise.answers import Numbers, Rejected, Verdict, kind_of, read, run
from helpers.exercise.kinds import OTHERWISE, Exercise


def function(
    expected: Callable[..., Any],
    *,
    at: Iterable[tuple],
    wrong: Mapping[Callable[..., Any], str],
    right: str,
    otherwise: str = OTHERWISE,
) -> Exercise:
    """An exercise whose answer is a function: called with each tuple of arguments in `at`.

    A wrong function that gives at all of them what a function in `wrong` gives gets its sentence.
    """
    points = list(at)

    def observe(answer: Callable[..., Any]) -> list[Numbers]:
        # a copy, so that a function which changes its argument spoils no later point
        return [read(run(answer, *copy.deepcopy(point))) for point in points]

    return behaviour(
        observe(expected),
        observe=observe,
        example=expected,
        wrong=wrong,
        right=right,
        otherwise=otherwise,
    )


def program(
    *,
    value: Callable[[float], float],
    gradient: Callable[[float], float | None],
    example: Callable[..., Any],
    wrong: Mapping[Callable[..., Any], str],
    right: str,
    at: Iterable[float] = (2.0, 3.0),
    otherwise: str = OTHERWISE,
) -> Exercise:
    """An exercise whose answer is a program `answer(x, cut)`, run by the teaching engine.

    Args:
        value, gradient: what the program must give, as functions of the plain number x; a
            gradient of None means that no path is left.
    """
    points = list(at)

    def observe(answer: Callable[..., Any]) -> list[tuple[float, float | None]]:
        return [value_and_gradient(answer, point) for point in points]

    return behaviour(
        [(value(point), gradient(point)) for point in points],
        observe=observe,
        example=example,
        wrong=wrong,
        right=right,
        otherwise=otherwise,
    )


def behaviour(
    expected: Any,
    *,
    observe: Callable[[Callable[..., Any]], Any],
    example: Callable[..., Any],
    wrong: Mapping[Callable[..., Any], str],
    right: str,
    otherwise: str = OTHERWISE,
) -> Exercise:
    """An exercise whose answer is a function, judged by what `observe(answer)` sees.

    `observe` runs the learner's function (through `run`, so that what it raises is reported) in
    any way it likes: with a framework's stop, with the identity in its place, and so on. What it
    returns is compared with `expected`, then with what it sees of each function in `wrong`.
    """

    def judge(answer: Any) -> Verdict:
        seen = observe(answer)
        if alike(seen, expected):
            return Verdict("right", right)
        for mistake, sentence in wrong.items():
            # a mistake that cannot be run is none that this answer makes
            with contextlib.suppress(Rejected):
                if alike(seen, observe(mistake)):
                    return Verdict("wrong", sentence)
        return Verdict("wrong", otherwise)

    return Exercise(judge, example, list(wrong))


def value_and_gradient(answer: Callable[..., Any], x: float) -> tuple[float, float | None]:
    """Run `answer(x, cut)` with the teaching engine; the gradient is None if no path is left."""
    from helpers.engine import Value

    leaf = Value(x)
    result = run(answer, leaf, lambda value: value.detach())
    if not isinstance(result, Value):
        return _constant(result), None
    result.backward()
    return float(result.data), leaf.grad


def alike(seen: Any, wanted: Any) -> bool:
    """Compare two observations: nested lists and tuples, numbers within 1e-6, the rest by `==`."""
    if isinstance(seen, list | tuple) and isinstance(wanted, list | tuple):
        return len(seen) == len(wanted) and all(map(alike, seen, wanted))
    if isinstance(seen, Numbers) and isinstance(wanted, Numbers):
        return seen.close_to(wanted)
    if _is_number(seen) and _is_number(wanted):
        return read(seen).close_to(read(wanted))
    return bool(seen == wanted)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _constant(result: Any) -> float:
    """Return the one number a program gave that is no value of the engine."""
    if isinstance(result, list | tuple) or (number := read(result)).shape:
        raise Rejected(f"return one value, not {kind_of(result)}")
    return number.values[0]
