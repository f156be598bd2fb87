"""The teaching engine behind the framework contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from helpers import graph as graphs
from helpers.engine import FUNCTIONS, Value
from helpers.frameworks.contract import Answer, Numbers, Stop, as_tuple


class Engine:
    """Numbers only; a list is run element by element, as elementwise programs allow."""

    name = "engine"
    title = "our engine"
    functions = FUNCTIONS

    def version(self) -> str:
        return "in helpers/engine.py"

    def array(self, numbers: Numbers) -> Value | list[Value]:
        return [Value(n) for n in numbers] if isinstance(numbers, list) else Value(numbers)

    def detach(self, value: Value) -> Value:
        return value.detach()

    def tolist(self, value: Value | list[Value]) -> Numbers:
        return [v.data for v in value] if isinstance(value, list) else value.data

    def gradient(
        self, program: Callable[..., Any], *inputs: Numbers, cut: Stop | None = None
    ) -> Answer:
        lists = [entry for entry in inputs if isinstance(entry, list)]
        if not lists:
            return _gradient(program, inputs, cut or self.detach)
        # numbers beside a list are used by every element
        rows = [
            tuple(entry[i] if isinstance(entry, list) else entry for entry in inputs)
            for i in range(len(lists[0]))
        ]
        answers = [_gradient(program, row, cut or self.detach) for row in rows]
        values = tuple(list(column) for column in zip(*(a.values for a in answers), strict=True))
        gradients = tuple(
            tuple(
                _gather([a.gradients[i][j] for a in answers], isinstance(entry, list))
                for j, entry in enumerate(inputs)
            )
            for i in range(len(values))
        )
        return Answer(values, gradients)

    def graph(
        self, program: Callable[..., Any], *inputs: Numbers, cut: Stop | None = None
    ) -> graphs.Graph:
        stop = cut or self.detach
        uses: dict[Value, Value] = {}

        def remember(value: Value) -> Value:
            stopped = stop(value)
            if stopped is not value:
                uses[stopped] = value
            return stopped

        roots = [Value(entry) for entry in inputs]
        *_, last = as_tuple(program(*roots, remember))
        made = _record_across_cuts(last, uses)
        names = {value: f"v{i}" for i, value in enumerate(v for v in made if v not in roots)}
        names |= {root: f"x{i}" if len(roots) > 1 else "x" for i, root in enumerate(roots)}
        graph = graphs.new()
        for value in [*roots, *(v for v in made if v not in roots)]:
            if value.op == "input":
                graphs.add_input(graph, names[value], names[value])
            else:
                operands = value.parents or (uses[value],)
                graphs.add_op(graph, names[value], value.op, [names[v] for v in operands])
        return graph


def _gradient(program: Callable[..., Any], inputs: tuple[Any, ...], cut: Stop) -> Answer:
    roots = [Value(entry) for entry in inputs]
    values = as_tuple(program(*roots, cut))
    gradients = []
    for value in values:
        for other in (*roots, *value.record()):
            other.grad = None
        value.backward()
        gradients.append(tuple(root.grad for root in roots))
    return Answer(tuple(value.data for value in values), tuple(gradients))


def _gather(column: list[Any], is_list: bool) -> Any:
    if all(entry is None for entry in column):
        return None
    filled = [entry or 0 for entry in column]
    return filled if is_list else sum(filled)


def _record_across_cuts(last: Value, uses: dict[Value, Value]) -> list[Value]:
    """Return the record of `last` together with what lies before each cut."""
    made, waiting = set(), [last]
    while waiting:
        for value in waiting.pop().record():
            if value not in made:
                made.add(value)
                waiting += [uses[value]] if value in uses else []
    return sorted(made, key=lambda value: value.number)
