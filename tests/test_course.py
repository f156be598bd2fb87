"""The map of ideas and the check of the installation."""

from __future__ import annotations

import base64
import importlib.metadata
import importlib.util
import re

import pytest

from helpers import course, installation
from helpers.course import IDEAS, idea_map
from tests.notebook_tool import store


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
