"""Our engine, PyTorch, JAX, TensorFlow, MXNet and SymPy against the exact gradient.

Every gallery program runs with every subset of its edges cut (a seeded sample beyond 8 edges).
"""

import functools
import itertools
import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers import frameworks
from helpers.formula import formula
from helpers.paths import evaluate, gradients
from helpers.program import Program
from helpers.sandbox.gallery import GALLERY, Example, example
from tests.needs import adapter
from tests.strategies import at, cuts_of, exact_programs, smooth_programs

NAMES = ("engine", "torch", "jax", "tensorflow", "mxnet")
IN_THIS_PYTHON = NAMES[:-1]  # for MXNet's code to copy see test_mxnet_adapter.py
INSTALLED = [name for name in NAMES if frameworks.installed(name)]
ALL_SUBSETS_UP_TO = 8
SAMPLE = 64


@pytest.fixture(params=NAMES)
def framework(request):
    return adapter(request.param)


def subsets(program: Program):
    edges = program.edges
    if len(edges) <= ALL_SUBSETS_UP_TO:
        sizes = range(len(edges) + 1)
        return [frozenset(c) for k in sizes for c in itertools.combinations(edges, k)]
    draw = random.Random(len(edges))
    sample = {frozenset(e for e in edges if draw.random() < 0.3) for _ in range(SAMPLE)}
    return [frozenset(), program.default_cuts, frozenset(edges), *sample]


def expected_gradients(name, program, values, cuts):
    """What a framework says; where nothing is left JAX says 0, the others None."""
    exact = gradients(program, values, cuts)
    found = [exact[source] for source in program.inputs]
    if name == "jax":
        return [0 if g is None else g for g in found]
    if name == "tensorflow":  # its round has no gradient at all, so it cuts
        rounds = {e for step in program.steps if step.op == "round" for e in step.edges}
        left = gradients(program, values, cuts | rounds)
        return [None if left[s] is None else exact[s] for s in program.inputs]
    return found


def same(found, wanted, rel):
    """Whether numbers agree; None agrees with None only, and `rel=0` asks for equality."""
    tiny = 1e-12 if rel else 0
    return all(
        f is w if f is None or w is None else math.isclose(f, w, rel_tol=rel, abs_tol=tiny)
        for f, w in zip(found, wanted, strict=True)
    )


def assert_agrees(adapter, program, values, cuts, stop=None):
    inputs = [values[name] for name in program.inputs]
    answer = adapter.gradient(program.function(adapter.functions, cuts), *inputs, cut=stop)
    exact = evaluate(program, values)
    left = expected_gradients(adapter.name, program, values, frozenset() if stop else cuts)
    is_exact = all(isinstance(number, int) for number in [*exact.values(), *filter(None, left)])
    wanted = [exact[program.output], *left]
    found = [answer.values[0], *answer.gradients[0]]
    assert same(found, wanted, rel=0 if is_exact else 1e-6)


@pytest.mark.parametrize("entry", GALLERY, ids=lambda entry: entry.key)
def test_every_cut_of_a_gallery_program_agrees(framework, entry: Example):
    for cuts in subsets(entry.program):
        assert_agrees(framework, entry.program, entry.values, cuts)


@pytest.mark.parametrize("entry", GALLERY, ids=lambda entry: entry.key)
def test_every_formula_of_a_gallery_program_agrees(entry: Example):
    program = entry.program
    for cuts in subsets(program):
        exact = gradients(program, entry.values, cuts)
        for name in program.inputs:
            left = formula(program, cuts, name)
            number = None if left is None else float(at(left, entry.values))
            assert same([number], [exact[name]], rel=1e-6)


def test_with_a_stop_that_stops_nothing_the_cuts_change_nothing(framework):
    entry = example("stopped_square")
    for cuts in subsets(entry.program):
        assert_agrees(framework, entry.program, entry.values, cuts, stop=lambda value: value)


@settings(max_examples=25)
@given(st.data(), st.sampled_from(INSTALLED), exact_programs() | smooth_programs())
def test_every_cut_of_a_random_program_agrees(data, name, typed):
    program = typed.program
    assert_agrees(frameworks.get(name), program, typed.values, data.draw(cuts_of(program)))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("z = max(x, 0) + max(2, x) + min(0, x)", {"x": 3}),
        ("z = relu(x) + relu(-x) + abs(x)", {"x": -3}),
        ("z = 2 / x - 3 + (-x)**3 + 4 * x**-2", {"x": 2}),
        ("z = round(x)*x + sqrt(x) + log(x)", {"x": 2.5}),
    ],
)
def test_functions_and_constants_agree(framework, text, values):
    program = Example("", "", text, "", values).program
    assert_agrees(framework, program, values, program.default_cuts)


@functools.cache
def copied(dialect: str, key: str):
    """Run the text that a learner copies; its last line prints the gradients."""
    entry = example(key)
    text = entry.program.source(None, dialect, entry.values)
    before, _, shown = text.rpartition("print(")
    names = {}
    exec(f"{before}answer = [{shown.removesuffix(')')}]", names)
    (answer,) = [names["answer"]] if len(names["answer"]) > 1 else names["answer"]
    return list(answer) if isinstance(answer, list | tuple) else [answer]


@pytest.mark.parametrize("framework", IN_THIS_PYTHON, indirect=True)
@pytest.mark.parametrize("entry", GALLERY, ids=lambda entry: entry.key)
def test_the_code_to_copy_runs_and_agrees(framework, entry: Example):
    program = entry.program
    wanted = expected_gradients(framework.name, program, entry.values, program.default_cuts)
    found = [None if g is None else float(g) for g in copied(framework.name, entry.key)]
    assert same(found, wanted, rel=1e-4)  # the code to copy computes in 32 bits


def test_every_example_is_explained_and_stands_on_whole_ground():
    assert len({entry.key for entry in GALLERY}) == len({entry.title for entry in GALLERY})
    for entry in GALLERY:
        assert set(entry.values) == set(entry.program.inputs)
        assert entry.sentence.endswith(".")
        evaluate(entry.program, entry.values)
