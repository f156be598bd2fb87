"""The room of "Meet MXNet": what it computes, draws and judges, and its quiz."""

from __future__ import annotations

import functools
import json
import subprocess
from pathlib import Path

import nbformat.v4
import pytest
from nbclient import NotebookClient

from helpers.chapters.meet_mxnet import here
from helpers.mxnet import environment, kernelspec
from helpers.mxnet.errors import WrongKernel
from tests.needs import adapter
from tests.notebook_tool import store

# Chapter 14 opened on a kernel without MXNet: one sentence, and no traceback.

CHAPTER = Path(__file__).parents[2] / "notebooks" / "14_meet_mxnet.ipynb"
CHOOSE = (
    "choose “MXNet 1.9.1 (detaching computation)” under Kernel → Change Kernel…"
    " and run the cell again."
)


@pytest.fixture(autouse=True)
def entries(tmp_path, monkeypatch) -> None:
    """Jupyter's entries lie in a folder of the test."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "0")


def test_without_the_kernel_the_sentence_says_how_to_install_it():
    with pytest.raises(WrongKernel) as said:
        here.need_kernel()
    assert str(said.value) == (
        "This chapter needs MXNet's own kernel: run `python -m helpers.mxnet install` in a"
        f" terminal, reload the page, {CHOOSE}"
    )


def test_with_the_kernel_it_says_how_to_choose_it():
    kernelspec.write()
    with pytest.raises(WrongKernel) as said:
        here.need_kernel()
    assert str(said.value) == f"This chapter needs MXNet's own kernel: {CHOOSE}"


def test_where_mxnet_is_it_says_nothing(tmp_path, monkeypatch):
    (tmp_path / "mxnet.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    here.need_kernel()


def test_the_chapter_shows_the_sentence_and_no_traceback():
    cells = store.load(CHAPTER).cells
    setup = next(cell for cell in cells if cell.id == "setup")
    notebook = nbformat.v4.new_notebook(cells=[setup])
    client = NotebookClient(notebook, kernel_name="python3", allow_errors=True)
    client.execute()
    (error,) = notebook.cells[0].outputs
    assert error.ename == "WrongKernel"
    assert [line for line in error.traceback if line != error.evalue] == []
    assert error.evalue.endswith(CHOOSE)


# What MXNet answers to the questions of the quiz; the programs run in its own environment.

SCRIPT = Path(__file__).with_name("answers_in_mxnet.py")
QUESTIONS = (
    *("no_detach_then_y", "add", "all_detached"),
    *("marked_on_the_way", "write_after", "before_the_scope"),
)
CONCEPTUAL: dict[str, str] = {}


@functools.cache
def answers() -> dict[str, str]:
    adapter("mxnet")
    line = [environment.python(), "-I", SCRIPT]
    ran = subprocess.run(line, capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


def _answer(key: str) -> str:
    return answers()[key]


for _key in QUESTIONS:
    globals()[f"answer_{_key}"] = functools.partial(_answer, _key)
