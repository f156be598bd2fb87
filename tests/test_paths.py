"""Paths, exact gradients, formulas and finite differences against values derived by hand."""

from fractions import Fraction

import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st

from helpers import engine, frameworks
from helpers import paths as path_logic
from helpers.formula import TOO_LONG
from helpers.paths import (
    DomainError,
    evaluate,
    finite_difference,
    formula,
    formula_text,
    gradients,
    paths,
)
from helpers.program import Edge, parse
from tests.strategies import at, cuts_of, exact_programs, smooth_programs

STOPPED_SQUARE = parse("y = x*x\nu = detach(y)\nz = x*u")
CUBE = parse("z = x*x*x")
AT_3 = {"x": 3}


def products(program, cuts, values=AT_3, **ends):
    return [path.product for path in paths(program, values, cuts, **ends).listed]


@pytest.mark.parametrize(
    ("cuts", "left", "gradient"),
    [
        ([], [9, 9, 9], 27),
        ([Edge("x", "z", 1)], [9, 9], 18),
        ([Edge("x", "z", 1), Edge("x", "_1", 0)], [9], 9),
        ([Edge("x", "z", 1), Edge("_1", "z", 0)], [], None),
    ],
)
def test_the_cube_loses_nine_with_each_path(cuts, left, gradient):
    found = paths(CUBE, AT_3, cuts)
    assert [path.product for path in found.listed] == left
    assert (found.count, found.sum, found.gradient) == (len(left), gradient, gradient)
    assert evaluate(CUBE, AT_3)["z"] == 27


def test_the_example_keeps_its_direct_path_and_loses_the_one_through_y():
    assert products(STOPPED_SQUARE, None) == [9]
    assert sorted(products(STOPPED_SQUARE, [])) == [9, 9, 9]
    assert gradients(STOPPED_SQUARE, AT_3) == {"x": 9, "y": None, "u": 3, "z": 1}
    assert gradients(STOPPED_SQUARE, AT_3, ()) == {"x": 27, "y": 3, "u": 3, "z": 1}
    assert gradients(STOPPED_SQUARE, AT_3, target="y")["x"] == 6


def test_a_path_lists_its_edges_with_their_slopes():
    (path,) = paths(STOPPED_SQUARE, AT_3, [Edge("x", "z", 0), Edge("x", "y", 1)]).listed
    assert path.edges == (Edge("x", "y", 0), Edge("y", "u", 0), Edge("u", "z", 1))
    assert path.slopes == (3, 1, 3)


def test_a_value_reaches_itself_on_one_empty_path():
    assert products(STOPPED_SQUARE, None, source="z") == [1]


def test_fractions_and_integers_stay_exact():
    ratio = parse("y = x*x\nz = y / detach(y)")
    assert gradients(ratio, AT_3)["x"] == Fraction(2, 3)
    healed = gradients(ratio, AT_3, ())["x"]
    assert healed == 0 and isinstance(healed, int)
    assert gradients(parse("z = x**100"), AT_3)["x"] == 100 * 3**99


def test_paths_are_counted_when_there_are_too_many_to_list():
    doubled = parse("\n".join(["v0 = x + x", *(f"v{i + 1} = v{i} + v{i}" for i in range(59))]))
    found = paths(doubled, AT_3)
    assert (found.count, len(found.listed), found.gradient) == (2**60, 200, 2**60)
    assert not found.is_complete
    assert str(found) == (
        "1,152,921,504,606,846,976 paths are left from x to v59; the first 200 are listed."
    )


def test_the_number_of_paths_is_said_in_one_sentence():
    assert str(paths(CUBE, AT_3)) == "3 paths are left from x to z."
    assert str(paths(STOPPED_SQUARE, AT_3)) == "1 path is left from x to z."
    assert str(paths(CUBE, AT_3, CUBE.edges)) == "No path is left from x to z."


