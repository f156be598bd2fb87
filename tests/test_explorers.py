"""What holds for every explorer: what is stored beside its view, and a missing framework."""

from __future__ import annotations

import base64

import pytest

from helpers import explore, frameworks
from helpers.frameworks import FrameworkMissing

ALL = ["Compare", "DragDetach", "MoveX", "PlayTraining", "Sandbox", "TapeReel"]
START_WITH_PYTORCH = ["Compare", "DragDetach", "MoveX", "PlayTraining"]


@pytest.mark.parametrize("name", ALL)
def test_stored_beside_the_view_are_a_line_and_a_picture(name):
    explorer = getattr(explore, name)()
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
    data, _ = getattr(explore, name)()._repr_mimebundle_()
    assert "pip install torch" in data["text/plain"]
    assert "image/png" not in data
