"""TensorFlow behind the framework contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from helpers import graph as graphs
from helpers.frameworks.contract import Answer, Numbers, Stop, as_tuple

_FUNCTIONS = {
    **{name: getattr(tf, name) for name in ("exp", "sin", "cos", "tanh", "sqrt", "sigmoid")},
    "log": tf.math.log,
    "relu": tf.nn.relu,
    "abs": tf.abs,
    "round": tf.round,
    "max": tf.maximum,
    "min": tf.minimum,
}


class TensorFlow:
    """Each call opens its own persistent tape, so that several gradients can be asked for."""

    name = "tensorflow"
    title = "TensorFlow"
    functions = _FUNCTIONS

    def version(self) -> str:
        return tf.__version__

    def array(self, numbers: Numbers) -> tf.Tensor:
        return tf.constant(numbers, dtype=tf.float64)

    def detach(self, value: tf.Tensor) -> tf.Tensor:
        return tf.stop_gradient(value)

    def tolist(self, value: tf.Tensor) -> Numbers:
        return value.numpy().tolist()

    def gradient(
        self, program: Callable[..., Any], *inputs: Numbers, cut: Stop | None = None
    ) -> Answer:
        arrays = [self.array(entry) for entry in inputs]
        with tf.GradientTape(persistent=True, watch_accessed_variables=False) as tape:
            tape.watch(arrays)
            values = as_tuple(program(*arrays, cut or self.detach))
        rows = [tape.gradient(value, arrays) for value in values]
        return Answer(
            tuple(self.tolist(value) for value in values),
            tuple(tuple(None if g is None else self.tolist(g) for g in row) for row in rows),
        )

    def graph(
        self, program: Callable[..., Any], *inputs: Numbers, cut: Stop | None = None
    ) -> graphs.Graph:
        def last(*arrays: tf.Tensor) -> tf.Tensor:
            return as_tuple(program(*arrays, cut or self.detach))[-1]

        single = len(inputs) == 1
        specs = [
            tf.TensorSpec(self.array(entry).shape, tf.float64, name="x" if single else f"x{i}")
            for i, entry in enumerate(inputs)
        ]
        # AutoGraph would rewrite the learner's function, and warn about a lambda
        traced = tf.function(last, autograph=False).get_concrete_function(*specs)
        graph = graphs.new()
        for op in traced.graph.get_operations():
            if op.type == "Placeholder":
                graphs.add_input(graph, op.name, op.name)
            elif op.type not in ("Const", "Identity", "NoOp"):
                graphs.add_op(graph, op.name, op.type, [v.op.name for v in op.inputs])
        return graph
