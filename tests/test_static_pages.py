"""The HTML export of every chapter, for a reader without a kernel: pictures with their words."""

from __future__ import annotations

import base64
import io
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from nbconvert import HTMLExporter
from nbformat import NotebookNode
from PIL import Image

from tests.notebook_tool import store
from tests.notebook_tool.page import Page, tags_of

PATHS = store.find()
# what nbconvert itself takes from the network: formulas, widgets, and diagrams (none here)
OF_NBCONVERT = ("require.min.js", "mathjax", "mermaid")
VIEW = "application/vnd.jupyter.widget-view+json"


def exported(notebook: NotebookNode, template: str) -> BeautifulSoup:
    page, _ = HTMLExporter(template_name=template).from_notebook_node(notebook)
    return BeautifulSoup(page, "html.parser")


def pictures(notebook: NotebookNode) -> list[tuple[NotebookNode, NotebookNode]]:
    """Return the cells and outputs that store a PNG, in order."""
    outputs = ((cell, output) for cell in notebook.cells for output in cell.get("outputs", []))
    return [pair for pair in outputs if "image/png" in pair[1].get("data", {})]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_chapter_reads_without_a_kernel(path: Path) -> None:
    notebook = store.load(path)
    page = exported(notebook, "lab")
    shown = [image["src"].partition(",")[2] for image in page.find_all("img")]
    assert shown == [output.data["image/png"] for _, output in pictures(notebook)]
    assert VIEW not in str(page)
    scripts = [tag["src"] for tag in page.find_all("script", src=True)]
    styles = [tag["href"] for tag in page.find_all("link", href=True)]
    assert [url for url in scripts + styles if not any(name in url for name in OF_NBCONVERT)] == []


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_picture_has_a_text_alternative(path: Path) -> None:
    notebook = store.load(path)
    # the template of the older Notebook writes it; the other says that there is none
    images = exported(notebook, "classic").find_all("img")
    stored = pictures(notebook)
    assert len(images) == len(stored)
    for image, (cell, output) in zip(images, stored, strict=True):
        alt = output.metadata.get("image/png", {}).get("alt", "")
        assert len(alt) > 20, cell.id
        assert image["alt"].split() == alt.split(), cell.id


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_an_explorer_s_picture_carries_its_line(path: Path) -> None:
    """The export shows the picture alone, so the line of the readout is written below it."""
    for cell in Page(store.load(path), path).tagged("explorer"):
        [data] = [output.data for output in cell.outputs]
        picture = Image.open(io.BytesIO(base64.b64decode(data["image/png"])))
        assert picture.info["Description"] == data["text/plain"]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_quiz_reads_as_text(path: Path) -> None:
    notebook = store.load(path)
    page = exported(notebook, "lab").get_text()
    for cell in notebook.cells:
        if "quiz" in tags_of(cell):
            for line in cell.outputs[0].data["text/plain"].splitlines():
                assert line in page
