"""The room of "Cut a path": what it computes, draws and judges, and its quiz."""

from __future__ import annotations

from helpers.engine import Value
from helpers.paths import paths
from helpers.program import parse
from tests.chapters import write

# What the course's engine answers to the questions of "Cut a path".

CONCEPTUAL: dict[str, str] = {}


def answer_one_of_three() -> str:
    return _slope(lambda x: x.detach() * x * x, 2)


def answer_what_it_is_worth() -> str:
    x = Value(2)
    return write((x.detach() * x.detach() * x).data)


def answer_count_the_paths() -> str:
    return str(paths(parse("y = x * x; z = y + y * x"), {"x": 2}).count)


def answer_an_edge_with_two_paths() -> str:
    return _slope(_sum_with_a_cut, 2)


def answer_still_in_its_graph() -> str:
    x = Value(5)
    y = x * x
    y.detach()
    y.backward()
    return write(x.grad)


def answer_value_zero() -> str:
    return _slope(lambda x: x - x.detach(), 5)


def answer_nudge() -> str:
    before, after = (_cube_with_a_cut(Value(number)).data for number in (1.999, 2.001))
    return write(round((after - before) / 0.002))


def _slope(program, number: float) -> str:
    x = Value(number)
    program(x).backward()
    return write(x.grad)


def _sum_with_a_cut(x: Value) -> Value:
    y = x * x
    return y + y.detach() * x


def _cube_with_a_cut(x: Value) -> Value:
    return x.detach() * x * x
