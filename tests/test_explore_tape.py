"""The reel: right numbers at every step, buttons, bad input, stored text and picture."""

from __future__ import annotations

import base64

import pytest

from helpers import frameworks
from helpers.explore import TapeReel

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
