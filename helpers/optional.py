"""Import a framework that may be missing, and let a chapter go on without it."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from helpers.frameworks import TITLES, FrameworkMissing


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

    def _itself(self, *args: Any, **kwargs: Any) -> Missing:
        return self

    __call__ = __getitem__ = __enter__ = _itself
    __add__ = __radd__ = __mul__ = __rmul__ = __sub__ = __rsub__ = __truediv__ = _itself

    def __getattr__(self, name: str) -> Missing:
        # Python and IPython ask any object for names of this kind
        if name.startswith("_"):
            raise AttributeError(name)
        return self

    def __exit__(self, *error: object) -> None:
        return None

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __int__(self) -> int:
        return 0

    def __float__(self) -> float:
        return 0.0

    def __repr__(self) -> str:
        return "not installed"
