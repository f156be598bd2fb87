"""With detach made the identity, every cell that claims to show its effect must change."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from tests.notebook_tool import store
from tests.notebook_tool.mutants import FRAMEWORKS, Mutation, mutate
from tests.notebook_tool.page import Page
from tests.notebook_tool.running import MXNET, run

CLAIMING = [path for path in store.find() if Page(store.load(path), path).tagged("claims")]

# z = x * detach(x * x) at x = 3: 9 with the detach, 27 without
PROGRAMS = {
    "engine": """
        from helpers.engine import Value
        x = Value(3)
        z = x * (x * x).detach()
        z.backward()
        x.grad""",
    "jax": """
        import jax
        from jax.lax import stop_gradient
        jax.grad(lambda x: x * stop_gradient(x * x))(3.0).item()""",
    "mxnet": """
        import mxnet as mx
        x = mx.nd.array([3.0])
        x.attach_grad()
        with mx.autograd.record():
            z = x * (x * x).detach()
        z.backward()
        x.grad.asscalar().item()""",
    "tensorflow": """
        import tensorflow as tf
        x = tf.Variable(3.0)
        with tf.GradientTape() as tape:
            z = x * tf.stop_gradient(x * x)
        tape.gradient(z, x).numpy().item()""",
    "torch": """
        import torch
        x = torch.tensor(3.0, requires_grad=True)
        z = x * (x * x).detach()
        z.backward()
        x.grad.item()""",
}
DECORATION = "6 * 7"


@functools.cache
def of(path: Path, *changed: str) -> Mutation:
    """Run a notebook once for each set of changed frameworks."""
    return mutate(store.load(path), path, changed)


@pytest.mark.parametrize("path", CLAIMING, ids=lambda path: path.stem)
def test_every_claim_changes_without_detach(path: Path, require_kernel: Callable) -> None:
    require_kernel(store.load(path))
    unchanged = of(path, *FRAMEWORKS).unchanged
    assert not unchanged, f"these cells show the same with and without detach: {unchanged}"


@pytest.mark.parametrize("path", CLAIMING, ids=lambda path: path.stem)
def test_each_framework_alone_changes_a_claim(path: Path, require_kernel: Callable) -> None:
    require_kernel(store.load(path))
    used = of(path, *FRAMEWORKS).used
    # alone or with all the others is the same if there is no other
    alone = {name: of(path, *([name] if len(used) > 1 else FRAMEWORKS)) for name in used}
    silent = [name for name, mutation in alone.items() if not mutation.changed]
    assert not silent, f"no claim shows the detach of {', '.join(silent)}"


def executed(tmp_path: Path, kernel: str, *sources: str) -> NotebookNode:
    """Return a notebook of claiming cells with the outputs of an unchanged run."""
    cells = [new_code_cell(source, metadata={"tags": ["claims"]}) for source in sources]
    kernelspec = {"name": kernel, "display_name": kernel, "language": "python"}
    notebook = new_notebook(cells=cells, metadata={"kernelspec": kernelspec})
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"
    return run(notebook, tmp_path / "tiny.ipynb")


def dedent(program: str) -> str:
    return "\n".join(line[8:] for line in program.strip("\n").split("\n"))


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_mutant_changes_one_framework_only(
    framework: str, tmp_path: Path, require_kernel: Callable
) -> None:
    kernel = MXNET if framework == "mxnet" else "python3"
    kernelspec = {"kernelspec": {"name": kernel, "display_name": kernel}}
    require_kernel(new_notebook(metadata=kernelspec))
    tiny = executed(tmp_path, kernel, dedent(PROGRAMS[framework]), DECORATION)
    assert float(tiny.cells[0].outputs[0].data["text/plain"]) == 9
    others = [name for name in FRAMEWORKS if name != framework]
    path = tmp_path / "tiny.ipynb"

    assert mutate(tiny, path, others) == Mutation((framework,), (), ("cell-0", "cell-1"))
    assert mutate(tiny, path, [framework]) == Mutation((framework,), ("cell-0",), ("cell-1",))


def test_mutant_gives_the_gradient_without_detach(tmp_path: Path) -> None:
    say = "assert x.grad == 27, x.grad"
    tiny = executed(tmp_path, "python3", dedent(PROGRAMS["engine"]))
    tiny.cells.append(new_code_cell(say, metadata={"tags": ["claims"]}, id="cell-1"))
    assert mutate(tiny, tmp_path / "tiny.ipynb").unchanged == ("cell-1",)


def test_a_claim_that_fails_for_an_earlier_cell_shows_nothing(tmp_path: Path) -> None:
    program = dedent(PROGRAMS["engine"])
    tiny = executed(tmp_path, "python3", program, "assert x.grad == 9\nnumber = 9", "number")
    mutation = mutate(tiny, tmp_path / "tiny.ipynb")
    assert mutation.changed == ("cell-0", "cell-1")
    assert mutation.unchanged == ("cell-2",)


def test_looking_for_a_framework_imports_none(tmp_path: Path) -> None:
    look = "import importlib.util\nimportlib.util.find_spec('torch') is not None"
    assert mutate(executed(tmp_path, "python3", look), tmp_path / "tiny.ipynb").used == ()
