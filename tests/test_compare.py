"""The table and the records of "Compare frameworks", with every framework and without one."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from helpers import compare, frameworks
from helpers.check import judge
from helpers.compare.table import QUESTIONS
from helpers.frameworks import FrameworkMissing
from tests.notebook_tool import store
from tests.notebook_tool.running import run

# x = 3: z = 27, dz/dx = 9 or 27, dy/dx = 6; x³ has the second derivative 6x = 18
SAME = ["27", "9", "27", "6"]
TORCH = ["y.detach()", *SAME, "RuntimeError", "RuntimeError", "18", "yes", "yes"]
JAX = ["jax.lax.stop_gradient(y)", *SAME, "0.0", "0.0", "18", "yes", "TypeError"]
TENSORFLOW = ["tf.stop_gradient(y)", *SAME, "None", "None", "18", "yes", "TypeError"]
COLUMNS = {"torch": TORCH, "jax": JAX, "tensorflow": TENSORFLOW}
INSTALL = {name: f"run `python -m pip install {name}` in a terminal" for name in COLUMNS}
PNG = b"\x89PNG"


def z(x, cut):
    y = x * x
    u = cut(y)
    return x * u


@pytest.fixture
def hide(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Make frameworks missing, as `frameworks.get` reports it."""

    def hide(*names: str) -> None:
        get = frameworks.get

        def without(name: str):
            if name in names:
                raise FrameworkMissing(name, frameworks.TITLES[name])
            return get(name)

        monkeypatch.setattr(frameworks, "get", without)

    return hide


@pytest.mark.parametrize("name", COLUMNS)
def test_every_answer_of_a_framework(name):
    table = compare.table(name)
    assert list(table[frameworks.TITLES[name]].values()) == COLUMNS[name]


def test_the_table_has_a_column_for_each_of_the_three():
    table = compare.table()
    assert [column.title for column in table.columns] == ["PyTorch", "JAX", "TensorFlow"]
    html = table._repr_html_()
    assert html.count('scope="row"') == len(QUESTIONS) == 10
    assert html.count('scope="col"') == 3
    assert "<code>RuntimeError</code>" in html
    row = next(line for line in repr(table).splitlines() if "everything detached" in line)
    assert row.split()[-3:] == ["RuntimeError", "0.0", "None"]


def test_without_the_stop_the_column_is_that_of_the_control(monkeypatch):
    torch = pytest.importorskip("torch")
    monkeypatch.setattr(torch.Tensor, "detach", lambda tensor: tensor)
    answers = compare.table("torch")["PyTorch"]
    assert answers["dz/dx"] == answers["dz/dx without the stop"] == "27"
    assert answers["dz/dx, everything detached"] == "27.0"
    assert answers["second derivative"] == "18.0"


def test_a_missing_framework_says_so_and_the_others_answer(hide):
    hide("tensorflow")
    table = compare.table()
    assert set(table["TensorFlow"].values()) == {"not installed"}
    assert list(table["JAX"].values()) == JAX
    for text in (repr(table), table._repr_html_()):
        assert INSTALL["tensorflow"] in text
        assert INSTALL["jax"] not in text


def test_has_prints_the_line_that_installs(monkeypatch, capsys):
    assert compare.has("engine")
    assert capsys.readouterr().out == ""
    monkeypatch.setitem(sys.modules, "jax", None)
    assert not compare.has("jax")
    assert INSTALL["jax"] in capsys.readouterr().out


def test_each_record_is_the_framework_s_own():
    records = compare.records(z, 3)
    stops = {"PyTorch": "detach", "JAX": "stop_gradient", "TensorFlow": "StopGradient"}
    assert [title for title, _, _ in records.found] == list(stops)
    for title, graph, slope in records.found:
        cut = [label for _, label in graph.nodes("label") if label == stops[title]]
        assert (cut, slope) == ([stops[title]], 9), title
    assert repr(records).count("✂ cut") == 3
    assert records.png().startswith(PNG)


