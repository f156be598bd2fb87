"""What each operation computes, and its slope for each argument, in exact Python numbers.

Integers and fractions stay exact as long as the operation allows it; everything else is a float.
Where a slope has a kink the value is PyTorch's: 0 for relu and abs at 0,
half for each argument of max and min at a tie. TensorFlow gives the whole tie to the first
argument, and JAX has slope 1 for abs at 0.
"""

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral, Rational, Real

MAX_DENOMINATOR = 2**64  # larger fractions become floats, or they would grow without end
FLOAT_BITS = 1024


@dataclass(frozen=True)
class Operation:
    """A value, a slope for each argument that can be a value, and what the arguments must be."""

    value: Callable
    slopes: tuple[Callable, ...]
    needs: str = "has no value"


def tidy(number: Real) -> int | float | Fraction:
    """The same number in its plainest type.

    Raises:
        OverflowError: the number does not fit a 64-bit float.
    """
    if isinstance(number, Integral):
        number = int(number)
    elif not isinstance(number, Fraction):
        number = float(number)
    elif number.denominator == 1:
        number = number.numerator
    elif number.denominator > MAX_DENOMINATOR:
        number = float(number)
    if not math.isfinite(float(number)):
        raise OverflowError("too large for a 64-bit float")
    return number


def _divide(a, b):
    exact = isinstance(a, Rational) and isinstance(b, Rational)
    return Fraction(a) / Fraction(b) if exact else a / b


def _power(a, b):
    if isinstance(a, Rational) and isinstance(b, int):
        if a == 0 and b < 0:
            raise ZeroDivisionError
        size = max(abs(Fraction(a).numerator), Fraction(a).denominator)
        if abs(b) * size.bit_length() <= 2 * FLOAT_BITS:
            return Fraction(a) ** b
    return math.pow(a, b)  # unlike **, never complex


def _power_slope(a, b):
    return 0 if b == 0 else b * _power(a, b - 1)


def _sigmoid(a):
    small = math.exp(-abs(a))  # never overflows
    return 1 / (1 + small) if a >= 0 else small / (1 + small)


def _step(a, tie):
    return tie if a == 0 else int(a > 0)


HALF = Fraction(1, 2)
OPERATIONS: dict[str, Operation] = {
    "add": Operation(operator.add, (lambda a, b: 1, lambda a, b: 1)),
    "sub": Operation(operator.sub, (lambda a, b: 1, lambda a, b: -1)),
    "mul": Operation(operator.mul, (lambda a, b: b, lambda a, b: a)),
    "div": Operation(
        _divide, (lambda a, b: _divide(1, b), lambda a, b: _divide(-_divide(a, b), b))
    ),
    "pow": Operation(_power, (_power_slope,), "has no real value"),
    "neg": Operation(operator.neg, (lambda a: -1,)),
    "exp": Operation(math.exp, (math.exp,)),
    "log": Operation(math.log, (lambda a: _divide(1, a),), "needs a positive number"),
    "sin": Operation(math.sin, (math.cos,)),
    "cos": Operation(math.cos, (lambda a: -math.sin(a),)),
    "tanh": Operation(math.tanh, (lambda a: 1 - math.tanh(a) ** 2,)),
    "sqrt": Operation(
        math.sqrt, (lambda a: 1 / (2 * math.sqrt(a)),), "needs a number that is not negative"
    ),
    "relu": Operation(lambda a: max(a, 0), (lambda a: _step(a, 0),)),
    "abs": Operation(abs, (lambda a: _step(a, 0) - _step(-a, 0),)),
    "round": Operation(round, (lambda a: 0,)),
    "sigmoid": Operation(_sigmoid, (lambda a: _sigmoid(a) * _sigmoid(-a),)),
    "max": Operation(max, (lambda a, b: _step(a - b, HALF), lambda a, b: _step(b - a, HALF))),
    "min": Operation(min, (lambda a, b: _step(b - a, HALF), lambda a, b: _step(a - b, HALF))),
    "detach": Operation(lambda a: a, (lambda a: 1,)),  # the cut belongs to its edge
}

ARITHMETIC: dict[str, Callable] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
    "pow": operator.pow,
    "neg": operator.neg,
}
FUNCTIONS = tuple(name for name in OPERATIONS if name not in ARITHMETIC)


def value(op: str, *args: Real) -> int | float | Fraction:
    """The value of operation `op`.

    Raises:
        ValueError: one phrase, such as "needs a positive number", where there is no finite value.
    """
    try:
        return tidy(OPERATIONS[op].value(*args))
    except ZeroDivisionError:
        raise ValueError("cannot divide by zero") from None
    except OverflowError:
        raise ValueError("is too large to compute") from None
    except ValueError:
        raise ValueError(OPERATIONS[op].needs) from None


def slope(op: str, slot: int, *args: Real) -> int | float | Fraction:
    """The derivative of operation `op` for its argument number `slot` (0 or 1).

    Raises:
        ValueError: one phrase where there is no finite slope.
    """
    try:
        return tidy(OPERATIONS[op].slopes[slot](*args))
    except (ValueError, ArithmeticError):
        raise ValueError("has no finite slope") from None
