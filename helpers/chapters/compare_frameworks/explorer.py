"""The explorer of programs, frameworks and what is detached: gradient, record and code."""

from __future__ import annotations

import html
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache

import ipywidgets as widgets

from helpers import frameworks, graph
from helpers.chapters.compare_frameworks.cases import CASES, KEYS, Case
from helpers.drawing import Mark, Picture, Words
from helpers.drawing.graphs import GraphPicture
from helpers.explorer.base import Explorer, framework_choice
from helpers.explorer.controls import Choice
from helpers.program import Edge
from helpers.style import number

_WIDEST = len("stop_gradient")  # so that the boxes keep their size from framework to framework
_PROGRAMS = [(case.title, key) for key, case in CASES.items()]
# how a framework says that nothing is left to differentiate
_NOTHING = {"torch": "none: backward() raises an error", "tensorflow": "None"}
_CODE = (
    "user-select: all; overflow-x: auto; padding: 0.6em 0.8em; margin: 4px 0;"
    " max-width: 52em; line-height: 1.35; font-family: var(--jp-code-font-family, monospace);"
    " border: 1px solid var(--jp-border-color1, #bdbdbd)"
)


@dataclass(frozen=True)
class Comparison:
    """What one framework says about one program.

    Attributes:
        program, framework, detached: the keys that were chosen.
        title: the framework's name.
        value: of the program's output.
        slope: the gradient; None where the framework gives none.
        control: the gradient with nothing detached.
        code: the program as you would write it in the framework.
    """

    program: str
    framework: str
    detached: str
    title: str
    value: float
    slope: float | None
    control: float | None
    code: str

    @property
    def case(self) -> Case:
        return CASES[self.program]

    @property
    def derivative(self) -> str:
        """What the gradient is called: `dz/dx`."""
        program = self.case.program
        return f"d{program.output}/d{program.inputs[0]}"

    @property
    def said(self) -> str:
        """The gradient, or how the framework says that there is none."""
        if self.slope is None:
            return _NOTHING.get(self.framework, "none")
        return number(self.slope)


class Compare(Explorer):
    """Choose a program, a framework and what is detached; read the gradient, record and code.

    Args:
        program: one of `helpers.chapters.compare_frameworks.cases.CASES`.
        detached: `"nothing"`, `"one"`, `"other"` or `"all"`; the list names them for each program.
        framework: `"torch"`, `"jax"`, `"tensorflow"`, `"mxnet"` or `"engine"`.
    """

    def __init__(
        self, program: str = "example", detached: str = "one", framework: str = "torch"
    ) -> None:
        self._code = widgets.HTML(layout={"width": "auto"})
        super().__init__(
            {
                "program": Choice("program", _PROGRAMS, program),
                "detached": Choice("detached", _offers(program), detached),
                "framework": framework_choice(framework),
            }
        )
        self.children = [*self.children, self._code]

    @property
    def code(self) -> str:
        """The code shown now."""
        return self.state.code if self.state else ""

    def compute(self, program: str, detached: str, framework: str) -> Comparison:
        case, adapter = CASES[program], frameworks.get(framework)
        _, cuts = case.detached[detached]
        answer = adapter.gradient(case.program.function(adapter.functions, cuts), case.at)
        control = adapter.gradient(case.program.function(adapter.functions, ()), case.at)
        return Comparison(
            program=program,
            framework=framework,
            detached=detached,
            title=adapter.title,
            value=answer.values[0],
            slope=answer.gradients[0][0],
            control=control.gradients[0][0],
            code=case.program.source(cuts, framework, {case.program.inputs[0]: case.at}),
        )

    def summary(self, state: Comparison) -> str:
        program = state.case.program
        return (
            f"{state.case.title} · detached: {state.case.detached[state.detached][0]}"
            f" · {program.inputs[0]} = {number(state.case.at)}"
            f" · {program.output} = {number(state.value)} · {state.derivative} = {state.said}"
            f" ({number(state.control)} with nothing detached) · computed by {state.title}"
        )

    def picture(self, state: Comparison) -> tuple[Picture, list[Mark]]:
        drawn = _drawn(state.program, state.detached, state.framework)
        heading = f"{state.title}’s own record: {state.derivative} = {state.said}"
        place = (14, drawn.picture.height - 7)
        marks = drawn.marks(_labels(drawn.graph, state))
        return drawn.picture, [*marks, Words(place, heading, size=12, anchor="start")]

    def _refresh(self) -> None:
        self._offer()
        super()._refresh()
        if self.state is not None:
            self._code.value = _as_block(self.state)

    def _offer(self) -> None:
        """Name the choices of what is detached as the chosen program has them."""
        control, offers = self.controls["detached"], _offers(self.controls["program"].value)
        if self._held or tuple(control.options) == tuple(offers):
            return
        self._held, chosen = True, control.value
        control.options = offers  # this chooses the first one
        control.value = chosen
        self._held = False


def _offers(program: str) -> list[tuple[str, str]]:
    known = CASES.get(program, CASES["example"])  # an unknown program is the list's to complain of
    return [(known.detached[key][0], key) for key in KEYS]


@cache
def _drawn(program: str, detached: str, framework: str) -> GraphPicture:
    """Return the picture of the record; it is the same at every number."""
    return GraphPicture(_record(program, CASES[program].detached[detached][1], framework), _WIDEST)


def _record(program: str, cuts: tuple[Edge, ...], framework: str) -> graph.Graph:
    case, adapter = CASES[program], frameworks.get(framework)
    return adapter.graph(case.program.function(adapter.functions, cuts), case.at)


def _labels(record: graph.Graph, state: Comparison) -> dict[Hashable, str]:
    """Return the texts of the first and the last node: their names and numbers as well."""
    program, last = state.case.program, graph.output(record)
    (first,) = (node for node, kind in record.nodes(data="kind") if kind == "input")
    return {
        first: f"{program.inputs[0]}\n= {number(state.case.at)}",
        last: f"{record.nodes[last]['label']}\n{program.output} = {number(state.value)}",
    }


def _as_block(state: Comparison) -> str:
    """Return the code as text of its own: a click selects all of it."""
    title = f"the program in {state.title}, to copy: a click selects all of it"
    return (
        f"<div>{html.escape(title)}</div>"
        f'<pre tabindex="0" aria-label="{html.escape(title)}" style="{_CODE}">'
        f"{html.escape(state.code)}</pre>"
    )
