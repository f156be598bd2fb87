"""Each rule about the form of a notebook finds the notebook that breaks it, and no other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from nbformat import NotebookNode

from tests.notebook_tool import sample
from tests.notebook_tool.checking import RULES, check
from tests.notebook_tool.page import Page
from tests.notebook_tool.rules_prose import is_brief, links
from tests.notebook_tool.sample import code, error, stream, value, words

Change = Callable[[NotebookNode], None]


def place(folder: Path, name: str = sample.NAME) -> Path:
    """Return where a notebook stands, between its neighbours."""
    for neighbour in sample.NEIGHBOURS:
        (folder / neighbour).touch()
    return folder / name


def cell(notebook: NotebookNode, name: str) -> NotebookNode:
    return next(cell for cell in notebook.cells if cell.id == name)


def write(name: str, source: str) -> Change:
    """Give a cell another source."""
    return lambda notebook: cell(notebook, name).update(source=source)


def swap(name: str, old: str, new: str) -> Change:
    """Replace a piece of a cell's source, which must be there."""

    def change(notebook: NotebookNode) -> None:
        changed = cell(notebook, name)
        assert old in changed.source
        changed.source = changed.source.replace(old, new)

    return change


def show(name: str, *outputs: NotebookNode) -> Change:
    """Give a cell other outputs."""
    return lambda notebook: cell(notebook, name).update(outputs=list(outputs))


def tag(name: str, *tags: str) -> Change:
    """Give a cell other tags."""
    return lambda notebook: cell(notebook, name).metadata.update(tags=list(tags))


def rename(name: str, new: str) -> Change:
    """Give a cell another id."""
    return lambda notebook: cell(notebook, name).update(id=new)


def drop(*names: str) -> Change:
    """Take cells out."""

    def change(notebook: NotebookNode) -> None:
        notebook.cells = [cell for cell in notebook.cells if cell.id not in names]

    return change


def add(new: NotebookNode, before: str) -> Change:
    """Put a cell in."""

    def change(notebook: NotebookNode) -> None:
        notebook.cells.insert(notebook.cells.index(cell(notebook, before)), new)

    return change


def exchange(one: str, other: str) -> Change:
    """Let two cells change places."""

    def change(notebook: NotebookNode) -> None:
        i, j = (notebook.cells.index(cell(notebook, name)) for name in (one, other))
        notebook.cells[i], notebook.cells[j] = notebook.cells[j], notebook.cells[i]

    return change


def count_as(name: str, count: int | None) -> Change:
    return lambda notebook: cell(notebook, name).update(execution_count=count)


def keep_widget_state(notebook: NotebookNode) -> None:
    notebook.metadata.widgets = {"application/vnd.jupyter.widget-state+json": {}}


VIEW = {"application/vnd.jupyter.widget-view+json": {"model_id": "a"}}
TWO_DOTS = "This ends here. That begins here."

