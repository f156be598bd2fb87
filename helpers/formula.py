"""The derivative that a set of cuts leaves, as a formula.

SymPy differentiates the program with a symbol in place of each cut use, which it takes for a
constant; afterwards the symbol gives way to the expression it stands for. SymPy is imported when
the first formula is asked for that `helpers.polynomial` cannot give as text.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from helpers.polynomial import degree, monomial
from helpers.program import Edge, Program
from helpers.program.operations import ARITHMETIC

if TYPE_CHECKING:
    import sympy

MAX_SIZE = 200  # operations, once every name is replaced by what it stands for
MAX_DEGREE = 1000  # of the polynomial, so that no power of a number fills the memory
MAX_TERMS = 100  # to try to multiply out
MAX_TEXT = 400  # characters
TOO_LONG = "The formula is too long to show."


def formula(program: Program, cuts: Collection[Edge] | None, wrt: str) -> sympy.Expr | None:
    """The derivative of the output with respect to an input, in terms of the inputs.

    None where no path is left. `u` is written out: with `u = detach(x*x)` and `z = x*u`, the
    derivative of `z` is `x**2`. `step(x)` is 1 for a positive `x` and 0 for a negative one.

    Raises:
        ValueError: `wrt` is no input, or the formula is too long or exists nowhere.
    """
    if wrt not in program.inputs:
        raise ValueError(f"{wrt} is no input; use one of {', '.join(program.inputs)}.")
    return _formula(program, program.checked(cuts), wrt)


def formula_text(program: Program, cuts: Collection[Edge] | None, wrt: str) -> str:
    """The formula as a line of text, `3*x**2`, or one sentence where there is none."""
    if wrt in program.inputs and (short := monomial(program, program.checked(cuts), wrt)):
        return short
    try:
        derivative = formula(program, cuts, wrt)
    except ValueError as error:
        return str(error)
    if derivative is None:
        return f"No path is left to {wrt}."
    import sympy

    derivative = derivative.replace(sympy.Heaviside, lambda x, *_: sympy.Function("step")(x))
    for function, name in ((sympy.Max, "max"), (sympy.Min, "min")):
        derivative = derivative.replace(function, sympy.Function(name))
    text = sympy.sstr(derivative)
    return text if len(text) <= MAX_TEXT else TOO_LONG


@lru_cache(maxsize=512)
def _formula(program: Program, cuts: frozenset[Edge], wrt: str) -> sympy.Expr | None:
    _check_size(program)
    if not _reaches_output(program, cuts, wrt):
        return None
    import sympy

    try:
        value, derivative = _value_and_derivative(program, cuts, wrt)
    except TypeError:  # SymPy met a comparison of complex numbers
        value = derivative = sympy.nan
    if any(part.has(sympy.nan, sympy.zoo, sympy.oo) for part in (value, derivative)):
        raise ValueError("There is no formula: a step has no value for any input.")
    return _shortest(derivative)


def _value_and_derivative(
    program: Program, cuts: frozenset[Edge], wrt: str
) -> tuple[sympy.Expr, sympy.Expr]:
    import sympy

    symbols = {name: sympy.Symbol(name, real=True) for name in program.inputs}
    full, left = dict(symbols), dict(symbols)  # every value: without cuts, and with them
    stands_for: dict[sympy.Dummy, sympy.Expr] = {}
    for step in program.steps:
        args = [_operand(arg, left) for arg in step.args]
        for edge in step.edges:
            if edge in cuts:
                args[edge.slot] = sympy.Dummy(edge.source, real=True)
                stands_for[args[edge.slot]] = full[edge.source]
        full[step.name] = _functions()[step.op](*(_operand(arg, full) for arg in step.args))
        left[step.name] = _functions()[step.op](*args)
    derivative = left[program.output].diff(symbols[wrt]).xreplace(stands_for)
    return full[program.output], derivative


def _reaches_output(program: Program, cuts: frozenset[Edge], wrt: str) -> bool:
    reached = {wrt}
    for edge in program.edges:  # in the order of computation, so once through is enough
        if edge.source in reached and edge not in cuts:
            reached.add(edge.target)
    return program.output in reached


def _operand(arg: str | int | float, known: dict[str, sympy.Expr]) -> sympy.Expr:
    import sympy

    return known[arg] if isinstance(arg, str) else sympy.Rational(str(arg))


def _check_size(program: Program) -> None:
    size = dict.fromkeys(program.inputs, 1)
    for step in program.steps:
        size[step.name] = 1 + sum(size[edge.source] for edge in step.edges)
    if size[program.output] > MAX_SIZE or degree(program) > MAX_DEGREE:
        raise ValueError(TOO_LONG)


def _shortest(expression: sympy.Expr) -> sympy.Expr:
    """The shortest of three ways to write it; `simplify` takes seconds and is not much shorter."""
    import sympy

    if _terms(expression) > MAX_TERMS:
        return expression
    return min((expression, expression.expand(), sympy.factor(expression)), key=sympy.count_ops)


def _terms(expression: sympy.Expr) -> int:
    """How many terms there can be once everything is multiplied out."""
    parts = [_terms(part) for part in expression.args]
    if expression.is_Add:
        return sum(parts)
    if expression.is_Mul:
        return math.prod(parts)
    if expression.is_Pow and expression.exp.is_Integer:
        return parts[0] ** abs(int(expression.exp))
    return max(parts, default=1)


@cache
def _functions() -> dict[str, Callable[..., sympy.Expr]]:
    import sympy

    class relu(sympy.Function):
        is_extended_real = True

        @classmethod
        def eval(cls, x):
            return max(x, sympy.S.Zero) if x.is_number else None

        def fdiff(self, argindex=1):
            return sympy.Heaviside(self.args[0], 0)  # 0 at 0, as in every framework

    class rounded(sympy.Function):
        is_extended_real = True

        @classmethod
        def eval(cls, x):
            return sympy.Integer(round(x)) if x.is_number else None

        def fdiff(self, argindex=1):
            return sympy.S.Zero

    class size(sympy.Function):  # sympy.Abs would differentiate for complex numbers
        is_extended_real = True

        @classmethod
        def eval(cls, x):
            return sympy.Abs(x) if x.is_number else None

        def fdiff(self, argindex=1):
            return sympy.sign(self.args[0])

    rounded.__name__, size.__name__ = "round", "abs"  # what the formula prints
    return {
        **ARITHMETIC,
        **{name: getattr(sympy, name) for name in ("exp", "log", "sin", "cos", "tanh", "sqrt")},
        "abs": size,
        "max": sympy.Max,
        "min": sympy.Min,
        "relu": relu,
        "round": rounded,
        "sigmoid": lambda x: 1 / (1 + sympy.exp(-x)),
        "detach": lambda x: x,
    }
