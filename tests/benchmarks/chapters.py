"""Each chapter in a fresh kernel, against bare notebooks that import its packages."""

from __future__ import annotations

import pathlib
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter

import nbformat.v4
import psutil
from nbclient import NotebookClient
from nbformat import NotebookNode

from tests.notebook_tool import running, store

NAMED = ("torch", "jax", "tensorflow", "mxnet", "matplotlib", "ipywidgets")
FIGURE = "matplotlib.figure"  # the part that draws, most of what `import matplotlib.pyplot` costs
WATCHED = (*NAMED, FIGURE, "networkx", "sympy", "anywidget")  # in requirements.txt
QUIET = "import os; os.environ.update(TF_CPP_MIN_LOG_LEVEL='3', TF_ENABLE_ONEDNN_OPTS='0')"
ASK = f"import sys; print(*(name for name in {WATCHED} if name in sys.modules))"
MIB = 2**20


@dataclass(frozen=True)
class Run:
    """One notebook, run once: seconds with the start of the kernel, PSS in MiB at the end."""

    seconds: float
    memory: float
    imports: tuple[str, ...]


def rows() -> Iterator[tuple[str, ...]]:
    """Yield a row a chapter, against three bare notebooks.

    The first imports what the chapter imports; the second the frameworks, ipywidgets and the
    figure of matplotlib; the third no figure. The four run in turn, three times; the best counts.
    """
    times = ("time / same imports", "time / named", "time / no figure")
    yield "chapter", "imports", *times, "memory", "no figure + …"
    for path in store.find():
        notebook = store.load(path)
        if running.missing_kernel(notebook):
            continue
        imports = _run(notebook, path).imports
        no_figure = tuple(name for name in imports if name in NAMED)
        named = tuple(name for name in imports if name in (*NAMED, FIGURE))
        kinds = (notebook, *(_bare(notebook, names) for names in (imports, named, no_figure)))
        rounds = [[_run(kind, path) for kind in kinds] for _ in range(3)]
        chapter, *bare = (
            min(runs, key=attrgetter("seconds")) for runs in zip(*rounds, strict=True)
        )
        yield (
            path.stem,
            ", ".join(imports),
            *(f"{chapter.seconds / other.seconds:.2f}" for other in bare),
            f"{chapter.memory:.0f} MB",
            f"{chapter.memory - bare[-1].memory:.0f} MB",
        )


def _bare(like: NotebookNode, imports: tuple[str, ...]) -> NotebookNode:
    lines = "\n".join([QUIET, *(f"import {name}" for name in imports)])
    cells = [nbformat.v4.new_code_cell(lines)]
    return nbformat.v4.new_notebook(cells=cells, metadata=like.metadata)


def _run(notebook: NotebookNode, path: pathlib.Path) -> Run:
    fresh = nbformat.from_dict(notebook)
    fresh.cells.append(nbformat.v4.new_code_cell(ASK))
    client = NotebookClient(
        fresh,
        kernel_name=running.kernel_of(notebook),
        timeout=240,
        resources={"metadata": {"path": str(path.parent)}},
    )
    start = time.perf_counter()
    with client.setup_kernel(stderr=subprocess.DEVNULL):
        for index, cell in enumerate(fresh.cells[:-1]):
            client.execute_cell(cell, index)
        seconds = time.perf_counter() - start
        kernel = psutil.Process(client.km.provisioner.pid)
        memory = kernel.memory_full_info().pss / MIB
        asked = client.execute_cell(fresh.cells[-1], len(fresh.cells) - 1)
    said = "".join(output.text for output in asked.outputs)
    return Run(seconds, memory, tuple(said.split()))
