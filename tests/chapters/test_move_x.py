"""The room of "Move x": what it computes, draws and judges, and its quiz."""

from __future__ import annotations

import math

import pytest
import torch

from helpers import frameworks
from helpers.chapters.move_x import MoveX
from helpers.frameworks import FrameworkMissing
from tests.chapters import write

# The explorer of chapter 02, driven without a kernel and without a browser.

ALL = ["torch", "jax", "tensorflow", "engine"]


@pytest.fixture
def explorer():
    return MoveX(x=3)


@pytest.mark.parametrize("framework", ALL)
@pytest.mark.parametrize(
    ("detached", "total", "parts"),
    [("nothing", 27, (9, 18)), ("y", 9, (9, 0)), ("x", 18, (0, 18))],
)
def test_the_gradient_and_its_parts_at_three(framework, detached, total, parts):
    state = MoveX(3, detached, framework).state
    assert (state.z, state.total, state.parts, state.dy_dx) == (27, total, parts, 6)
    assert state.finite == 27


@pytest.mark.parametrize(
    ("framework", "nothing_left"),
    [("torch", None), ("tensorflow", None), ("jax", 0.0), ("engine", None)],
)
def test_both_detached(framework, nothing_left):
    state = MoveX(3, "both", framework).state
    assert (state.z, state.total, state.dy_dx) == (27, nothing_left, 6)


@pytest.mark.parametrize("x", [-4, -1.5, 0, 0.5, 4])
def test_the_parts_add_up_for_any_x(explorer, x):
    for detached, expected in [("nothing", 3 * x * x), ("y", x * x), ("x", 2 * x * x)]:
        explorer.set(x=x, detached=detached)
        assert explorer.state.total == sum(explorer.state.parts) == pytest.approx(expected)
        assert explorer.state.dy_dx == 2 * x
        assert explorer.state.finite == pytest.approx(3 * x * x, abs=1e-6)


def test_the_line_that_is_stored_and_read_aloud(explorer):
    assert explorer.text == (
        "detached: y · x = 3 · z = 27 · dz/dx = 9 (9 direct + 0 through y) · dy/dx = 6"
        " · finite difference 27 · computed by PyTorch"
    )


def test_the_picture_shows_the_numbers_and_follows_x(explorer):
    before = explorer.stage.svg
    assert "dz/dx = 9" in before
    assert "true slope 3x² = 27" in before
    assert "✂ 18" in before
    explorer.set(x=-2)
    assert explorer.stage.svg != before
    assert "dz/dx = 4" in explorer.stage.svg


@pytest.mark.parametrize(
    "bad", [{"x": math.nan}, {"x": 99}, {"x": "abc"}, {"detached": "z"}, {"framework": "keras"}]
)
def test_bad_input_changes_nothing_and_says_one_sentence(explorer, bad):
    before = explorer.params, explorer.stage.svg
    explorer.set(**bad)
    assert (explorer.params, explorer.stage.svg) == before
    assert explorer.stage.trouble
    assert explorer.text.endswith(".")
    explorer.set(x=1)
    assert not explorer.stage.trouble


def test_an_unknown_parameter_is_a_type_error(explorer):
    with pytest.raises(TypeError, match="no parameter y: there are x, detached, framework"):
        explorer.set(y=1)


def test_a_missing_framework_is_one_sentence_and_the_others_go_on(explorer, monkeypatch):
    real = frameworks.get

    def get(name):
        if name == "jax":
            raise FrameworkMissing("jax", "JAX")
        return real(name)

    monkeypatch.setattr(frameworks, "get", get)
    explorer.set(framework="jax")
    assert "pip install jax" in explorer.text
    assert explorer.stage.trouble
    explorer.set(framework="engine")
    assert "computed by our engine" in explorer.text


def test_an_error_in_a_callback_is_shown_and_not_raised(explorer, monkeypatch):
    monkeypatch.setattr(explorer, "compute", lambda **params: 1 / 0)
    explorer.controls["x"].slider.value = 1
    assert explorer.text == "division by zero"
    assert explorer.stage.trouble


def test_a_cells_grad_mode_does_not_reach_the_explorer(explorer):
    torch = pytest.importorskip("torch")
    with torch.no_grad():
        explorer.set(x=2)
    assert explorer.state.total == 4


def test_the_loading_word_comes_before_a_new_framework(monkeypatch, explorer):
    said = []
    explorer.stage.observe(lambda change: said.append(change["new"]), "text")
    monkeypatch.setattr(frameworks, "loaded", lambda name: False)
    explorer.set(framework="jax")
    assert said[0] == "Loading JAX: this takes some seconds …"
    assert "computed by JAX" in said[-1]


# What PyTorch answers to the questions of "Move x".

CONCEPTUAL: dict[str, str] = {}


def answer_slope_at_ten() -> str:
    x, _, z = _program(10.0)
    return write(torch.autograd.grad(z, x)[0])


def answer_through_y() -> str:
    x, y, _ = _program(10.0)
    direct = torch.autograd.grad(x * y.detach(), x, retain_graph=True)[0]
    return write(torch.autograd.grad(x * y, x)[0] - direct)


def answer_slope_of_y() -> str:
    x, y, _ = _program(10.0)
    return write(torch.autograd.grad(y, x)[0])


def answer_finite_difference() -> str:
    nudge = 1e-4
    growth = _program(3.0 + nudge)[2] - _program(3.0 - nudge)[2]
    return write(round(growth.item() / (2 * nudge)))


def answer_value_moves() -> str:
    return write((_program(4.0)[2] - _program(3.0)[2]).item())


def _program(number: float):
    x = torch.tensor(number, dtype=torch.float64, requires_grad=True)
    y = x * x
    return x, y, x * y.detach()
