"""The questions of "Meet MXNet" as programs; run as a script in MXNet's own environment."""

import json


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


def add():
    from mxnet import autograd

    x = _leaf(grad_req="add")
    with autograd.record():
        y = x * x
        z = x * y.detach()
    z.backward()
    y.backward()
    return f"{x.grad.item():g}"


def all_detached():
    from mxnet import autograd

    x = _leaf()
    with autograd.record():
        z = (x * x * x).detach()
    if _or_error(z.backward) == "an error":
        return f"an error, and x.grad stays {x.grad}"
    return f"no error, and x.grad is {x.grad}"


def marked_on_the_way():
    from mxnet import autograd

    x = _leaf()
    with autograd.record():
        y = x * x
        y.attach_grad()
        z = x * y
    z.backward()
    return f"{x.grad.item():g}"


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
    programs = {
        name: value
        for name, value in globals().items()
        if name[0] != "_" and getattr(value, "__module__", "") == __name__
    }
    print(json.dumps({name: run() for name, run in programs.items()}))