@pytest.mark.parametrize(
    ("text", "x", "sentence"),
    [
        ("z = 1 / (x - 3)", 3, "1 / (x - 3) cannot divide by zero, and x - 3 is 0 here."),
        ("y = x - 3\nz = x / y", 3, "x / y cannot divide by zero, and x is 3 and y is 0 here."),
        ("y = x - 7\nz = log(y)", 3, "log(y) needs a positive number, and y is -4 here."),
        ("z = log(x)", 0, "log(x) needs a positive number, and x is 0 here."),
        ("z = sqrt(x)", -4, "sqrt(x) needs a number that is not negative, and x is -4 here."),
        ("z = x ** 0.5", -4, "x ** 0.5 has no real value, and x is -4 here."),
        ("z = x ** -1", 0, "x ** (-1) cannot divide by zero, and x is 0 here."),
        ("z = exp(x)", 1000, "exp(x) is too large to compute, and x is 1000 here."),
        ("z = x ** 100", 10**7, "x ** 100 is too large to compute, and x is 1e+07 here."),
        ("z = x*x", float("nan"), "x needs a finite number."),
        ("z = x*x", float("inf"), "x needs a finite number."),
        ("z = x*x", "3", "x needs a number."),
    ],
)
def test_no_finite_value_gets_a_sentence_that_names_the_step(text, x, sentence):
    with pytest.raises(DomainError) as caught:
        evaluate(parse(text), {"x": x})
    assert str(caught.value) == sentence


def test_a_slope_that_is_not_finite_matters_only_while_its_edge_is_left():
    root = parse("z = sqrt(x) + x")
    with pytest.raises(DomainError, match=r"^sqrt\(x\) has no finite slope, and x is 0 here\.$"):
        gradients(root, {"x": 0}, ())
    assert gradients(root, {"x": 0}, [Edge("x", "_1", 0)])["x"] == 1


def test_a_gradient_that_overflows_gets_a_sentence():
    with pytest.raises(DomainError, match="too large"):
        gradients(parse("y = 1e300*x\nz = 1e300*y"), {"x": 0})


def test_repeated_squares_and_growing_fractions_end():
    squares = parse("\n".join(["v0 = x*x", *(f"v{i + 1} = v{i}*v{i}" for i in range(60))]))
    with pytest.raises(DomainError, match="too large to compute"):
        evaluate(squares, AT_3)
    growing = "\n".join(["v0 = x + 1/x", *(f"v{i + 1} = v{i} + 1/v{i}" for i in range(60))])
    assert evaluate(parse(growing), AT_3)["v60"] == pytest.approx(11.6, abs=0.1)


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("z = relu(x)", {"x": 0}, [0]),
        ("z = relu(x)", {"x": 2}, [1]),
        ("z = abs(x)", {"x": 0}, [0]),
        ("z = abs(x)", {"x": -2}, [-1]),
        ("z = round(x)", {"x": 2.5}, [0]),
        ("z = max(a, b)", {"a": 1, "b": 1}, [Fraction(1, 2), Fraction(1, 2)]),
        ("z = max(a, b)", {"a": 2, "b": 1}, [1, 0]),
        ("z = min(a, b)", {"a": 2, "b": 1}, [0, 1]),
        ("z = x ** 0", {"x": 0}, [0]),
        ("z = 2 - x", {"x": 5}, [-1]),
        ("z = 6 / x", {"x": 3}, [Fraction(-2, 3)]),
    ],
)
def test_slopes_at_kinks_and_beside_constants(text, values, expected):
    found = gradients(parse(text), values)
    assert [found[name] for name in values] == expected


