"""Import a framework that may be missing, and let a chapter go on without it."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from helpers.frameworks import TITLES, FrameworkMissing

_OPERATORS = ("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow")
_COMPARISONS = ("lt", "le", "gt", "ge")
_OTHERS = ("neg", "pos", "abs", "call", "getitem", "enter")


def load(name: str) -> Any:
    """Return a framework's module, as `import` does.

    Where it is not installed, print the line that installs it and return a stand-in: it takes
    part in any calculation, and what comes out reads "not installed".

    Args:
        name: `"torch"`, `"jax"` or `"tensorflow"`.
    """
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        print(FrameworkMissing(name, TITLES[name]))
        return Missing()


class Missing:
    """Stands in for a framework, and for everything that would have come from it."""

    def __getattr__(self, name: str) -> Missing:
        # Python and IPython ask any object for names of this kind
        if name.startswith("_"):
            raise AttributeError(name)
        return self

    def __setattr__(self, name: str, value: object) -> None:
        """Forget what is assigned, as in `x.grad = None`."""

    def __setitem__(self, key: object, value: object) -> None:
        """Forget what is assigned, as in `layer.weight[:] = 1`."""

    def __exit__(self, *error: object) -> None:
        return None

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __bool__(self) -> bool:
        return False

    def __int__(self) -> int:
        return 0

    def __float__(self) -> float:
        return 0.0

    def __repr__(self) -> str:
        return "not installed"

    def __format__(self, how: str) -> str:
        return repr(self)


def _itself(self: Missing, *args: object, **kwargs: object) -> Missing:
    return self


for _name in (*_OPERATORS, *(f"r{name}" for name in _OPERATORS), *_COMPARISONS, *_OTHERS):
    setattr(Missing, f"__{_name}__", _itself)
