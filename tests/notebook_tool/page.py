"""A notebook as the rules see it: cells by kind, id and tag, and what its profile asks for."""

from __future__ import annotations

import copy
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from tests.notebook_tool.running import MXNET, kernel_of


@dataclass(frozen=True)
class Problem:
    """A rule that is broken: in which cell (empty: the whole notebook), and what to do."""

    cell: str
    sentence: str

    def __str__(self) -> str:
        return f"`{self.cell}`: {self.sentence}" if self.cell else self.sentence


@dataclass(frozen=True)
class Profile:
    """What one kind of notebook must have."""

    required: tuple[str, ...]
    cells: tuple[int, int]
    exercises: int = 0
    tags: tuple[str, ...] = ()


# the order of a chapter; each profile requires some of these
ORDER = (
    *("title", "objectives", "setup", "predict", "explore", "seen"),
    *("quiz", "summary", "readings", "next"),
)
CHAPTER = Profile(ORDER, (20, 35), exercises=2, tags=("claims", "explorer", "quiz"))
DOOR = Profile(("title", "next"), (10, 35), tags=("quiz",))
# MXNet lives in an environment of its own, without widgets
SUPPLEMENT = Profile(("title", "objectives", "setup", "next"), (8, 35), tags=("claims",))


class Page:
    """A notebook and the place where it is kept."""

    def __init__(self, notebook: NotebookNode, path: Path) -> None:
        self.notebook = copy.deepcopy(notebook)
        self.path = path
        self.cells: list[NotebookNode] = self.notebook.cells
        for cell in self.cells:
            cell.setdefault("id", "")
        self.code = [cell for cell in self.cells if cell.cell_type == "code"]
        self.markdown = [cell for cell in self.cells if cell.cell_type == "markdown"]
        self.ids: list[str] = [cell.id for cell in self.cells]

    @property
    def profile(self) -> Profile:
        if self.path.stem.startswith("00"):
            return DOOR
        return SUPPLEMENT if kernel_of(self.notebook) == MXNET else CHAPTER

    @property
    def chapter(self) -> str:
        """The name that checks and quizzes use: the stem without its number."""
        return self.path.stem.partition("_")[2]

    @property
    def exercises(self) -> list[str]:
        """The keys of the exercises, in order."""
        return [name.removeprefix("exercise-") for name in self.ids if name.startswith("exercise-")]

    def cell(self, name: str) -> NotebookNode | None:
        """Return the cell with an id, None if there is none."""
        return next((cell for cell in self.cells if cell.id == name), None)

    def source(self, name: str) -> str:
        """Return the source of the cell with an id, empty if there is none."""
        cell = self.cell(name)
        return cell.source if cell else ""

    def tagged(self, tag: str) -> list[NotebookNode]:
        """Return the cells with a tag, in order."""
        return [cell for cell in self.cells if tag in tags_of(cell)]

    @functools.cached_property
    def neighbours(self) -> tuple[str | None, str | None]:
        """The file names of the notebooks before and after this one, None at the ends."""
        there = {path.name for path in self.path.parent.glob("*.ipynb")} | {self.path.name}
        names = [None, *sorted(there), None]
        here = names.index(self.path.name)
        return names[here - 1], names[here + 1]


def tags_of(cell: NotebookNode) -> list[str]:
    """Return the tags of a cell."""
    return cell.metadata.get("tags", [])


def texts_of(output: NotebookNode) -> Iterator[str]:
    """Yield what a reader of an output reads: a stream, an error, or each text form of a value."""
    if output.output_type == "stream":
        yield output.text
    elif output.output_type == "error":
        yield f"{output.ename}: {output.evalue}"
    else:
        for kind, text in output.data.items():
            if kind.startswith("text/") or kind == "image/svg+xml":
                yield text


def without_code(markdown: str) -> str:
    """Return markdown with fenced code removed and inline code and mathematics named as such."""
    text = re.sub(r"^ *(```|~~~).*?^ *\1 *$", "", markdown, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"`[^`]+`", "code", text)
    return re.sub(r"\$\$.+?\$\$|\$[^$\n]+\$", "formula", text, flags=re.DOTALL)
