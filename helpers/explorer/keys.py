"""Controls keep their keys: without this, JupyterLab moves to another cell on an arrow key."""

from __future__ import annotations

import pathlib

import anywidget


class Keys(anywidget.AnyWidget):
    """Shows nothing; while it is on a page, each control of a widget gets the keys it is sent.

    A notebook in command mode takes every key that is not typed into a text box: arrows do not
    reach lists and radio buttons, and `x` cuts the cell.
    """

    _esm = (pathlib.Path(__file__).parent / "keys.js").read_text(encoding="utf-8")
