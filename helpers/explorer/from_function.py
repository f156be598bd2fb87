"""An explorer from a plain function: its parameters become controls, what it returns is shown."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from helpers.drawing import Drawing, Mark, Picture
from helpers.explorer.base import Explorer, framework_choice
from helpers.explorer.controls import Choice, Control, NumberField


@dataclass(frozen=True)
class Number:
    """A parameter that is a number from `low` to `high`: a slider with a box beside it."""

    low: float
    high: float
    step: float = 1
    whole: bool = False

    def control(self, name: str, start: Any) -> Control:
        return NumberField(name, start, self.low, self.high, self.step, self.whole)


class Options:
    """A parameter that is one of some words: a list.

    Args:
        keys: what the function gets; each is shown as it is.
        shown: what to show instead, by key.
    """

    def __init__(self, *keys: str, **shown: str) -> None:
        self._offers = [(shown.get(key, key), key) for key in (*keys, *shown)]

    def control(self, name: str, start: Any) -> Control:
        return Choice(name, list(dict.fromkeys(self._offers)), start)


@dataclass(frozen=True)
class Framework:
    """A parameter that names the framework that computes."""

    without: tuple[str, ...] = ()

    def control(self, name: str, start: Any) -> Control:
        return framework_choice(start, self.without)


Kind = Number | Options | Framework


class FunctionExplorer(Explorer):
    """Calls a function with the values of its controls and shows what it returns."""

    def __init__(
        self,
        function: Callable[..., tuple[Drawing, str]],
        kinds: Mapping[str, Kind],
        start: Mapping[str, Any],
    ) -> None:
        self._function = function
        super().__init__({name: kind.control(name, start[name]) for name, kind in kinds.items()})

    def compute(self, **params: Any) -> tuple[Drawing, str]:
        return self._function(**params)

    def summary(self, state: tuple[Drawing, str]) -> str:
        return state[1]

    def picture(self, state: tuple[Drawing, str]) -> tuple[Picture, list[Mark]]:
        return state[0].picture, list(state[0].marks)


def explorer(function: Callable[..., tuple[Drawing, str]]) -> Callable[..., FunctionExplorer]:
    """Make an explorer of a function.

    Each parameter is annotated with what its control is (`Number`, `Options`, `Framework`) and has
    the value to start with as its default. The function returns what to draw, a `Drawing`, and the
    sentence to say. What it raises becomes that sentence, and the picture before it stays.

    Returns:
        a function that makes the explorer; keywords are other values to start with.

    Raises:
        TypeError: a parameter has no such annotation or no default.
    """
    parameters = inspect.signature(function, eval_str=True).parameters.values()
    for parameter in parameters:
        if not isinstance(parameter.annotation, Kind) or parameter.default is parameter.empty:
            raise TypeError(f"write {parameter.name}: Number(low, high) = start, or Options(…)")
    kinds = {parameter.name: parameter.annotation for parameter in parameters}
    defaults = {parameter.name: parameter.default for parameter in parameters}

    def make(**start: Any) -> FunctionExplorer:
        if unknown := start.keys() - kinds.keys():
            raise TypeError(f"no parameter {', '.join(unknown)}: there are {', '.join(kinds)}")
        return FunctionExplorer(function, kinds, defaults | start)

    make.__name__, make.__doc__ = function.__name__, function.__doc__
    return make
