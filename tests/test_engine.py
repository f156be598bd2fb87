"""The teaching engine against values worked out by hand, and against finite differences."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.engine import FUNCTIONS, Value


def gradient(program, *inputs):
    """Return the value of a program and its gradients at the inputs."""
    roots = [Value(number) for number in inputs]
    result = program(*roots)
    result.backward()
    return result.data, *(root.grad for root in roots)


@pytest.mark.parametrize(
    ("program", "inputs", "expected"),
    [
        (lambda x: x * x, [3], (9, 6)),
        (lambda x: x * x * x, [3], (27, 27)),
        (lambda x: x * (x * x).detach(), [3], (27, 9)),
        (lambda x: x.detach() * (x * x), [3], (27, 18)),
        (lambda x: x.detach() * x.detach(), [3], (9, None)),
        (lambda x, y: x + y, [3, 4], (7, 1, 1)),
        (lambda x, y: x - y, [3, 4], (-1, 1, -1)),
        (
            lambda x, y: x / y,
            [Fraction(3), Fraction(4)],
            (Fraction(3, 4), Fraction(1, 4), Fraction(-3, 16)),
        ),
        (lambda x: 2 + x, [3], (5, 1)),
        (lambda x: 2 - x, [3], (-1, -1)),
        (lambda x: 2 * x, [3], (6, 2)),
        (lambda x: 18 / x, [Fraction(3)], (6, -2)),
        (lambda x: -x, [3], (-3, -1)),
        (lambda x: x**3, [3], (27, 27)),
        (lambda x: x**0, [3], (1, 0)),
    ],
)
def test_value_and_gradient_by_hand(program, inputs, expected):
    assert gradient(program, *inputs) == expected


def test_whole_numbers_stay_whole():
    assert all(type(n) is int for n in gradient(lambda x: x * x * x - 2 * x, 3))


def test_detach_keeps_the_number_and_drops_the_record():
    y = Value(3) * Value(3)
    u = y.detach()
    assert (u.data, u.parents, u.record()) == (9, (), [u])
    assert len(y.record()) == 3


def test_detach_leaves_its_source_in_the_graph():
    x = Value(3)
    y = x * x
    (x * y.detach()).backward()
    assert x.grad == 9
    x.grad = None
    y.backward()
    assert x.grad == 6


def test_a_second_backward_adds_as_in_pytorch():
    x = Value(3)
    y = x * x
    (x * y.detach()).backward()
    y.backward()
    assert x.grad == 15


def test_backward_twice_gives_twice_the_gradient_everywhere():
    x = Value(3)
    y = x * x
    z = x * y
    z.backward()
    z.backward()
    assert (x.grad, y.grad, z.grad) == (54, 6, 2)


def test_cut_and_stitch_gives_the_whole_gradient_back():
    x = Value(3)
    y = x * x
    u = y.detach()
    (x * u).backward()
    y.backward(seed=u.grad)
    assert x.grad == 27


@pytest.mark.parametrize("dial", [0, Fraction(1, 4), Fraction(1, 2), 1, -1])
def test_a_dial_between_detached_and_connected(dial):
    def program(x):
        y = x * x
        return x * (dial * y + (1 - dial) * y.detach())

    assert gradient(program, 3) == (27, 9 + 18 * dial)


smooth = ["exp", "log", "sin", "cos", "tanh", "sqrt", "sigmoid"]


@pytest.mark.parametrize("name", smooth)
@given(x=st.floats(0.3, 3))
def test_smooth_functions_agree_with_a_central_difference(name, x):
    function, h = FUNCTIONS[name], 1e-5
    above, below = function(Value(x + h)).data, function(Value(x - h)).data
    _, slope = gradient(function, x)
    assert slope == pytest.approx((above - below) / (2 * h), rel=1e-5, abs=1e-8)


@pytest.mark.parametrize(
    ("name", "inputs", "expected"),
    [
        ("relu", [2], (2, 1)),
        ("relu", [-2], (0, 0)),
        ("relu", [0], (0, 0)),
        ("abs", [-2], (2, -1)),
        ("abs", [0], (0, 0)),
        ("round", [2.6], (3, 0)),
        ("max", [3, 2], (3, 1, 0)),
        ("max", [2, 2], (2, 0.5, 0.5)),
        ("min", [3, 2], (2, 0, 1)),
        ("min", [2, 2], (2, 0.5, 0.5)),
    ],
)
def test_functions_with_a_kink(name, inputs, expected):
    assert gradient(FUNCTIONS[name], *inputs) == expected


@pytest.mark.parametrize("x", [-800.0, 800.0])
def test_sigmoid_does_not_overflow(x):
    value, slope = gradient(FUNCTIONS["sigmoid"], x)
    assert value == (x > 0)
    assert slope == 0


def test_a_long_chain_needs_no_recursion():
    x = Value(1.0)
    y = x
    for _ in range(5000):
        y = y * 1.0
    y.backward()
    assert x.grad == 1.0


def test_a_power_that_is_a_value_says_what_to_write():
    with pytest.raises(TypeError, match=r"exp\(y \* log\(x\)\)"):
        Value(2) ** Value(3)


def test_the_log_of_a_negative_number_raises():
    with pytest.raises(ValueError, match=r"math domain error|positive"):
        FUNCTIONS["log"](Value(-1))
    assert math.isclose(FUNCTIONS["log"](Value(math.e)).data, 1)
