"""The teaching engine: reverse-mode differentiation of numbers, small enough to read.

A `Value` holds a number and remembers which values it was made from. `backward` walks that
record from the last value to the first and adds up the chain rule. `detach` makes a value with
the same number and no record: the walk ends there.

Source of the method: A. Griewank and A. Walther, *Evaluating Derivatives*, 2nd ed., SIAM 2008,
chapter 3 (reverse mode).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction

Number = int | float | Fraction

_numbers = itertools.count()


class Value:
    """A number that remembers how it was made.

    Args:
        data: the number; ints and Fractions stay exact.
        op: the operation that made it; `"input"` for a value you make yourself.
        parents: the values it was made from, one entry for each use (`x * x` has `x` twice).
        slopes: the derivative of this value with respect to each parent, in the same order.

    Attributes:
        grad: the derivative collected by `backward`, or None where no path arrived.
        number: position in the order of creation; parents always come before their children.
    """

    __slots__ = ("data", "grad", "number", "op", "parents", "slopes")

    def __init__(
        self,
        data: Number,
        op: str = "input",
        parents: tuple[Value, ...] = (),
        slopes: tuple[Number, ...] = (),
    ) -> None:
        self.data = data
        self.op = op
        self.parents = parents
        self.slopes = slopes
        self.grad: Number | None = None
        self.number = next(_numbers)

    def __repr__(self) -> str:
        return f"Value({self.data}, grad={self.grad})"

    def detach(self) -> Value:
        """Return a new value with the same number and no parents; this one keeps its record."""
        return Value(self.data, op="detach")

    def record(self) -> list[Value]:
        """Return every value this one was made from and itself, in the order they were made."""
        seen, waiting = {self}, [self]
        while waiting:
            new = set(waiting.pop().parents) - seen
            seen |= new
            waiting += new
        return sorted(seen, key=lambda value: value.number)

    def backward(self, seed: Number = 1) -> None:
        """Add d(self)/d(value), times `seed`, to `.grad` of each value in the record.

        A second call adds to what is there, as in PyTorch.
        """
        upstream: dict[Value, Number] = {self: seed}
        for value in reversed(self.record()):
            gradient = upstream[value]
            value.grad = gradient if value.grad is None else value.grad + gradient
            for parent, slope in zip(value.parents, value.slopes, strict=True):
                upstream[parent] = upstream.get(parent, 0) + gradient * slope

    def __add__(self, other: Value | Number) -> Value:
        return _combine("+", self, other, lambda a, b: (a + b, 1, 1))

    def __sub__(self, other: Value | Number) -> Value:
        return _combine("-", self, other, lambda a, b: (a - b, 1, -1))

    def __mul__(self, other: Value | Number) -> Value:
        return _combine("*", self, other, lambda a, b: (a * b, b, a))

    def __truediv__(self, other: Value | Number) -> Value:
        return _combine("/", self, other, lambda a, b: (a / b, 1 / b, -a / (b * b)))

    def __pow__(self, power: Number) -> Value:
        if isinstance(power, Value):
            raise TypeError("the power must be a number: write x ** 3, or exp(y * log(x))")
        slope = power * self.data ** (power - 1) if power else 0
        return Value(self.data**power, "**", (self,), (slope,))

    def __radd__(self, other: Number) -> Value:
        return self + other

    def __rsub__(self, other: Number) -> Value:
        return _combine("-", other, self, lambda a, b: (a - b, 1, -1))

    def __rmul__(self, other: Number) -> Value:
        return self * other

    def __rtruediv__(self, other: Number) -> Value:
        return _combine("/", other, self, lambda a, b: (a / b, 1 / b, -a / (b * b)))

    def __neg__(self) -> Value:
        return Value(-self.data, "neg", (self,), (-1,))


def _combine(
    op: str,
    left: Value | Number,
    right: Value | Number,
    rule: Callable[[Number, Number], tuple[Number, Number, Number]],
) -> Value:
    """Apply a two-place operation; a plain number is a constant and becomes no parent."""
    data, *slopes = rule(_number(left), _number(right))
    uses = [(v, s) for v, s in zip((left, right), slopes, strict=True) if isinstance(v, Value)]
    return Value(data, op, tuple(v for v, _ in uses), tuple(s for _, s in uses))


def _number(value: Value | Number) -> Number:
    return value.data if isinstance(value, Value) else value


def _function(
    name: str, rule: Callable[[Number], tuple[Number, Number]]
) -> Callable[[Value], Value]:
    def apply(x: Value) -> Value:
        data, slope = rule(x.data)
        return Value(data, name, (x,), (slope,))

    apply.__name__ = name
    apply.__doc__ = f"Return {name}(x) as a Value."
    return apply


def _exp(x: Number) -> tuple[Number, Number]:
    return math.exp(x), math.exp(x)


def _tanh(x: Number) -> tuple[Number, Number]:
    return math.tanh(x), 1 - math.tanh(x) ** 2


def _sigmoid(x: Number) -> tuple[Number, Number]:
    # the two forms keep exp from overflowing on either side
    s = 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))
    return s, s * (1 - s)


def _larger(left: Value | Number, right: Value | Number) -> Value:
    """Return the larger of two; a tie shares the slope in halves, as PyTorch and JAX do."""
    return _combine("max", left, right, lambda a, b: (max(a, b), _share(a, b), _share(b, a)))


def _smaller(left: Value | Number, right: Value | Number) -> Value:
    """Return the smaller of two; a tie shares the slope in halves, as PyTorch and JAX do."""
    return _combine("min", left, right, lambda a, b: (min(a, b), _share(b, a), _share(a, b)))


def _share(a: Number, b: Number) -> Number:
    return 0.5 if a == b else int(a > b)


FUNCTIONS: dict[str, Callable[..., Value]] = {
    "exp": _function("exp", _exp),
    "log": _function("log", lambda x: (math.log(x), 1 / x)),
    "sin": _function("sin", lambda x: (math.sin(x), math.cos(x))),
    "cos": _function("cos", lambda x: (math.cos(x), -math.sin(x))),
    "tanh": _function("tanh", _tanh),
    "sqrt": _function("sqrt", lambda x: (math.sqrt(x), 0.5 / math.sqrt(x))),
    "sigmoid": _function("sigmoid", _sigmoid),
    "relu": _function("relu", lambda x: (max(x, 0), int(x > 0))),
    "abs": _function("abs", lambda x: (abs(x), (x > 0) - (x < 0))),
    "round": _function("round", lambda x: (round(x), 0)),
    "max": _larger,
    "min": _smaller,
}
