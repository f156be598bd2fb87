"""What the frameworks answer to the questions of "Keep the tape"."""

from tests.truths import write

CONCEPTUAL: dict[str, str] = {}


def list_of_targets() -> str:
    import tensorflow as tf

    x = tf.Variable(4.0)
    with tf.GradientTape() as tape:
        y = x * x
        z = x * tf.stop_gradient(y)
    return write(tape.gradient([z, y], x))


def kept_until_when() -> str:
    import weakref

    import tensorflow as tf

    results = []
    h = x = tf.Variable(tf.ones(100))
    with tf.GradientTape(persistent=True) as tape:
        for _ in range(10):
            h = tf.sin(h)
            results.append(weakref.ref(h))
            h = tf.nn.relu(h)
            results.append(weakref.ref(h))
        z = tf.reduce_sum(h)
    del h
    tape.gradient(z, x)
    return write(sum(result() is not None for result in results))


def none_or_number() -> str:
    import tensorflow as tf

    x = tf.Variable(4.0)
    answers = []
    for watched in (False, True):
        with tf.GradientTape() as tape:
            u = tf.stop_gradient(x * x)
            if watched:
                tape.watch(u)
            z = x * u
        gradient = tape.gradient(z, u)
        answers.append("None" if gradient is None else write(gradient))
    return ", then ".join(answers)


def freed_by_node() -> str:
    import weakref

    import torch

    class Box:
        def __init__(self, tensor):
            self.tensor = tensor

    boxes = weakref.WeakSet()

    def pack(tensor):
        boxes.add(box := Box(tensor.detach()))
        return box

    x = torch.tensor(4.0, requires_grad=True)
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda box: box.tensor):
        y = x * x
        z = x * y.detach()
    assert len(boxes) == 3
    z.backward()
    return write(len(boxes))


def second_backward() -> str:
    import torch

    x = torch.tensor(4.0, requires_grad=True)
    y = x * x
    z = x * y
    for name, target in (("first", z), ("second", y)):
        try:
            target.backward()
        except RuntimeError:
            return f"the {name} call raises an error"
    return "both calls work"


def vjp_again() -> str:
    import jax

    _, pull_back = jax.vjp(lambda x: x * x, 4.0)
    answers = [float(pull_back(1.0)[0]) for _ in range(100)]
    return "as often as you like" if answers == [8.0] * 100 else "once"
