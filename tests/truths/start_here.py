"""What the frameworks answer to the questions of the self-test."""

from tests.truths import write

CONCEPTUAL: dict[str, str] = {}


def _leaf(number: float):
    import torch

    return torch.tensor(number, requires_grad=True)


def slope_with_detach() -> str:
    x = _leaf(5.0)
    (x * (x * x).detach()).backward()
    return write(x.grad)


def value_with_detach() -> str:
    x = _leaf(5.0)
    return write((x * (x * x).detach()).item())


def one_path_of_three() -> str:
    x = _leaf(3.0)
    (x.detach() * x * x).backward()
    return write(x.grad)


def source_after_detach() -> str:
    x = _leaf(5.0)
    y = x * x
    y.detach()
    y.backward()
    return write(x.grad)


def nothing_left() -> str:
    import jax
    import tensorflow as tf

    x = _leaf(5.0)
    variable = tf.Variable(5.0)
    with tf.GradientTape() as tape:
        stopped = tf.stop_gradient(variable)
        z = stopped * stopped * stopped

    def program(x):
        stopped = jax.lax.stop_gradient(x)
        return stopped * stopped * stopped

    answers = [
        _or_error(lambda: (x.detach() * x.detach() * x.detach()).backward()),
        str(tape.gradient(z, variable)),
        str(jax.grad(program)(5.0)),
    ]
    return ", ".join(answers)


def plain_tape_twice() -> str:
    import tensorflow as tf

    x = tf.Variable(5.0)
    with tf.GradientTape() as tape:
        y = x * x
        z = x * tf.stop_gradient(y)
    first = write(tape.gradient(z, x))
    return f"{first}, then {_or_error(lambda: tape.gradient(y, x))}"


def gradients_add_up() -> str:
    x = _leaf(5.0)
    y = x * x
    z = x * y.detach()
    z.backward()
    y.backward()
    return write(x.grad)


def detach_before_loss() -> str:
    import torch

    layer = torch.nn.Linear(3, 2)
    prediction = layer(torch.ones(4, 3)).detach()
    loss = torch.nn.functional.mse_loss(prediction, torch.zeros(4, 2))
    outcome = _or_error(loss.backward)
    return "it raises an error" if outcome == "an error" else f"gradient {layer.weight.grad}"


def _or_error(run) -> str:
    try:
        return str(run())
    except RuntimeError:
        return "an error"
