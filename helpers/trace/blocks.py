"""The stages of a trace as a row of blocks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from helpers.drawing.drawing import Drawing
from helpers.drawing.marks import Box, Line, Mark, Point, Shape, Words
from helpers.drawing.picture import Picture, blank
from helpers.style import CUT, INK, LIVE, number
from helpers.trace import text

if TYPE_CHECKING:
    from helpers.trace import Stage

_WIDTH, _HEIGHT, _GAP, _MARGIN = 158, 184, 60, 12
_ROW_GAP = 26
_A_ROW = 4  # blocks in a row


def blocks(stages: Sequence[Stage]) -> Drawing:
    """Return the stages of a trace as blocks: values going right, gradients coming back.

    Args:
        stages: as `helpers.trace.trace` returns them; more than four go to further rows.
    """
    rows = _Rows(stages)
    return Drawing(rows.picture, rows.marks(), rows.summary())


class _Rows:
    def __init__(self, stages: Sequence[Stage]) -> None:
        self.stages = list(stages)
        # a second row is entered by an arrow from the left
        self._margin = _MARGIN if len(self.stages) <= _A_ROW else _GAP

    @cached_property
    def picture(self) -> Picture:
        """The empty page, as large as the blocks need."""
        across = min(len(self.stages), _A_ROW)
        down = -(-len(self.stages) // _A_ROW)
        width = across * _WIDTH + (across - 1) * _GAP + self._margin + _MARGIN
        return blank(width, down * _HEIGHT + (down - 1) * _ROW_GAP + 2 * _MARGIN)

    def marks(self) -> list[Mark]:
        """Return the blocks and the arrows between them."""
        marks: list[Mark] = []
        for place, stage in enumerate(self.stages):
            marks += _block(stage, self._center(place))
            if place:
                marks += self._arrows(place)
        return marks

    def summary(self) -> str:
        """Return the picture in one line."""
        return " → ".join(map(_in_words, self.stages)) + f": {_outcome(self.stages[-1])}"

    def _center(self, place: int) -> Point:
        row, column = divmod(place, _A_ROW)
        x = self._margin + _WIDTH / 2 + column * (_WIDTH + _GAP)
        return x, self.picture.height - _MARGIN - _HEIGHT / 2 - row * (_HEIGHT + _ROW_GAP)

    def _arrows(self, place: int) -> list[Mark]:
        stage, before = self.stages[place], self.stages[place - 1]
        x, y = self._center(place)
        right, left = x - _WIDTH / 2 - 4, x - _WIDTH / 2 - _GAP + 4
        marks = _arrow((left, y + 22), (right, y + 22), INK)
        middle = (left + right) / 2
        if stage.shares_memory:
            marks += [
                Words((middle, y + 50), "same", size=11),
                Words((middle, y + 37), "memory", size=11),
            ]
        if stage.cut:
            marks += [Words((middle, y - 22), "✂", CUT, 22)]
        elif stage.gradient is not None and before.gradient is not None:
            marks += _arrow((right, y - 22), (left, y - 22), LIVE)
            marks.append(Words((middle, y - 36), "gradient", LIVE, 11))
        return marks


def _block(stage: Stage, center: Point) -> list[Mark]:
    x, y = center
    color = CUT if stage.cut else LIVE if stage.requires_grad else INK
    top = y + _HEIGHT / 2
    marks: list[Mark] = [
        Box(center, _WIDTH, _HEIGHT, color, stage.cut, 0.1 if stage.requires_grad else 0.03),
        Words((x, top - 17), stage.label, size=_fit(stage.label, 13), bold=True),
        Words((x, top - 35), stage.shape, size=12),
    ]
    for line, values in enumerate(text.rows(stage.value)):
        marks.append(Words((x, top - 57 - 16 * line), values, size=_fit(values, 12)))
    record = stage.grad_fn or ("leaf" if stage.requires_grad else "no record")
    needs = f"requires_grad {stage.requires_grad}"
    return [
        *marks,
        Words((x, top - _HEIGHT + 30), record, color, _fit(record, 11.5), bold=True),
        Words((x, top - _HEIGHT + 14), needs, size=11),
    ]


def _fit(text: str, size: float) -> float:
    """Return the size at which a text fits into a block, at most `size`."""
    return min(size, (_WIDTH - 8) / (0.65 * len(text)))


def _arrow(start: Point, end: Point, color: str, dashed: bool = False) -> list[Mark]:
    (x0, y), (x1, _) = start, end
    back = -9 if x1 > x0 else 9
    head = Shape([(x1, y), (x1 + back, y + 4.5), (x1 + back, y - 4.5)], color)
    return [Line([start, (x1 + back, y)], color, 2, dashed), head]


def _in_words(stage: Stage) -> str:
    record = f"record {stage.grad_fn}" if stage.grad_fn else "no record"
    memory = ", same memory" if stage.shares_memory else ""
    return f"{'✂ ' * stage.cut}{stage.label} ({stage.shape}, {record}{memory})"


def _outcome(loss: Stage) -> str:
    value = number(loss.value.item())
    way = "backward() runs" if loss.requires_grad else "backward() raises"
    return f"loss {value}, {way}"
