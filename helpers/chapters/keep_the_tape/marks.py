"""How a reel is drawn: a strip of film with a frame a line, a counter, and a bar a step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter

from helpers.chapters.keep_the_tape import record_runs
from helpers.drawing import Box, Dot, Line, Mark, Words
from helpers.ledger import Saved, held_bytes
from helpers.style import BLUE, GREY, INK, LIVE, ORANGE

WIDTH, HEIGHT = 860, 350

_STRIP = (225, WIDTH - 10, 200, 340)  # left, right, bottom, top
_COLUMN = WIDTH / 6
_BASE = 76  # where the bars stand
_UNIT = 19  # the height of one saved tensor


def counter(saved: Sequence[Saved], holds: str) -> list[Mark]:
    """Return the number of saved tensors that are alive, in large, with their bytes."""
    held = sum(entry.alive for entry in saved)
    noun = "saved tensor" if held == 1 else "saved tensors"
    middle = _STRIP[0] / 2
    return [
        Words((middle, 322), holds, size=13),
        Words((middle, 279), str(held), LIVE if held else INK, 44, bold=True),
        Words((middle, 238), noun, size=13),
        Words((middle, 218), f"{held_bytes(saved)} bytes", size=12),
    ]


def frames(
    captions: Sequence[str], operations: Sequence[str], done: int, saved: Iterable[Saved]
) -> list[Mark]:
    """Return the strip: a frame for each line of the forward pass, with what the line saved."""
    left, right, bottom, top = _STRIP
    middle, width = (bottom + top) / 2, (right - left) / len(captions)
    marks: list[Mark] = [Box(((left + right) / 2, middle), right - left, top - bottom, INK)]
    for place in range(24):
        x = left + (place + 0.5) * (right - left) / 24
        marks += [Dot((x, y), GREY, 4.5) for y in (bottom + 13, top - 13)]
    kept = {key: list(group) for key, group in groupby(saved, attrgetter("operation"))}
    for place, (caption, operation) in enumerate(zip(captions, operations, strict=True)):
        center = (left + (place + 0.5) * width, middle)
        marks += _frame(center, width - 14, caption, place < done, kept.get(operation, []))
    return marks


def _frame(
    center: tuple[float, float], width: float, caption: str, ran: bool, saved: Sequence[Saved]
) -> list[Mark]:
    x, y = center
    box = Box(center, width, 84, INK if ran else GREY, dashed=not ran, shade=0.06 if ran else 0)
    if not ran:
        return [box, Words((x, y), caption, GREY)]
    marks: list[Mark] = [box, Words((x, y + 25), caption, bold=True)]
    if not saved:
        return [*marks, Words((x, y - 12), "saves nothing", size=12)]
    for place, entry in enumerate(saved):
        at = x + (place - (len(saved) - 1) / 2) * 66
        marks += _chip((at, y - 12), entry)
    return marks


def _chip(center: tuple[float, float], entry: Saved) -> list[Mark]:
    x, y = center
    if entry.alive:
        return [
            Box(center, 52, 40, BLUE, shade=0.28),
            Words((x, y + 7), entry.value, bold=True, size=14),
            Words((x, y - 10), "held", size=11),
        ]
    return [
        Box(center, 52, 40, GREY, dashed=True, shade=0),
        Words((x, y + 7), entry.value, size=14),
        Words((x, y - 10), "freed", size=11),
    ]


def bars(captions: Sequence[str], done: Sequence[record_runs.Line]) -> list[Mark]:
    """Return a bar for each line that ran: how much was held after it, and what it answered."""
    marks: list[Mark] = [Line([(10, _BASE), (WIDTH - 10, _BASE)], GREY, 1)]
    for place, caption in enumerate(captions):
        x = (place + 0.5) * _COLUMN
        ran = place < len(done)
        if place == len(done) - 1:
            marks.append(Box((x, 96), _COLUMN - 8, 184, BLUE, shade=0.07))
        marks += _caption((x, _BASE - 16), caption, INK if ran else GREY)
        if ran:
            marks += _bar(x, done[place])
    return marks


def _bar(x: float, line: record_runs.Line) -> list[Mark]:
    height = _UNIT * line.held
    marks: list[Mark] = [Words((x, _BASE + height + 11), str(line.held), bold=True, size=14)]
    marks += [
        Box((x, _BASE + _UNIT * (row + 0.5)), 46, _UNIT - 3, BLUE, shade=0.28)
        for row in range(line.held)
    ]
    kind, colon, _ = line.answer.partition(":")
    color = ORANGE if colon else INK
    return [*marks, Words((x, 18), f"✕ {kind}" if colon else kind, color, 14, bold=True)]


def _caption(top: tuple[float, float], text: str, color: str) -> list[Mark]:
    """Return a line of code, in two rows where it is long."""
    head, separator, tail = text.partition(" = " if " = " in text else "(")
    rows = [text] if len(text) < 21 else [head + separator, tail]
    x, y = top
    return [Words((x, y - 14 * row), part, color, 12) for row, part in enumerate(rows)]
