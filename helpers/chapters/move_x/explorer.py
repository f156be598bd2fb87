"""The explorer of the running example: y = x*x, u = detach(y), z = x*u."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from helpers import frameworks
from helpers.drawing import Dot, Line, Mark, Picture, Shape, Words, settings
from helpers.explorer.base import Explorer, framework_choice
from helpers.explorer.controls import Choice, NumberField
from helpers.style import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, number

_LIMIT = 4
_STEP = 1e-4  # of the finite difference; the error of a central difference is of order step²
_CHOICES = [("nothing", "nothing"), ("y", "y"), ("the x in the product", "x"), ("both", "both")]
_CURVE, _BARS = 0, 1


@dataclass(frozen=True)
class Slopes:
    """What a framework says at one x; None where it gives no gradient."""

    x: float
    detached: str
    title: str
    z: float
    total: float | None
    direct: float
    through: float
    dy_dx: float
    finite: float

    @property
    def parts(self) -> tuple[float, float]:
        """The direct part and the part through y that are left."""
        keep_direct = self.detached in ("nothing", "y")
        keep_through = self.detached in ("nothing", "x")
        return self.direct * keep_direct, self.through * keep_through


def program(detached: str) -> Callable[..., Any]:
    """Return the example with a stop at y, at the x in the product, at both or at nothing.

    The program returns z and y.
    """

    def z_and_y(x: Any, cut: Callable[[Any], Any]) -> tuple[Any, Any]:
        y = x * x
        u = cut(y) if detached in ("y", "both") else y
        factor = cut(x) if detached in ("x", "both") else x
        return factor * u, y

    return z_and_y


class MoveX(Explorer):
    """Move x, choose what is detached and who computes; see the slopes and their parts.

    Args:
        x: where to start, from −4 to 4.
        detached: `"nothing"`, `"y"`, `"x"` (the one in the product) or `"both"`.
        framework: `"torch"`, `"jax"`, `"tensorflow"`, `"mxnet"` or `"engine"`.
    """

    def __init__(self, x: float = 3, detached: str = "y", framework: str = "torch") -> None:
        super().__init__(
            {
                "x": NumberField("x", x, -_LIMIT, _LIMIT, 0.5),
                "detached": Choice("detached", _CHOICES, detached),
                "framework": framework_choice(framework),
            }
        )

    def compute(self, x: float, detached: str, framework: str) -> Slopes:
        fw = frameworks.get(framework)
        answer = fw.gradient(program(detached), x)
        direct = fw.gradient(program("y"), x).gradients[0][0]
        through = fw.gradient(program("x"), x).gradients[0][0]
        above, below = (fw.gradient(program(detached), x + s).values[0] for s in (_STEP, -_STEP))
        return Slopes(
            x=x,
            detached=detached,
            title=fw.title,
            z=answer.values[0],
            total=answer.gradients[0][0],
            direct=direct,
            through=through,
            dy_dx=answer.gradients[1][0],
            finite=round((above - below) / (2 * _STEP), 6),
        )

    def summary(self, state: Slopes) -> str:
        names = {key: label for label, key in _CHOICES}
        direct, through = (number(part) for part in state.parts)
        return (
            f"detached: {names[state.detached]} · x = {number(state.x)} · z = {number(state.z)}"
            f" · dz/dx = {number(state.total)} ({direct} direct + {through} through y)"
            f" · dy/dx = {number(state.dy_dx)} · finite difference {number(state.finite)}"
            f" · computed by {state.title}"
        )

    def picture(self, state: Slopes) -> tuple[Picture, list[Mark]]:
        return _backdrop(), [*_slopes(state), *_bars(state)]


@cache
def _backdrop() -> Picture:
    with settings():
        figure = Figure(figsize=(820 / 72, 330 / 72))
        curve, bars = figure.subplots(1, 2, width_ratios=(1.15, 1))
        figure.subplots_adjust(left=0.06, right=0.99, top=0.9, bottom=0.14, wspace=0.16)
        x = np.linspace(-_LIMIT, _LIMIT, 81)
        curve.plot(x, x**3, color=GREY, linewidth=1.5)
        curve.set(xlim=(-4.4, 4.4), ylim=(-72, 72), xlabel="x", title="the curve z = x · x²")
        curve.set(xticks=range(-4, 5, 2), yticks=range(-60, 61, 30))
        bars.set(xlim=(0, 4), ylim=(-12, 54), xticks=(0.5, 1.5, 2.5, 3.5), yticks=range(0, 51, 10))
        bars.set_xticklabels(["direct\nu", "through y\nx · 2x", "dz/dx", "dy/dx"])
        bars.set_title("the gradient and its parts")
        bars.axhline(0, color=GREY, linewidth=1)
        bars.tick_params(axis="x", length=0)
        return Picture(figure)


def _slopes(state: Slopes) -> list[Mark]:
    """Return the point on the curve with the true slope and the slope autodiff reports."""
    marks: list[Mark] = [_tangent(state, 3 * state.x**2, GREEN, dashed=True)]
    texts = [(f"true slope 3x² = {number(state.finite)}", GREEN)]
    if state.total is None:
        texts.append(("dz/dx = none: nothing is left", INK))
    else:
        marks.append(_tangent(state, state.total, INK, dashed=False))
        texts.append((f"dz/dx = {number(state.total)}", INK))
    marks.append(Dot((state.x, state.z), INK))
    for i, (text, color) in enumerate(texts):
        marks += [
            Line([(-4.1, 63 - 13 * i), (-3.6, 63 - 13 * i)], color, 3, dashed=not i),
            Words((-3.45, 63 - 13 * i), text, anchor="start"),
        ]
    return marks


def _tangent(state: Slopes, slope: float, color: str, dashed: bool) -> Line:
    reach = min(1.6, 34 / max(abs(slope), 1e-9))
    ends = [(state.x + side * reach, state.z + side * reach * slope) for side in (-1, 1)]
    return Line(ends, color, 3, dashed, axes=_CURVE)


def _bars(state: Slopes) -> list[Mark]:
    """Return the two parts, the second standing on the first, their sum, and dy/dx."""
    direct, through = state.parts
    top = state.direct + state.through
    return [
        *_bar(0, 0, state.direct, BLUE, alive=bool(direct) or state.direct == 0),
        *_bar(1, state.direct, top, ORANGE, alive=bool(through) or state.through == 0),
        *_bar(2, 0, state.total, INK, alive=True),
        *_bar(3, 0, state.dy_dx, PURPLE, alive=True),
    ]


def _bar(place: int, low: float, high: float | None, color: str, alive: bool) -> list[Mark]:
    left, right = place + 0.2, place + 0.8
    if high is None:
        return [Words((place + 0.5, 0), "none", shift=(0, -10), axes=_BARS)]
    corners = [(left, low), (right, low), (right, high), (left, high)]
    text = number(high - low) if alive else f"✂ {number(high - low)}"
    above = 10 if high < low else -10
    return [
        Shape(corners, color, filled=alive, axes=_BARS),
        Words((place + 0.5, high), text, bold=True, shift=(0, above), axes=_BARS),
    ]