# what is done to the sample chapter, the cell that is named, a piece of the sentence
BREAKS: dict[str, tuple[Change, str, str]] = {
    # runs and outputs
    "never run": (count_as("slope", None), "slope", "code cell 2 was run as never"),
    "run twice": (count_as("slope", 7), "slope", "code cell 2 was run as 7"),
    "cleared": (show("slope"), "slope", "end the cell with a value"),
    "two results": (show("slope", stream("a"), value("9")), "slope", "split the cell"),
    "setup shows": (show("setup", stream("hello")), "setup", "show nothing"),
    "error": (show("slope", error("ValueError", "no")), "slope", "correct the error"),
    "no error": (tag("slope", "claims", "raises-exception"), "slope", "raises nothing"),
    "stderr": (show("slope", stream("careful", "stderr")), "slope", "stderr"),
    "address": (show("slope", value("<f at 0x7f3a1f373240>")), "slope", "memory address"),
    "path": (show("slope", stream("/home/me/a.py")), "slope", "file of this machine"),
    "widget state": (keep_widget_state, "", "state of widgets"),
    "widget view": (show("quiz", value("0 answered", **VIEW)), "quiz", "view of a widget"),
    "bare figure": (show("slope", value("<Figure size 1x1>", "")), "slope", "`text/plain`"),
    "bare widget": (show("quiz", value("VBox(children=())")), "quiz", "`text/plain`"),
    "bare list": (show("slope", value("[<Axes: >]")), "slope", "`text/plain`"),
    "wordless": (show("slope", value("")), "slope", "`text/plain`"),
    "no picture": (show("explore", value("x = 3")), "explore", "store a PNG"),
    "no format": (count_as("slope", "two"), "", "repair the file"),
    "heavy": (show("explore", value("x = 3", "A" * 300_000)), "", "pictures smaller"),
    # code
    "long setup": (write("setup", "\n".join(["import math"] * 9)), "setup", "to 8 lines: it has 9"),
    "wide code": (write("slope", "x" * 80), "slope", "break the line after 79 letters"),
    "long code": (write("slope", "\n".join(["x = 3"] * 13)), "slope", "to 12 lines: it has 13"),
    "line magic": (write("slope", "%timeit x"), "slope", "magic"),
    "shell": (write("slope", "x = 3\n!ls"), "slope", "magic"),
    "path line": (write("setup", "import sys\nsys.path.append('..')"), "setup", "sys.path"),
    "shell object": (write("slope", "get_ipython()"), "slope", "get_ipython"),
    "clear": (write("slope", "clear_output()"), "slope", "clear_output"),
    "update": (write("slope", "handle.update_display(x)"), "slope", "update_display"),
    "interact": (write("slope", "interact(f, x=3)"), "slope", "explorer instead"),
    "output widget": (write("slope", "widgets.Output()"), "slope", "Output widget"),
    "semicolon": (write("slope", "x = 3\nx * x;"), "slope", "`;`"),
    # ids, tags, parts
    "repeated id": (rename("reading-1", "reading-0"), "reading-0", "id of its own"),
    "random id": (rename("reading-1", "0f3c9a1e"), "0f3c9a1e", "readable id"),
    "capital id": (rename("reading-1", "Reading"), "Reading", "readable id"),
    "long id": (rename("reading-1", "a" * 41), "a" * 41, "readable id"),
    "unknown tag": (tag("slope", "claims", "claim"), "slope", "instead of `claim`"),
    "nbval tag": (tag("slope", "claims", "nbval-skip"), "slope", "change the cell instead"),
    "tagged words": (tag("predict", "claims"), "predict", "belongs to code"),
    "untagged exercise": (tag("exercise-slope"), "exercise-slope", "tag the cell `exercise`"),
    "misnamed exercise": (tag("slope", "claims", "exercise"), "slope", "begin the id"),
    "no claim": (tag("slope"), "", "at least one cell `claims`"),
    "no quiz": (drop("quiz"), "", "id `quiz`"),
    "no readings": (drop("readings"), "", "id `readings`"),
    "wrong order": (exchange("summary", "readings"), "readings", "put the cell `summary` here"),
    "few cells": (drop("reading-0", "reading-1"), "", "20 to 35 cells: there are 19"),
    "no title": (swap("title", "# Move", "Move"), "title", "begin with a title"),
    "no facts": (swap("title", "20 minutes", "a while"), "title", "add the line"),
    "two titles": (write("predict", "# Predict"), "predict", "has one title"),
    "no objectives": (swap("objectives", "You will be able to", "Aims"), "objectives", "begin the"),
    "unkept": (swap("summary", "- A slope is a sum.\n", ""), "summary", "1 for 2"),
    "no mistake": (swap("summary", "**The one", "The one"), "summary", "The one mistake"),
    "open answer": (write("seen", "The slope is `u`."), "seen", "fold the text"),
    "another quiz": (write("quiz", "MoveX()"), "quiz", "call `quiz()`"),
    "other room": (
        write("setup", "from helpers.chapters.cut_a_path import check"),
        "setup",
        "import from helpers.chapters.move_x, not cut_a_path",
    ),
    "no room": (write("setup", "import torch"), "setup", "import from the room"),
    "no previous": (swap("title", "previous: ", "before: "), "title", "01_cut_a_path.ipynb"),
    "wrong next": (swap("title", "03_compare_frameworks", "01_cut_a_path"), "title", "`next: "),
    "dead end": (write("next", "That is all."), "next", "link to 03_compare_frameworks.ipynb"),
    "two explorers": (
        add(code("again", "MoveX()", value("x", sample.PNG), tags=["explorer"]), "seen"),
        "again",
        "begin a new section",
    ),
    # exercises
    "one exercise": (
        drop("exercise-split", "hint-split", "solution-split"),
        "",
        "1, at least 2",
    ),
    "no hint": (drop("hint-slope"), "exercise-slope", "id `hint-slope`"),
    "solution first": (exchange("hint-slope", "solution-slope"), "exercise-slope", "then its hint"),
    "no check": (swap("exercise-slope", "check(", "print("), "exercise-slope", "end the cell with"),
    "other check": (swap("exercise-slope", "slope", "x"), "exercise-slope", 'check("slope"'),
    "no answer": (swap("exercise-slope", "answer =", "y ="), "exercise-slope", "define `answer`"),
    "answered": (show("exercise-slope", stream("right")), "exercise-slope", "unanswered"),
    "open hint": (write("hint-slope", "Use `u`."), "hint-slope", "fold each hint"),
    "second hint": (swap("hint-slope", "Hint 1", "Hint 2"), "hint-slope", "fold each hint"),
    "open solution": (swap("solution-slope", "Solution", "So"), "solution-slope", "fold it"),
    "no code": (swap("solution-slope", "```python", "```"), "solution-slope", "one ```python"),
    "other name": (swap("solution-slope", "answer", "y"), "solution-slope", "defines `answer`"),
    # prose
    "long": (write("predict", "word " * 1_500), "", "cut the prose to 1500 words"),
    "banned word": (write("predict", "Simply look."), "predict", "“simply”"),
    "two sentences": (write("predict", TWO_DOTS), "predict", "its own line"),
    "two questions": (write("predict", "Is `u` real? Yes."), "predict", "its own line"),
    "two in a list": (write("predict", f"- {TWO_DOTS}"), "predict", "its own line"),
    "dead link": (write("predict", "See [it](15_none.ipynb)."), "predict", "leads nowhere"),
    "dead picture": (write("predict", "![z](z.png)"), "predict", "leads nowhere"),
    "dead source": (write("predict", '<img src="z.png">'), "predict", "leads nowhere"),
}

