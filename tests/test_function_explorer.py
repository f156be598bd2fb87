"""An explorer made of a plain function: its controls, its words, and what it says of bad input."""

from __future__ import annotations

import pytest

from helpers.drawing import Dot, Drawing, Words, blank
from helpers.explorer.from_function import Number, Options, explorer
from helpers.style import BLUE


@explorer
def power(x: Number(-2, 2, 0.5) = 1, detached: Options("nothing", y="the value y") = "y"):
    """Show dz/dx of z = x * x² with and without a detach."""
    if x == 0:
        raise ZeroDivisionError("there is nothing to see at 0")
    slope = x**2 if detached == "y" else 3 * x**2
    marks = [Dot((50, 40), BLUE), Words((50, 20), f"{slope:g}")]
    return Drawing(blank(100, 80), marks, ""), f"detached: {detached} · dz/dx = {slope:g}"


def test_parameters_become_controls_and_what_is_returned_is_shown():
    shown = power()
    assert shown.params == {"x": 1, "detached": "y"}
    assert shown.text == "detached: y · dz/dx = 1"
    shown.controls["x"].box.value = "2"
    shown.controls["detached"].value = "nothing"
    assert shown.text == "detached: nothing · dz/dx = 12"
    assert ">12</text>" in shown.stage.svg
    assert shown._repr_mimebundle_()[0]["text/plain"] == shown.text


def test_it_starts_where_it_is_told_and_the_constructor_checks_as_set_does():
    assert power(x=-2).text == "detached: y · dz/dx = 4"
    with pytest.raises(ValueError, match=r"^x takes a number from -2 to 2, not 9\.$"):
        power(x=9)
    with pytest.raises(ValueError, match=r"^detached is one of nothing, y\.$"):
        power(detached="z")
    with pytest.raises(TypeError, match="no parameter w: there are x, detached"):
        power(w=1)


@pytest.mark.parametrize("bad", [True, "2", None, float("nan"), 3])
def test_bad_input_changes_nothing_and_says_one_sentence(bad):
    shown = power()
    before = shown.stage.svg
    shown.set(x=bad)
    assert shown.text.startswith("x takes a number from -2 to 2")
    assert shown.text.endswith("x stays 1.")
    assert (shown.params["x"], shown.stage.svg) == (1, before)


def test_what_the_function_raises_becomes_the_sentence():
    shown = power()
    before = shown.stage.svg
    shown.set(x=0)
    assert (shown.text, shown.stage.svg) == ("there is nothing to see at 0", before)


def test_a_parameter_without_a_control_is_explained():
    with pytest.raises(TypeError, match=r"write x: Number\(low, high\) = start"):
        explorer(lambda x: x)
