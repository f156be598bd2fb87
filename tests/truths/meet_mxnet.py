"""What MXNet answers to the questions of "Meet MXNet".

The programs run in MXNet's own environment: this file is run there as a script, once.
"""

import functools
import json
import subprocess

CONCEPTUAL: dict[str, str] = {}


@functools.cache
def _answers() -> dict[str, str]:
    from helpers.mxnet import environment
    from tests.needs import adapter

    adapter("mxnet")
    line = [environment.python(), "-I", __file__]
    ran = subprocess.run(line, capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


def _in_mxnet(program):
    @functools.wraps(program)
    def truth() -> str:
        return _answers()[program.__name__]

    return truth


def _leaf(**options):
    from mxnet import np

    x = np.array(5.0)
    x.attach_grad(**options)
    return x


def _or_error(run) -> str:
    try:
        return str(run())
    except RuntimeError:
        return "an error"


@_in_mxnet
def no_detach_then_y():
    from mxnet import autograd

    x = _leaf()
    with autograd.record():
        y = x * x
        z = x * y
    z.backward()
    if _or_error(y.backward) == "an error":
        return "it raises an error"
    return f"x.grad is {x.grad.item():g}"


@_in_mxnet
def add():
    from mxnet import autograd

    x = _leaf(grad_req="add")
    with autograd.record():
        y = x * x
        z = x * y.detach()
    z.backward()
    y.backward()
    return f"{x.grad.item():g}"


@_in_mxnet
def all_detached():
    from mxnet import autograd

    x = _leaf()
    with autograd.record():
        z = (x * x * x).detach()
    if _or_error(z.backward) == "an error":
        return f"an error, and x.grad stays {x.grad}"
    return f"no error, and x.grad is {x.grad}"


@_in_mxnet
def marked_on_the_way():
    from mxnet import autograd

    x = _leaf()
    with autograd.record():
        y = x * x
        y.attach_grad()
        z = x * y
    z.backward()
    return f"{x.grad.item():g}"


@_in_mxnet
def write_after():
    from mxnet import autograd

    x = _leaf()
    with autograd.record():
        y = x * x
        u = y.detach()
        z = x * u
    u[()] = 1
    z.backward()
    return str(x.grad)


@_in_mxnet
def before_the_scope():
    from mxnet import autograd

    x = _leaf()
    y = x * x
    with autograd.record():
        z = x * y
    z.backward()
    return str(x.grad)


if __name__ == "__main__":
    from mxnet import npx

    npx.set_np()
    truths = {name: value for name, value in globals().items() if hasattr(value, "__wrapped__")}
    truths.pop("_answers")
    print(json.dumps({name: truth.__wrapped__() for name, truth in truths.items()}))
