"""Each framework's own record of one program, drawn below each other with the cut marked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from matplotlib.figure import Figure

from helpers import frameworks, graph
from helpers.chapters.compare_frameworks.probes import THREE
from helpers.drawing import bundle, settings, view
from helpers.drawing.graphs import GraphPicture
from helpers.drawing.picture import rendered, small_png
from helpers.style import number

_TITLE_HEIGHT = 26
_SCALE = 1.5  # file pixels for each pixel of the picture


@dataclass(frozen=True)
class Records:
    """What each framework recorded.

    Attributes:
        found: title, graph and dz/dx of each framework that is installed.
        missing: for each other one, the sentence that says how to install it.
    """

    found: tuple[tuple[str, graph.Graph, float | None], ...]
    missing: tuple[str, ...] = ()

    def __repr__(self) -> str:
        blocks = [
            f"{title}: gradient {number(slope)}\n{_indented(graph.describe(record))}"
            for title, record, slope in self.found
        ]
        return "\n\n".join([*blocks, *self.missing])

    def png(self) -> bytes:
        """Return the graphs below each other, each with its framework's name, on white."""
        drawn = [(title, GraphPicture(record, self._widest)) for title, record, _ in self.found]
        width = max(graph.picture.width for _, graph in drawn)
        height = sum(graph.picture.height + _TITLE_HEIGHT for _, graph in drawn)
        with settings():
            figure = Figure(figsize=(width / 72, height / 72))
            top = height
            for title, picture in drawn:
                top -= picture.picture.height + _TITLE_HEIGHT
                _place(figure, picture, title, (0, top, width, height))
            return small_png(rendered(figure, _SCALE))

    def svg(self) -> str:
        """Return the same as HTML with inline SVG, each graph with its own text alternative."""
        parts = []
        for title, record, slope in self.found:
            drawn = GraphPicture(record, self._widest)
            words = f"{title}: gradient {number(slope)}; {graph.describe(record)}"
            parts.append(f"<div><b>{title}</b></div>{drawn.picture.svg(drawn.marks(), words)}")
        return "".join(parts)

    @property
    def _widest(self) -> int:
        """The longest label: boxes of one width line up from graph to graph."""
        labels = (label for _, record, _ in self.found for _, label in record.nodes("label"))
        return max(map(len, labels))

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        if not self.found:
            return bundle(repr(self), None, {})
        return bundle(repr(self), self.png(), view(self.svg()))


def records(program: Callable[..., Any], x: float, *names: str) -> Records:
    """Read a program's graph from the record of each framework.

    Args:
        program: called as `program(x, cut)`, with the framework's own stop as `cut`.
        x: where it runs.
        names: frameworks; PyTorch, JAX and TensorFlow if left out.
    """
    found, missing = [], []
    for name in names or THREE:
        try:
            framework = frameworks.get(name)
        except frameworks.FrameworkMissing as error:
            missing.append(str(error))
            continue
        slope = framework.gradient(program, x).gradients[0][0]
        found.append((framework.title, framework.graph(program, x), slope))
    return Records(tuple(found), tuple(missing))


def _place(
    figure: Figure, drawn: GraphPicture, title: str, at: tuple[float, float, float, float]
) -> None:
    """Draw a graph at its own size; `at` is left, bottom, and the size of the whole figure."""
    left, bottom, width, height = at
    own_width, own_height = drawn.picture.width, drawn.picture.height
    axes = figure.add_axes((left / width, bottom / height, own_width / width, own_height / height))
    axes.set(xlim=(0, own_width), ylim=(0, own_height))
    axes.set_axis_off()
    for mark in drawn.marks():
        mark.artists([axes])
    axes.set(xlim=(0, own_width), ylim=(0, own_height))
    axes.text(14, own_height + 4, title, weight="bold", size=14)


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())
