"""Graphs read from the frameworks' own records: the same shape everywhere, the cut where it is."""

from __future__ import annotations

import networkx
import pytest

from helpers import frameworks, graph

NAMES = ["engine", "torch", "jax", "tensorflow"]


def z(x, cut):
    y = x * x
    u = cut(y)
    return x * u


@pytest.fixture(params=NAMES)
def fw(request):
    """The adapter of each framework in turn."""
    return frameworks.get(request.param)


def shape(found):
    """Return a graph without its names: how the places in the record are joined, and cut."""
    place = {node: i for i, node in enumerate(sorted(found, key=lambda n: found.nodes[n]["order"]))}
    return sorted(
        (place[a], place[b], slot, cut) for a, b, slot, cut in found.edges(keys=True, data="cut")
    )


def test_the_example_has_the_same_shape_everywhere(fw):
    detached = [
        (0, 1, 0, False),
        (0, 1, 1, False),
        (0, 3, 0, False),
        (1, 2, 0, True),
        (2, 3, 1, False),
    ]
    assert shape(fw.graph(z, 3.0)) == detached


def test_the_control_has_no_cut(fw):
    found = fw.graph(z, 3.0, cut=lambda value: value)
    assert shape(found) == [(0, 1, 0, False), (0, 1, 1, False), (0, 2, 0, False), (1, 2, 1, False)]
    assert graph.cut_edges(found) == []


def test_the_cut_is_an_edge_into_the_stop(fw):
    found = fw.graph(z, 3.0)
    [(source, target, slot)] = graph.cut_edges(found)
    assert found.nodes[target]["kind"] == "stop"
    assert (
        "detach" in found.nodes[target]["label"] or "stop" in found.nodes[target]["label"].lower()
    )
    assert (source, slot) == (next(iter(networkx.ancestors(found, target) - {"x"})), 0)


def test_two_inputs_and_a_constant(fw):
    found = fw.graph(lambda a, b, cut: 2.0 * a + cut(b), 3.0, 5.0)
    inputs = [node for node, kind in found.nodes(data="kind") if kind == "input"]
    assert inputs == ["x0", "x1"]
    assert len(graph.cut_edges(found)) == 1


def test_words_name_each_operation_and_the_cut():
    words = graph.describe(frameworks.get("torch").graph(z, 3.0))
    assert words.splitlines() == [
        "mul ← ×(x, x)",
        "detach ← detach(mul)   ✂ cut",
        "mul_1 ← ×(x, detach)",
    ]


def test_live_edges_lie_on_an_uncut_path():
    found = frameworks.get("torch").graph(z, 3.0)
    assert graph.live_edges(found, graph.cut_edges(found)) == {("x", "mul_1", 0)}
    assert graph.live_edges(found, []) == set(found.edges(keys=True))


def test_the_output_is_the_last_of_the_record():
    assert graph.output(frameworks.get("torch").graph(z, 3.0)) == "mul_1"


def test_torch_measures_the_cut_and_does_not_go_by_the_name(monkeypatch):
    torch = pytest.importorskip("torch")
    monkeypatch.setattr(torch.Tensor, "detach", lambda tensor: tensor)
    assert graph.cut_edges(frameworks.get("torch").graph(z, 3.0)) == []


def test_a_named_function_shows_in_the_record(fw):
    largest = fw.functions["max"]
    found = fw.graph(lambda x, cut: largest(cut(x), x * x), 3.0)
    assert len(graph.cut_edges(found)) == 1
    assert "max" in found.nodes[graph.output(found)]["label"].lower()
