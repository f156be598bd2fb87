"""Run a notebook with detach made the identity, and see which claims change.

A cell tagged `claims` says: here you see what a detach does. If its output stays the same when
the detach does nothing, it shows nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from tests.notebook_tool import detach_hook
from tests.notebook_tool.page import tags_of
from tests.notebook_tool.running import run
from tests.notebook_tool.tidying import tidy

FRAMEWORKS = tuple(detach_hook.STOPS)
INSTALL = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("detach_hook", {file!r})
sys.modules["detach_hook"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules["detach_hook"])
sys.modules["detach_hook"].install({changed!r})
"""
REPORT = 'print(*__import__("detach_hook").called)'
IMPORT = re.compile(r"^\s*(?:import|from) (\w+)", re.MULTILINE)


@dataclass(frozen=True)
class Mutation:
    """What came of a notebook when detach was made the identity.

    Attributes:
        used: the frameworks whose stop the run calls, or that a cell imports.
        changed: ids of the claiming cells whose output is not the stored one.
        unchanged: ids of the claiming cells that show the same with and without a detach.
    """

    used: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: tuple[str, ...]


def mutate(notebook: NotebookNode, path: Path, changed: Iterable[str] = FRAMEWORKS) -> Mutation:
    """Run a notebook with the detach of some frameworks made the identity.

    Args:
        notebook: with the outputs of a run without any change.
        path: where the notebook is kept.
        changed: the frameworks to change; one the notebook does not import is not imported.

    Raises:
        NotebookStopped: the kernel died, a cell ran too long, or there is no kernel.
    """
    stored = tidy(notebook)
    prepared = tidy(notebook)
    install = INSTALL.format(file=detach_hook.__file__, changed=tuple(changed))
    prepared.cells = [new_code_cell(install), *prepared.cells, new_code_cell(REPORT)]
    _, *executed, report = tidy(run(prepared, path, allow_errors=True)).cells
    pairs = zip(stored.cells, executed, strict=True)
    claims = {old.id: _shows_an_effect(old, new) for old, new in pairs if "claims" in tags_of(old)}
    used = {*report.outputs[0].text.split(), *_imports(stored)}
    return Mutation(
        used=tuple(name for name in FRAMEWORKS if name in used),
        changed=tuple(name for name, differs in claims.items() if differs),
        unchanged=tuple(name for name, differs in claims.items() if not differs),
    )


def _imports(notebook: NotebookNode) -> set[str]:
    """Return the packages that the cells import; a package may import others, unasked."""
    code = (cell.source for cell in notebook.cells if cell.cell_type == "code")
    return {name for source in code for name in IMPORT.findall(source)}


def _shows_an_effect(stored: NotebookNode, executed: NotebookNode) -> bool:
    after = _read(executed)
    # a NameError says that an earlier cell failed, and nothing about this one
    failed_before = any(ename == "NameError" for _, ename, *_ in after)
    return not failed_before and after != _read(stored)


def _read(cell: NotebookNode) -> list[tuple[str, ...]]:
    """Return what a reader without pictures reads; warnings on stderr are no result."""
    return [
        (output.output_type, *_text(output))
        for output in cell.outputs
        if output.get("name") != "stderr"
    ]


def _text(output: NotebookNode) -> tuple[str, ...]:
    if output.output_type == "stream":
        return (output.text,)
    if output.output_type == "error":
        return (output.ename, output.evalue)
    return (output.data.get("text/plain", ""),)
