"""The room of "Compare frameworks": what it computes, draws and judges, and its quiz."""

from __future__ import annotations

import base64
import contextlib
import io
import sys
from collections.abc import Callable

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from helpers import frameworks
from helpers.chapters import compare_frameworks as compare
from helpers.chapters.compare_frameworks import Compare, MXNetColumn
from helpers.chapters.compare_frameworks.cases import CASES, KEYS
from helpers.chapters.compare_frameworks.table import QUESTIONS
from helpers.exercise import judge
from helpers.frameworks import FrameworkMissing
from tests.chapters import write
from tests.needs import adapter
from tests.notebook_tool import store
from tests.notebook_tool.running import run

# The table and the records of "Compare frameworks", with every framework and without one.

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


def test_a_missing_framework_prints_the_line_that_installs_and_stands_in(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "jax", None)
    missing = compare.load("jax")
    assert INSTALL["jax"] in capsys.readouterr().out
    for value in (2 / missing, -missing, missing**2, 3 @ missing, missing.lax.stop_gradient(3)):
        assert repr(value) == f"{value:.2f}" == "not installed"
    assert not missing < 3
    missing.grad = missing[0] = None
    assert repr(missing.grad) == "not installed"


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
    verdict = judge(compare.__name__, "stop_inside", cell["answer"])
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
    verdict = judge(compare.__name__, "stop_inside", _learner_s(source)["answer"])
    assert (verdict.status, "nothing changes" in verdict.sentence) == ("wrong", True)


def test_a_constant_for_each_x_is_no_stop():
    source = "def answer(x):\n  return x * float(x) ** 2"
    assert judge(compare.__name__, "stop_inside", _learner_s(source)["answer"]).status == "raised"


def test_the_jax_exercise_says_what_is_missing(hide):
    hide("jax")
    verdict = judge(compare.__name__, "stop_inside", lambda x: x * x * x)
    assert INSTALL["jax"] in verdict.sentence


# The explorer `Compare`, driven without a kernel.

# the gradient for each key of KEYS, worked out by hand; None where no path is left
SLOPES = {
    "example": (27, 9, 18, None),  # 3x², u, x · 2x
    "cube": (27, 18, 9, None),  # three paths worth 9 each
    "straight_through": (0, 6, -6, None),  # 2q · (1 + (0 − 1)), 2q · 1, 2q · (0 − 1), q = 3
    "target": (4, 8, -4, None),  # 2(target − v) · (1 − 2), · (−2), · 1, target − v = −2
}
SETTINGS = [
    (program, key, slope)
    for program, slopes in SLOPES.items()
    for key, slope in zip(KEYS, slopes, strict=True)
]
NOTHING = {"torch": None, "jax": 0, "tensorflow": None, "engine": None}
STOPS = {"torch": "detach", "jax": "stop_gradient", "tensorflow": "StopGradient"}


@pytest.fixture(scope="module")
def explorer() -> Compare:
    return Compare()


@pytest.mark.parametrize("framework", NOTHING)
def test_gradients_of_every_program_and_cut(explorer, framework):
    for program, key, slope in SETTINGS:
        explorer.set(program=program, detached=key, framework=framework)
        wanted = NOTHING[framework] if slope is None else slope
        assert explorer.state.slope == wanted, (program, key)
        assert explorer.state.control == SLOPES[program][0]
        assert explorer.state.title in explorer.text


def test_the_readout_says_it_all(explorer):
    explorer.set(program="example", detached="one", framework="torch")
    assert explorer.text == (
        "z = x * u · detached: y · x = 3 · z = 27 · dz/dx = 9 (27 with nothing detached)"
        " · computed by PyTorch"
    )


@pytest.mark.parametrize(
    ("framework", "said"),
    [("torch", "backward() raises"), ("jax", "dz/dx = 0 "), ("tensorflow", "dz/dx = None")],
)
def test_nothing_left_in_the_framework_s_own_words(explorer, framework, said):
    explorer.set(program="example", detached="all", framework=framework)
    assert said in explorer.text


@pytest.mark.parametrize("framework", STOPS)
@pytest.mark.parametrize("program", CASES)
def test_the_code_runs_and_prints_the_gradient(explorer, program, framework):
    explorer.set(program=program, detached="one", framework=framework)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(explorer.code, {"__name__": "cell"})
    assert f"{SLOPES[program][1]}." in printed.getvalue()


def test_the_code_can_be_selected_and_reached(explorer):
    explorer.set(program="example", detached="one", framework="torch")
    block = explorer.children[-1].value
    assert "u = y.detach()" in block
    assert 'tabindex="0"' in block and "user-select: all" in block


@pytest.mark.parametrize("framework", STOPS)
def test_the_picture_is_the_framework_s_record(explorer, framework):
    explorer.set(program="example", detached="one", framework=framework)
    assert f">{STOPS[framework]}</text>" in explorer.stage.svg
    assert "✂" in explorer.stage.svg
    assert ">z = 27</text>" in explorer.stage.svg
    explorer.set(detached="nothing")
    assert "✂" not in explorer.stage.svg


def test_the_input_has_the_name_it_has_in_the_program(explorer):
    explorer.set(program="target", framework="jax")
    assert ">w</text>" in explorer.stage.svg