ALLOWED: dict[str, Change] = {
    "nothing changed": lambda notebook: None,
    "only definitions": add(code("define", "def f(x):\n    return x"), "setup"),
    "link out": write("predict", "See [it](https://example.org/a.html#part) and [here](#predict)."),
    "link with anchor": write("predict", "See [it](01_cut_a_path.ipynb#cut)."),
    "link in code": write("predict", "Write `[it](none.ipynb)` here."),
    "stop in code": write("predict", "```python\nprint('One is here. Two is there.')\n```"),
    "stop in formula": write("predict", "It is $x. Then$ there."),
    "abbreviation": write("predict", "It is there (etc. Then more) and in vol. One."),
    "number": write("predict", "The slope is 9. It is not 27."),
    "table": write("predict", f"| a | b |\n|---|---|\n| {TWO_DOTS} | c |"),
    "banned word in code": write("predict", "Call `obviously(x)`."),
}


@pytest.mark.parametrize(("change", "where", "sentence"), BREAKS.values(), ids=BREAKS)
def test_a_broken_rule_is_named(change: Change, where: str, sentence: str, tmp_path: Path) -> None:
    notebook = sample.chapter()
    change(notebook)
    problems = check(notebook, place(tmp_path))
    assert any(problem.cell == where and sentence in problem.sentence for problem in problems), (
        problems
    )


