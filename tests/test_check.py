"""The checker: every answer, of any type, gets one line that says what to do."""

import math
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import pytest

from helpers.chapters import start_here
from helpers.chapters.move_x import check
from helpers.exercise import (
    Rejected,
    Verdict,
    choice,
    custom,
    exercises_in,
    function,
    judge,
    names,
    number,
    numbers,
    program,
)

MOVE_X = "helpers.chapters.move_x"
NINE = number(9, wrong={27: "no detach", 3: "that is x"}, right="u = 9")
VECTOR = numbers((1, 4, 9), wrong={(3, 12, 27): "no detach", 14: "summed"}, right="u")


class Hostile:
    """Raises whatever is asked of it."""

    def __float__(self):
        raise RuntimeError("no number here")

    def tolist(self):
        raise RuntimeError("no list here")


class OneNumber:
    """A 0-d array of no framework in particular."""

    def __init__(self, value):
        self.value = value

    def tolist(self):
        return self.value


def line(exercise, answer) -> str:
    return str(exercise.verdict(answer))


def test_importing_loads_no_widget_no_array_library_and_no_framework():
    code = (
        "import sys, helpers.exercise, helpers.quiz.bank\n"
        "heavy = {'ipywidgets', 'numpy', 'torch', 'jax', 'tensorflow', 'mxnet', 'matplotlib'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


@pytest.mark.parametrize(
    "answer", [9, 9.0, Fraction(18, 2), Decimal(9), 9 * (1 + 5e-7), OneNumber(9.0)]
)
def test_a_number_of_any_numeric_type_is_right(answer):
    assert line(NINE, answer) == "right: u = 9"


def test_the_tolerance_is_one_in_a_million():
    assert NINE.verdict(9 * (1 + 5e-6)).status == "wrong"


def test_a_typical_mistake_has_its_own_sentence():
    assert line(NINE, 27.0) == "wrong: no detach"
    assert line(NINE, 3) == "wrong: that is x"
    assert NINE.verdict(5).status == "wrong"


@pytest.mark.parametrize("answer", [..., None, [...], [None]])
def test_a_blank_is_not_answered_yet(answer):
    assert NINE.verdict(answer).status == "not answered yet"
    assert VECTOR.verdict(answer).status == "not answered yet"


LOOP: list = []
LOOP.append(LOOP)


@pytest.mark.parametrize(
    ("answer", "fragment"),
    [
        ("9", "a number, not text: write 9, not '9'"),
        ("__import__('os').abort()", "a number, not text: write 2.5"),
        (b"9", "not text"),
        (True, "a number, not True"),
        (OneNumber(True), "a number, not True"),
        (9j, "complex"),
        (math.nan, "NaN"),
        (math.inf, "infinite"),
        (10**400, "too large"),
        ([9], "one number, not a list of length 1"),
        (((9, 9), (9, 9)), "one number, not an array of shape (2, 2)"),
        ([], "one number, not a list of length 0"),
        ([[1], [2, 3]], "different lengths"),
        (LOOP, "contains itself"),
        ({}, "type dict does not read as a number"),
        (Hostile(), "type Hostile does not read as a number"),
        (lambda: 9, "was not called"),
        (int, "was not called"),
    ],
)
def test_bad_input_gets_one_clear_sentence(answer, fragment):
    verdict = NINE.verdict(answer)
    assert verdict.status == "wrong"
    assert fragment in verdict.sentence


def test_vectors_are_compared_with_their_shape():
    assert line(VECTOR, [1, 4.0, Fraction(9)]) == "right: u"
    assert line(VECTOR, (3, 12, 27)) == "wrong: no detach"
    assert line(VECTOR, 14) == "wrong: summed"
    assert "shape (2,)" in line(VECTOR, [1, 4])
    assert "shape (3, 1)" in line(VECTOR, [[1], [4], [9]])
    assert "one number for each entry" in line(VECTOR, 1)
    assert VECTOR.verdict([1, 4, 8]).status == "wrong"
    assert VECTOR.verdict({1, 4, 9}).status == "wrong"


@pytest.mark.parametrize("framework", ["numpy", "torch", "jax", "tensorflow"])
def test_every_framework_s_own_values_are_read(framework):
    module = pytest.importorskip(framework)
    make = {
        "numpy": lambda v: module.array(v, dtype="float32"),
        "torch": lambda v: module.tensor(v, dtype=module.float32, requires_grad=True),
        "jax": lambda v: module.numpy.array(v),
        "tensorflow": lambda v: module.Variable(v, dtype="float32"),
    }[framework]
    assert NINE.verdict(make(9.0)).status == "right"
    assert NINE.verdict(make(27.0)).sentence == "no detach"
    assert VECTOR.verdict(make([1.0, 4.0, 9.0])).status == "right"
    assert VECTOR.verdict([make(1.0), make(4.0), make(9.0)]).status == "right"
    assert NINE.verdict(make([9.0])).sentence == "one number, not a list of length 1"
    assert "NaN" in NINE.verdict(make(math.nan)).sentence


def test_a_choice_takes_names_numbers_true_and_none():
    tool = choice("detach", wrong={"no_grad": "that is a mode", None: "there is one"}, right="yes")
    assert line(tool, " Detach ") == "right: yes"
    assert line(tool, "no_grad") == "wrong: that is a mode"
    assert line(tool, None) == "wrong: there is one"
    assert line(tool, ...).startswith("not answered yet")
    assert line(tool, "clone") == "wrong: answer with one of 'detach', 'no_grad', None"
    assert line(tool, 3).startswith("wrong: answer with one of")
    mixed = choice(0, wrong={None: "that is TensorFlow", "error": "PyTorch"}, right="JAX")
    assert line(mixed, 0.0) == "right: JAX"
    assert line(mixed, False).startswith("wrong: answer with one of")


def test_names_are_a_set_in_any_order():
    kept = names(
        {"W", "b"}, among=["W", "b", "x"], wrong={frozenset({"W"}): "b learns too"}, right="both"
    )
    assert line(kept, ["b", "W"]) == "right: both"
    assert line(kept, {"W"}) == "wrong: b learns too"
    assert line(kept, {"W", "x"}) == "wrong: 1 of your names do not belong, 1 are missing"
    assert "'z' is none of the names here: W, b, x" in line(kept, {"z"})
    assert "a set of names, not one text" in line(kept, "W")
    assert line(kept, {...}).startswith("not answered yet")
    assert "text in quotes" in line(kept, {1})
    assert "a set of names such as" in line(kept, 1)


SQUARE = function(
    lambda x: x * x,
    at=[(2,), (3,)],
    wrong={(lambda x: 2 * x): "that is the slope", (lambda x: x): "that is x"},
    right="yes",
)


def test_a_function_is_judged_by_what_it_returns():
    assert line(SQUARE, lambda x: x**2) == "right: yes"
    assert line(SQUARE, lambda x: x + x) == "wrong: that is the slope"
    assert SQUARE.verdict(lambda x: x + 6).status == "wrong"
    assert "not text" in line(SQUARE, lambda x: str(x * x))


def test_a_function_that_does_nothing_so_far_is_not_answered_yet():
    assert SQUARE.verdict(lambda x: ...).status == "not answered yet"
    assert SQUARE.verdict(lambda x: None).status == "not answered yet"


@pytest.mark.parametrize("answer", [4, "x*x", [4, 9]])
def test_a_function_is_asked_for_when_something_else_is_given(answer):
    assert line(SQUARE, answer).startswith("wrong: a function, not an answer of type")


def test_an_exception_of_the_learner_s_function_is_reported_in_one_line():
    assert (
        line(SQUARE, lambda x: x / 0)
        == "raised: ZeroDivisionError: division by zero (in your code)"
    )
    assert line(SQUARE, lambda: 4).startswith("raised: TypeError: ")
    assert line(SQUARE, lambda x: sys.exit()) == "raised: SystemExit (in your code)"

    def two_lines(x):
        raise ValueError("first\nsecond")

    assert line(SQUARE, two_lines) == "raised: ValueError: first (in your code)"

    def endless(x):
        return endless(x)

    assert line(SQUARE, endless).startswith("raised: RecursionError")


def test_an_exception_without_a_readable_message_is_named():
    class Unreadable(Exception):
        def __str__(self):
            raise ValueError

    def answer(x):
        raise Unreadable

    assert line(SQUARE, answer) == "raised: Unreadable (in your code)"


def test_a_function_cannot_spoil_the_arguments_of_the_next_call():
    total = function(sum, at=[([1, 2],), ([3],)], wrong={}, right="yes")

    def emptying(numbers):
        return sum(numbers.pop() for _ in range(len(numbers)))

    for _ in range(2):
        assert line(total, emptying) == "right: yes"


def test_a_mistake_that_cannot_be_run_does_not_look_like_the_learner_s():
    broken = function(lambda x: x, at=[(1,)], wrong={(lambda x: 1 / 0): "no"}, right="yes")
    assert broken.verdict(lambda x: 7).status == "wrong"


def test_a_custom_judge_returns_or_raises_its_verdict():
    def judge(answer):
        if answer == 1:
            raise Rejected("one is not allowed")
        return Verdict("right", f"{10 / answer}")

    exercise = custom(judge, example=5, typical_wrong=[1])
    assert line(exercise, 5) == "right: 2.0"
    assert line(exercise, 1) == "wrong: one is not allowed"
    assert line(exercise, 0).startswith("raised: ZeroDivisionError")


def test_a_verdict_has_one_of_four_statuses_and_one_line():
    with pytest.raises(ValueError, match="not 'fine'"):
        Verdict("fine", "")
    assert str(Verdict("right", "two\n   lines")) == "right: two lines"


def test_a_program_without_a_path_left_has_no_gradient():
    gone = program(
        value=lambda x: x * x,
        gradient=lambda x: None,
        example=lambda x, cut: cut(x) * cut(x),
        wrong={(lambda x, cut: x * x): "no cut", (lambda x, cut: cut(x) * x): "one path left"},
        right="yes",
    )
    assert line(gone, gone.example) == "right: yes"
    assert line(gone, lambda x, cut: x.data * x.data) == "right: yes"
    assert line(gone, lambda x, cut: x * x) == "wrong: no cut"
    assert line(gone, lambda x, cut: x * cut(x)) == "wrong: one path left"
    assert line(gone, lambda x, cut: [x]).startswith("wrong: return one value, not")


def test_check_prints_exactly_one_line(capsys):
    check("slope_at_four", ...)
    check("slope_at_four", 48)
    check("slope_at_four", 16)
    check("swap_the_cut", lambda x, cut: 1 / 0)
    printed = capsys.readouterr().out.splitlines()
    starts = [text.partition(":")[0] for text in printed]
    assert starts == ["not answered yet", "wrong", "right", "raised"]


@pytest.mark.parametrize(
    ("name", "fragment"),
    [
        ("slope_at_for", "did you mean 'slope_at_four'?"),
        ("move_x.vector", "did you mean 'vector'?"),
        ("number", "no exercise is called 'number'"),
        ("__name__", "no exercise is called '__name__'"),
        ("", "no exercise is called ''"),
        (16, "the name of the exercise comes first"),
        (None, "the name of the exercise comes first"),
    ],
)
def test_an_unknown_exercise_gets_one_sentence(name, fragment):
    verdict = judge(MOVE_X, name, 16)
    assert verdict.status == "wrong"
    assert fragment in verdict.sentence


def test_a_room_without_exercises_has_none():
    assert exercises_in(start_here.__name__) == {}
    assert "slope_at_four" in exercises_in(MOVE_X)
