"""Random programs with their input values, as hypothesis draws them, and numbers for formulas."""

from dataclasses import dataclass

import sympy
from hypothesis import strategies as st

from helpers.program import Program, parse


@dataclass(frozen=True)
class Typed:
    """A text that a learner could type, with a number for each input it may use."""

    text: str
    values: dict[str, int | float]

    @property
    def program(self) -> Program:
        return parse(self.text)


EXACT = ("{} + {}", "{} - {}", "{} * {}", "-{}", "{} ** 2", "3 * {}", "{} - 2", "detach({})")
SMOOTH = (
    *EXACT,
    "sin({})",
    "cos({})",
    "tanh({})",
    "sigmoid({})",
    "exp(sin({}))",
    "{} / (2 + cos({}))",
    "log(1 + {} ** 2)",
    "sqrt(1 + {} ** 2)",
    "0.5 * {}",
)
NAMES = ("p", "q", "r", "s")


@st.composite
def _typed(draw, templates, numbers):
    values = {"a": draw(numbers), "b": draw(numbers)}
    known = list(values)
    lines = []
    for name in NAMES[: draw(st.integers(1, len(NAMES)))]:
        names = st.sampled_from(known)
        inner = _filled(st.sampled_from(templates), names)
        outer = _filled(st.sampled_from(templates), names | inner.map("({})".format))
        lines.append(f"{name} = {draw(outer)}")
        known.append(name)
    return Typed("\n".join(lines), values)


def _filled(templates, operands):
    return st.builds(
        lambda template, *parts: template.format(*parts), templates, operands, operands
    )


def exact_programs():
    """Programs of + - * ** with small integers: every answer is an integer."""
    return _typed(EXACT, st.integers(-4, 4))


def smooth_programs():
    """Programs with functions, away from kinks and from the edges of domains."""
    return _typed(SMOOTH, st.integers(-12, 12).map(lambda n: n / 8))


@st.composite
def cuts_of(draw, program: Program):
    """A set of edges of a program."""
    return frozenset(edge for edge in program.edges if draw(st.booleans()))


def at(formula: sympy.Expr, values: dict[str, int | float]) -> sympy.Expr:
    """The number that a formula has at these values."""
    return formula.subs({symbol: values[symbol.name] for symbol in formula.free_symbols})
