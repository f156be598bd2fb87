"""The explorer of a training: play it, stop it, go back, with and without the detach."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import ipywidgets as widgets
from matplotlib.figure import Figure

from helpers import frameworks
from helpers.drawing import Dot, Line, Mark, Picture, Shape, Words, settings
from helpers.explorer.base import Explorer
from helpers.explorer.controls import Choice, NumberField
from helpers.style import BLUE, GREEN, GREY, number

_EPOCHS = 50
_TICK = 150  # milliseconds from one epoch to the next while it plays
_RATES = [("0.001", "0.001"), ("0.002", "0.002"), ("0.004", "0.004")]
_WIRINGS = (("with the detach", BLUE, False), ("without", GREEN, True))
_LOSS, _MOVED = 0, 1
_HIGHEST, _FARTHEST = 0.27, 0.19


@dataclass(frozen=True)
class Runs:
    """Both trainings up to an epoch.

    Attributes:
        losses: for each wiring the loss of every epoch so far.
        moved: for each wiring how far the layer and the head have moved.
    """

    epoch: int
    losses: tuple[list[float], list[float]]
    moved: tuple[tuple[float, float], tuple[float, float]]


class Player(widgets.HBox):
    """Buttons that play, pause and start again; the browser keeps the time.

    Args:
        start: called when it is to begin from the first epoch.
        field: the epoch that is played.
    """

    def __init__(self, field: NumberField) -> None:
        self.field = field
        # shown by buttons of our own: those of Play have no name a screen reader could say
        self.clock = widgets.Play(
            int(field.value), 0, _EPOCHS, interval=_TICK, layout={"display": "none"}
        )
        self.toggle = widgets.Button(description="Play", button_style="primary")
        self.again = widgets.Button(description="Start again")
        self.on_again: Callable[[], None] = lambda: None
        self.toggle.on_click(lambda _: self._toggle())
        self.again.on_click(lambda _: self._restart())
        self.clock.observe(self._follow, "value")
        self.clock.observe(self._name_button, "playing")
        super().__init__([self.toggle, self.again, self.clock])

    def _toggle(self) -> None:
        if self.clock.playing:
            self.clock.playing = False
            return
        at_end = self.field.value == _EPOCHS
        self.clock.value = 0 if at_end else int(self.field.value)
        self.clock.playing = True

    def _restart(self) -> None:
        self.clock.playing = False
        self.on_again()
        self.field.value = self.clock.value = 0

    def _follow(self, change: Any) -> None:
        if self.clock.playing or change["new"] == 0:
            self.field.value = change["new"]
        if change["new"] == _EPOCHS:
            self.clock.playing = False

    def _name_button(self, change: Any) -> None:
        self.toggle.description = "Pause" if change["new"] else "Play"


class PlayTraining(Explorer):
    """Train a head behind the layer, with the detach between them and without it.

    An epoch is trained when it is first shown; going back shows what was recorded.

    Args:
        epoch: where to start, from 0 to 50.
        rate: the learning rate, `"0.001"`, `"0.002"` or `"0.004"`.
    """

    def __init__(self, epoch: int = _EPOCHS, rate: str = "0.001") -> None:
        self._trainings: dict[str, tuple[Any, Any]] = {}
        field = NumberField("epoch", epoch, 0, _EPOCHS, 1, whole=True)
        self.player = Player(field)
        self.player.on_again = self._trainings.clear
        controls = {"epoch": field, "rate": Choice("learning rate", _RATES, rate)}
        super().__init__(controls, extra=[self.player])

    def frameworks(self) -> list[str]:
        return ["torch"]

    def compute(self, epoch: float, rate: str) -> Runs:
        frameworks.get("torch")  # says in one sentence how to install it
        if rate not in self._trainings:
            self._trainings[rate] = _pipelines(float(rate))
        both = self._trainings[rate]
        last = int(epoch)
        reached = [training.up_to(last) for training in both]
        losses = [[e.loss for e in training.epochs[: last + 1]] for training in both]
        return Runs(last, tuple(losses), tuple(tuple(e.moved.values()) for e in reached))

    def summary(self, state: Runs) -> str:
        parts = [f"epoch {state.epoch} of {_EPOCHS}"]
        for (name, *_), losses, (layer, head) in zip(
            _WIRINGS, state.losses, state.moved, strict=True
        ):
            parts.append(
                f"{name}: loss = {number(losses[-1])}, the layer moved {number(layer)},"
                f" the head {number(head)}"
            )
        return " · ".join(parts)

    def picture(self, state: Runs) -> tuple[Picture, list[Mark]]:
        marks: list[Mark] = []
        for place, (wiring, losses, moved) in enumerate(
            zip(_WIRINGS, state.losses, state.moved, strict=True)
        ):
            marks += _curve(place, wiring, losses)
            for group, way in enumerate(moved):
                marks += _bar(group + 0.3 + 0.4 * place, way, wiring)
        return _backdrop(), marks


def _curve(place: int, wiring: tuple[str, str, bool], losses: list[float]) -> list[Mark]:
    name, color, dashed = wiring
    points = list(enumerate(losses))
    y = _HIGHEST * (0.95 - 0.08 * place)
    legend = [
        Line([(22, y), (26, y)], color, 3, dashed),
        Words((27, y), f"{name}: {number(losses[-1])}", anchor="start"),
    ]
    line = [Line(points, color, 2.5, dashed)] if len(points) > 1 else []
    return [*line, Dot(points[-1], color, 5), *legend]


def _bar(middle: float, way: float, wiring: tuple[str, str, bool]) -> list[Mark]:
    _, color, hollow = wiring
    left, right = middle - 0.16, middle + 0.16
    corners = [(left, 0), (right, 0), (right, way), (left, way)]
    return [
        Shape(corners, color, not hollow, axes=_MOVED),
        Words((middle, way), number(float(f"{way:.2g}")), bold=True, shift=(0, -10), axes=_MOVED),
    ]


@cache
def _backdrop() -> Picture:
    with settings():
        figure = Figure(figsize=(820 / 72, 300 / 72))
        loss, moved = figure.subplots(1, 2, width_ratios=(1.3, 1))
        figure.subplots_adjust(left=0.06, right=0.99, top=0.9, bottom=0.15, wspace=0.16)
        loss.set(xlim=(-1, _EPOCHS + 1), ylim=(0, _HIGHEST), xlabel="epoch", title="loss")
        # few ticks, placed by us: matplotlib finds more, and its picture takes three times as long
        loss.set(xticks=range(0, _EPOCHS + 1, 10), yticks=(0, 0.1, 0.2))
        moved.set(xlim=(0, 2), ylim=(-0.002, _FARTHEST), xticks=(0.5, 1.5))
        moved.set(yticks=(0, 0.05, 0.1, 0.15))
        moved.set_xticklabels(["layer, before the detach", "head, behind it"])
        moved.set_title("how far the weights have moved")
        moved.axhline(0, color=GREY, linewidth=1)
        return Picture(figure)


def _pipelines(rate: float) -> tuple[Any, Any]:
    """Return the training with the detach and the one without, from the same start."""
    import torch
    from torch import nn

    from helpers.trace import Detach, Training

    batch = torch.arange(1.0, 13.0).reshape(4, 3)
    start = torch.tensor([[0.5, 1.2], [1.1, 2.3], [1.7, 3.4], [2.3, 4.5]])
    trainings = []
    for between in (Detach(), nn.Identity()):
        layer, head = nn.Linear(3, 2), nn.Linear(2, 2)
        with torch.no_grad():
            layer.weight.copy_(torch.tensor([[0.1, 0, 0.1], [0.1, 0.1, 1 / 6]]))
            layer.bias.copy_(torch.tensor([0.1, 0.4]))
            head.weight.copy_(torch.eye(2))
            head.bias.zero_()
        model = nn.Sequential(layer, between, head)
        trainings.append(Training(model, batch, start + 0.5, rate))
    return tuple(trainings)
