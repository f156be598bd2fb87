"""The record as a reel: it fills in the forward pass and empties as gradients are taken."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from helpers.chapters.keep_the_tape.marks import HEIGHT, WIDTH, bars, counter, frames
from helpers.chapters.keep_the_tape.record_runs import OPERATIONS, RECORDS, Line, Record, run
from helpers.drawing import Mark, Picture, blank
from helpers.explorer.base import Explorer
from helpers.explorer.controls import Choice
from helpers.explorer.stepper import Stepper
from helpers.ledger import held_bytes

_SHOWN = ("plain", "persistent", "two", "graph", "retained", "vjp")
_DETACHED = [("u", "u"), ("nothing", "nothing")]
_LINES = len(OPERATIONS) + 3  # two questions, and giving the record up


@dataclass(frozen=True)
class Reel:
    """What has run so far of the lines of a program, and what the record holds after each."""

    record: Record
    detached: bool
    done: tuple[Line, ...]

    @property
    def captions(self) -> tuple[str, ...]:
        """All lines, run or not."""
        return self.record.captions(self.detached)


class TapeReel(Explorer):
    """Step through a program and see what its record saves, holds and lets go.

    Args:
        record: `"plain"`, `"persistent"` or `"two"` (TensorFlow's tapes), `"graph"` or
            `"retained"` (PyTorch's graph), or `"vjp"` (JAX).
        detached: `"u"` or `"nothing"`.
        step: how many of the six lines have run.
    """

    def __init__(self, record: str = "plain", detached: str = "u", step: int = 0) -> None:
        kinds = [(RECORDS[key].title, key) for key in _SHOWN]
        super().__init__(
            {
                "record": Choice("record", kinds, record),
                "detached": Choice("detached", _DETACHED, detached),
                "step": Stepper(step, _LINES),
            }
        )

    def compute(self, record: str, detached: str, step: int) -> Reel:
        kind, cut = RECORDS[record], detached == "u"
        return Reel(kind, cut, run(kind, cut, step))

    def summary(self, state: Reel) -> str:
        head = f"{state.record.title} · detached: {'u' if state.detached else 'nothing'}"
        if not state.done:
            return f"{head} · nothing has run: {state.record.holds} nothing"
        now, step = state.done[-1], len(state.done)
        answer = f" → {now.answer}" if now.answer else ""
        names = ", ".join(entry.value for entry in now.saved if entry.alive)
        count = f"{now.held} of {len(now.saved)} saved tensors" + (f" ({names})" if names else "")
        return (
            f"{head} · line {step} of {_LINES}: {state.captions[step - 1]}{answer}"
            f" · {state.record.holds} {count}, {held_bytes(now.saved)} bytes"
        )

    def picture(self, state: Reel) -> tuple[Picture, list[Mark]]:
        saved = state.done[-1].saved if state.done else ()
        marks = counter(saved, state.record.holds)
        marks += frames(state.captions[: len(OPERATIONS)], OPERATIONS, len(state.done), saved)
        return _backdrop(), [*marks, *bars(state.captions, state.done)]

    def frameworks(self) -> list[str]:
        return [RECORDS[self.params["record"]].framework]


@cache
def _backdrop() -> Picture:
    return blank(WIDTH, HEIGHT)
