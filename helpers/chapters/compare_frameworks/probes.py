"""What the table asks a framework; one module a framework answers, in the framework's own calls.

A module `helpers/compare/in_<framework>.py` is a probe: it has the names of `Probe`. The program
is the course's example, y = x*x, u = the detached y, z = x*u, at x = 3. Answers are Python
numbers, or None where the framework gives None; what the framework raises is not caught.
"""

from __future__ import annotations

import importlib
from typing import Protocol

from helpers import frameworks

THREE = ("torch", "jax", "tensorflow")


class Probe(Protocol):
    """The questions. `stops=False` is the control, the same lines without the stop."""

    CALL: str
    """How the framework writes the stop."""

    def example(self, stops: bool) -> tuple[float, float, float]:
        """Return z, dz/dx and then dy/dx of one record."""

    def second(self, stops: bool) -> float | None:
        """Return the derivative of dz/dx."""

    def nothing_left(self) -> float | None:
        """Return dz/dx with both factors of z detached."""

    def shares_memory(self) -> bool:
        """Say whether u and y lie at the same place in memory."""

    def write_reaches_y(self) -> bool:
        """Write a number into u; say whether y has it."""


def load(name: str) -> Probe:
    """Return the probe of a framework, importing that framework now.

    Raises:
        FrameworkMissing: it is not installed; the message says which line installs it.
    """
    frameworks.get(name)
    return importlib.import_module(f"helpers.chapters.compare_frameworks.in_{name}")  # type: ignore[return-value]
