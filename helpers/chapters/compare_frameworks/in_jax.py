"""What JAX answers to the questions of the table; see `probes`."""

from __future__ import annotations

import jax
import jax.numpy as jnp

CALL = "jax.lax.stop_gradient(y)"


def example(stops: bool) -> tuple[float, float, float]:
    def z(x: jax.Array) -> jax.Array:
        return x * _stop(x * x, stops)

    dy_dx = jax.grad(lambda x: x * x)
    return float(z(3.0)), float(jax.grad(z)(3.0)), float(dy_dx(3.0))


def second(stops: bool) -> float | None:
    return float(jax.grad(jax.grad(lambda x: x * _stop(x * x, stops)))(3.0))


def nothing_left() -> float | None:
    return float(jax.grad(lambda x: _stop(x, True) * _stop(x * x, True))(3.0))


def shares_memory() -> bool:
    y = _vector()
    u = jax.lax.stop_gradient(y)
    return u.unsafe_buffer_pointer() == y.unsafe_buffer_pointer()


def write_reaches_y() -> bool:
    y = _vector()
    u = jax.lax.stop_gradient(y)
    u[0] = 7.0
    return float(y[0]) == 7


def _stop(value: jax.Array, stops: bool) -> jax.Array:
    return jax.lax.stop_gradient(value) if stops else value


def _vector() -> jax.Array:
    x = jnp.arange(4.0)
    return x * x
