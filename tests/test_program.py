"""The parser: what it reads, what it says about the rest, and that nothing is evaluated."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.program import Edge, Program, ProgramError, Step, parse
from tests.strategies import exact_programs, smooth_programs

STOPPED_SQUARE = "y = x*x\nu = detach(y)\nz = x*u"
FUNCTIONS = {
    "exp": math.exp,
    "log": math.log,
    "sin": math.sin,
    "cos": math.cos,
    "tanh": math.tanh,
    "sqrt": math.sqrt,
    "sigmoid": lambda v: 1 / (1 + math.exp(-v)),
    "max": max,
    "min": min,
    "round": round,
}
ONLY = "use assignments of names, numbers, + - * / ** and functions such as exp(x)"


def run(text, values, cut=lambda value: value, cuts=None):
    return parse(text).run(values, FUNCTIONS, cut, cuts)


def test_the_example_has_three_steps_and_five_edges():
    program = parse(STOPPED_SQUARE)
    assert program == Program(
        inputs=("x",),
        steps=(
            Step("y", "mul", ("x", "x"), "x·x"),
            Step("u", "detach", ("y",), "detach(y)"),
            Step("z", "mul", ("x", "u"), "x·u"),
        ),
        output="z",
    )
    assert program.edges == (
        Edge("x", "y", 0),
        Edge("x", "y", 1),
        Edge("y", "u", 0),
        Edge("x", "z", 0),
        Edge("u", "z", 1),
    )
    assert program.default_cuts == {Edge("y", "u", 0)}


def test_line_breaks_semicolons_and_comments_are_the_same_program():
    written = ("y = x*x; u = stop_gradient(y); z = x*u", "y = x*x\r\nu = detach(y)\rz = x*u # so")
    assert {parse(text) for text in written} == {parse(STOPPED_SQUARE)}


def test_a_nested_expression_becomes_temporary_steps_with_labels():
    program = parse("z = x*x*x")
    assert program.steps == (
        Step("_1", "mul", ("x", "x"), "x·x"),
        Step("z", "mul", ("_1", "x"), "x·x·x"),
    )
    assert [program.title(name) for name in ("x", "_1", "z")] == ["x", "x·x", "z"]


def test_a_long_label_leaves_out_what_has_no_name():
    steps = parse("z = log(exp(a - c) + exp(b - c))").steps
    assert steps[-1].label == "log(…)"
    assert max(len(step.label) for step in steps) <= 24


def test_constants_stay_in_their_step():
    program = parse("c = 2*3\nz = c*x**2 - 1/2")
    assert program.edges == (Edge("x", "_1", 0), Edge("_1", "_2", 1), Edge("_2", "z", 0))
    assert [step.args for step in program.steps] == [("x", 2), (6, "_1"), ("_2", 0.5)]
    assert [step.label for step in program.steps] == ["x ** 2", "6·x ** 2", "6·x ** 2 - 0.5"]


def test_an_alias_is_the_value_itself():
    program = parse("y = x*x\nu = y\nz = x*u")
    assert program.steps[-1].args == ("x", "y")


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("x*x", "result"),
        ("result*x", "result_"),
        ("z = x*x\nz", "z"),
        ("z = x*x\nw = x + z", "w"),
    ],
)
def test_the_last_line_is_the_output(text, output):
    assert parse(text).output == output


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "there is no program yet; write for example z = x*x"),
        ("# only a comment", 1, 1, "there is no program yet; write for example z = x*x"),
        ("x" * 2001, 1, 1, "the program has 2001 characters, and 2000 is the most"),
        ("+".join("x" * 202), 1, 1, "the program has 201 operations, and 200 is the most"),
        ("-" * 1900 + "x", 1, 1, "the program has 1900 operations, and 200 is the most"),
        ("y = x*x\nz = = 3", 2, 5, "this is not readable as a formula (something is missing here)"),
        ("z = (x", 1, 5, "this is not readable as a formula ('(' was never closed)"),
        ("a+b+c+d+e+f+g", 1, 13, "g is one input too many; 6 is the most"),
        (
            "z = y*x\ny = x",
            2,
            1,
            "y is used in line 1 before line 2 makes it; "
            "a value is made only from values above it, no cycle works",
        ),
        (
            "y = z*x; z = y",
            1,
            10,
            "z is used to make itself; a value is made only from values above it, no cycle works",
        ),
        ("y = x*x\ny = x", 2, 1, "y is made in line 1 already; use another name"),
        ("y = x = 3", 1, 1, "an assignment makes one named value; write name = …"),
        ("a, b = x", 1, 1, "an assignment makes one named value; write name = …"),
        ("x*x\ny = x", 1, 1, "only the last line can stand without a name; write name = …"),
        ("z = x", 1, 1, "the last line only repeats x; add an operation to it"),
        ("z = 2*3", 1, 1, "the last line is the constant 6; use an input in it"),
        ("z = exp(x, base=2)", 1, 5, "exp takes no keyword; write exp(x)"),
        ("z = max(x)", 1, 5, "max takes two values, not 1"),
        ("z = exp(x, y)", 1, 5, "exp takes one value, not 2"),
        ("z = sine(x)", 1, 5, "there is no function sine; did you mean sin"),
        ("z = square(x)", 1, 5, "there is no function square; write x ** 2"),
        (
            "λ = x*x\nλ + print(λ)",
            2,
            5,
            "there is no function print; use one of exp, log, sin, cos, tanh, sqrt, relu, abs, "
            "round, sigmoid, max, min, detach",
        ),
        ("u = y.detach()", 1, 5, "a dot after a value is not possible; write detach(x)"),
        ("z = exp(x)(y)", 1, 5, "only a function can be called; write for example exp(x)"),
        ("exp = x*x", 1, 1, "exp is a function; write exp(…), or use another name"),
        ("z = x*exp", 1, 7, "exp is a function; write exp(…), or use another name"),
        ("torch = x*x", 1, 1, "torch is reserved; use another name"),
        ("_1 = x*x", 1, 1, "_1 is reserved; use another name"),
        ("z = x*" + "n" * 21, 1, 7, "this name is longer than 20 letters; use a shorter one"),
        ("z = x ** y", 1, 5, "the power must be a number; write x ** 3, or exp(y * log(x))"),
        ("z = x ** 1000", 1, 10, "this power is too large; 100 is the most"),
        ("z = x * 9**99**9", 1, 12, "this power is too large; 100 is the most"),
        ("z = x * 1e999", 1, 9, "this number is too large; use one below 1e308"),
        ("z = x * 3j", 1, 9, "3j is not a number here; use 2 or 0.5"),
        ("z = x * True", 1, 9, "True is not a number here; use 2 or 0.5"),
        ("z = x * (1/0)", 1, 10, "this cannot divide by zero"),
        ("z = x * log(-1)", 1, 9, "this needs a positive number"),
        ("z = x ^ 2", 1, 5, "^ is not the power; write x ** 2"),
        ("z = x // 2", 1, 5, "this operator is not possible; use + - * / **"),
        ("z = 'λ' * x", 1, 5, f"a string is not possible here; {ONLY}"),
        ("z = x.T * x", 1, 5, f"a dot after a value (an attribute) is not possible here; {ONLY}"),
        ("z = [v for v in x]", 1, 5, f"a comprehension is not possible here; {ONLY}"),
        ("z = x[0]", 1, 5, f"an index is not possible here; {ONLY}"),
        ("z = x if x > 0 else 0", 1, 5, f"an if is not possible here; {ONLY}"),
        (
            "z = (y := x)*x",
            1,
            6,
            f"an assignment inside an expression is not possible here; {ONLY}",
        ),
        ("import os", 1, 1, f"an import is not possible here; {ONLY}"),
        ("x += 1", 1, 1, f"an assignment that changes a value is not possible here; {ONLY}"),
        ("del x", 1, 1, f"this (Delete) is not possible here; {ONLY}"),
    ],
)
def test_each_mistake_gets_one_sentence_that_points_at_the_place(text, line, column, message):
    with pytest.raises(ProgramError) as caught:
        parse(text)
    error = caught.value
    assert (error.line, error.column, error.message) == (line, column, message)
    assert str(error) == f"Line {line}, column {column}: {message}."


@pytest.mark.parametrize(
    "text",
    [
        "y = 2x",
        "(" * 900 + "x" + ")" * 900,
        "x\x00",
        "\ud800",
        "z = '\\d'",
        "3(x)",
        "λ\u2028 = x y",
    ],
)
def test_unreadable_text_gets_a_sentence_and_no_warning(text, recwarn):
    with pytest.raises(ProgramError, match=r"^Line 1, column \d+: .*\.$"):
        parse(text)
    assert not recwarn.list


@given(st.text(st.sampled_from("xyz12 =+-*/()\n.,^'\"λ\u2028\r\tdetachmx;:[]"), max_size=40))
@settings(max_examples=400)
def test_any_text_is_a_program_or_a_sentence(text):
    try:
        assert parse(text).edges
    except ProgramError as error:
        assert str(error).count("\n") == 0


def test_two_hundred_operations_are_read():
    assert len(parse("+".join("x" * 201)).steps) == 200


def test_the_stop_is_applied_once_for_each_cut_edge():
    stopped = []

    def stop(value):
        stopped.append(value)
        return value

    cuts = {Edge("x", "y", 1), Edge("u", "z", 1)}
    assert run(STOPPED_SQUARE, {"x": 3}, stop, cuts) == {"x": 3, "y": 9, "u": 9, "z": 27}
    assert stopped == [3, 9]


def test_without_cuts_given_the_program_cuts_its_own_detach():
    stop = str  # a stop that cannot be missed
    assert run("u = detach(x)\nz = u*2", {"x": 3}, stop)["z"] == "33"
    assert run("u = detach(x)\nz = u*2", {"x": 3}, stop, cuts=())["z"] == 6


def test_a_cut_that_is_no_edge_is_refused():
    with pytest.raises(ValueError, match="is no edge of this program"):
        run(STOPPED_SQUARE, {"x": 3}, cuts={Edge("x", "u", 0)})


@given(exact_programs() | smooth_programs())
def test_running_a_program_is_what_python_computes(typed):
    names = {**FUNCTIONS, **typed.values, "detach": lambda value: value}
    exec(typed.text, names)  # the oracle: the text is Python
    program = typed.program
    values = program.run(typed.values, FUNCTIONS, lambda value: value)
    for name in {step.name for step in program.steps if not step.is_temporary}:
        assert values[name] == names[name]


SOURCES = {
    "torch": "u = y.detach()",
    "mxnet": "u = y.detach()",
    "engine": "u = y.detach()",
    "jax": "u = lax.stop_gradient(y)",
    "tensorflow": "u = tf.stop_gradient(y)",
}


@pytest.mark.parametrize(("dialect", "stop"), SOURCES.items())
def test_the_source_shows_the_stop_of_the_framework(dialect, stop):
    program = parse(STOPPED_SQUARE)
    assert program.source(dialect=dialect) == f"y = x * x\n{stop}\nz = x * u"
    assert program.source((), dialect) == "y = x * x\nu = y\nz = x * u"


def test_the_source_cuts_one_use_of_a_value_and_keeps_brackets():
    program = parse("z = (x + 1)*x - tanh(max(x, 0) - (x - 2))*(-3)")
    cuts = [Edge("_1", "_2", 0), Edge("_5", "_6", 0)]
    assert program.source(cuts, "torch") == (
        "z = (x + 1).detach() * x - "
        "torch.tanh((torch.maximum(x, torch.tensor(0.0)) - (x - 2)).detach()) * -3"
    )


def test_an_unknown_dialect_is_named():
    with pytest.raises(ValueError, match="There is no dialect theano; use one of torch, jax"):
        parse("x*x").source(dialect="theano")
