"""A running chapter writes into the temporary folder only and talks to this machine only."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from tests.notebook_tool import store
from tests.notebook_tool.running import run
from tests.security import watch_hook

# chapter 03 asks MXNet, which runs in an environment of its own
PROGRAMS = ("detach-mxnet",)
INSTALL = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("watch_hook", {file!r})
sys.modules["watch_hook"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules["watch_hook"])
sys.modules["watch_hook"].install({programs!r})
"""
REPORT = 'import json; print(json.dumps(sys.modules["watch_hook"].noted))'
MISCHIEF = """
import contextlib, os, socket, subprocess
with contextlib.suppress(OSError):
    open("/no-such-folder/file", "w")
with contextlib.suppress(OSError):
    os.mkdir("/no-such-folder/folder")
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s, contextlib.suppress(OSError):
    s.connect(("192.0.2.1", 9))
with contextlib.suppress(OSError):
    subprocess.run(["/no-such-program"])
open("watched.txt", "w").close(); open("watched.txt").close(); os.remove("watched.txt")
"""


def watched(notebook: NotebookNode, path: Path) -> list[str]:
    """Run a notebook; return what it did to the machine beyond what a chapter may."""
    install = INSTALL.format(file=watch_hook.__file__, programs=PROGRAMS)
    notebook.cells = [new_code_cell(install), *notebook.cells, new_code_cell(REPORT)]
    report = run(notebook, path).cells[-1]
    return json.loads("".join(output.text for output in report.outputs))


@pytest.mark.parametrize("path", store.find(), ids=lambda path: path.stem)
def test_a_chapter_leaves_the_machine_alone(path: Path, require_kernel: Callable) -> None:
    notebook = store.load(path)
    require_kernel(notebook)
    assert watched(notebook, path) == []


def test_mischief_is_noted_and_a_temporary_file_is_not(tmp_path: Path) -> None:
    notebook = new_notebook(cells=[new_code_cell(MISCHIEF)])
    assert watched(notebook, tmp_path / "tiny.ipynb") == [
        "writes /no-such-folder/file",
        "os.mkdir /no-such-folder/folder",
        "socket.connect ('192.0.2.1', 9)",
        "starts /no-such-program",
    ]
