"""The picture of a pipeline whose detach can be moved: blocks, gaps to press, gradient bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from helpers.drawing.marks import Box, Group, Line, Mark, Shape, Words
from helpers.drawing.picture import Picture, blank
from helpers.style import CUT, INK, LIVE, PAGE, number

_PAGE_WIDTH, _PAGE_HEIGHT = 840, 300
_ROW, _BOX_HEIGHT, _GAP = 240, 52, 40  # height of the row of blocks above the bottom
_FLOOR, _TALLEST = 52, 116  # of the bars

_BARS = "bars: norm of the gradient at a layer's parameters; outlines: the same without the detach"


@dataclass(frozen=True)
class Block:
    """A stage of the pipeline.

    Attributes:
        label: what stands in the block; a newline starts a second, smaller line.
        learns: True if it has parameters, so that it gets a bar.
        norm: the norm of the gradient at its parameters; None if none arrives.
        attached: the same without any detach.
    """

    label: str
    learns: bool = False
    norm: float | None = None
    attached: float | None = None


class DetachLine:
    """Blocks from left to right with a gap to press between each two.

    Args:
        count: how many blocks there will be.
    """

    def __init__(self, count: int) -> None:
        self.picture: Picture = blank(_PAGE_WIDTH, _PAGE_HEIGHT)
        self._step = (_PAGE_WIDTH - 8) / count
        self._box = self._step - _GAP

    def marks(self, blocks: Sequence[Block], cut: int | None) -> list[Mark]:
        """Return the pipeline with the detach in the gap after block `cut`, or without one."""
        highest = max((block.attached or 0 for block in blocks), default=0) or 1
        marks: list[Mark] = [
            Line([(8, _FLOOR), (_PAGE_WIDTH - 8, _FLOOR)], INK, 1, opacity=0.4),
            Words((_PAGE_WIDTH / 2, 14), _BARS, size=12),
        ]
        for place, block in enumerate(blocks):
            marks += self._block(place, block, highest)
        live_from = min((i for i, block in enumerate(blocks) if block.norm is not None), default=99)
        for place in range(len(blocks) - 1):
            ends = [blocks[i].label.replace("\n", " ") for i in (place, place + 1)]
            marks.append(self._gap(place, ends, cut == place, place >= live_from))
        return marks

    def _x(self, place: float) -> float:
        return 4 + self._step * (place + 0.5)

    def _block(self, place: int, block: Block, highest: float) -> list[Mark]:
        x = self._x(place)
        first, *more = block.label.split("\n")
        learning = block.norm is not None
        color = LIVE if learning else INK
        marks: list[Mark] = [
            Box((x, _ROW), self._box, _BOX_HEIGHT, color, shade=0.1 if learning else 0),
            Words((x, _ROW), first, bold=True, size=12.5, shift=(0, -8 if more else 0)),
            *(Words((x, _ROW), line, size=11.5, shift=(0, 10)) for line in more),
        ]
        return marks + (self._bar(x, block, _TALLEST / highest) if block.learns else [])

    def _bar(self, x: float, block: Block, scale: float) -> list[Mark]:
        left, right = x - 20, x + 20
        whole = _FLOOR + scale * (block.attached or 0)
        marks: list[Mark] = [
            Shape([(left, _FLOOR), (right, _FLOOR), (right, whole), (left, whole)], INK, False)
        ]
        if block.norm is None:
            return [*marks, Words((x, _FLOOR - 12), "none", CUT, bold=True)]
        top = _FLOOR + scale * block.norm
        marks.append(Shape([(left, _FLOOR), (right, _FLOOR), (right, top), (left, top)], LIVE))
        return [*marks, Words((x, _FLOOR - 12), number(block.norm), bold=True)]

    def _gap(self, place: int, ends: list[str], is_cut: bool, lives: bool) -> Group:
        x = self._x(place + 0.5)
        left, right = x - _GAP / 2 + 3, x + _GAP / 2 - 3
        color = LIVE if lives else INK
        slot = [(x, _ROW - 32), (x, _ROW + 32)]
        drawn: list[Mark] = [
            # an unseen slot is what a finger can hit
            Line(slot, CUT, 18, opacity=0),
            Box((x, _ROW), _GAP - 6, 64, PAGE, shade=0),
            Line([(left, _ROW), (right - 8, _ROW)], color, 2, opacity=1 if lives else 0.5),
            Shape([(right, _ROW), (right - 8, _ROW + 4.5), (right - 8, _ROW - 4.5)], color),
            Line(slot, CUT if is_cut else INK, 2, dashed=True, opacity=1 if is_cut else 0.5),
        ]
        if is_cut:
            drawn.append(Words((x, _ROW + 44), "✂", CUT, 24))
        name = f"detach between {ends[0]} and {ends[1]}"
        attributes = {
            "data-press": str(place),
            "role": "button",
            "tabindex": "0",
            "aria-pressed": str(is_cut).lower(),
            "aria-label": name,
        }
        return Group(
            drawn, attributes, f"{name}: press to {'take it out' if is_cut else 'put it here'}"
        )
