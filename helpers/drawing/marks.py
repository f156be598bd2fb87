"""Marks that lie over a backdrop; each knows how to be SVG and how to be matplotlib artists."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from matplotlib.patches import FancyBboxPatch, PathPatch, Polygon
from matplotlib.path import Path

from helpers.style import INK, PAGE

INK_IN_FILES = "#1a1a1a"
# a text needs a contrast of 4.5:1, which no one colour has on a white page and on a dark one
INK_IN_TEXT = 0.25

Point = tuple[float, float]
Place = Callable[[int, Point], Point]


class Mark(Protocol):
    """What every mark can do."""

    def svg(self, place: Place) -> str:
        """Return the mark as SVG; `place` turns (axes, point) into pixels from the top left."""

    def artists(self, axes: Sequence[Axes]) -> None:
        """Add the mark to its axes as matplotlib artists."""


def file_color(color: str) -> str:
    """Return the colour to use where no page lends its own ink."""
    return {INK: INK_IN_FILES, PAGE: "white"}.get(color, color)


def _readable(color: str) -> str:
    """Return the colour for a text: mixed with the page's ink, darker on light, lighter on dark."""
    return color if color == INK else f"color-mix(in srgb, {color} {1 - INK_IN_TEXT:.0%}, {INK})"


def _readable_in_files(color: str) -> str:
    mixed = [
        (1 - INK_IN_TEXT) * part + INK_IN_TEXT * ink
        for part, ink in zip(to_rgb(file_color(color)), to_rgb(INK_IN_FILES), strict=True)
    ]
    return to_hex(mixed)


@dataclass(frozen=True)
class Line:
    """A polyline, or a cubic Bézier curve when `curved`, in the units of its axes."""

    points: Sequence[Point]
    color: str = INK
    width: float = 2
    dashed: bool = False
    curved: bool = False
    opacity: float = 1
    axes: int = 0

    def svg(self, place: Place) -> str:
        (x, y), *rest = [place(self.axes, point) for point in self.points]
        step = "C" if self.curved else "L"
        path = f"M{x:.1f} {y:.1f}{step}" + " ".join(f"{a:.1f} {b:.1f}" for a, b in rest)
        dash = ' stroke-dasharray="6 5"' if self.dashed else ""
        return (
            f'<path d="{path}" fill="none" stroke="{self.color}" stroke-width="{self.width}"'
            f' opacity="{self.opacity}"{dash}/>'
        )

    def artists(self, axes: Sequence[Axes]) -> None:
        step = Path.CURVE4 if self.curved else Path.LINETO
        codes = [Path.MOVETO] + [step] * (len(self.points) - 1)
        dash = (0, (3, 2.5)) if self.dashed else "-"
        axes[self.axes].add_artist(
            PathPatch(
                Path(self.points, codes),
                fill=False,
                edgecolor=file_color(self.color),
                linewidth=self.width,
                linestyle=dash,
                alpha=self.opacity,
            )
        )


@dataclass(frozen=True)
class Shape:
    """A filled polygon in the units of its axes."""

    points: Sequence[Point]
    color: str
    filled: bool = True
    axes: int = 0

    def svg(self, place: Place) -> str:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(self.axes, p) for p in self.points))
        fill = self.color if self.filled else "none"
        return f'<polygon points="{path}" fill="{fill}" stroke="{self.color}" stroke-width="1.5"/>'

    def artists(self, axes: Sequence[Axes]) -> None:
        color = file_color(self.color)
        axes[self.axes].add_artist(
            Polygon(self.points, fill=self.filled, facecolor=color, edgecolor=color, lw=1.5)
        )


@dataclass(frozen=True)
class Dot:
    """A round mark; `radius` is in pixels."""

    point: Point
    color: str
    radius: float = 6
    axes: int = 0

    def svg(self, place: Place) -> str:
        x, y = place(self.axes, self.point)
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{self.radius}" fill="{self.color}"/>'

    def artists(self, axes: Sequence[Axes]) -> None:
        x, y = self.point
        axes[self.axes].plot([x], [y], "o", color=file_color(self.color), ms=2 * self.radius, mew=0)


@dataclass(frozen=True)
class Box:
    """A rounded box around a point; width and height in the units of its axes."""

    center: Point
    width: float
    height: float
    color: str = INK
    dashed: bool = False
    shade: float = 0.08
    axes: int = 0

    def svg(self, place: Place) -> str:
        x, y = self.center
        left, top = place(self.axes, (x - self.width / 2, y + self.height / 2))
        right, bottom = place(self.axes, (x + self.width / 2, y - self.height / 2))
        dash = ' stroke-dasharray="5 4"' if self.dashed else ""
        return (
            f'<rect x="{left:.1f}" y="{min(top, bottom):.1f}" width="{right - left:.1f}"'
            f' height="{abs(bottom - top):.1f}" rx="7" fill="{self.color}"'
            f' fill-opacity="{self.shade}" stroke="{self.color}" stroke-width="1.5"{dash}/>'
        )

    def artists(self, axes: Sequence[Axes]) -> None:
        (x, y), color = self.center, file_color(self.color)
        corner = (x - self.width / 2, y - self.height / 2)
        rounded = "round,pad=0,rounding_size=7"
        style = {"linestyle": "--" if self.dashed else "-", "lw": 1.5}
        axes[self.axes].add_artist(
            FancyBboxPatch(corner, self.width, self.height, rounded, fc="none", ec=color, **style)
        )
        axes[self.axes].add_artist(
            FancyBboxPatch(
                corner, self.width, self.height, rounded, fc=color, ec="none", alpha=self.shade
            )
        )


@dataclass(frozen=True)
class Words:
    """A text; `anchor` is `start`, `middle` or `end`; `size` and `shift` are in pixels."""

    point: Point
    text: str
    color: str = INK
    size: float = 13
    anchor: str = "middle"
    bold: bool = False
    shift: Point = (0, 0)
    axes: int = 0

    def svg(self, place: Place) -> str:
        x, y = place(self.axes, self.point)
        x, y = x + self.shift[0], y + self.shift[1]
        weight = ' font-weight="600"' if self.bold else ""
        return (
            f'<text x="{x:.1f}" y="{y:.1f}" fill="{_readable(self.color)}" font-size="{self.size}"'
            f' text-anchor="{self.anchor}" dominant-baseline="central"{weight}>'
            f"{html.escape(self.text)}</text>"
        )

    def artists(self, axes: Sequence[Axes]) -> None:
        side = {"start": "left", "middle": "center", "end": "right"}[self.anchor]
        axes[self.axes].annotate(
            self.text,
            self.point,
            (self.shift[0], -self.shift[1]),
            textcoords="offset points",
            color=_readable_in_files(self.color),
            size=self.size,
            ha=side,
            va="center_baseline" if self.size < 10 else "center",
            weight="bold" if self.bold else "normal",
        )


@dataclass(frozen=True)
class Group:
    """Marks that belong together; the attributes go on the SVG group, for buttons and titles."""

    marks: Sequence[Mark]
    attributes: Mapping[str, str] = field(default_factory=dict)
    title: str = ""

    def svg(self, place: Place) -> str:
        attributes = "".join(f' {k}="{html.escape(v)}"' for k, v in self.attributes.items())
        title = f"<title>{html.escape(self.title)}</title>" if self.title else ""
        return f"<g{attributes}>{title}{''.join(mark.svg(place) for mark in self.marks)}</g>"

    def artists(self, axes: Sequence[Axes]) -> None:
        for mark in self.marks:
            mark.artists(axes)
