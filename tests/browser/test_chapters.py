"""Every chapter in a real browser, opened once: it runs, shows, reads well and is accessible."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from nbformat import NotebookNode

from helpers import frameworks
from tests.browser import accessibility, layout
from tests.notebook_tool import store

sync_api = pytest.importorskip("playwright.sync_api")

PATHS = store.find()
THEMES = [("JupyterLab Light", True), ("JupyterLab Dark", False)]
# the first of these that an explorer has is worked, with the key beside it
CONTROLS = [
    ("input[type=range]", "ArrowLeft"),
    ("[data-press]", "Enter"),
    ("select", "ArrowDown"),
]
# half of 1280: the same page at 200 % zoom
WIDTHS = (900, 640)
# where a stored picture is live: drawn, a table, or, without MXNet, the sentence in its column
LIVE = ", ".join(
    f".jp-OutputArea-output:has({inside})"
    for inside in (
        "svg[aria-label]",
        ".jupyter-widgets table",
        *(() if frameworks.installed("mxnet") else ("p:text('MXNet is not installed')",)),
    )
)
COLOURS = """() => {
  const svg = document.querySelector('.jp-OutputArea-output svg[aria-label]');
  const page = getComputedStyle(document.querySelector('.jp-Notebook')).backgroundColor;
  return svg && [getComputedStyle(svg).color, page];
}"""


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_chapter(lab, path: Path, require_kernel: Callable) -> None:
    notebook = store.load(path)
    require_kernel(notebook)
    panel = lab.run(path.name)
    _pictures_show(panel, notebook)
    _explorers_answer_to_keys(lab.page, panel)
    _answer_a_question(panel)
    for theme, ink_is_darker in THEMES:
        lab.theme(theme)
        _ink_stands_out(lab.page, ink_is_darker)
        assert accessibility.findings(lab.page) == [], theme
    for width in WIDTHS:
        lab.page.set_viewport_size({"width": width, "height": 900})
        assert layout.lost(lab.page) == [], f"{width} px"
        assert layout.too_small(lab.page) == [], f"{width} px"
    assert accessibility.findings(lab.page) == [], f"{width} px"


def _pictures_show(panel: sync_api.Locator, notebook: NotebookNode) -> None:
    """Every stored picture is live here, and what is drawn has a text alternative."""
    stored = sum(
        "image/png" in output.get("data", {})
        for cell in notebook.cells
        for output in cell.get("outputs", [])
    )
    pictures = panel.locator(".jp-OutputArea-output svg[aria-label]")
    if stored:
        panel.locator(LIVE).nth(stored - 1).wait_for()
    assert panel.locator(".jp-OutputArea-output img").count() == 0
    assert panel.locator(".course-trouble").count() == 0
    for picture in pictures.all():
        assert picture.get_attribute("aria-label")
        box = picture.bounding_box()
        assert box["width"] > 200
        assert box["height"] > 40


def _explorers_answer_to_keys(page: sync_api.Page, panel: sync_api.Locator) -> None:
    """Work each explorer from the keyboard: its line and its picture follow."""
    for stage in panel.locator(".course-stage:has(.course-picture svg)").all():
        explorer = stage.locator("xpath=ancestor::div[contains(@class, 'jp-OutputArea-output')]")
        control, key = next(
            (explorer.locator(control).first, key)
            for control, key in CONTROLS
            if explorer.locator(control).count()
        )
        with _changing(stage):
            control.focus()
            page.keyboard.press(key)
        if (box := explorer.locator("input[type=text]").first).count():
            with _changing(stage):
                box.fill("1")
                page.keyboard.press("Enter")


@contextmanager
def _changing(stage: sync_api.Locator) -> Iterator[None]:
    """Expect that what is done inside changes the line and the picture of an explorer."""
    line, picture = stage.locator(".course-readout"), stage.locator(".course-picture")
    said, drawn = line.inner_text(), picture.inner_html()
    yield
    sync_api.expect(line).not_to_have_text(said)
    assert picture.inner_html() != drawn


def _answer_a_question(panel: sync_api.Locator) -> None:
    """Answer the first question of the quiz, so that its feedback is on the page."""
    button = panel.get_by_role("button", name="Check answer 1", exact=True)
    if not button.count():
        return
    for group in panel.locator(".course-question").first.get_by_role("group").all():
        group.get_by_role("radio").first.check()
    button.click()
    feedback = panel.get_by_role("status").filter(has_text=re.compile("^(Right:|Not )"))
    sync_api.expect(feedback).to_have_count(1)


def _ink_stands_out(page: sync_api.Page, ink_is_darker: bool) -> None:
    colours = page.evaluate(COLOURS)
    if colours is None:
        return
    ink, ground = map(_brightness, colours)
    assert (ink < ground) == ink_is_darker
    assert abs(ink - ground) > 120


def _brightness(color: str) -> float:
    """Return the mean of a colour such as `rgb(17, 17, 17)`, from 0 to 255."""
    channels = color[color.index("(") + 1 : -1].split(",")[:3]
    return sum(map(float, channels)) / 3
