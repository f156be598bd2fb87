"""The room of "Start here": what it computes, draws and judges, and its quiz."""

from __future__ import annotations

import base64
import importlib.metadata
import importlib.util
import re

import pytest

from helpers.chapters.start_here import ideas as course
from helpers.chapters.start_here import installation
from helpers.chapters.start_here.ideas import IDEAS, idea_map
from tests.chapters import write
from tests.notebook_tool import store

# The map of ideas and the check of the installation.


def test_each_idea_comes_after_what_it_needs():
    known: set[str] = set()
    for idea in IDEAS:
        assert set(idea.needs) <= known, idea.name
        known.add(idea.name)


def test_no_idea_needs_a_later_chapter():
    chapter = {idea.name: idea.chapter for idea in IDEAS}
    assert all(chapter[need] <= idea.chapter for idea in IDEAS for need in idea.needs)


def test_the_map_is_a_picture_and_a_text_with_every_idea():
    bundle, _ = idea_map()._repr_mimebundle_()
    assert base64.b64decode(bundle["image/png"]).startswith(b"\x89PNG")
    lines = bundle["text/plain"].splitlines()
    assert len(lines) == len(course.IDEAS)
    assert lines[0] == "you bring this: chain rule, slopes along a path multiply"
    assert lines[6].startswith("chapter 04: kept tape")


def test_everything_is_ready_here():
    assert all(line.endswith(": ready") for line in installation.report().splitlines())


@pytest.mark.parametrize("part", installation.PARTS, ids=lambda part: part.module)
def test_a_missing_part_says_what_cannot_run_and_what_to_type(monkeypatch, part):
    found = importlib.util.find_spec

    def hidden(name):
        return None if name == part.module else found(name)

    monkeypatch.setattr(importlib.util, "find_spec", hidden)
    [line] = [line for line in installation.report().splitlines() if not line.endswith("ready")]
    assert line.startswith(f"{part.title} is missing")
    assert part.use in line
    assert "pip install -r requirements.txt" in line


def test_an_old_part_says_why_it_will_not_do(monkeypatch):
    version = importlib.metadata.version
    old = {"ipykernel": "7.0.1"}
    monkeypatch.setattr(importlib.metadata, "version", lambda name: old.get(name) or version(name))
    [line] = [line for line in installation.report().splitlines() if not line.endswith("ready")]
    assert line.startswith("ipykernel 7.0.1 is too old, sliders run beside your cells")


def test_an_old_python_is_named():
    assert installation._python((3, 10)).startswith("Python 3.10 is too old")
    assert installation._python((3, 11)) == "Python: ready"


def test_the_table_of_chapters_gives_each_its_own_minutes():
    [door, *chapters] = store.find()
    table = next(cell.source for cell in store.load(door).cells if cell.id == "chapters")
    listed = dict(re.findall(r"\((\w+\.ipynb)\).*\| (\d+) \|", table))
    titles = {path.name: store.load(path).cells[0].source for path in chapters}
    assert listed == {name: re.search(r"(\d+) minutes", text)[1] for name, text in titles.items()}


# What the frameworks answer to the questions of the self-test.

CONCEPTUAL: dict[str, str] = {}


def _leaf(number: float):
    import torch

    return torch.tensor(number, requires_grad=True)


def answer_slope_with_detach() -> str:
    x = _leaf(5.0)
    (x * (x * x).detach()).backward()
    return write(x.grad)


def answer_value_with_detach() -> str:
    x = _leaf(5.0)
    return write((x * (x * x).detach()).item())


def answer_one_path_of_three() -> str:
    x = _leaf(3.0)
    (x.detach() * x * x).backward()
    return write(x.grad)


def answer_source_after_detach() -> str:
    x = _leaf(5.0)
    y = x * x
    y.detach()
    y.backward()
    return write(x.grad)


def answer_nothing_left() -> str:
    import jax
    import tensorflow as tf

    x = _leaf(5.0)
    variable = tf.Variable(5.0)
    with tf.GradientTape() as tape:
        stopped = tf.stop_gradient(variable)
        z = stopped * stopped * stopped

    def program(x):
        stopped = jax.lax.stop_gradient(x)
        return stopped * stopped * stopped

    answers = [
        _or_error(lambda: (x.detach() * x.detach() * x.detach()).backward()),
        str(tape.gradient(z, variable)),
        str(jax.grad(program)(5.0)),
    ]
    return ", ".join(answers)


def answer_plain_tape_twice() -> str:
    import tensorflow as tf

    x = tf.Variable(5.0)
    with tf.GradientTape() as tape:
        y = x * x
        z = x * tf.stop_gradient(y)
    first = write(tape.gradient(z, x))
    return f"{first}, then {_or_error(lambda: tape.gradient(y, x))}"


def answer_gradients_add_up() -> str:
    x = _leaf(5.0)
    y = x * x
    z = x * y.detach()
    z.backward()
    y.backward()
    return write(x.grad)


def answer_detach_before_loss() -> str:
    import torch

    layer = torch.nn.Linear(3, 2)
    prediction = layer(torch.ones(4, 3)).detach()
    loss = torch.nn.functional.mse_loss(prediction, torch.zeros(4, 2))
    outcome = _or_error(loss.backward)
    return "it raises an error" if outcome == "an error" else f"gradient {layer.weight.grad}"


def _or_error(run) -> str:
    try:
        return str(run())
    except RuntimeError:
        return "an error"
