"""A picture that does not change, live on the page: it follows the theme and has its words."""

from __future__ import annotations

import pathlib

import anywidget
import traitlets


class Still(anywidget.AnyWidget):
    """Shows `svg`, inline SVG made by `helpers.drawing`."""

    _esm = (pathlib.Path(__file__).parent / "still.js").read_text(encoding="utf-8")

    svg = traitlets.Unicode("").tag(sync=True)
