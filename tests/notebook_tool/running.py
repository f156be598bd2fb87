"""Execute a notebook from top to bottom in a fresh kernel."""

from __future__ import annotations

import copy
import subprocess
from pathlib import Path

from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

PYTHON = "python3"
MXNET = "detach-mxnet"
HOW_TO_INSTALL = {
    PYTHON: "python -m pip install -r requirements.txt",
    MXNET: "python -m helpers.mxnet install",
}
SECONDS_A_CELL = 120


class NotebookStopped(Exception):
    """A notebook did not run to its end; the message is one sentence that says where and why."""


def kernel_of(notebook: NotebookNode) -> str:
    """Return the name of the kernel a notebook asks for."""
    return notebook.metadata.get("kernelspec", {}).get("name", PYTHON)


def missing_kernel(notebook: NotebookNode) -> str | None:
    """Return a sentence that says how to get the kernel of a notebook, None if it is here."""
    name = kernel_of(notebook)
    try:
        KernelSpecManager().get_kernel_spec(name)
    except NoSuchKernel:
        command = HOW_TO_INSTALL.get(name, f"python -m ipykernel install --user --name {name}")
        return f"the kernel {name} is not installed: run `{command}`"
    return None


def run(notebook: NotebookNode, path: Path, *, allow_errors: bool = False) -> NotebookNode:
    """Return a copy of a notebook with the outputs of a run in a fresh kernel.

    Args:
        notebook: the cells to run.
        path: where the notebook is kept; the kernel works in that folder.
        allow_errors: go on after a cell that raises, tagged or not.

    Raises:
        NotebookStopped: a cell raised, ran too long or killed the kernel, or there is no kernel.
    """
    if sentence := missing_kernel(notebook):
        raise NotebookStopped(f"{path.name}: {sentence}.")
    executed = copy.deepcopy(notebook)
    for cell in executed.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    started: list[NotebookNode] = []
    # store_widget_state=False would crash on an Output widget; tidying strips the state
    client = NotebookClient(
        executed,
        kernel_name=kernel_of(notebook),
        timeout=SECONDS_A_CELL,
        allow_errors=allow_errors,
        record_timing=False,
        resources={"metadata": {"path": str(path.parent)}},
        on_cell_start=lambda cell, cell_index: started.append(cell),
    )
    try:
        # as in nbval: what the kernel's own process logs is nobody's output
        client.execute(stderr=subprocess.DEVNULL)
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        raise NotebookStopped(f"{path.name}: {_reason(started[-1].id, error)}") from None
    return executed


def _reason(cell: str, error: Exception) -> str:
    if isinstance(error, CellTimeoutError):
        return f"cell `{cell}` runs longer than {SECONDS_A_CELL} seconds — make it smaller."
    if isinstance(error, DeadKernelError):
        return f"the kernel died in cell `{cell}` — it may need more memory than there is."
    first_line = (error.evalue or "").strip().split("\n")[0]
    return (
        f"cell `{cell}` raises {error.ename}: {first_line} "
        "— correct it, or tag it `raises-exception` if the error is the lesson."
    )
