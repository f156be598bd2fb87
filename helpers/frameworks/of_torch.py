"""PyTorch behind the framework contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.fx

from helpers import graph as graphs
from helpers.frameworks.contract import Answer, Numbers, Stop, as_tuple

_FUNCTIONS = {
    **{name: getattr(torch, name) for name in ("exp", "log", "sin", "cos", "tanh", "sqrt")},
    **{name: getattr(torch, name) for name in ("sigmoid", "relu", "abs", "round")},
    "max": lambda a, b: torch.maximum(_tensor(a), _tensor(b)),
    "min": lambda a, b: torch.minimum(_tensor(a), _tensor(b)),
}


class Torch:
    """Each call makes its own leaves and asks for gradients in its own grad mode."""

    name = "torch"
    title = "PyTorch"
    functions = _FUNCTIONS

    def version(self) -> str:
        return torch.__version__

    def array(self, numbers: Numbers) -> torch.Tensor:
        return torch.tensor(numbers, dtype=torch.float64)

    def detach(self, value: torch.Tensor) -> torch.Tensor:
        return value.detach()

    def tolist(self, value: torch.Tensor) -> Numbers:
        return value.tolist()

    def gradient(
        self, program: Callable[..., Any], *inputs: Numbers, cut: Stop | None = None
    ) -> Answer:
        # a widget's callback may run in another thread, where a cell's grad mode does not hold
        with torch.enable_grad():
            leaves = [self.array(entry).requires_grad_() for entry in inputs]
            values = as_tuple(program(*leaves, cut or self.detach))
            gradients = tuple(_gradients(value, leaves) for value in values)
        return Answer(tuple(self.tolist(value) for value in values), gradients)

    def graph(
        self, program: Callable[..., Any], *inputs: Numbers, cut: Stop | None = None
    ) -> graphs.Graph:
        stop = cut or self.detach
        parameters = ["x"] if len(inputs) == 1 else [f"x{i}" for i in range(len(inputs))]
        traced = _trace(program, parameters, stop)
        with torch.enable_grad():
            leaves = [self.array(entry).requires_grad_() for entry in inputs]
            tracked = _Tracked(traced)
            tracked.run(*leaves)
        graph = graphs.new()
        for node in traced.graph.nodes:
            if node.op == "placeholder":
                graphs.add_input(graph, node.name, node.name)
            elif node.op != "output":
                operands = [getattr(operand, "name", operand) for operand in node.args]
                graphs.add_op(graph, node.name, _op_name(node), operands, tracked.stops(node))
        return graph


def _tensor(value: Any) -> Any:
    """Return a constant as a tensor; a tensor, or what stands for one in a trace, as it is."""
    return torch.tensor(value, dtype=torch.float64) if isinstance(value, int | float) else value


def _gradients(value: torch.Tensor, leaves: list[torch.Tensor]) -> tuple[Numbers | None, ...]:
    if not value.requires_grad:
        return (None,) * len(leaves)
    found = torch.autograd.grad(value.sum(), leaves, retain_graph=True, allow_unused=True)
    return tuple(None if g is None else g.tolist() for g in found)


def _trace(program: Callable[..., Any], parameters: list[str], stop: Stop) -> torch.fx.GraphModule:
    """Trace a program with torch.fx; the tracer wants a proxy for each input, by name."""
    graph = torch.fx.Graph()
    tracer = torch.fx.proxy.GraphAppendingTracer(graph)
    proxies = [torch.fx.Proxy(graph.placeholder(name), tracer) for name in parameters]
    *_, last = as_tuple(program(*proxies, stop))
    graph.output(last.node)
    return torch.fx.GraphModule(torch.nn.Module(), graph)


def _op_name(node: torch.fx.Node) -> str:
    return node.target if isinstance(node.target, str) else node.target.__name__


class _Tracked(torch.fx.Interpreter):
    """Runs a traced graph and notes which results carry a record: a cut is measured, not named."""

    def __init__(self, module: torch.fx.GraphModule) -> None:
        super().__init__(module, garbage_collect_values=False)
        self.tracked: dict[str, bool] = {}

    def run_node(self, node: torch.fx.Node) -> Any:
        result = super().run_node(node)
        self.tracked[node.name] = bool(getattr(result, "requires_grad", False))
        return result

    def stops(self, node: torch.fx.Node) -> bool:
        """Say whether a node has an operand with a record and a result without one."""
        before = any(self.tracked[operand.name] for operand in node.all_input_nodes)
        return before and not self.tracked[node.name]
