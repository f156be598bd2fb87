"""The explorers: `from helpers.explore import MoveX`. Each is loaded when it is asked for."""

from __future__ import annotations

import importlib
from typing import Any

_HOME = {
    "Compare": "compare",
    "DragDetach": "pipeline",
    "MXNetColumn": "mxnet_column",
    "MoveX": "move_x",
    "PlayTraining": "training",
    "Sandbox": "sandbox",
    "TapeReel": "tape",
    "quiz": "quiz_view",
}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"helpers.explore has no {name}: there are {', '.join(__all__)}")
    return getattr(importlib.import_module(f"helpers.explore.{_HOME[name]}"), name)
