"""What a record keeps for the backward pass: saved tensors and bytes, alive or freed.

`Ledger` counts the results of a TensorFlow program that are alive. `helpers.meters` ask a record
for every tensor it has saved, and return `Saved` entries.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from helpers.frameworks.optional import Missing


class Ledger:
    """Notes the results of a program without holding them; counts those that are still alive.

    A result that no name of yours holds any more is alive because a record keeps it.

    Args:
        title: the first line of the text.
    """

    def __init__(self, title: str) -> None:
        self._title = title
        self._noted: list[tuple[weakref.ref, int]] = []
        self.rows: list[tuple[str, int, int]] = []

    def note(self, value: Any) -> Any:
        """Note a TensorFlow tensor, and return it."""
        if not isinstance(value, Missing):
            self._noted.append((weakref.ref(value), bytes_of(value)))
        return value

    def count(self, step: str) -> Ledger:
        """Add a row: what has been done, how many results are alive, and their bytes."""
        alive = [size for reference, size in self._noted if reference() is not None]
        self.rows.append((step, len(alive), sum(alive)))
        return self

    def __repr__(self) -> str:
        widest = max((len(step) for step, *_ in self.rows), default=0)
        of_all, total = f"of {len(self._noted)} results", sum(size for _, size in self._noted) or 1
        rows = (
            f"  {step:<{widest}}  {alive:>3} {of_all}, {size / total:4.0%} of the bytes"
            for step, alive, size in self.rows
        )
        return "\n".join([self._title, *rows])


@dataclass(frozen=True)
class Saved:
    """A tensor that an operation of a program saved: a value saved twice is two of them."""

    operation: str
    value: str
    nbytes: int
    alive: bool


def held_bytes(saved: Iterable[Saved]) -> int:
    """Return the bytes of what is alive; a value that is saved twice is one tensor in memory."""
    return sum({entry.value: entry.nbytes for entry in saved if entry.alive}.values())


def bytes_of(tensor: Any) -> int:
    """Return the size of a tensor of TensorFlow, PyTorch or JAX in bytes."""
    if hasattr(tensor, "nbytes"):
        return int(tensor.nbytes)
    return int(tensor.shape.num_elements() or 0) * int(tensor.dtype.size)
