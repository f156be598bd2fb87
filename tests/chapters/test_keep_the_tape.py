"""The room of "Keep the tape": what it computes, draws and judges, and its quiz."""

from __future__ import annotations

import base64
import contextlib
import io

import pytest
from nbformat.v4 import new_code_cell

from helpers import frameworks
from helpers.chapters.keep_the_tape import TapeReel
from helpers.chapters.keep_the_tape.exercises import find_the_cut
from helpers.chapters.keep_the_tape.silent_cuts import SILENT_CUTS
from tests.chapters import write
from tests.notebook_tool import store
from tests.notebook_tool.page import Page, texts_of
from tests.notebook_tool.running import run

# Chapter 04: the programs on the page cut silently, and the chapter goes on with what there is.

(PATH,) = store.find(["04_keep_the_tape"])
HIDE = """
import importlib.util, sys

class Hide:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Hide())
"""


def programs() -> dict[str, list[str]]:
    """Return the five programs as the page shows them, a list of lines each."""
    code = Page(store.load(PATH), PATH).source("seen").split("```python\n")[1].split("```")[0]
    return dict(zip("ABCDE", (part.splitlines() for part in code.split("\n\n")), strict=True))


def outcome(lines: list[str]) -> str:
    import tensorflow as tf

    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec("\n".join(lines), {"tf": tf})
    return printed.getvalue().strip()


@pytest.mark.parametrize("letter", SILENT_CUTS)
def test_each_program_on_the_page_prints_none(letter):
    assert outcome(programs()[letter]) == "None"


@pytest.mark.parametrize("letter", SILENT_CUTS)
def test_the_lines_carry_their_numbers(letter):
    labels = [line.split("# ")[1] for line in programs()[letter]]
    assert labels == [f"{letter}{number}" for number in range(1, 6)]


REPAIRS = {
    "A": ("    tape.watch(x)", "    y = x * x"),
    "B": ("    y = 2.0 * a",),
    "C": ("    y = 2.0 * a",),
    "D": ("with tf.GradientTape() as tape:", "    a = 2.0 * x"),
    "E": ("x = tf.Variable(3.0)",),
}


@pytest.mark.parametrize("letter", SILENT_CUTS)
def test_repairing_the_line_named_in_the_solution_gives_a_gradient(letter):
    import tensorflow as tf

    number = find_the_cut.example["ABCDE".index(letter)]
    assert number in SILENT_CUTS[letter].lines
    lines, repair = programs()[letter], REPAIRS[letter]
    # a line that stands too late or too early changes place with its neighbour
    start = number - 2 if letter == "A" else number - 1
    lines[start : start + len(repair)] = repair
    assert str(SILENT_CUTS[letter].run(tf, True)) == outcome(lines)


@pytest.mark.parametrize("name", ["tensorflow", "torch", "jax"])
def test_the_chapter_goes_on_without_a_framework(name, require_kernel):
    notebook = store.load(PATH)
    require_kernel(notebook)
    notebook.cells.insert(0, new_code_cell(HIDE.format(name=name)))
    page = Page(run(notebook, PATH), PATH)
    texts = {c.id: "".join(t for o in c.outputs for t in texts_of(o)) for c in page.code}
    title = {"tensorflow": "TensorFlow", "torch": "PyTorch", "jax": "JAX"}[name]
    where = "setup" if name == "tensorflow" else "no-switch"
    assert f"{title} is not installed here" in texts[where]
    assert "not installed" in texts["table"]
    assert "27" in texts["table"]
    assert not any(output.output_type == "error" for c in page.code for output in c.outputs)


# The reel: right numbers at every step, buttons, bad input, stored text and picture.

PNG = b"\x89PNG\r\n\x1a\n"


def bundle(reel: TapeReel) -> dict:
    data = reel._repr_mimebundle_()
    return data[0] if isinstance(data, tuple) else data


@pytest.mark.parametrize(
    ("settings", "ends"),
    [
        (
            ("plain", "u", 3),
            "line 3 of 6: z = x * u · the tape holds 4 of 4 saved tensors (x, x, x, u), 8 bytes",
        ),
        (
            ("plain", "u", 4),
            "tape.gradient(z, x) → dz/dx = 9 · the tape holds 0 of 4 saved tensors, 0 bytes",
        ),
        (
            ("persistent", "u", 5),
            "dy/dx = 6 · the tape holds 4 of 4 saved tensors (x, x, x, u), 8 bytes",
        ),
        (("persistent", "u", 6), "del tape · the tape holds 0 of 4 saved tensors, 0 bytes"),
        (
            ("two", "nothing", 4),
            "dz/dx = 27 · both tapes hold 4 of 4 saved tensors (x, x, x, u), 8 bytes",
        ),
        (
            ("graph", "u", 4),
            "z.backward() → dz/dx = 9 · the graph holds 2 of 3 saved tensors (x, x), 4 bytes",
        ),
        (("graph", "nothing", 4), "dz/dx = 27 · the graph holds 0 of 4 saved tensors, 0 bytes"),
        (("vjp", "u", 5), "dy/dx = 6 · the vjp holds 2 of 2 saved tensors (x, u), 8 bytes"),
    ],
)
def test_the_readout(settings, ends):
    assert TapeReel(*settings).text.endswith(ends)