def test_the_choices_follow_the_program_and_keep_their_place():
    explorer = Compare(detached="other")
    control = explorer.controls["detached"]
    assert control.label == "the x in the product"
    explorer.controls["program"].value = "cube"
    assert (control.label, control.value) == ("two x", "other")
    assert explorer.state.slope == 9


def test_without_the_stop_it_says_what_the_control_says(monkeypatch):
    torch = pytest.importorskip("torch")
    monkeypatch.setattr(torch.Tensor, "detach", lambda tensor: tensor)
    assert "dz/dx = 27 (27 with nothing detached)" in Compare().text


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ({"program": "quartic"}, "program is one of example, cube, straight_through, target."),
        ({"detached": "y"}, "detached is one of nothing, one, other, all."),
        ({"framework": "caffe"}, "computed by is one of torch, jax, tensorflow, mxnet, engine."),
    ],
)
def test_what_is_no_choice_changes_nothing(params, sentence):
    explorer = Compare()
    before = explorer.params, explorer.stage.svg
    explorer.set(**params)
    assert explorer.text.startswith(sentence[:-1])
    assert explorer.stage.trouble
    assert (explorer.params, explorer.stage.svg) == before


def test_a_missing_framework_is_one_sentence_and_the_others_go_on(monkeypatch):
    get = frameworks.get

    def without_torch(name):
        if name == "torch":
            raise FrameworkMissing(name, "PyTorch")
        return get(name)

    monkeypatch.setattr(frameworks, "get", without_torch)
    explorer = Compare()
    assert "run `python -m pip install torch`" in explorer.text
    assert _bundle(explorer)["text/plain"] == explorer.text
    explorer.set(framework="jax")
    assert "dz/dx = 9 " in explorer.text


def test_a_page_without_a_kernel_has_a_line_and_a_picture():
    data = _bundle(Compare())
    assert "\n" not in data["text/plain"]
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")


def _bundle(explorer: Compare) -> dict[str, str]:
    bundle = explorer._repr_mimebundle_()
    return bundle[0] if isinstance(bundle, tuple) else bundle


# MXNet's column in chapter 03: its stored text is the same with MXNet and without it.

EXPECTED = {
    "z": "27",
    "dz/dx": "9",
    "dz/dx without the stop": "27",
    "dy/dx afterwards": "6",
    "dz/dx, everything detached": "MXNetError",
    "second derivative": "MXNetError",
    "u[0] = 7 changes y": "yes",
}


def test_the_answers_come_from_mxnet():
    adapter("mxnet")
    answers = MXNetColumn().table["MXNet"]
    assert {question: answers[question] for question in EXPECTED} == EXPECTED


def test_mxnet_that_was_woken_answers_the_same():
    mxnet = adapter("mxnet")
    compare.wake_mxnet()
    process = mxnet._process
    assert process.alive
    answers = MXNetColumn().table["MXNet"]
    assert {question: answers[question] for question in EXPECTED} == EXPECTED
    assert mxnet._process is process


def test_nothing_is_woken_where_mxnet_is_missing(monkeypatch, capsys):
    monkeypatch.setattr(frameworks, "installed", lambda name: False)
    monkeypatch.setattr(frameworks, "get", None)  # would raise if it were called
    compare.wake_mxnet()
    assert capsys.readouterr().out == ""


def test_with_mxnet_a_picture_is_stored():
    adapter("mxnet")
    assert "image/png" in MXNetColumn()._repr_mimebundle_()[0]


def test_without_mxnet_there_is_one_sentence_and_the_same_text(monkeypatch):
    def missing(name):
        raise FrameworkMissing(name, "MXNet", "python -m helpers.mxnet install")

    monkeypatch.setattr(frameworks, "get", missing)
    column = MXNetColumn()
    [shown] = column.children
    assert "run `python -m helpers.mxnet install`" in shown.value
    assert "<table" not in shown.value
    bundle = column._repr_mimebundle_()[0]
    assert bundle["text/plain"].startswith("MXNet's column of the table")
    assert "image/png" not in bundle


# What the frameworks answer to the questions of "Compare frameworks".

CONCEPTUAL: dict[str, str] = {}


def answer_stop_outside() -> str:
    import jax

    def slope(stop) -> str:
        x = 5.0
        u = stop(x * x)
        return str(jax.grad(lambda x: x * u)(x))

    assert slope(jax.lax.stop_gradient) == "25.0", "what the question says is printed"
    return slope(lambda value: value)


def answer_nothing_left_then_zero() -> str:
    import tensorflow as tf

    w = tf.Variable(5.0)
    with tf.GradientTape(persistent=True) as tape:
        z = 2.0 * tf.stop_gradient(w)
    assert tape.gradient(z, w) is None, "what the question says comes first"
    return str(tape.gradient(z, w, unconnected_gradients="zero").numpy())


def answer_second_order() -> str:
    import jax

    return str(jax.grad(jax.grad(_stopped))(5.0))


def answer_write_through() -> str:
    import torch

    x = torch.tensor(3.0, requires_grad=True)
    y = 2 * x
    u = y.detach()
    u.zero_()
    return write(y.item())


def answer_forward_mode() -> str:
    import jax

    return str(jax.jacfwd(_stopped)(5.0))


def _stopped(x):
    import jax

    return x * jax.lax.stop_gradient(x * x)
