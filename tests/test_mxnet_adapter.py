"""What is MXNet's own in its adapter; the contract itself is in test_frameworks.py."""

from __future__ import annotations

import json
import subprocess

import numpy
import pytest

from helpers import graph as graphs
from helpers.mxnet import environment
from helpers.paths import gradients
from helpers.sandbox.gallery import GALLERY
from tests.needs import adapter


@pytest.fixture(scope="module")
def mxnet():
    return adapter("mxnet")


def z(x, cut):
    y = x * x
    u = cut(y)
    return x * u


def test_the_graph_is_read_from_mxnets_record(mxnet):
    graph = mxnet.graph(z, 3.0)
    assert graphs.describe(graph).splitlines() == [
        "node_0 ← ×(x, x)",
        "node_1 ← detach(node_0)   ✂ cut",
        "node_2 ← ×(x, node_1)",
    ]
    assert graphs.cut_edges(graph) == [("node_0", "node_1", 0)]


def test_a_cut_is_measured_and_not_named(mxnet):
    assert graphs.cut_edges(mxnet.graph(z, 3.0, cut=lambda v: 1 * v)) == []
    assert graphs.cut_edges(mxnet.graph(z, 3.0, cut=lambda v: v)) == []


def test_a_constant_on_the_left_takes_the_first_place(mxnet):
    graph = mxnet.graph(lambda a, b, cut: 2 / a - b**2, 3.0, 2.0)
    uses = {(source, node): slot for source, node, slot in graph.edges(keys=True)}
    assert uses[("x0", "node_0")] == 1
    assert uses[("x1", "node_1")] == 0
    assert [graph.nodes[f"node_{i}"]["label"] for i in range(3)] == ["÷", "**", "−"]


def test_what_the_output_does_not_use_is_in_no_graph(mxnet):
    def program(x, cut):
        x * 5
        return x + 1

    assert list(mxnet.graph(program, 3.0)) == ["x", "node_0"]


def test_a_long_program_needs_no_deep_stack(mxnet):
    def program(x, cut):
        for _ in range(3000):
            x = x + 1
        return x

    assert mxnet.gradient(program, 0.0).gradients == ((1.0,),)


def test_a_value_that_is_an_input_or_a_number(mxnet):
    answer = mxnet.gradient(lambda a, b, cut: (a, 5.0), 3.0, 2.0)
    assert answer.values == (3.0, 5.0)
    assert answer.gradients == ((1.0, None), (None, None))


def test_what_is_not_finite_arrives(mxnet):
    answer = mxnet.gradient(lambda x, cut: 1 / x, 0.0)
    assert answer.values == (float("inf"),)
    assert answer.gradients == ((-float("inf"),),)


def test_a_numpy_number_on_the_left(mxnet):
    assert mxnet.gradient(lambda x, cut: numpy.float64(2) * x, 3.0).values == (6.0,)


def test_a_branch_on_a_value_is_refused_with_a_sentence(mxnet):
    with pytest.raises(TypeError, match="cannot branch on a value"):
        mxnet.gradient(lambda x, cut: x if x else -x, 3.0)


def test_shapes_that_do_not_fit_are_one_line(mxnet):
    with pytest.raises(ValueError, match=r"^MXNet says: .*broadcast") as refused:
        mxnet.gradient(lambda a, b, cut: a * b, [1.0, 2.0], [1.0, 2.0, 3.0])
    assert "\n" not in str(refused.value)
    assert mxnet.gradient(z, 3.0).gradients == ((9.0,),)


RUN_ALL = """
import json, sys
for text in json.load(sys.stdin):
    before, _, shown = text.rpartition("print(")
    names = {}
    exec(before + "answer = [" + shown.rstrip()[:-1] + "]", names)
    print(json.dumps([gradient.asscalar().item() for gradient in names["answer"]]))
"""


def test_the_code_to_copy_runs_and_agrees(mxnet):
    """The text that a learner copies from the sandbox, run in MXNet's own environment."""
    texts = [entry.program.source(None, "mxnet", entry.values) for entry in GALLERY]
    ran = subprocess.run(
        [environment.python(), "-I", "-c", RUN_ALL],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    for entry, line in zip(GALLERY, ran.stdout.splitlines(), strict=True):
        exact = gradients(entry.program, entry.values, entry.program.default_cuts)
        wanted = [exact[name] for name in entry.program.inputs]
        found = json.loads(line)
        # the code reads `.grad`, which stays at the zeros of `attach_grad` where nothing arrives
        assert found == pytest.approx([0 if g is None else float(g) for g in wanted], rel=1e-4)
