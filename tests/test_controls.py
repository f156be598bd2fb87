"""Controls take whatever is typed, evaluate nothing and answer in one sentence."""

from __future__ import annotations

import math

import pytest

from helpers.explorer.controls import Choice, NumberField


@pytest.fixture
def field():
    """A number field from −4 to 4 at 3, with what it reported."""
    field = NumberField("x", 3, -4, 4, 0.5)
    field.changes, field.troubles = [], []
    field.on_change(lambda: field.changes.append(field.value))
    field.on_trouble(field.troubles.append)
    return field


@pytest.mark.parametrize(
    ("typed", "value"),
    [("2.5", 2.5), ("2,5", 2.5), ("5/2", 2.5), (" 1e-1 ", 0.1), ("−2", -2), ("-4", -4), ("4", 4)],
)
def test_typing_a_number(field, typed, value):
    field.box.value = typed
    assert field.value == field.slider.value == value
    assert field.changes == [value]
    assert field.troubles == []


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "abc",
        "1e400",
        "nan",
        "inf",
        "5",
        "-4.1",
        "1/0",
        "1/",
        "__import__('os').getcwd()",
        "2**2",
        "三",
    ],
)
def test_typing_something_else_keeps_the_number_and_says_one_sentence(field, typed):
    field.box.value = typed
    assert field.value == field.slider.value == 3
    assert field.box.value == "3"
    assert field.changes == []
    [sentence] = field.troubles
    assert sentence.startswith("x takes a number from -4 to 4")
    assert sentence.endswith("x stays 3.")
    assert sentence.count(". ") == 0


def test_the_slider_moves_the_box(field):
    field.slider.value = -4
    assert (field.value, field.box.value, field.changes) == (-4, "-4", [-4])


def test_the_same_number_again_changes_nothing(field):
    field.box.value = "3.0"
    assert field.changes == []


@pytest.mark.parametrize("bad", [math.nan, math.inf, 5, "abc", None, [1], 10**400])
def test_setting_a_bad_number_raises_one_sentence(field, bad):
    with pytest.raises(ValueError, match=r"^x takes a number from -4 to 4.*x stays 3\.$"):
        field.value = bad
    assert field.value == 3


def test_both_ends_have_an_accessible_name(field):
    assert field.slider.description == "x"
    assert field.box.description == "x ="


def test_a_choice_names_what_is_allowed():
    choice = Choice("detached", [("nothing", "none"), ("the value y", "y")], "y")
    assert choice.check("none") == "none"
    with pytest.raises(ValueError, match=r"^detached is one of none, y\.$"):
        choice.check("z")