@pytest.mark.parametrize(
    ("text", "cuts", "expected"),
    [
        ("y = x*x\nu = detach(y)\nz = x*u", None, "x**2"),
        ("y = x*x\nu = detach(y)\nz = x*u", (), "3*x**2"),
        ("z = x*x*x", [Edge("x", "z", 1)], "2*x**2"),
        ("z = x*x*x", [Edge("x", "z", 1), Edge("_1", "z", 0)], "No path is left to x."),
        ("z = x / 2", (), "1/2"),
        ("z = 0*x", (), "0"),
        ("z = relu(x)*x", (), "x*step(x) + relu(x)"),
        ("q = x + detach(round(x) - x)\nz = q*q", None, "2*round(x)"),
        ("z = abs(x)*x", (), "x*sign(x) + abs(x)"),
        ("z = x*max(x, 1)", [Edge("_1", "z", 1)], "max(1, x)"),
        ("*".join(f"sin({n}*x)" for n in range(2, 14)), (), TOO_LONG),
        ("z = (x + 1)**60", (), "60*(x + 1)**59"),
        ("z = 1/(x - x)", (), "There is no formula: a step has no value for any input."),
        ("z = sqrt(x - x - 1)*x", (), "I"),
        (
            "z = relu(sqrt(x - x - 1))*x",
            (),
            "There is no formula: a step has no value for any input.",
        ),
    ],
)
def test_the_formula_that_is_left(text, cuts, expected):
    assert formula_text(parse(text), cuts, "x") == expected


@pytest.mark.parametrize(
    "step", ["v{0} = v{1}*v{1}", "v{0} = (2*v{1})**100", "v{0} = sin(v{1} + v{1})"]
)
def test_a_formula_without_end_is_refused(step):
    lines = ["v0 = x + 1", *(step.format(i, i - 1) for i in range(1, 20))]
    with pytest.raises(ValueError, match=r"^The formula is too long to show\.$"):
        formula(parse("\n".join(lines)), (), "x")


def test_a_formula_is_asked_for_an_input():
    with pytest.raises(ValueError, match="y is no input; use one of x"):
        formula(STOPPED_SQUARE, None, "y")


def test_the_finite_difference_does_not_see_the_cut():
    # the central difference of x³ is exactly 3x² + h², here with h = 3e-5
    assert finite_difference(STOPPED_SQUARE, AT_3, "x") == pytest.approx(27, abs=1e-7)
    assert gradients(STOPPED_SQUARE, AT_3)["x"] == 9


@given(st.data(), exact_programs() | smooth_programs())
def test_the_gradient_is_the_sum_over_the_paths_left(data, typed):
    program = typed.program
    cuts = data.draw(cuts_of(program))
    for name in program.inputs:
        found = paths(program, typed.values, cuts, name)
        assume(found.is_complete)
        if found.count == 0:
            assert found.sum is None and found.gradient is None
        else:
            assert found.sum == pytest.approx(found.gradient, rel=1e-9, abs=1e-9)


@given(st.data(), exact_programs())
def test_the_engine_gives_the_same_integers(data, typed):
    program = typed.program
    cuts = data.draw(cuts_of(program))
    function = program.function(engine.FUNCTIONS, cuts)
    inputs = [typed.values[name] for name in program.inputs]
    answer = frameworks.get("engine").gradient(function, *inputs)
    exact = gradients(program, typed.values, cuts)
    assert answer.values == (evaluate(program, typed.values)[program.output],)
    assert list(answer.gradients[0]) == [exact[name] for name in program.inputs]


@given(st.data(), exact_programs())
def test_the_formula_has_the_value_of_the_gradient(data, typed):
    program = typed.program
    cuts = data.draw(cuts_of(program))
    exact = gradients(program, typed.values, cuts)
    for name in program.inputs:
        try:
            derivative = formula(program, cuts, name)
        except ValueError:
            assume(False)
        left = None if derivative is None else at(derivative, typed.values)
        assert left == exact[name]


@given(smooth_programs())
def test_without_cuts_the_finite_difference_is_the_gradient(typed):
    program = typed.program
    exact = gradients(program, typed.values, ())
    for name in program.inputs:
        assume(abs(exact[name] or 0) < 1e3)
        slope = finite_difference(program, typed.values, name)
        assert slope == pytest.approx(exact[name] or 0, rel=1e-4, abs=1e-4)


def test_importing_the_path_logic_does_not_import_sympy():
    assert not any(value is sympy for value in vars(path_logic).values())
