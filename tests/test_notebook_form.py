"""Every notebook keeps the rules of the course and is stored tidied."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.notebook_tool import store
from tests.notebook_tool.checking import check
from tests.notebook_tool.running import PYTHON, kernel_of
from tests.notebook_tool.tidying import as_text, tidy

NOTEBOOKS = store.find()


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS, f"no notebook in {store.NOTEBOOKS.name}/: the tests below would be empty"


def test_the_folder_holds_nothing_else() -> None:
    visible = {path for path in store.NOTEBOOKS.iterdir() if not path.name.startswith(".")}
    assert visible == set(NOTEBOOKS)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_keeps_the_rules(path: Path) -> None:
    problems = check(store.load(path), path)
    assert not problems, "\n".join(map(str, problems))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_is_stored_tidied(path: Path) -> None:
    tidied = as_text(tidy(store.load(path))).encode()
    assert path.read_bytes() == tidied, f"run `python -m tests.notebook_tool tidy {path.stem}`"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_prepares_the_kernel_before_it_imports(path: Path) -> None:
    notebook = store.load(path)
    if kernel_of(notebook) == PYTHON:
        setup = next(cell.source for cell in notebook.cells if cell.id == "setup")
        assert setup.startswith("from helpers import style\nstyle.use()\n")
