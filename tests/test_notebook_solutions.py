"""Every solution on a page is right, and every exercise is stored unanswered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tests.notebook_tool import store
from tests.notebook_tool.page import Page
from tests.notebook_tool.rules_exercises import solution, stored_answer
from tests.notebook_tool.running import run

WITH_EXERCISES = [path for path in store.find() if Page(store.load(path), path).exercises]


def solved(page: Page) -> dict[str, str]:
    """Run a notebook with every solution in its exercise; return what each check printed."""
    for key in page.exercises:
        cell = page.cell(f"exercise-{key}")
        cell.source = solution(page, key) + cell.source.splitlines()[-1]
    executed = Page(run(page.notebook, page.path), page.path)
    return {key: stored_answer(executed, key) for key in page.exercises}


@pytest.mark.parametrize("path", WITH_EXERCISES, ids=lambda path: path.stem)
def test_every_solution_is_right(path: Path, require_kernel: Callable) -> None:
    notebook = store.load(path)
    require_kernel(notebook)
    answers = solved(Page(notebook, path))
    wrong = {key: answer for key, answer in answers.items() if not answer.startswith("right")}
    assert not wrong


@pytest.mark.parametrize("path", WITH_EXERCISES, ids=lambda path: path.stem)
def test_every_exercise_is_stored_unanswered(path: Path) -> None:
    page = Page(store.load(path), path)
    for key in page.exercises:
        assert stored_answer(page, key).startswith("not answered yet"), key


def tiny(answer: str) -> NotebookNode:
    starter = 'answer = ...\nprint("right" if answer == 9 else "wrong")'
    folded = f"<details><summary>Solution</summary>\n\n```python\n{answer}\n```\n\n</details>"
    return new_notebook(
        cells=[
            new_code_cell(starter, id="exercise-slope"),
            new_markdown_cell(folded, id="solution-slope"),
        ]
    )


@pytest.mark.parametrize(("answer", "verdict"), [("answer = 9", "right"), ("answer = 27", "wrong")])
def test_a_solution_takes_the_place_of_the_starter(
    answer: str, verdict: str, tmp_path: Path
) -> None:
    assert solved(Page(tiny(answer), tmp_path / "tiny.ipynb")) == {"slope": f"{verdict}\n"}
