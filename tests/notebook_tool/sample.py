"""A small chapter that keeps every rule, built in code: the tests break it one rule at a time."""

from __future__ import annotations

from nbformat import NotebookNode
from nbformat.v4 import (
    new_code_cell,
    new_markdown_cell,
    new_notebook,
    new_output,
)

from tests.notebook_tool.tidying import LANGUAGE, PYTHON_KERNEL

NAME = "02_move_x.ipynb"
NEIGHBOURS = ("01_cut_a_path.ipynb", "03_compare_frameworks.ipynb")
PNG = "iVBORw0KGgo="

TITLE = """# Move x

You see which part of a gradient a detach takes away.

20 minutes · needs a derivative · frameworks PyTorch · previous: [Cut](01_cut_a_path.ipynb) · \
next: [Compare](03_compare_frameworks.ipynb)"""
OBJECTIVES = "You will be able to\n\n- predict a slope,\n- split a gradient."
SEEN = "<details><summary>What you should have seen</summary>\n\nThe slope is `u`.\n\n</details>"
SUMMARY = "- A slope is a sum.\n- A detach takes one part.\n\n**The one mistake** is to look at z."
HINT = "<details><summary>Hint 1</summary>\n\nUse `u`.\n\n</details>"
SOLUTION = """<details><summary>Solution</summary>

```python
answer = 9
```

The slope is `u`.

</details>"""


def chapter() -> NotebookNode:
    """Return the chapter, with outputs as a run would store them."""
    cells = [
        words("title", TITLE),
        words("objectives", OBJECTIVES),
        code("setup", "from helpers.chapters.move_x import MoveX, check, quiz"),
        words("predict", "## Predict\n\nYou predict the slope at `x = 3`."),
        code("slope", "x = 3\nx * x", value("9"), tags=["claims"]),
        *(words(f"reading-{number}", f"This is reading {number}.") for number in range(3)),
        words("look", "## Look\n\nYou move `x`."),
        code("explore", "MoveX()", value("x = 3 · dz/dx = 9", picture=PNG), tags=["explorer"]),
        words("seen", SEEN),
        *exercise("slope"),
        *exercise("split"),
        code("quiz", "quiz()", value("4 questions · 0 answered"), tags=["quiz"]),
        words("summary", SUMMARY),
        words("readings", "- [A. Author. Title. Place](https://example.org): read the start."),
        words("next", "You go on to [Compare](03_compare_frameworks.ipynb)."),
    ]
    numbered = [cell for cell in cells if cell.cell_type == "code"]
    for count, cell in enumerate(numbered, start=1):
        cell.execution_count = count
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = count
    return new_notebook(
        cells=cells, metadata={"kernelspec": PYTHON_KERNEL, "language_info": LANGUAGE}
    )


def exercise(key: str) -> list[NotebookNode]:
    """Return the three cells of an exercise."""
    source = f'answer = ...\ncheck("{key}", answer)'
    unanswered = stream("not answered yet: replace the dots\n")
    return [
        code(f"exercise-{key}", source, unanswered, tags=["exercise"]),
        words(f"hint-{key}", HINT),
        words(f"solution-{key}", SOLUTION),
    ]


def words(name: str, source: str) -> NotebookNode:
    """Return a markdown cell."""
    return new_markdown_cell(source, id=name)


def code(name: str, source: str, *outputs: NotebookNode, tags: list[str] | None = None):
    """Return a code cell; it has not been run."""
    metadata = {"tags": tags} if tags else {}
    return new_code_cell(source, id=name, outputs=list(outputs), metadata=metadata)


def value(text: str, picture: str | None = None, **kinds: str) -> NotebookNode:
    """Return the output that shows a value, with a PNG or other forms of it."""
    data = {"text/plain": text, **({"image/png": picture} if picture else {}), **kinds}
    return new_output("execute_result", data=data)


def stream(text: str, name: str = "stdout") -> NotebookNode:
    """Return the output of a print."""
    return new_output("stream", name=name, text=text)


def error(name: str, message: str) -> NotebookNode:
    """Return the output of an exception, with a frame that names a file."""
    frames = ["File /usr/lib/python3/site-packages/torch.py", f"{name}: {message}"]
    return new_output("error", ename=name, evalue=message, traceback=frames)
