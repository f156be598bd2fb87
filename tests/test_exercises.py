"""Every exercise of every chapter: its example passes, its typical mistakes are told apart."""

import math

import pytest

from helpers import exercise
from helpers.chapters import rooms
from helpers.engine import Value
from helpers.exercise import Verdict, exercises_in

EXERCISES = {
    f"{room}.{key}": entry
    for room in rooms()
    for key, entry in exercises_in(f"helpers.chapters.{room}").items()
}
FUNCTIONS = [name for name, entry in EXERCISES.items() if callable(entry.example)]


def judge(name: str, answer) -> Verdict:
    room, _, key = name.partition(".")
    return exercise.judge(f"helpers.chapters.{room}", key, answer)


class Hostile:
    """Raises whatever is asked of it."""

    def __getattr__(self, name):
        raise RuntimeError(f"no {name} here")

    def __float__(self):
        raise RuntimeError("no number here")


def unfinished(*arguments):
    return ...


def failing(*arguments):
    return 1 / 0


BAD_INPUT = ["9 + 1", "", b"9", True, 2j, math.nan, math.inf, 10**400, [], [[1], [2, 3]], {}]
BAD_INPUT += [set(), object(), Hostile()]


def test_the_chapters_have_exercises():
    assert {"move_x.slope_at_four", "move_x.vector", "move_x.swap_the_cut"} <= EXERCISES.keys()


@pytest.mark.parametrize("name", EXERCISES)
def test_the_example_is_right(name):
    verdict = judge(name, EXERCISES[name].example)
    assert verdict.status == "right", verdict


@pytest.mark.parametrize("name", EXERCISES)
def test_typical_mistakes_each_get_their_own_sentence(name):
    verdicts = [judge(name, answer) for answer in EXERCISES[name].typical_wrong]
    assert len(verdicts) >= 2
    assert {verdict.status for verdict in verdicts} == {"wrong"}
    assert len({verdict.sentence for verdict in verdicts}) == len(verdicts)


@pytest.mark.parametrize("name", EXERCISES)
def test_a_blank_is_not_answered_yet(name):
    assert judge(name, ...).status == "not answered yet"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_unfinished_function_is_not_answered_yet(name):
    assert judge(name, unfinished).status == "not answered yet"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_the_function_raises_is_reported(name):
    assert judge(name, failing).sentence == "ZeroDivisionError: division by zero (in your code)"
    assert judge(name, failing).status == "raised"


@pytest.mark.parametrize("name", EXERCISES)
def test_bad_input_is_wrong_and_explained_in_one_line(name):
    for answer in BAD_INPUT if name in FUNCTIONS else [*BAD_INPUT, int, failing]:
        if answer is EXERCISES[name].example:
            continue  # True is the answer of some choice
        verdict = judge(name, answer)
        assert verdict.status == "wrong", (answer, verdict)
        assert "\n" not in str(verdict)


@pytest.mark.parametrize(
    ("answer", "status"), [(16, "right"), (48, "wrong"), (32, "wrong"), (4, "wrong"), (0, "wrong")]
)
def test_slope_at_four(answer, status):
    assert judge("move_x.slope_at_four", answer).status == status


def test_vector():
    assert judge("move_x.vector", [1, 4, 25]).status == "right"
    assert "without the detach" in judge("move_x.vector", [3, 12, 75]).sentence


def test_swap_the_cut_accepts_either_factor_and_names_what_is_left():
    name = "move_x.swap_the_cut"
    assert judge(name, lambda x, cut: x * cut(x) * x).status == "right"
    assert "x²: you cut y" in judge(name, lambda x, cut: x * cut(x * x)).sentence
    assert "nothing is cut" in judge(name, lambda x, cut: x * x * x).sentence
    assert "nothing is left" in judge(name, lambda x, cut: cut(x * x * x)).sentence
    assert judge(name, lambda x, cut: 2 * x * x).status == "wrong"


def test_swap_the_cut_is_rejected_when_detach_does_nothing(monkeypatch):
    monkeypatch.setattr(Value, "detach", lambda self: self)
    answer = EXERCISES["move_x.swap_the_cut"].example
    assert judge("move_x.swap_the_cut", answer).status == "wrong"
