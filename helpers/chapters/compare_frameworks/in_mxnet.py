"""What MXNet answers to the questions of the table, asked in its own process; see `probes`."""

from __future__ import annotations

from typing import Any

from helpers import frameworks

CALL = "y.detach()"


class MXNetError(RuntimeError):
    """MXNet raised in its own process; it has this name there."""


def example(stops: bool) -> tuple[float, float, float]:
    return tuple(_ask("example", stops))  # type: ignore[return-value]


def second(stops: bool) -> float | None:
    return _ask("second", stops)


def nothing_left() -> float | None:
    return _ask("nothing_left")


def shares_memory() -> bool:
    # MXNet shows no address; what is written into u is read from y
    return _ask("write_reaches_y")


def write_reaches_y() -> bool:
    return _ask("write_reaches_y")


def _ask(question: str, stops: bool = True) -> Any:
    try:
        return frameworks.get("mxnet").probe(question, stops)  # type: ignore[attr-defined]
    except ValueError as refusal:
        raise MXNetError(str(refusal)) from None