@pytest.mark.parametrize("change", ALLOWED.values(), ids=ALLOWED)
def test_what_is_allowed_passes(change: Change, tmp_path: Path) -> None:
    notebook = sample.chapter()
    change(notebook)
    code_cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for count, changed in enumerate(code_cells, start=1):
        changed.execution_count = count
    assert check(notebook, place(tmp_path)) == []


def test_every_rule_is_broken_by_a_case(tmp_path: Path) -> None:
    path = place(tmp_path)
    silent = set(RULES)
    for change, _, _ in BREAKS.values():
        notebook = sample.chapter()
        change(notebook)
        silent -= {rule for rule in silent if list(rule(Page(notebook, path)))}
    # the file's name is no part of a notebook: see the next test
    assert [rule.__name__ for rule in silent] == ["has_a_good_name"]


@pytest.mark.parametrize("name", ["move_x.ipynb", "02_Move_x.ipynb", "02_move.ipynb"])
def test_a_file_has_number_verb_and_noun(name: str, tmp_path: Path) -> None:
    problems = check(sample.chapter(), tmp_path / name)
    assert any("NN_verb_noun.ipynb" in problem.sentence for problem in problems)


def test_one_problem_for_one_mistake(tmp_path: Path) -> None:
    notebook = sample.chapter()
    write("predict", TWO_DOTS)(notebook)
    (problem,) = check(notebook, place(tmp_path))
    assert str(problem) == f"`predict`: give each sentence its own line: “{TWO_DOTS}”"


def test_the_door_needs_no_exercise_and_no_explorer(tmp_path: Path) -> None:
    door = sample.chapter()
    gone = [cell.id for cell in door.cells if "slope" in cell.id or "split" in cell.id]
    drop(*gone, "explore", "seen", "objectives", "summary", "readings", "predict")(door)
    swap("title", "previous: [Cut](01_cut_a_path.ipynb)", "")(door)
    swap("title", "03_compare_frameworks", "01_cut_a_path")(door)
    write("next", "Go to [the first](01_cut_a_path.ipynb).")(door)
    write("setup", "from helpers.chapters.start_here import quiz")(door)
    for number in range(3):
        add(words(f"more-{number}", "More to read."), "quiz")(door)
    count_as("quiz", 2)(door)
    path = place(tmp_path, "00_start_here.ipynb")
    assert check(door, path) == []
    drop("quiz")(door)
    assert [str(problem) for problem in check(door, path)] == ["tag at least one cell `quiz`"]


def test_words_are_counted_without_code_tags_and_addresses(tmp_path: Path) -> None:
    notebook = sample.chapter()
    page = Page(notebook, tmp_path)
    page.markdown = [words("a", "word " * 1_500 + "\n```\n" + "code " * 9 + "\n```\n<b></b>")]
    assert list(is_brief(page)) == []
    page.markdown = [words("a", "word " * 1_500 + "[more](https://example.org/a/b/c)")]
    assert [problem.sentence for problem in is_brief(page)] == [
        "cut the prose to 1500 words: it has 1501"
    ]


def test_links_to_files_only() -> None:
    markdown = '[a](b.ipynb "title") ![c](<d.png>) [e](https://f) [g](#h) <a href="i.md">j</a>'
    assert links(markdown) == ["b.ipynb", "d.png", "i.md"]


def test_checking_survives_a_cell_without_id(tmp_path: Path) -> None:
    notebook = sample.chapter()
    del notebook.cells[3]["id"]
    problems = check(notebook, place(tmp_path))
    assert any("readable id" in problem.sentence for problem in problems)
