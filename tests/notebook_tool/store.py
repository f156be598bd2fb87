"""Where notebooks are kept and how one is read and written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import nbformat.v4
from nbformat import NotebookNode

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"


class NotFound(Exception):
    """A name fits no notebook, or more than one; the message says which names there are."""


class Unreadable(Exception):
    """A file holds no notebook; the message names it."""


def find(names: Sequence[str] = (), folder: Path = NOTEBOOKS) -> list[Path]:
    """Return the notebooks that the names ask for, in the order of the course.

    Args:
        names: a file, a stem (`02_move_x`) or a number (`02`) each; none asks for all.
        folder: where to look for stems and numbers.

    Raises:
        NotFound: a name fits no notebook, or more than one.
    """
    if not names:
        return sorted(folder.glob("*.ipynb"))
    return sorted({_find_one(name, folder) for name in names})


def _find_one(name: str, folder: Path) -> Path:
    if name.endswith(".ipynb") and Path(name).is_file():
        return Path(name).resolve()
    stem = name.removesuffix(".ipynb")
    notebooks = sorted(folder.glob("*.ipynb"))
    fitting = [path for path in notebooks if stem in (path.stem, path.stem.split("_")[0])]
    if len(fitting) != 1:
        how_many = "more than one notebook fits" if fitting else "no notebook fits"
        there = ", ".join(path.stem for path in notebooks) or "none"
        raise NotFound(f"{how_many} {name!r}: choose one of {there}")
    return fitting[0]


def load(path: Path) -> NotebookNode:
    """Read a notebook as it is stored: nothing is repaired, no id is made up.

    Raises:
        Unreadable: the file holds no notebook of format 4.
    """
    try:
        notebook = nbformat.v4.reads_json(path.read_text(encoding="utf-8"))
        if notebook.nbformat != 4:
            raise ValueError(notebook.nbformat)
    except (ValueError, AttributeError, TypeError):
        raise Unreadable(f"{path.name} holds no notebook of format 4: save it again.") from None
    return notebook
