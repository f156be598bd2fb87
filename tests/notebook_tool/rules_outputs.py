"""Rules about code cells and what they have stored."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import nbformat
from nbformat import NotebookNode

from tests.notebook_tool.page import Page, Problem, tags_of, texts_of
from tests.notebook_tool.tidying import WIDGET_DATA, as_text

MOST_CODE_LINES = 12
MOST_SETUP_LINES = 8
MOST_LETTERS = 79  # of a line: more is cut off in a narrow window
MOST_BYTES = 300_000

BANNED_CODE = {
    r"^\s*[%!]": "take the magic out: the course is plain Python",
    r"\bsys\.path\b": "take `sys.path` out: helpers is installed",
    r"\bget_ipython\b": "take `get_ipython` out: the course is plain Python",
    r"\bclear_output\b": "take `clear_output` out: strict nbval fails on it",
    r"\bupdate_display\b": "take `update_display` out: strict nbval fails on it",
    r"\binteract(ive_output)?\b": "use an explorer instead of `interact`",
    r"\bOutput\(": "use an explorer instead of an Output widget",
    r";\s*\Z": "take the `;` off the last line: end with the value to show",
}
BANNED_TEXT = {
    r"\b0x[0-9a-fA-F]{4,}": "show a value that has no memory address in it",
    r"site-packages|/home/|/tmp/|/usr/|[A-Z]:\\": "show a text that names no file of this machine",
}
BARE_REPR = re.compile(r"<Figure|<Axes|<IPython|<[\w.]+ object|\w*(Box|Widget|Slider|HTML)\(")


def runs_in_order(page: Page) -> Iterator[Problem]:
    for count, cell in enumerate(page.code, start=1):
        if cell.execution_count != count:
            stored = cell.execution_count or "never"
            sentence = f"run the notebook with the tool: code cell {count} was run as {stored}"
            yield Problem(cell.id, sentence)
            # the cells after it are out of order as well
            return


def shows_one_result(page: Page) -> Iterator[Problem]:
    for cell in page.code:
        if cell.id == "setup":
            if cell.outputs:
                yield Problem(cell.id, "let the setup cell show nothing")
        elif len(cell.outputs) > 1:
            yield Problem(cell.id, f"split the cell: it shows {len(cell.outputs)} results, not one")
        elif cell.execution_count and not cell.outputs and not _only_prepares(cell.source):
            yield Problem(cell.id, "end the cell with a value: it shows nothing")


def raises_as_tagged(page: Page) -> Iterator[Problem]:
    for cell in page.code:
        raised = any(output.output_type == "error" for output in cell.outputs)
        if raised and "raises-exception" not in tags_of(cell):
            yield Problem(cell.id, "correct the error, or tag the cell `raises-exception`")
        if not raised and "raises-exception" in tags_of(cell):
            yield Problem(cell.id, "take the tag `raises-exception` off: the cell raises nothing")


def is_short(page: Page) -> Iterator[Problem]:
    for cell in page.code:
        most = MOST_SETUP_LINES if cell.id == "setup" else MOST_CODE_LINES
        lines = len(cell.source.splitlines())
        if lines > most:
            yield Problem(cell.id, f"shorten the code to {most} lines: it has {lines}")


def is_narrow(page: Page) -> Iterator[Problem]:
    for cell in page.code:
        for line in cell.source.splitlines():
            if len(line) > MOST_LETTERS:
                yield Problem(cell.id, f"break the line after {MOST_LETTERS} letters: {line}")


def is_plain_python(page: Page) -> Iterator[Problem]:
    for cell in page.code:
        for pattern, sentence in BANNED_CODE.items():
            if re.search(pattern, cell.source, re.MULTILINE):
                yield Problem(cell.id, sentence)


def repeats_exactly(page: Page) -> Iterator[Problem]:
    for cell, output in _outputs(page):
        if output.get("name") == "stderr":
            yield Problem(cell.id, "silence or handle what the cell writes to stderr")
        for pattern, sentence in BANNED_TEXT.items():
            if any(re.search(pattern, text) for text in texts_of(output)):
                yield Problem(cell.id, sentence)


def has_no_widget(page: Page) -> Iterator[Problem]:
    if "widgets" in page.notebook.metadata:
        yield Problem("", "tidy the notebook: it stores the state of widgets")
    for cell, output in _outputs(page):
        if set(WIDGET_DATA) & set(output.get("data", {})):
            yield Problem(cell.id, "tidy the notebook: the cell stores a view of a widget")


def pictures_have_words(page: Page) -> Iterator[Problem]:
    for cell, output in _outputs(page):
        if "data" in output:
            text = output.data.get("text/plain", "")
            if not text.strip() or BARE_REPR.match(text.lstrip("(['\"")):
                yield Problem(cell.id, "give the output a `text/plain` that says what it shows")
    for cell in page.tagged("explorer"):
        if not any("image/png" in output.get("data", {}) for output in cell.get("outputs", [])):
            yield Problem(cell.id, "let the explorer store a PNG for readers without a kernel")


def is_valid(page: Page) -> Iterator[Problem]:
    for error in nbformat.validator.iter_validate(page.notebook):
        yield Problem("", f"repair the file: {error.message.splitlines()[0][:80]}")


def is_small(page: Page) -> Iterator[Problem]:
    size = len(as_text(page.notebook).encode())
    if size > MOST_BYTES:
        yield Problem(
            "", f"make the pictures smaller: {size // 1000} kB, at most {MOST_BYTES // 1000}"
        )


RULES = (
    *(runs_in_order, shows_one_result, raises_as_tagged, is_short, is_narrow, is_plain_python),
    *(repeats_exactly, has_no_widget, pictures_have_words, is_valid, is_small),
)


def _outputs(page: Page) -> Iterator[tuple[NotebookNode, NotebookNode]]:
    for cell in page.code:
        for output in cell.outputs:
            yield cell, output


def _only_prepares(source: str) -> bool:
    """Say whether a cell holds imports, definitions and assignments only, `with` or without."""
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return False
    return all(map(_prepares, body))


def _prepares(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.With):
        return all(map(_prepares, statement.body))
    kinds = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)
    return isinstance(statement, (*kinds, ast.Assign, ast.AnnAssign, ast.AugAssign))