def test_the_second_question_to_a_spent_record_is_an_error():
    assert "→ RuntimeError: A non-persistent" in TapeReel("plain", "u", 5).text
    assert "→ RuntimeError: Trying to backward" in TapeReel("graph", "nothing", 5).text
    assert "→ dy/dx = 6" in TapeReel("graph", "u", 5).text


def test_the_buttons_step_through_all_lines_and_back():
    reel = TapeReel("graph")
    stepper = reel.controls["step"]
    assert reel.text.endswith("nothing has run: the graph holds nothing")
    held = []
    for _ in range(6):
        stepper.step.click()
        held.append(reel.state.done[-1].held)
    assert held == [2, 2, 3, 2, 0, 0]
    stepper.back.click()
    assert "line 5 of 6" in reel.text
    stepper.again.click()
    assert stepper.value == 0


def test_a_button_that_can_do_nothing_says_so():
    reel = TapeReel("graph", step=6)
    before = reel.stage.svg
    reel.controls["step"].step.click()
    assert (reel.text, reel.stage.trouble, reel.stage.svg) == (
        "That was the last line: press Back or Start again.",
        True,
        before,
    )
    reel.set(step=0)
    reel.controls["step"].back.click()
    assert reel.text == "Nothing has run so far: press Step."
    assert not any(button.disabled for button in reel.controls["step"].children)


@pytest.mark.parametrize("step", [-1, 7, 2.0, True, "2", None])
def test_a_step_that_makes_no_sense_changes_nothing_and_is_explained(step):
    reel = TapeReel("graph", step=2)
    reel.set(step=step)
    assert reel.text == "step is a whole number from 0 to 6."
    assert reel.params["step"] == 2


def test_another_record_keeps_the_step():
    reel = TapeReel("graph", step=4)
    reel.set(record="vjp", detached="nothing")
    assert reel.params == {"record": "vjp", "detached": "nothing", "step": 4}
    assert "dz/dx = 27" in reel.text


def test_every_saved_tensor_is_drawn_held_or_freed():
    svg = TapeReel("graph", "u", 4).stage.svg
    assert svg.count(">held</text>") == 2
    assert svg.count(">freed</text>") == 1
    assert svg.count(">saves nothing</text>") == 1
    assert 'role="img"' in svg


@pytest.mark.parametrize("step", [0, 4, 6])
def test_the_stored_bundle_is_a_line_and_a_picture(step):
    reel = TapeReel("plain", step=step)
    data = bundle(reel)
    assert data["text/plain"] == reel.text
    assert "\n" not in reel.text
    assert base64.b64decode(data["image/png"]).startswith(PNG)


def test_a_missing_framework_is_explained_and_the_others_go_on(monkeypatch):
    get = frameworks.get

    def without_tensorflow(name):
        if name == "tensorflow":
            raise frameworks.FrameworkMissing(name, "TensorFlow")
        return get(name)

    monkeypatch.setattr(frameworks, "get", without_tensorflow)
    reel = TapeReel("plain", step=4)
    assert reel.text.startswith("TensorFlow is not installed here")
    assert "image/png" not in bundle(reel)
    reel.set(record="graph")
    assert "dz/dx = 9" in reel.text


# What the frameworks answer to the questions of "Keep the tape".

CONCEPTUAL: dict[str, str] = {}


def answer_list_of_targets() -> str:
    import tensorflow as tf

    x = tf.Variable(4.0)
    with tf.GradientTape() as tape:
        y = x * x
        z = x * tf.stop_gradient(y)
    return write(tape.gradient([z, y], x))


def answer_kept_until_when() -> str:
    import weakref

    import tensorflow as tf

    results = []
    h = x = tf.Variable(tf.ones(100))
    with tf.GradientTape(persistent=True) as tape:
        for _ in range(10):
            h = tf.sin(h)
            results.append(weakref.ref(h))
            h = tf.nn.relu(h)
            results.append(weakref.ref(h))
        z = tf.reduce_sum(h)
    del h
    tape.gradient(z, x)
    return write(sum(result() is not None for result in results))


def answer_none_or_number() -> str:
    import tensorflow as tf

    x = tf.Variable(4.0)
    answers = []
    for watched in (False, True):
        with tf.GradientTape() as tape:
            u = tf.stop_gradient(x * x)
            if watched:
                tape.watch(u)
            z = x * u
        gradient = tape.gradient(z, u)
        answers.append("None" if gradient is None else write(gradient))
    return ", then ".join(answers)


def answer_freed_by_node() -> str:
    import weakref

    import torch

    class Box:
        def __init__(self, tensor):
            self.tensor = tensor

    boxes = weakref.WeakSet()

    def pack(tensor):
        boxes.add(box := Box(tensor.detach()))
        return box

    x = torch.tensor(4.0, requires_grad=True)
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda box: box.tensor):
        y = x * x
        z = x * y.detach()
    assert len(boxes) == 3
    z.backward()
    return write(len(boxes))


def answer_second_backward() -> str:
    import torch

    x = torch.tensor(4.0, requires_grad=True)
    y = x * x
    z = x * y
    for name, target in (("first", z), ("second", y)):
        try:
            target.backward()
        except RuntimeError:
            return f"the {name} call raises an error"
    return "both calls work"


def answer_vjp_again() -> str:
    import jax

    _, pull_back = jax.vjp(lambda x: x * x, 4.0)
    answers = [float(pull_back(1.0)[0]) for _ in range(100)]
    return "as often as you like" if answers == [8.0] * 100 else "once"
