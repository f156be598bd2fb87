"""The sandbox: cut an edge of a program and see the gradient that is left.

`Sandbox` is the explorer, loaded when it is asked for; everything else works without widgets.
"""

from __future__ import annotations

from typing import Any

from helpers.sandbox.drawing import show
from helpers.sandbox.missions import MISSIONS
from helpers.sandbox.outcome import Outcome, run
from helpers.sandbox.session import OWN, Session

__all__ = ["MISSIONS", "OWN", "Outcome", "Sandbox", "Session", "run", "show"]


def __getattr__(name: str) -> Any:
    if name != "Sandbox":
        raise AttributeError(f"helpers.sandbox has no {name}: there are {', '.join(__all__)}")
    from helpers.sandbox.explorer import Sandbox

    return Sandbox
