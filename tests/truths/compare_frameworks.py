"""What the frameworks answer to the questions of "Compare frameworks"."""

from tests.truths import write

CONCEPTUAL: dict[str, str] = {}


def stop_outside() -> str:
    import jax

    def slope(stop) -> str:
        x = 5.0
        u = stop(x * x)
        return str(jax.grad(lambda x: x * u)(x))

    assert slope(jax.lax.stop_gradient) == "25.0", "what the question says is printed"
    return slope(lambda value: value)


def nothing_left_then_zero() -> str:
    import tensorflow as tf

    w = tf.Variable(5.0)
    with tf.GradientTape(persistent=True) as tape:
        z = 2.0 * tf.stop_gradient(w)
    assert tape.gradient(z, w) is None, "what the question says comes first"
    return str(tape.gradient(z, w, unconnected_gradients="zero").numpy())


def second_order() -> str:
    import jax

    return str(jax.grad(jax.grad(_stopped))(5.0))


def write_through() -> str:
    import torch

    x = torch.tensor(3.0, requires_grad=True)
    y = 2 * x
    u = y.detach()
    u.zero_()
    return write(y.item())


def forward_mode() -> str:
    import jax

    return str(jax.jacfwd(_stopped)(5.0))


def _stopped(x):
    import jax

    return x * jax.lax.stop_gradient(x * x)
