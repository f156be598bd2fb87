"""MXNet's column of the comparing table: live where its kernel is, a sentence where it is not."""

from __future__ import annotations

import html
from typing import Any

import ipywidgets as widgets

from helpers.chapters.compare_frameworks.table import CAPTION, QUESTIONS, Table, table
from helpers.drawing import Line, Mark, Words, blank, bundle
from helpers.style import INK

TEXT = (
    "MXNet's column of the table, computed where its kernel is installed "
    "(python -m helpers.mxnet install)"
)
_ROW, _MARGIN, _SECOND = 24, 14, 300


class MXNetColumn(widgets.VBox):
    """Asks MXNet the questions of the table when it is made.

    Its stored text is the same on every machine; the answers stand in the view and the picture.
    """

    def __init__(self) -> None:
        asked = table("mxnet")
        [column] = asked.columns
        self.table = None if column.missing else asked
        missing = f"<p>{html.escape(column.missing)}</p>"
        super().__init__([widgets.HTML(self.table._repr_html_() if self.table else missing)])

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        live = super()._repr_mimebundle_(**kwargs)
        png = None if self.table is None else _png(self.table)
        return bundle(TEXT, png, live, alt=repr(self.table))


def _png(answers: Table) -> bytes:
    height = _ROW * (len(QUESTIONS) + 2) + 2 * _MARGIN
    marks: list[Mark] = []
    rows = [(CAPTION, ""), ("", "MXNet"), *answers["MXNet"].items()]
    for i, (question, answer) in enumerate(rows):
        y = height - _MARGIN - _ROW * (i + 0.5)
        bold = answer == "MXNet"
        marks.append(Words((_MARGIN, y), question, anchor="start"))
        marks.append(Words((_SECOND, y), answer, anchor="start", bold=bold))
        marks.append(Line([(_MARGIN, y - 12), (440, y - 12)], INK, 1, opacity=0.2))
    return blank(454, height).png(marks)
