"""One program, any framework: the same few calls for PyTorch, JAX, TensorFlow and the engine.

`get("torch")` imports PyTorch and returns its adapter; the other frameworks stay unloaded.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import sys

from helpers.frameworks.contract import Answer, Framework, FrameworkMissing

__all__ = [
    "NAMES",
    "TITLES",
    "Answer",
    "Framework",
    "FrameworkMissing",
    "get",
    "installed",
    "loaded",
]

TITLES = {
    "engine": "our engine",
    "torch": "PyTorch",
    "jax": "JAX",
    "tensorflow": "TensorFlow",
    "mxnet": "MXNet",
}
NAMES = tuple(TITLES)

_ADAPTERS = {
    "engine": ("helpers.frameworks.of_engine", "Engine"),
    "torch": ("helpers.frameworks.of_torch", "Torch"),
    "jax": ("helpers.frameworks.of_jax", "Jax"),
    "tensorflow": ("helpers.frameworks.of_tensorflow", "TensorFlow"),
    "mxnet": ("helpers.frameworks.of_mxnet", "MXNet"),
}


@functools.cache
def get(name: str) -> Framework:
    """Return the adapter of a framework, importing that framework now.

    Args:
        name: one of `NAMES`.

    Raises:
        ValueError: the name is none of `NAMES`.
        FrameworkMissing: it is not installed; the message says which line installs it.
    """
    if name not in _ADAPTERS:
        raise ValueError(f"no framework is called {name!r}: choose one of {', '.join(NAMES)}")
    module, adapter = _ADAPTERS[name]
    try:
        return getattr(importlib.import_module(module), adapter)()
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise FrameworkMissing(name, TITLES[name]) from None


def installed(name: str) -> bool:
    """Say whether `get` finds a framework, without importing it."""
    if name == "mxnet":  # it has an environment of its own
        from helpers.mxnet import environment

        return environment.is_complete()
    return name == "engine" or importlib.util.find_spec(name) is not None


def loaded(name: str) -> bool:
    """Say whether a framework is in this kernel already, so that `get` costs no time."""
    return _ADAPTERS[name][0] in sys.modules
