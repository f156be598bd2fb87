"""Bring a notebook into the one form in which it is stored."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator

import nbformat.v4
from nbformat import NotebookNode

from tests.notebook_tool.running import MXNET, kernel_of

PYTHON_KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
# how a page shows the code; the version that ran it is left out
LANGUAGE = {
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "pygments_lexer": "ipython3",
}
WIDGET_DATA = (
    "application/vnd.jupyter.widget-view+json",
    "application/vnd.jupyter.widget-state+json",
)
READABLE_ID = re.compile(r"[a-z0-9-]{1,40}")
# what nbformat and JupyterLab give to a new cell
RANDOM_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{8}")


def tidy(notebook: NotebookNode) -> NotebookNode:
    """Return a tidied copy of a notebook; tidying it again changes nothing.

    Sources, outputs and execution counts stay. What goes: widget views and state, timings, the
    language version, empty cells, trailing whitespace, frames of a traceback, every metadata but
    the tags. Unknown tags stay, for the check to name them: a misspelt tag must not vanish.
    """
    tidied = nbformat.from_dict(
        {
            "cells": [_tidy_cell(cell) for cell in notebook.cells if cell.source.strip()],
            "metadata": {"kernelspec": _kernelspec(notebook), "language_info": LANGUAGE},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
    )
    for cell, name in zip(tidied.cells, _unique_ids(tidied.cells), strict=True):
        cell.id = name
    return tidied


def as_text(notebook: NotebookNode) -> str:
    """Return the text of a notebook's file: keys in order, one line at the end."""
    return nbformat.v4.writes_json(notebook).rstrip("\n") + "\n"


def is_random(name: str) -> bool:
    """Say whether a cell id is one that a program made up."""
    return RANDOM_ID.fullmatch(name) is not None


def _kernelspec(notebook: NotebookNode) -> dict[str, str]:
    return notebook.metadata.kernelspec if kernel_of(notebook) == MXNET else PYTHON_KERNEL


def _tidy_cell(cell: NotebookNode) -> dict:
    tags = sorted(set(cell.metadata.get("tags", [])))
    tidied = {
        "cell_type": cell.cell_type,
        "id": cell.get("id", ""),
        "metadata": {"tags": tags} if tags else {},
        "source": "\n".join(line.rstrip() for line in cell.source.strip("\n").split("\n")).rstrip(),
    }
    if cell.cell_type == "code":
        tidied["execution_count"] = cell.get("execution_count")
        tidied["outputs"] = _tidy_outputs(cell.outputs)
    elif "attachments" in cell:
        tidied["attachments"] = cell.attachments
    return tidied


def _tidy_outputs(outputs: list[NotebookNode]) -> list[NotebookNode]:
    tidied: list[NotebookNode] = []
    for output in copy.deepcopy(outputs):
        if tidied and _continues(tidied[-1], output):
            tidied[-1].text += output.text
            continue
        if output.output_type == "error":
            # frames name files of this machine
            output.traceback = [f"{output.ename}: {output.evalue}"]
        for kind in WIDGET_DATA:
            output.get("data", {}).pop(kind, None)
        tidied.append(output)
    return tidied


def _continues(before: NotebookNode, after: NotebookNode) -> bool:
    """Say whether two outputs are pieces of one stream; how a kernel cuts it is chance."""
    both_streams = before.output_type == after.output_type == "stream"
    return both_streams and before.name == after.name


def _unique_ids(cells: list[NotebookNode]) -> Iterator[str]:
    """Keep readable ids; name a cell without one after its first words, and number the repeats."""
    kept = [cell.id for cell in cells]
    taken: set[str] = set()
    for cell in cells:
        readable = READABLE_ID.fullmatch(cell.id) and not is_random(cell.id)
        base = cell.id if readable else _first_words(cell.source)
        name, number = base, 1
        while name in taken or (name != cell.id and name in kept):
            number += 1
            name = f"{base[:36]}-{number}"
        taken.add(name)
        yield name


def _first_words(source: str) -> str:
    words = re.findall(r"[a-z0-9]+", source.lower())
    return "-".join(words[:4])[:36].strip("-") or "cell"
