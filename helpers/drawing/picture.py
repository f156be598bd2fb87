"""A matplotlib backdrop that is drawn once, with marks laid over it.

`Picture.svg` gives inline SVG that follows the page's theme and `Picture.png` the same picture
for a page without a kernel. Nothing here touches pyplot, shows or stores anything.
"""

from __future__ import annotations

import html
import io
import re
import textwrap
from collections.abc import Iterable
from contextlib import AbstractContextManager
from functools import cached_property

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo

from helpers.drawing.marks import INK_IN_FILES, Mark, Point
from helpers.style import INK

_FONT = "var(--jp-ui-font-family, system-ui, sans-serif)"
_FONT_FILE = matplotlib.get_data_path() + "/fonts/ttf/DejaVuSans.ttf"
_COLOURS = 128  # of a stored picture
_CAPTION_SIZE, _CAPTION_LEFT, _LINE_HEIGHT = 12, 8, 17
_SETTINGS = {
    "figure.dpi": 72,
    "svg.fonttype": "none",
    "svg.hashsalt": "course",
    "font.family": "DejaVu Sans",
    "font.size": 12,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titley": 1.0,  # matplotlib measures every tick to find this place by itself
    "text.hinting": "none",  # looks the same at this size, and draws texts a fifth faster
    **dict.fromkeys(
        ["text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"],
        INK_IN_FILES,
    ),
}


class Picture:
    """A figure drawn once; its marks come and go.

    Args:
        figure: a figure of `blank` or `chart`, whose size in inches × 72 is the size in pixels.
    """

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        self.width, self.height = (round(72 * inches) for inches in figure.get_size_inches())
        figure.canvas.draw()  # fixes the place of the axes, so that marks can be laid over them

    def place(self, axes: int, point: Point) -> Point:
        """Return where a point of an axes lies in the SVG, in pixels from the top left."""
        transform = self.figure.axes[axes].transData
        if not transform.is_affine:
            x, y = transform.transform(point)
            return x, self.height - y
        (a, b, c), (d, e, f) = self._affine[axes]
        x, y = point
        return a * x + b * y + c, self.height - (d * x + e * y + f)

    @cached_property
    def _affine(self) -> list[list[list[float]]]:
        """The first two rows of each axes' matrix: matplotlib's own call takes 50 times as long."""
        return [axes.transData.get_matrix()[:2].tolist() for axes in self.figure.axes]

    @cached_property
    def _backdrop(self) -> str:
        buffer = io.StringIO()
        with matplotlib.rc_context(_SETTINGS):
            nothing = dict.fromkeys(["Date", "Creator", "Format", "Type"])
            self.figure.savefig(buffer, format="svg", transparent=True, metadata=nothing)
        inner = re.search(r"<svg[^>]*>(.*)</svg>", buffer.getvalue(), re.DOTALL)[1]
        inner = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->|\n\s*", "", inner, flags=re.DOTALL)
        return inner.replace(INK_IN_FILES, INK).replace("'DejaVu Sans'", _FONT)

    def svg(self, marks: Iterable[Mark], title: str, interactive: bool = False) -> str:
        """Return the picture as inline SVG with `title` as its text alternative.

        Args:
            marks: what lies over the backdrop.
            title: what a screen reader says.
            interactive: True when marks inside can be pressed; the SVG is then a group of
                buttons and not one image.
        """
        role = "group" if interactive else "img"
        # texts stay readable and buttons large enough for a finger; the page scrolls it sideways
        least = round(0.8 * self.width)
        label = html.escape(title, quote=True)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}"'
            f' role="{role}" aria-label="{label}" font-family="{_FONT}"'
            f' style="width:100%;min-width:{least}px;max-width:{self.width}px;height:auto;'
            f'display:block">'
            f"<title>{label}</title>{self._backdrop}{self._overlay(marks)}</svg>"
        )

    def _overlay(self, marks: Iterable[Mark]) -> str:
        return "".join(mark.svg(self.place) for mark in marks)

    def png(self, marks: Iterable[Mark], scale: float = 1.5, caption: str = "") -> bytes:
        """Return the picture as PNG on white, for a page without a kernel.

        Args:
            marks: what lies over the backdrop.
            scale: file pixels for each pixel.
            caption: a line that is written below the picture and kept in the file as its
                `Description`.
        """
        before = [list(axes.get_children()) for axes in self.figure.axes]
        limits = [(axes.get_xlim(), axes.get_ylim()) for axes in self.figure.axes]
        with matplotlib.rc_context(_SETTINGS):
            for mark in marks:
                mark.artists(self.figure.axes)
            for axes, (x, y) in zip(self.figure.axes, limits, strict=True):
                axes.set(xlim=x, ylim=y)
            image = rendered(self.figure, scale)
        for axes, kept in zip(self.figure.axes, before, strict=True):
            for artist in axes.get_children():
                if artist not in kept:
                    artist.remove()
        return small_png(_captioned(image, caption, scale) if caption else image, caption)


def blank(width: float, height: float) -> Picture:
    """Return an empty picture whose units are pixels from the bottom left."""
    with matplotlib.rc_context(_SETTINGS):
        figure = Figure(figsize=(width / 72, height / 72))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, width), ylim=(0, height))
        axes.set_axis_off()
        return Picture(figure)


def settings() -> AbstractContextManager:
    """Return the context in which a chart's figure is to be made."""
    return matplotlib.rc_context(_SETTINGS)


def rendered(figure: Figure, scale: float) -> Image.Image:
    """Return a figure as an image of `scale` file pixels for each of its pixels, on white."""
    canvas = FigureCanvasAgg(figure)
    figure.dpi = 72 * scale
    try:
        canvas.draw()
    finally:
        figure.dpi = 72
    return Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")


def small_png(image: Image.Image, caption: str = "") -> bytes:
    """Return an image as PNG with a palette: a quarter of the size, and notebooks stay light."""
    about = PngInfo()
    if caption:
        about.add_text("Description", caption)
    small = io.BytesIO()
    # median cut takes twice as long; an octree makes one colour of white and of a pale box
    packed = image.quantize(_COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    packed.save(small, "PNG", pnginfo=about)
    return small.getvalue()


def _captioned(image: Image.Image, caption: str, scale: float) -> Image.Image:
    """Return an image with a caption below it."""
    width, height = image.size
    step = scale * _LINE_HEIGHT
    font = ImageFont.truetype(_FONT_FILE, scale * _CAPTION_SIZE)
    lines = _wrapped(caption, font, width - 2 * scale * _CAPTION_LEFT)
    page = Image.new("RGB", (width, height + round(step * len(lines))), "white")
    page.paste(image)
    draw = ImageDraw.Draw(page)
    for i, line in enumerate(lines):
        draw.text((scale * _CAPTION_LEFT, height + i * step), line, INK_IN_FILES, font)
    return page


def _wrapped(caption: str, font: ImageFont.FreeTypeFont, width: float) -> list[str]:
    """Break a caption at the dots between its parts, and a part only where it is too long alone."""
    rows: list[str] = []
    for line in caption.splitlines():
        row, *parts = line.split(" · ")
        for part in parts:
            longer = f"{row} · {part}"
            if font.getlength(longer) > width:
                rows.append(row)
                longer = part
            row = longer
        rows.append(row)
    return [piece for row in rows for piece in _broken(row, font, width)]


def _broken(row: str, font: ImageFont.FreeTypeFont, width: float) -> list[str]:
    length = font.getlength(row)
    return [row] if length <= width else textwrap.wrap(row, int(0.9 * len(row) * width / length))
