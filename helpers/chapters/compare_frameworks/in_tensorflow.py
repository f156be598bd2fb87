"""What TensorFlow answers to the questions of the table; see `probes`."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

CALL = "tf.stop_gradient(y)"


def example(stops: bool) -> tuple[float, float, float]:
    x = tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as tape:
        y = x * x
        z = x * _stop(y, stops)
    numbers = (z, tape.gradient(z, x), tape.gradient(y, x))
    return tuple(float(number) for number in numbers)  # type: ignore[return-value]


def second(stops: bool) -> float | None:
    x = tf.Variable(3.0)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            z = x * _stop(x * x, stops)
        dz_dx = inner.gradient(z, x)
    return _float(outer.gradient(dz_dx, x))


def nothing_left() -> float | None:
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        z = tf.stop_gradient(x) * tf.stop_gradient(x * x)
    return _float(tape.gradient(z, x))


def shares_memory() -> bool:
    y = _vector()
    u = tf.stop_gradient(y)
    # .numpy() may copy; the buffer itself does not
    return np.shares_memory(*(np.asarray(memoryview(tensor)) for tensor in (u, y)))


def write_reaches_y() -> bool:
    y = _vector()
    u = tf.stop_gradient(y)
    u[0] = 7.0
    return float(y[0]) == 7


def _stop(value: tf.Tensor, stops: bool) -> tf.Tensor:
    return tf.stop_gradient(value) if stops else value


def _float(gradient: tf.Tensor | None) -> float | None:
    return None if gradient is None else float(gradient)


def _vector() -> tf.Tensor:
    x = tf.range(4.0)
    return x * x
