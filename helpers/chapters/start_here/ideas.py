"""The ideas of the course: which comes before which, and the chapter that explains it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from helpers.drawing import Drawing


@dataclass(frozen=True)
class Idea:
    """One idea of the course.

    Attributes:
        name: what the map calls it.
        meaning: the idea in half a sentence.
        chapter: the number of the chapter that explains it; "" for what the learner brings.
        needs: the names of the ideas to know before.
    """

    name: str
    meaning: str
    chapter: str
    needs: tuple[str, ...] = ()


IDEAS = (
    Idea("chain rule", "slopes along a path multiply", ""),
    Idea("record", "the operations that made a value", "01", ("chain rule",)),
    Idea("detach", "the same number without its record", "01", ("record",)),
    Idea("z = x · u", "the example: dz/dx is u", "02", ("detach",)),
    Idea("intact graph", "dy/dx is still 2x", "02", ("z = x · u",)),
    Idea("frameworks", "four spellings of detach", "03", ("z = x · u",)),
    Idea("kept tape", "ask the same record twice", "04", ("intact graph", "frameworks")),
    Idea("pipeline", "what trains before a detach: nothing", "05", ("frameworks",)),
)


def idea_map() -> Drawing:
    """Return the map of ideas, drawn from what comes first to what comes last."""
    from helpers import graph as graphs
    from helpers.drawing import Drawing
    from helpers.drawing.graphs import GraphPicture

    graph = graphs.new()
    for idea in IDEAS:
        if idea.needs:
            graphs.add_op(graph, idea.name, idea.name, idea.needs, cut=False)
        else:
            graphs.add_input(graph, idea.name, idea.name)
    labels = {idea.name: f"{idea.name}\n{_where(idea)}" for idea in IDEAS}
    drawn = GraphPicture(graph, widest=max(len(idea.name) for idea in IDEAS))
    return Drawing(drawn.picture, drawn.marks(labels, dim=False), "\n".join(map(_line, IDEAS)))


def _where(idea: Idea) -> str:
    return f"chapter {idea.chapter}" if idea.chapter else "you bring this"


def _line(idea: Idea) -> str:
    after = f"   (after: {', '.join(idea.needs)})" if idea.needs else ""
    return f"{_where(idea)}: {idea.name}, {idea.meaning}{after}"