def test_a_record_without_a_stop_has_no_cut():
    records = compare.records(lambda x, cut: x * x * x, 3, "torch", "jax")
    assert [slope for _, _, slope in records.found] == [27, 27]
    assert "cut" not in repr(records)


def test_records_of_what_is_missing_are_sentences(hide):
    hide("torch", "jax")
    assert INSTALL["torch"] in repr(compare.records(z, 3))
    nothing, _ = compare.records(z, 3, "torch", "jax")._repr_mimebundle_()
    assert list(nothing) == ["text/plain"]
    assert INSTALL["jax"] in nothing["text/plain"]


@pytest.mark.parametrize("name", COLUMNS)
def test_the_chapter_goes_on_without_a_framework(name: str, require_kernel: Callable) -> None:
    (path,) = (path for path in store.find() if path.stem == "03_compare_frameworks")
    notebook = store.load(path)
    require_kernel(notebook)
    # what Python does where a package is not there
    block = new_code_cell(f"import sys\nsys.modules[{name!r}] = None", id="block")
    executed = run(_with(notebook, block), path)
    shown = {cell.id: _shown(cell) for cell in executed.cells if cell.cell_type == "code"}
    assert INSTALL[name] in shown[f"{name}-detached"]
    assert INSTALL[name] in shown["table"]
    assert "not installed" in shown["table"]
    others = [other for other in COLUMNS if other != name]
    assert all(COLUMNS[other][0] in shown["table"] for other in others)
    assert all("dz/dx = 9.0" in shown[f"{other}-detached"] for other in others)
    assert shown["records"].count("✂ cut") == 2
    assert shown["quiz"].startswith("Quiz")


def _with(notebook: NotebookNode, first: NotebookNode) -> NotebookNode:
    changed = notebook.copy()
    changed.cells = [first, *notebook.cells]
    return changed


def _shown(cell: NotebookNode) -> str:
    """Return what a cell shows as text."""
    return "".join(
        output.get("text") or output.get("data", {}).get("text/plain", "")
        for output in cell.outputs
    )


def _learner_s(source: str) -> dict[str, object]:
    """Return what a cell of a learner's notebook defines."""
    cell: dict[str, object] = {}
    exec(source, cell)
    return cell


@pytest.mark.parametrize(
    "source",
    [
        "import jax\ndef answer(x):\n  return x * jax.lax.stop_gradient(x * x)",
        "from jax import lax\ndef answer(x):\n  return x * lax.stop_gradient(x * x)",
        "from jax.lax import stop_gradient as sg\ndef answer(x):\n  return x * sg(x * x)",
    ],
)
def test_a_stop_inside_is_seen_under_any_name(source):
    import jax

    stop, cell = jax.lax.stop_gradient, _learner_s(source)
    names = dict(cell)
    verdict = judge("compare_frameworks.stop_inside", cell["answer"])
    assert verdict.status == "right", verdict
    assert jax.lax.stop_gradient is stop
    assert cell == names


def test_a_stop_that_cuts_nothing_is_not_taken_for_a_right_one():
    source = """
import jax
def answer(x):
  jax.lax.stop_gradient(x * x)
  return x * (x * x)
"""
    verdict = judge("compare_frameworks.stop_inside", _learner_s(source)["answer"])
    assert (verdict.status, "nothing changes" in verdict.sentence) == ("wrong", True)


def test_a_constant_for_each_x_is_no_stop():
    source = "def answer(x):\n  return x * float(x) ** 2"
    assert judge("compare_frameworks.stop_inside", _learner_s(source)["answer"]).status == "raised"


def test_the_jax_exercise_says_what_is_missing(hide):
    hide("jax")
    verdict = judge("compare_frameworks.stop_inside", lambda x: x * x * x)
    assert INSTALL["jax"] in verdict.sentence
