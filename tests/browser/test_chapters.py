"""Every chapter in a real browser: it runs, its explorers show, both themes can be read."""

from __future__ import annotations

import pathlib

import nbformat
import pytest

from tests.browser.lab import REPOSITORY

pytest.importorskip("playwright.sync_api")

PATHS = sorted((REPOSITORY / "notebooks").glob("*.ipynb"))
COLOURS = """() => {
  const stage = document.querySelector('.course-stage');
  const page = getComputedStyle(document.querySelector('.jp-Notebook')).backgroundColor;
  return [getComputedStyle(stage).color, page];
}"""


def explorers(path: pathlib.Path) -> int:
    """Return how many cells of a notebook are tagged as explorers."""
    cells = nbformat.read(path, 4).cells
    return sum("explorer" in cell.metadata.get("tags", []) for cell in cells)


def brightness(color: str) -> float:
    """Return the mean of a colour such as `rgb(17, 17, 17)`, from 0 to 255."""
    channels = color[color.index("(") + 1 : -1].split(",")[:3]
    return sum(map(float, channels)) / 3


@pytest.mark.parametrize("path", list(filter(explorers, PATHS)), ids=lambda path: path.stem)
def test_a_chapter_with_an_explorer(lab, path):
    panel = lab.run(path.name)
    pictures = panel.locator(".course-picture svg")
    assert pictures.count() >= explorers(path)
    assert panel.locator(".course-trouble").count() == 0
    for i in range(pictures.count()):
        assert pictures.nth(i).get_attribute("aria-label")
        box = pictures.nth(i).bounding_box()
        assert box["width"] > 200
        assert box["height"] > 40

    for theme, ink_is_darker in [("JupyterLab Light", True), ("JupyterLab Dark", False)]:
        lab.theme(theme)
        ink, page = map(brightness, lab.page.evaluate(COLOURS))
        assert (ink < page) == ink_is_darker
        assert abs(ink - page) > 120

    lab.page.set_viewport_size({"width": 900, "height": 900})
    for i in range(pictures.count()):
        box = pictures.nth(i).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 900
