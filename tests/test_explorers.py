"""What holds for every explorer: what is stored beside its view, and a missing framework."""

from __future__ import annotations

import base64
import importlib

import pytest

from helpers import frameworks
from helpers.chapters import rooms
from helpers.explorer.base import Explorer
from helpers.frameworks import FrameworkMissing


def in_rooms() -> dict[str, type[Explorer]]:
    """Return every explorer that a room hands to its notebook, by name."""
    found = {}
    for room in rooms():
        for name, value in vars(importlib.import_module(f"helpers.chapters.{room}")).items():
            if isinstance(value, type) and issubclass(value, Explorer):
                found[name] = value
    return found


EXPLORERS = in_rooms()
START_WITH_PYTORCH = ["Compare", "DragDetach", "MoveX", "PlayTraining"]


def test_the_rooms_have_their_explorers():
    assert {*START_WITH_PYTORCH, "Sandbox", "TapeReel"} <= EXPLORERS.keys()


@pytest.mark.parametrize("name", EXPLORERS)
def test_stored_beside_the_view_are_a_line_and_a_picture(name):
    explorer = EXPLORERS[name]()
    data, metadata = explorer._repr_mimebundle_()
    assert data["text/plain"] == explorer.text
    assert "\n" not in explorer.text
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert metadata["image/png"]["alt"] == explorer.text
    assert "application/vnd.jupyter.widget-view+json" in data


@pytest.mark.parametrize("name", START_WITH_PYTORCH)
def test_one_that_starts_without_its_framework_still_shows_a_sentence(name, monkeypatch):
    def missing(framework):
        raise FrameworkMissing(framework, "PyTorch")

    monkeypatch.setattr(frameworks, "get", missing)
    data, _ = EXPLORERS[name]()._repr_mimebundle_()
    assert "pip install torch" in data["text/plain"]
    assert "image/png" not in data
