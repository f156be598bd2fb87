"""Chapter 04: the programs on the page cut silently, and the chapter goes on with what there is."""

from __future__ import annotations

import contextlib
import io

import pytest
from nbformat.v4 import new_code_cell

from helpers.exercises._silent_cuts import SILENT_CUTS
from helpers.exercises.keep_the_tape import find_the_cut
from tests.notebook_tool import store
from tests.notebook_tool.page import Page, texts_of
from tests.notebook_tool.running import run

(PATH,) = store.find(["04_keep_the_tape"])
HIDE = """
import importlib.util, sys

class Hide:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Hide())
"""


def programs() -> dict[str, list[str]]:
    """Return the five programs as the page shows them, a list of lines each."""
    code = Page(store.load(PATH), PATH).source("seen").split("```python\n")[1].split("```")[0]
    return dict(zip("ABCDE", (part.splitlines() for part in code.split("\n\n")), strict=True))


def outcome(lines: list[str]) -> str:
    import tensorflow as tf

    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec("\n".join(lines), {"tf": tf})
    return printed.getvalue().strip()


@pytest.mark.parametrize("letter", SILENT_CUTS)
def test_each_program_on_the_page_prints_none(letter):
    assert outcome(programs()[letter]) == "None"


@pytest.mark.parametrize("letter", SILENT_CUTS)
def test_the_lines_carry_their_numbers(letter):
    labels = [line.split("# ")[1] for line in programs()[letter]]
    assert labels == [f"{letter}{number}" for number in range(1, 6)]


REPAIRS = {
    "A": ("    tape.watch(x)", "    y = x * x"),
    "B": ("    y = 2.0 * a",),
    "C": ("    y = 2.0 * a",),
    "D": ("with tf.GradientTape() as tape:", "    a = 2.0 * x"),
    "E": ("x = tf.Variable(3.0)",),
}


@pytest.mark.parametrize("letter", SILENT_CUTS)
def test_repairing_the_line_named_in_the_solution_gives_a_gradient(letter):
    import tensorflow as tf

    number = find_the_cut.example["ABCDE".index(letter)]
    assert number in SILENT_CUTS[letter].lines
    lines, repair = programs()[letter], REPAIRS[letter]
    # a line that stands too late or too early changes place with its neighbour
    start = number - 2 if letter == "A" else number - 1
    lines[start : start + len(repair)] = repair
    assert str(SILENT_CUTS[letter].run(tf, True)) == outcome(lines)


@pytest.mark.parametrize("name", ["tensorflow", "torch", "jax"])
def test_the_chapter_goes_on_without_a_framework(name, require_kernel):
    notebook = store.load(PATH)
    require_kernel(notebook)
    notebook.cells.insert(0, new_code_cell(HIDE.format(name=name)))
    page = Page(run(notebook, PATH), PATH)
    texts = {c.id: "".join(t for o in c.outputs for t in texts_of(o)) for c in page.code}
    title = {"tensorflow": "TensorFlow", "torch": "PyTorch", "jax": "JAX"}[name]
    where = "setup" if name == "tensorflow" else "no-switch"
    assert f"{title} is not installed here" in texts[where]
    assert "not installed" in texts["table"]
    assert "27" in texts["table"]
    assert not any(output.output_type == "error" for c in page.code for output in c.outputs)
