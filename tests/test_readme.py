"""The README shows what the course is: its picture is the one a chapter has stored."""

from __future__ import annotations

import base64
import pathlib
import re

import pytest

from tests.notebook_tool import store

ROOT = pathlib.Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_picture_is_the_one_stored_in_chapter_02():
    [cell] = [cell for cell in store.load(store.find(["02"])[0]).cells if cell.id == "explore"]
    stored = base64.b64decode(cell.outputs[0].data["image/png"])
    assert (ROOT / ".github/move_x.png").read_bytes() == stored


@pytest.mark.parametrize("target", re.findall(r"\]\(([^):]+)\)", README))
def test_every_link_to_a_file_leads_somewhere(target):
    assert (ROOT / target).exists()


def test_the_picture_has_a_text_alternative_with_its_numbers():
    [alternative] = re.findall(r"!\[([^\]]+)\]\(\.github/move_x\.png\)", README)
    assert {"27", "9", "18"} <= set(re.findall(r"\d+", alternative))
