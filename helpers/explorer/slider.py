"""A slider that has a name: a screen reader cannot say whose handle that of ipywidgets is."""

from __future__ import annotations

import pathlib

import anywidget
import traitlets

_HERE = pathlib.Path(__file__).parent


class Slider(anywidget.AnyWidget):
    """The browser's own slider.

    Attributes:
        description: its name, shown beside it.
        value: the number; the learner moves it from `min` to `max` by `step`.
        words: what a screen reader says for the value; the number itself if empty.
    """

    _esm = (_HERE / "slider.js").read_text(encoding="utf-8")
    _css = (_HERE / "slider.css").read_text(encoding="utf-8")

    description = traitlets.Unicode("").tag(sync=True)
    value = traitlets.Float(0).tag(sync=True)
    min = traitlets.Float(0).tag(sync=True)
    max = traitlets.Float(1).tag(sync=True)
    step = traitlets.Float(1).tag(sync=True)
    words = traitlets.Unicode("").tag(sync=True)
