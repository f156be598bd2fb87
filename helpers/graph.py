"""A program's graph, as every framework's record gives it.

A graph here is a `networkx.MultiDiGraph` that runs from the inputs to the output. It is a
multigraph because `x * x` uses `x` twice, and each use is an edge that can be cut on its own.

Node attributes: `label` (what to write in it), `kind` (`"input"`, `"op"` or `"stop"`), `order`
(position in the record). Edge attributes: `slot` (which operand it is), `cut` (True where no
gradient comes back).
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from networkx import MultiDiGraph

Graph: TypeAlias = "MultiDiGraph"  # networkx is loaded when a graph is made: 0.2 s

_STOPS = {"detach", "stop_gradient", "StopGradient", "BlockGrad"}
_SIGNS = {
    "mul": "×",
    "add": "+",
    "sub": "−",
    "truediv": "÷",
    "div": "÷",
    "pow": "**",
    "integer_pow": "**",
    "neg": "−",
    "*": "×",
    "/": "÷",
    "-": "−",
}


def new() -> Graph:
    """Return an empty graph."""
    from networkx import MultiDiGraph

    return MultiDiGraph()


def add_input(graph: Graph, node: Hashable, label: str) -> None:
    """Add a value that nothing made: an input of the program."""
    graph.add_node(node, label=label, kind="input", order=len(graph))


def add_op(
    graph: Graph,
    node: Hashable,
    op: str,
    operands: Iterable[Hashable],
    cut: bool | None = None,
) -> None:
    """Add an operation and an edge from each operand that is in the graph.

    Args:
        graph: the graph to add to.
        node: a name for the operation's result, unique in the graph.
        op: the framework's own name of the operation.
        operands: the values it uses, in order; what is not in the graph is a constant.
        cut: whether gradients stop at its edges; None decides by the name of the operation.
    """
    stops = op in _STOPS if cut is None else cut
    kind = "stop" if stops else "op"
    graph.add_node(node, label=sign(op), kind=kind, order=len(graph))
    for slot, operand in enumerate(operands):
        if operand in graph:
            graph.add_edge(operand, node, key=slot, slot=slot, cut=stops)


def sign(op: str) -> str:
    """Return how an operation is written in a picture: `×` for `mul`, else its own name."""
    return _SIGNS.get(op.lower(), op)


def cut_edges(graph: Graph) -> list[tuple[Hashable, Hashable, int]]:
    """Return the edges where no gradient comes back, as (source, target, slot)."""
    return [(a, b, slot) for a, b, slot, cut in graph.edges(keys=True, data="cut") if cut]


def live_edges(
    graph: Graph, cuts: Collection[tuple[Hashable, Hashable, int]]
) -> set[tuple[Hashable, Hashable, int]]:
    """Return the edges on some path from an input to the output that crosses no cut."""
    from networkx import ancestors, descendants

    uncut = new()
    uncut.add_nodes_from(graph)
    uncut.add_edges_from(edge for edge in graph.edges(keys=True) if edge not in cuts)
    inputs = [node for node, kind in graph.nodes(data="kind") if kind == "input"]
    ahead = set(inputs).union(*(descendants(uncut, node) for node in inputs))
    behind = ancestors(uncut, output(graph)) | {output(graph)}
    return {edge for edge in uncut.edges(keys=True) if edge[0] in ahead and edge[1] in behind}


def output(graph: Graph) -> Hashable:
    """Return the last value of the record."""
    return max(graph, key=lambda node: graph.nodes[node]["order"])


def describe(graph: Graph) -> str:
    """Return the graph in words, one operation a line: `u ← detach(y)   cut`."""
    lines = []
    for node, data in sorted(graph.nodes(data=True), key=lambda item: item[1]["order"]):
        uses = sorted(graph.in_edges(node, data=True), key=lambda edge: edge[2]["slot"])
        if not uses:
            continue
        operands = ", ".join(f"{source}" for source, _, _ in uses)
        mark = "   ✂ cut" if any(edge["cut"] for _, _, edge in uses) else ""
        lines.append(f"{node} ← {data['label']}({operands}){mark}")
    return "\n".join(lines)
