"""MXNet behind the framework contract; MXNet itself runs in a process of its own environment.

A program is code of this interpreter, and no other one can run it. So it runs here once, on values
that write down each step, and MXNet takes the steps.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from numbers import Real
from typing import Any

from helpers import graph as graphs
from helpers.frameworks.contract import Answer, FrameworkMissing, Numbers, Stop, as_tuple
from helpers.mxnet import environment
from helpers.mxnet.process import Process, version

_numbers = itertools.count()
_SHORT = {"multiply": "mul", "subtract": "sub", "true_divide": "div", "power": "pow"}
_REVERSED = {f"r{name}": name for name in ("subtract", "true_divide", "power")}


def _record(op: str, *operands: Any) -> Any:
    if all(isinstance(operand, Recorded | Real) for operand in operands):
        return Recorded(op, *operands)
    return NotImplemented


def _binary(op: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return an operator's method and the one for the right operand."""
    return lambda a, b: _record(op, a, b), lambda b, a: _record(op, a, b)


class Recorded:
    """A value that is not computed yet: an operation, its operands, the place in the order."""

    __array_ufunc__ = None  # a NumPy number to its left leaves the operator to this class

    def __init__(self, op: str, *operands: Any) -> None:
        self.op = op
        self.operands = operands
        self.number = next(_numbers)

    __add__, __radd__ = _binary("add")
    __sub__, __rsub__ = _binary("sub")
    __mul__, __rmul__ = _binary("mul")
    __truediv__, __rtruediv__ = _binary("truediv")
    __pow__, __rpow__ = _binary("pow")

    def __neg__(self) -> Recorded:
        return Recorded("neg", self)

    def __abs__(self) -> Recorded:
        return Recorded("abs", self)

    def __bool__(self) -> bool:
        raise TypeError("MXNet takes a program as a whole: it cannot branch on a value.")

    def __repr__(self) -> str:
        return f"Recorded({self.op})"


def _function(name: str) -> Callable[..., Any]:
    def function(*operands: Any) -> Any:
        return Recorded(name, *operands)

    function.__name__ = name
    return function


_FUNCTIONS = {
    name: _function(name)
    for name in (
        *("exp", "log", "sin", "cos", "tanh", "sqrt"),
        *("sigmoid", "relu", "abs", "round", "max", "min"),
    )
}


class MXNet:
    """Starts MXNet's process when it is first asked something, and anew where it has ended.

    Where MXNet raises because no path leads to an input, the gradient is None.
    """

    name = "mxnet"
    title = "MXNet"
    functions = _FUNCTIONS

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: Process | None = None
        _require()

    def start(self) -> None:
        """Start the process and do not wait: it loads MXNet beside what runs here."""
        with self._lock:
            self._running()

    def version(self) -> str:
        with self._lock:
            return version(self._running())

    def array(self, numbers: Numbers) -> Recorded:
        return Recorded("constant", numbers)

    def detach(self, value: Recorded) -> Recorded:
        return Recorded("detach", value)

    def tolist(self, value: Recorded) -> Numbers:
        return self._ask(_Steps([], [value])).values[0]

    def gradient(
        self, program: Callable[..., Any], *inputs: Numbers, cut: Stop | None = None
    ) -> Answer:
        roots = [Recorded("input", entry) for entry in inputs]
        return self._ask(_Steps(roots, as_tuple(program(*roots, cut or self.detach))))

    def graph(
        self, program: Callable[..., Any], *inputs: Numbers, cut: Stop | None = None
    ) -> graphs.Graph:
        roots = [Recorded("input", entry) for entry in inputs]
        *_, last = as_tuple(program(*roots, cut or self.detach))
        steps = _Steps(roots, [last])
        with self._lock:
            entries = self._running().ask({"ask": "graph", "steps": steps.as_json()})
        return _as_graph(entries)

    def probe(self, question: str, stops: bool = True) -> Any:
        """Return what MXNet answers to a question that `worker.py` asks it in its own calls.

        Raises:
            ValueError: MXNet refuses.
        """
        with self._lock:
            return self._running().ask({"ask": "probe", "question": question, "stops": stops})

    def _ask(self, steps: _Steps) -> Answer:
        request = {"ask": "gradients", "steps": steps.as_json(), "results": steps.results}
        with self._lock:
            answer = self._running().ask(request)
        return Answer(tuple(answer["values"]), tuple(map(tuple, answer["gradients"])))

    def _running(self) -> Process:
        if self._process is None or not self._process.alive:
            _require()
            try:
                self._process = Process(environment.python())
            except OSError:  # taken away at this moment
                raise _missing() from None
        return self._process


class _Steps:
    """What leads from inputs to results, in the order in which the program ran it.

    Attributes:
        results: the position of each result among the steps.
    """

    def __init__(self, roots: list[Recorded], results: tuple[Any, ...] | list[Any]) -> None:
        ends = [end if isinstance(end, Recorded) else Recorded("constant", end) for end in results]
        found, waiting = set(), [*roots, *ends]
        while waiting:
            value = waiting.pop()
            if value not in found:
                found.add(value)
                waiting += [operand for operand in value.operands if isinstance(operand, Recorded)]
        self._order = sorted(found, key=lambda value: value.number)
        self._places = {value: place for place, value in enumerate(self._order)}
        self.results = [self._places[end] for end in ends]

    def as_json(self) -> list[list[Any]]:
        """Return the steps as `worker.py` reads them."""
        return [[value.op, [self._operand(o) for o in value.operands]] for value in self._order]

    def _operand(self, operand: Any) -> Any:
        if isinstance(operand, Recorded):
            return {"step": self._places[operand]}
        return operand if isinstance(operand, list) else float(operand)


def _require() -> None:
    if not environment.is_complete():
        raise _missing()


def _missing() -> FrameworkMissing:
    return FrameworkMissing("mxnet", "MXNet", "python -m helpers.mxnet install")


def _as_graph(entries: list[list[Any]]) -> graphs.Graph:
    graph, names = graphs.new(), {}
    inputs = [name for name, op, *_ in entries if op == "input"]
    for place, name in enumerate(inputs):
        names[name] = "x" if len(inputs) == 1 else f"x{place}"
        graphs.add_input(graph, names[name], names[name])
    for name, op, operands, cut in entries:
        if op != "input":
            short, backwards = _short(op)
            used = [names.get(operand) for operand in operands]
            # a constant on the left is an attribute in MXNet's record, and no operand
            used = [None, *used] if backwards else used
            names[name] = f"node_{len(names) - len(inputs)}"
            graphs.add_op(graph, names[name], short, used, cut)
    return graph


def _short(op: str) -> tuple[str, bool]:
    """Return `mul` for MXNet's `_npi_multiply_scalar`, and whether its operands are reversed."""
    bare = op.removeprefix("_npi_").removeprefix("_npx_").removeprefix("_")
    bare = bare.removesuffix("_scalar")
    name = _REVERSED.get(bare, bare)
    return _SHORT.get(name, name), bare in _REVERSED
