"""JAX behind the framework contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from helpers import graph as graphs
from helpers.frameworks.contract import Answer, Numbers, Stop, as_tuple

_FUNCTIONS = {
    **{name: getattr(jnp, name) for name in ("exp", "log", "sin", "cos", "tanh", "sqrt")},
    "sigmoid": jax.nn.sigmoid,
    "relu": jax.nn.relu,
    "abs": jnp.abs,
    "round": jnp.round,
    "max": jnp.maximum,
    "min": jnp.minimum,
}


class Jax:
    """64-bit numbers only inside these calls; the learner's own JAX keeps its 32 bits."""

    name = "jax"
    title = "JAX"
    functions = _FUNCTIONS

    def version(self) -> str:
        return jax.__version__

    def array(self, numbers: Numbers) -> jax.Array:
        with jax.enable_x64(True):
            return jnp.asarray(numbers, dtype=jnp.float64)

    def detach(self, value: jax.Array) -> jax.Array:
        return jax.lax.stop_gradient(value)

    def tolist(self, value: jax.Array) -> Numbers:
        return value.tolist()

    def gradient(
        self, program: Callable[..., Any], *inputs: Numbers, cut: Stop | None = None
    ) -> Answer:
        with jax.enable_x64(True):
            values, pull_back = jax.vjp(
                lambda *arrays: as_tuple(program(*arrays, cut or self.detach)),
                *(self.array(entry) for entry in inputs),
            )
            gradients = tuple(pull_back(_pick(values, i)) for i in range(len(values)))
        return Answer(
            tuple(self.tolist(value) for value in values),
            tuple(tuple(self.tolist(g) for g in row) for row in gradients),
        )

    def graph(
        self, program: Callable[..., Any], *inputs: Numbers, cut: Stop | None = None
    ) -> graphs.Graph:
        with jax.enable_x64(True):
            closed = jax.make_jaxpr(lambda *arrays: program(*arrays, cut or self.detach))(
                *(self.array(entry) for entry in inputs)
            )
        graph, names = graphs.new(), _Names()
        for i, variable in enumerate(closed.jaxpr.invars):
            names.give(variable, "x" if len(inputs) == 1 else f"x{i}")
            graphs.add_input(graph, names.of(variable), names.of(variable))
        for equation in closed.jaxpr.eqns:
            operands = [names.of(variable) for variable in equation.invars]
            result = names.of(equation.outvars[0])
            graphs.add_op(graph, result, _op_name(equation), operands)
        return graph


def _op_name(equation: Any) -> str:
    """Return the primitive's name; a function that JAX compiles itself has its own."""
    name = equation.primitive.name
    return equation.params.get("name", name) if name in ("jit", "pjit") else name


def _pick(values: tuple[jax.Array, ...], chosen: int) -> tuple[jax.Array, ...]:
    """Return the upstream gradients that ask for one of the values: ones there, else zeros."""
    return tuple(jnp.full_like(value, float(i == chosen)) for i, value in enumerate(values))


class _Names:
    """Letters for the variables of a jaxpr, in order of appearance, as JAX prints them."""

    def __init__(self) -> None:
        self._names: dict[int, str] = {}

    def give(self, variable: Any, name: str) -> None:
        self._names[id(variable)] = name

    def of(self, variable: Any) -> str:
        return self._names.setdefault(id(variable), chr(ord("a") + len(self._names)))
