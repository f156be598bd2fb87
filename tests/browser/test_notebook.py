"""Chapter 02 in Jupyter Notebook 7, the other front end: it runs, moves, and is accessible."""

from __future__ import annotations

import pytest

from tests.browser import accessibility, layout
from tests.browser.conftest import window
from tests.browser.lab import running_lab

sync_api = pytest.importorskip("playwright.sync_api")
expect = sync_api.expect
# Notebook asks for its shortcuts before their settings have arrived
OF_NOTEBOOK = "Cannot read properties of undefined (reading 'schema')"


@pytest.fixture
def notebook(browser, tmp_path):
    """A window on a server of Notebook."""
    with (
        running_lab(tmp_path, app="notebook") as server,
        window(browser, server, route="notebooks") as opened,
    ):
        yield opened


def test_a_chapter_runs_in_notebook(notebook):
    panel = notebook.run("02_move_x.ipynb")
    notebook.errors = [error for error in notebook.errors if error != OF_NOTEBOOK]
    readout = panel.locator(".course-readout").first
    expect(readout).to_contain_text("x = 3 · z = 27 · dz/dx = 9 ")
    panel.get_by_role("slider", name="x", exact=True).focus()
    notebook.page.keyboard.press("ArrowRight")
    expect(readout).to_contain_text("x = 3.5 · z = 42.88 · dz/dx = 12.25 ")
    expect(panel.locator(".course-picture").first).to_contain_text("dz/dx = 12.25")

    panel.get_by_role("button", name="Check answer 1", exact=True).click()
    expect(panel.get_by_text("Choose an answer first, then check.")).to_have_count(1)
    assert accessibility.findings(notebook.page) == []
    notebook.page.set_viewport_size({"width": 900, "height": 900})
    assert layout.lost(notebook.page) == []
