"""Drawing a graph from left to right, every edge a curve that can carry a button.

The layout is the layered one of K. Sugiyama, S. Tagawa and M. Toda, *Methods for visual
understanding of hierarchical system structures*, 1981: layers, waypoints for long edges, and
barycentre sweeps to undo crossings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from itertools import pairwise
from statistics import fmean

import networkx

from helpers.drawing.marks import Box, Group, Line, Mark, Point, Shape, Words
from helpers.drawing.picture import Picture, blank
from helpers.graph import cut_edges, live_edges
from helpers.style import CUT, INK, LIVE, PAGE

_LAYER, _ROW, _BOX_HEIGHT, _MARGIN = 118, 66, 40, 14
_LETTER = 7.6  # mean width of a letter at the size the labels have

Edge = tuple[Hashable, Hashable, int]


class GraphPicture:
    """A graph laid out once; its texts, colours and cuts may change.

    Args:
        graph: see `helpers.graph`; edges run from the inputs to the output.
        widest: the most letters a label will have, when the labels change later.
    """

    def __init__(self, graph: networkx.MultiDiGraph, widest: int = 0) -> None:
        self.graph = graph
        labels = [data["label"] for _, data in graph.nodes(data=True)]
        letters = max([widest, *(len(line) for text in labels for line in text.split("\n"))])
        self._box = max(46, 18 + _LETTER * letters)
        layers, tracks = _layers(graph)
        rows = max(len(layer) for layer in layers)
        step = max(_LAYER, self._box + 52)
        width = step * (len(layers) - 1) + self._box + 2 * _MARGIN
        height = _ROW * (rows - 1) + _BOX_HEIGHT + 2 * _MARGIN + 12
        self.picture: Picture = blank(width, height)
        self._at: dict[Hashable, Point] = {}
        for column, layer in enumerate(layers):
            for row, node in enumerate(layer):
                y = height / 2 + _ROW * ((len(layer) - 1) / 2 - row)
                self._at[node] = (_MARGIN + self._box / 2 + step * column, y)
        self._tracks = tracks

    def marks(
        self,
        labels: Mapping[Hashable, str] | None = None,
        cut: Callable[[Edge], bool] | None = None,
        button: Callable[[Edge, bool], Mapping[str, str]] | None = None,
        node_button: Callable[[Hashable], Mapping[str, str]] | None = None,
        dim: bool = True,
    ) -> list[Mark]:
        """Return the graph as marks.

        Args:
            labels: texts for nodes, in place of the ones in the graph; a newline starts a
                second, smaller line.
            cut: says of an edge whether it is cut; as in the graph if None.
            button: SVG attributes that make an edge a button, given the edge and whether it is
                cut; plain edges if None.
            node_button: the same for a node; a node without attributes stays a plain box.
            dim: whether an edge on no uncut path to the output is pale.
        """
        marks: list[Mark] = []
        cuts = set(filter(cut, self.graph.edges(keys=True)) if cut else cut_edges(self.graph))
        edges = set(self.graph.edges(keys=True))
        live = live_edges(self.graph, cuts) if dim else edges
        for edge in self.graph.edges(keys=True):
            drawn = self._edge(edge, edge in cuts, edge in live, bool(button))
            marks.append(Group(drawn, button(edge, edge in cuts) if button else {}))
        for node, data in self.graph.nodes(data=True):
            drawn = self._node(node, (labels or {}).get(node, data["label"]), data["kind"])
            marks.append(Group(drawn, node_button(node) if node_button else {}))
        return marks

    def _node(self, node: Hashable, label: str, kind: str) -> list[Mark]:
        x, y = self._at[node]
        first, *more = label.split("\n")
        color = CUT if kind == "stop" else INK
        box = Box((x, y), self._box, _BOX_HEIGHT, color, kind == "stop", _shade(kind))
        texts = [Words((x, y), first, bold=True, shift=(0, -7 if more else 0))]
        return [box, *texts, *(Words((x, y), text, size=11, shift=(0, 9)) for text in more)]

    def _edge(self, edge: Edge, is_cut: bool, lives: bool, is_button: bool) -> list[Mark]:
        points = self._route(edge)
        (x0, y0), (x1, y1) = points[len(points) // 2 - 1], points[len(points) // 2]
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        color = CUT if is_cut else LIVE if lives else INK
        opacity = 1 if is_cut or lives else 0.5  # 3:1 on the page
        curve = _smooth(points)
        drawn: list[Mark] = [Line(curve, color, 2, is_cut, curved=True, opacity=opacity)]
        x, y = points[-1]
        drawn.append(Shape([(x, y), (x - 9, y + 4.5), (x - 9, y - 4.5)], color))
        if is_button:
            # a wide, unseen line is what a finger can hit
            drawn.insert(0, Line(curve, color, 18, curved=True, opacity=0))
        if is_cut:
            drawn += [Box(middle, 24, 20, PAGE, shade=1), Words(middle, "✂", CUT, 16)]
        return drawn

    def _route(self, edge: Edge) -> list[Point]:
        source, target, slot = edge
        uses = sorted(self.graph[source][target])
        spread = 22 * (uses.index(slot) - (len(uses) - 1) / 2)
        (x0, y0), (x1, y1) = self._at[source], self._at[target]
        start = (x0 + self._box / 2, y0 - spread / 4)
        end = (x1 - self._box / 2, y1 - spread / 2)
        way = [self._at[point] for point in self._tracks[source, target]]
        if not way and spread:
            way = [((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)]
        return [
            start,
            *((x, y - spread) if spread and len(uses) > 1 else (x, y) for x, y in way),
            end,
        ]


def _shade(kind: str) -> float:
    return 0.16 if kind == "input" else 0.04


def _smooth(points: list[Point]) -> list[Point]:
    """Return Bézier points of a curve that leaves and arrives level and passes each waypoint."""
    curve = [points[0]]
    for (x0, y0), (x1, y1) in pairwise(points):
        middle = (x0 + x1) / 2
        curve += [(middle, y0), (middle, y1), (x1, y1)]
    return curve


def _layers(graph: networkx.MultiDiGraph) -> tuple[list[list[Hashable]], dict]:
    """Return the nodes and waypoints of each layer, top to bottom, and each edge's waypoints."""
    layers = [list(layer) for layer in networkx.topological_generations(graph)]
    column = {node: i for i, layer in enumerate(layers) for node in layer}
    tracks: dict[tuple[Hashable, Hashable], list[Hashable]] = {}
    neighbours: dict[Hashable, set[Hashable]] = defaultdict(set)
    for source, target in dict.fromkeys((a, b) for a, b, _ in graph.edges):
        way = [("way", source, target, i) for i in range(column[source] + 1, column[target])]
        tracks[source, target] = way
        for i, point in enumerate(way, column[source] + 1):
            layers[i].append(point)
        chain = [source, *way, target]
        for a, b in pairwise(chain):
            neighbours[a].add(b)
            neighbours[b].add(a)
    _untangle(layers, neighbours)
    return layers, tracks


def _untangle(layers: list[list[Hashable]], neighbours: Mapping[Hashable, set]) -> None:
    """Sort each layer by the mean place of its neighbours, sweeping to and fro."""
    for sweep in range(8):
        forward = sweep % 2 == 0
        order = range(1, len(layers)) if forward else range(len(layers) - 2, -1, -1)
        for i in order:
            beside = layers[i - 1 if forward else i + 1]
            place = {node: row - len(beside) / 2 for row, node in enumerate(beside)}

            def mean(node: Hashable, place: Mapping = place) -> float:
                rows = [place[n] for n in neighbours[node] if n in place]
                return fmean(rows) if rows else 0

            layers[i].sort(key=mean)
