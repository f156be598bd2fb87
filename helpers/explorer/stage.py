"""The one widget of our own: a picture with a line of text that a screen reader reads aloud."""

from __future__ import annotations

import pathlib
from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

_HERE = pathlib.Path(__file__).parent


class Stage(anywidget.AnyWidget):
    """Shows `svg` and `text`; a press on an element with `data-press` calls `on_press`.

    Attributes:
        svg: inline SVG made by `helpers.drawing`.
        text: plain text, never HTML.
        trouble: True when the text says what went wrong.
    """

    _esm = (_HERE / "stage.js").read_text(encoding="utf-8")
    _css = (_HERE / "stage.css").read_text(encoding="utf-8")

    svg = traitlets.Unicode("").tag(sync=True)
    text = traitlets.Unicode("").tag(sync=True)
    trouble = traitlets.Bool(False).tag(sync=True)

    def show(self, svg: str | None, text: str, trouble: bool = False) -> None:
        """Show a picture and a text in one message; None keeps the picture that is there."""
        with self.hold_sync():
            self.svg = self.svg if svg is None else svg
            self.text = text
            self.trouble = trouble

    def on_press(self, handler: Callable[[str], None]) -> None:
        """Call `handler(name)` when an element with `data-press="name"` is pressed."""

        def receive(_: Any, content: Any, __: Any) -> None:
            if isinstance(content, dict) and isinstance(content.get("press"), str):
                handler(content["press"])

        self.on_msg(receive)
