"""A program as the learner would write it in each framework, to copy and run."""

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from helpers.program import notation
from helpers.program.operations import FUNCTIONS

if TYPE_CHECKING:
    from helpers.program.model import Edge, Program, Step


def _method(value: ast.expr) -> ast.expr:
    return ast.Call(ast.Attribute(value, "detach"), [], [])


def _function(stop: str) -> Callable[[ast.expr], ast.expr]:
    return lambda value: notation.call(stop, [value])


@dataclass(frozen=True)
class Dialect:
    """How one framework writes a program.

    Attributes:
        head: lines before the inputs.
        input: an input, from its name and number.
        stop: the framework's stop around an expression.
        functions: how to call a function by the name it has in this program.
        renamed: functions that are called something else.
        tail: lines that show the gradients; `{inputs}` and `{output}` are filled in.
        before: the line between the inputs and the program, for one that needs a block.
        constant: a constant as the argument of a function.
    """

    head: tuple[str, ...]
    input: str
    stop: Callable[[ast.expr], ast.expr]
    functions: str
    tail: tuple[str, ...]
    renamed: Mapping[str, str] = field(default_factory=dict)
    before: str = ""
    constant: Callable[[int | float], ast.expr] = notation.number

    def function(self, name: str) -> str:
        """What to call for `exp`, `max`, …."""
        return self.renamed.get(name) or self.functions.format(name)


def _tensor(constant: int | float) -> ast.expr:
    return notation.call("torch.tensor", [notation.number(float(constant))])


def _larger_and_smaller(library: str) -> dict[str, str]:
    return {"max": f"{library}.maximum", "min": f"{library}.minimum"}


DIALECTS = {
    "torch": Dialect(
        head=("import torch", ""),
        input="{name} = torch.tensor({number}, requires_grad=True)",
        stop=_method,
        functions="torch.{}",
        renamed=_larger_and_smaller("torch"),
        constant=_tensor,
        tail=("{output}.backward()", "print({grads})"),
    ),
    "jax": Dialect(
        head=("import jax", "from jax import lax", "from jax import numpy as jnp", ""),
        input="",
        stop=_function("lax.stop_gradient"),
        functions="jnp.{}",
        renamed={
            **_larger_and_smaller("jnp"),
            "relu": "jax.nn.relu",
            "sigmoid": "jax.nn.sigmoid",
        },
        before="def program({inputs}):",
        tail=("    return {output}", "", "print(jax.grad(program{positions})({numbers}))"),
    ),
    "tensorflow": Dialect(
        head=("import tensorflow as tf", ""),
        input="{name} = tf.Variable({number})",
        stop=_function("tf.stop_gradient"),
        functions="tf.{}",
        renamed={**_larger_and_smaller("tf"), "log": "tf.math.log", "relu": "tf.nn.relu"},
        before="with tf.GradientTape() as tape:",
        tail=("print(tape.gradient({output}, [{inputs}]))",),
    ),
    "mxnet": Dialect(
        head=("from mxnet import autograd, nd", ""),
        input="{name} = nd.array([{number}])\n{name}.attach_grad()",
        stop=_method,
        functions="nd.{}",
        renamed=_larger_and_smaller("nd"),
        before="with autograd.record():",
        tail=("{output}.backward()", "print({grads})"),
    ),
    "engine": Dialect(
        head=("from helpers import engine", ""),
        input="{name} = engine.Value({number})",
        stop=_method,
        functions="engine.FUNCTIONS['{}']",
        tail=("{output}.backward()", "print({grads})"),
    ),
}
LIBRARY_NAMES = frozenset(
    ("torch", "jax", "jnp", "lax", "tf", "nd", "autograd", "tape", "program", "engine")
)


def source(
    program: "Program",
    cuts: frozenset["Edge"],
    dialect: str = "torch",
    values: Mapping[str, float] | None = None,
) -> str:
    """The lines of a program with a stop at each cut edge.

    Args:
        program: what to write.
        cuts: the edges that carry a stop.
        dialect: one of `DIALECTS`.
        values: a number for each input; with them the text is complete and prints the gradients.

    Raises:
        ValueError: an unknown dialect.
    """
    if dialect not in DIALECTS:
        raise ValueError(f"There is no dialect {dialect}; use one of {', '.join(DIALECTS)}.")
    style = DIALECTS[dialect]
    lines = _lines(program, cuts, style)
    return "\n".join(lines if values is None else _complete(program, lines, style, values))


def _lines(program: "Program", cuts: frozenset["Edge"], style: Dialect) -> list[str]:
    written: dict[str, ast.expr] = {name: notation.name(name) for name in program.inputs}
    lines = []
    for step in program.steps:
        expression = _expression(step, cuts, style, written)
        if step.is_temporary:
            written[step.name] = expression  # used once, so it is written where it is used
        else:
            lines.append(f"{step.name} = {ast.unparse(expression)}")
            written[step.name] = notation.name(step.name)
    return lines


def _expression(
    step: "Step", cuts: frozenset["Edge"], style: Dialect, written: Mapping[str, ast.expr]
) -> ast.expr:
    constant = style.constant if step.op in FUNCTIONS else notation.number
    args = [written[a] if isinstance(a, str) else constant(a) for a in step.args]
    for edge in step.edges:
        if edge in cuts:
            args[edge.slot] = style.stop(args[edge.slot])
    if step.op == "detach":
        return args[0]
    return notation.operation(step.op, args, style.function)


def _complete(
    program: "Program", lines: list[str], style: Dialect, values: Mapping[str, float]
) -> list[str]:
    numbers = {name: float(values[name]) for name in program.inputs}
    fill = {
        "output": program.output,
        "inputs": ", ".join(program.inputs),
        "grads": ", ".join(f"{name}.grad" for name in program.inputs),
        "numbers": ", ".join(map(str, numbers.values())),
        # one input is what jax.grad takes by itself
        "positions": f", {tuple(range(len(numbers)))}" if len(numbers) > 1 else "",
    }
    text = list(style.head)
    if style.input:
        text += [style.input.format(name=n, number=numbers[n]) for n in program.inputs]
    indent = "    " if style.before else ""
    text += [style.before.format(**fill)] if style.before else []
    text += [indent + line for line in lines]
    return text + [line.format(**fill) for line in style.tail]
