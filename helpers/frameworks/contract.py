"""What every framework adapter can do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from helpers.graph import Graph

Numbers = float | list[float]
Stop = Callable[[Any], Any]


@dataclass(frozen=True)
class Answer:
    """What a framework says about a program.

    Attributes:
        values: one number, or flat list of numbers, for each value the program returns.
        gradients: `gradients[i][j]` is the derivative of the sum of value `i` with respect to
            input `j`, in the shape of the input; None where the framework gives none.
    """

    values: tuple[Numbers, ...]
    gradients: tuple[tuple[Numbers | None, ...], ...]


class Framework(Protocol):
    """The contract. A program is called as `program(*inputs, cut)`.

    It returns one value or a tuple of values and uses plain operators, so that the same lines run
    everywhere; `cut` is the framework's own stop.
    """

    name: str
    title: str
    functions: Mapping[str, Callable[..., Any]]

    def version(self) -> str:
        """Return the version of the framework in use."""

    def array(self, numbers: Numbers) -> Any:
        """Return a 64-bit array of the framework: shape () for a number, (n,) for a list."""

    def detach(self, value: Any) -> Any:
        """Apply the framework's own stop: same number, no way back for gradients."""

    def tolist(self, value: Any) -> Numbers:
        """Return a value of the framework as a Python number or list."""

    def gradient(
        self, program: Callable[..., Any], *inputs: Numbers, cut: Stop | None = None
    ) -> Answer:
        """Run a program and differentiate each value it returns with respect to each input.

        Args:
            program: see the class; each input arrives as an array of the framework.
            inputs: numbers or flat lists of numbers.
            cut: the stop to hand to the program; None takes the framework's own,
                `lambda v: v` is the control.
        """

    def graph(
        self, program: Callable[..., Any], *inputs: Numbers, cut: Stop | None = None
    ) -> Graph:
        """Return the graph of a program, read from the framework's own record.

        See `helpers.graph` for what its nodes and edges carry.
        """


class FrameworkMissing(ImportError):
    """A framework is not installed; the message says what to do."""

    def __init__(self, name: str, title: str, command: str | None = None) -> None:
        command = command or f"python -m pip install {name}"
        super().__init__(
            f"{title} is not installed here: run `{command}` in a terminal, "
            "then restart the kernel.",
            name=name,
        )


def as_tuple(result: Any) -> tuple[Any, ...]:
    """Return what a program returned as a tuple of values."""
    return tuple(result) if isinstance(result, tuple | list) else (result,)
