"""Rooms: one a chapter, found by name, and none uses another."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import helpers
from helpers.chapters import rooms
from tests.notebook_tool import store

HELPERS = Path(helpers.__file__).parent
CORE = [path for path in HELPERS.rglob("*.py") if "chapters" not in path.relative_to(HELPERS).parts]


def test_each_chapter_has_its_room_and_its_test():
    chapters = sorted(path.stem.partition("_")[2] for path in store.find())
    assert rooms() == chapters
    tests = {path.stem for path in (Path(__file__).parent / "chapters").glob("test_*.py")}
    assert tests == {f"test_{chapter}" for chapter in chapters}


@pytest.mark.parametrize("room", rooms())
def test_a_room_uses_no_other_room(room):
    for path in (HELPERS / "chapters" / room).rglob("*.py"):
        used = set(re.findall(r"helpers\.chapters\.(\w+)", path.read_text(encoding="utf-8")))
        assert used <= {room}, path.name


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.relative_to(HELPERS).as_posix())
def test_the_core_names_no_room(path):
    used = re.findall(r"helpers\.chapters\.\w+", path.read_text(encoding="utf-8"))
    assert used == []
