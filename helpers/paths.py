"""The gradient of a program as a sum over paths.

Each path that the cuts leave is worth the product of the slopes along its edges; the gradient is
the sum of the products. `formula` says the same with symbols, and `finite_difference` is the one
answer that no cut can move.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from numbers import Real

import networkx

from helpers.exact import (
    DomainError,
    Number,
    edge_slopes,
    evaluate,
    finite,
    finite_difference,
    gradients,
)
from helpers.formula import formula, formula_text
from helpers.program import Edge, Program

__all__ = [
    "DomainError",
    "Number",
    "Path",
    "Paths",
    "evaluate",
    "finite_difference",
    "formula",
    "formula_text",
    "gradients",
    "paths",
]

MAX_PATHS = 200


@dataclass(frozen=True)
class Path:
    """One way from a source to a target: its edges, the slope of each, and their product."""

    edges: tuple[Edge, ...]
    slopes: tuple[Number, ...]
    product: Number


@dataclass(frozen=True)
class Paths:
    """The paths that are left.

    Attributes:
        source: where the paths start.
        target: where they end.
        listed: the paths, at most `MAX_PATHS` of them.
        count: how many there are in all.
        gradient: d(target)/d(source), from all of them by reverse accumulation; None where no
            path is left.
    """

    source: str
    target: str
    listed: tuple[Path, ...]
    count: int
    gradient: Number | None

    @property
    def is_complete(self) -> bool:
        """Whether every path is listed."""
        return self.count == len(self.listed)

    @property
    def sum(self) -> Number | None:
        """The sum of the listed products, None for no path: the gradient, if all are listed."""
        if not self.listed:
            return None
        return reduce(lambda total, path: finite(total + path.product), self.listed, 0)

    def __str__(self) -> str:
        if not self.listed:
            return f"No path is left from {self.source} to {self.target}."
        number = "1 path is" if self.count == 1 else f"{self.count:,} paths are"
        rest = "" if self.is_complete else f"; the first {len(self.listed)} are listed"
        return f"{number} left from {self.source} to {self.target}{rest}."


def paths(
    program: Program,
    values: Mapping[str, Real],
    cuts: Collection[Edge] | None = None,
    source: str | None = None,
    target: str | None = None,
) -> Paths:
    """The paths left between two values, with the product of slopes along each.

    Args:
        program: the program.
        values: a number for each input.
        cuts: the edges that are cut; the program's own if left out.
        source: where the paths start; the first input if left out.
        target: where they end; the output if left out.

    Raises:
        DomainError: a value, a slope or a product is not finite.
    """
    source, target = source or program.inputs[0], target or program.output
    cuts = program.checked(cuts)
    slopes = edge_slopes(program, evaluate(program, values), cuts)
    between = _between(program, cuts, source, target)
    listed = []
    for trail in itertools.islice(_trails(between, source, target), MAX_PATHS):
        edges = tuple(Edge(*parts) for parts in trail)
        along = tuple(slopes[edge] for edge in edges)
        listed.append(
            Path(edges, along, reduce(lambda product, slope: finite(product * slope), along, 1))
        )
    gradient = gradients(program, values, cuts, target)[source]
    return Paths(source, target, tuple(listed), _count(between, source, target), gradient)


def _between(
    program: Program, cuts: Collection[Edge], source: str, target: str
) -> networkx.MultiDiGraph:
    """The edges that are left and lie on some path, so that no search enters a dead end."""
    graph = networkx.MultiDiGraph()
    graph.add_nodes_from((*program.inputs, *(step.name for step in program.steps)))
    graph.add_edges_from((e.source, e.target, e.slot) for e in program.edges if e not in cuts)
    after = networkx.descendants(graph, source) | {source}
    before = networkx.ancestors(graph, target) | {target}
    return graph.subgraph(after & before)


def _trails(graph: networkx.MultiDiGraph, source: str, target: str) -> Iterable[list]:
    if source == target:
        return [[]]  # one path without an edge: d(source)/d(source) is the empty product, 1
    return networkx.all_simple_edge_paths(graph, source, target) if source in graph else []


def _count(graph: networkx.MultiDiGraph, source: str, target: str) -> int:
    ways = {source: 1}
    for node in networkx.topological_sort(graph):
        ways.setdefault(
            node, sum(ways[before] for before, _, _ in graph.in_edges(keys=True, nbunch=node))
        )
    return ways.get(target, 0)
