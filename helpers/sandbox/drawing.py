"""An outcome as a picture: an edge is a button that cuts and heals, a box one for all its uses."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from helpers import graph as graphs
from helpers.drawing import Drawing, Mark, Picture, Words, blank
from helpers.drawing.graphs import GraphPicture
from helpers.program import Edge, Program, parse
from helpers.sandbox.outcome import Outcome, run
from helpers.sandbox.words import edge_name, edges_named, line
from helpers.style import number

MAX_DRAWN = 40  # operations; more are too small to read and too slow to draw
_SMALL = 0.8  # width of a letter in a box's second line, in letters of the first
_STEP = 4  # boxes grow by this many letters, so that few layouts are made


def show(text: str, cuts: Iterable[str] = (), **inputs: float) -> Drawing:
    """Return the graph of a typed program as a picture for a page.

    Args:
        text: the program, such as `"z = x*x*x"`.
        cuts: names of the edges to cut, such as `"x to z"`.
        inputs: a number for each input.

    Raises:
        ValueError: no such program or edge, or an input without a number that makes sense.
    """
    program = parse(text)
    outcome = run(program, inputs, edges_named(program, cuts))
    if outcome.trouble:
        raise ValueError(outcome.trouble)
    return Drawing(*picture(outcome, pressable=False), line(outcome, text))


def picture(outcome: Outcome, pressable: bool = True) -> tuple[Picture, list[Mark]]:
    """Return the graph with its numbers; the layout is kept for each program and width."""
    program = outcome.program
    if len(program.steps) > MAX_DRAWN:
        page = blank(640, 48)
        text = f"{len(program.steps)} operations are too many to draw; the numbers are below."
        return page, [Words((8, 24), text, anchor="start")]
    labels = {name: _label(outcome, name) for name in _names(program)}
    drawn = _layout(program, _widest(labels.values()))

    def edge_button(edge: tuple, is_cut: bool) -> dict[str, str]:
        return _edge_button(program, Edge(*edge), is_cut)

    def box_button(name: str) -> dict[str, str]:
        return _box_button(outcome, name)

    marks = drawn.marks(
        labels,
        cut=lambda edge: Edge(*edge) in outcome.cuts,
        button=edge_button if pressable else None,
        node_button=box_button if pressable else None,
    )
    return drawn.picture, marks


@lru_cache(maxsize=64)
def _layout(program: Program, widest: int) -> GraphPicture:
    return GraphPicture(_graph(program), widest)


def _graph(program: Program) -> graphs.Graph:
    graph = graphs.new()
    for name in program.inputs:
        graphs.add_input(graph, name, name)
    for step in program.steps:
        # an edge carries the cut here, and a detach is a step like any other
        graphs.add_op(graph, step.name, step.op, (), cut=False)
        for edge in step.edges:
            graph.add_edge(edge.source, edge.target, key=edge.slot, slot=edge.slot, cut=False)
    return graph


def _names(program: Program) -> tuple[str, ...]:
    return (*program.inputs, *(step.name for step in program.steps))


def _label(outcome: Outcome, name: str) -> str:
    title = _title(outcome, name)
    if outcome.trouble:
        return title
    gradient = number(outcome.gradients[name])
    return f"{title}\n{number(outcome.values[name])} · grad {gradient}"


def _title(outcome: Outcome, name: str) -> str:
    step = next((step for step in outcome.program.steps if step.name == name), None)
    if step is None:
        return name
    if step.is_temporary:
        return step.label
    if step.op == "detach" and step.edges[0] not in outcome.cuts:
        return f"{name} = {outcome.program.title(step.edges[0].source)}"
    return f"{name} = {step.label}"


def _widest(labels: Iterable[str]) -> int:
    letters = 0.0
    for label in labels:
        first, *more = map(len, label.split("\n"))
        letters = max(letters, first, *(_SMALL * length for length in more))
    return _STEP * math.ceil(letters / _STEP)


def _edge_button(program: Program, edge: Edge, is_cut: bool) -> dict[str, str]:
    state = "cut" if is_cut else "connected"
    label = f"edge {edge_name(program, edge)}: {state}"
    return _button(f"edge {program.edges.index(edge)}", label, is_cut)


def _box_button(outcome: Outcome, name: str) -> dict[str, str]:
    uses = [edge for edge in outcome.program.edges if edge.source == name]
    if not uses:
        return {}
    is_cut = all(edge in outcome.cuts for edge in uses)
    number_of_uses = "its use" if len(uses) == 1 else f"all {len(uses)} uses"
    label = f"value {outcome.program.title(name)}, {number_of_uses}: "
    return _button(f"value {name}", label + ("cut" if is_cut else "not all cut"), is_cut)


def _button(press: str, label: str, is_pressed: bool) -> dict[str, str]:
    return {
        "data-press": press,
        "role": "button",
        "tabindex": "0",
        "aria-pressed": str(is_pressed).lower(),
        "aria-label": label,
    }
