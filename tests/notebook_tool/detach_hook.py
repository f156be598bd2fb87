"""Make detach the identity: this module runs inside a kernel, before a notebook's first cell.

It stands alone (standard library only, any kernel's Python) and imports no framework: each is
changed when the notebook itself imports it. Only public names are changed; what a framework does
inside stays as it is.
"""

import sys

# which frameworks had their stop called, by the notebook or by a helper for it
called = set()


def install(changed):
    """Watch the import of every framework, and make the stop of the changed ones the identity.

    Args:
        changed: names out of `STOPS`.
    """
    sys.meta_path.insert(0, _Watch(changed))


def _torch(torch, replace):
    for owner, name in ((torch, "detach"), (torch.Tensor, "detach"), (torch.Tensor, "detach_")):
        replace(owner, name, lambda tensor: tensor)
    replace(torch, "detach_", lambda tensor: tensor)


def _jax(jax, replace):
    replace(jax.lax, "stop_gradient", lambda x: x)


def _tensorflow(tf, replace):
    replace(tf, "stop_gradient", lambda input, name=None: tf.identity(input, name))


def _mxnet(mx, replace):
    replace(mx.nd.NDArray, "detach", lambda array: array)
    replace(mx.np.ndarray, "detach", lambda array: array)
    for space in (mx.nd, mx.nd.op, mx.sym, mx.sym.op):
        for name in ("BlockGrad", "stop_gradient"):
            replace(space, name, lambda data, **_: data)


def _engine(engine, replace):
    replace(engine.Value, "detach", lambda value: value)


STOPS = {
    "engine": _engine,
    "jax": _jax,
    "mxnet": _mxnet,
    "tensorflow": _tensorflow,
    "torch": _torch,
}
MODULES = {"helpers.engine" if name == "engine" else name: name for name in STOPS}


class _Watch:
    """A finder that lets the others find a framework and changes it right after its import."""

    def __init__(self, changed):
        self._changed = changed

    def find_spec(self, module, path=None, target=None):
        name = MODULES.get(module)
        spec = name and _found_by_the_others(module, path, target)
        if not spec:
            return None
        execute = spec.loader.exec_module

        def execute_and_change(imported):
            execute(imported)
            STOPS[name](imported, _Replacement(name, name in self._changed))

        spec.loader.exec_module = execute_and_change
        return spec


class _Replacement:
    """Puts the identity in the place of a stop, or the stop itself; both note the call."""

    def __init__(self, framework, identity):
        self._framework = framework
        self._identity = identity

    def __call__(self, owner, name, identity):
        stop = identity if self._identity else getattr(owner, name)

        def noted(*args, **kwargs):
            called.add(self._framework)
            return stop(*args, **kwargs)

        noted.__name__ = name
        setattr(owner, name, noted)


def _found_by_the_others(module, path, target):
    for finder in sys.meta_path:
        if not isinstance(finder, _Watch):
            spec = finder.find_spec(module, path, target)
            if spec is not None:
                return spec
    return None
