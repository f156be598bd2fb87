"""Says in words what is installed here, what is missing and what to do, importing none of it."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import re
import sys
from dataclasses import dataclass

_ALL = "python -m pip install -r requirements.txt"


@dataclass(frozen=True)
class Part:
    """A package of the course.

    Attributes:
        title: its name in sentences.
        module: the module that is imported.
        use: which chapters need it.
        least: the oldest version that works, as numbers; empty for any.
        why: what goes wrong with an older one.
    """

    title: str
    module: str
    use: str
    least: tuple[int, ...] = ()
    why: str = ""


PARTS = (
    Part("PyTorch", "torch", "chapters 02, 03, 04 and 05"),
    Part("JAX", "jax", "chapters 03 and 04"),
    Part("TensorFlow", "tensorflow", "chapters 03 and 04"),
    Part("matplotlib", "matplotlib", "the pictures"),
    Part("ipywidgets", "ipywidgets", "the sliders", (8,), "its sliders do not show"),
    Part("anywidget", "anywidget", "the pictures you can press"),
    Part("networkx", "networkx", "the graphs"),
    Part("sympy", "sympy", "the formulas"),
    Part("ipykernel", "ipykernel", "every chapter", (7, 4), "sliders run beside your cells"),
)


def report() -> str:
    """Return one line for Python and each part: ready, or what is wrong and what to do."""
    return "\n".join([_python(sys.version_info[:2]), *map(_line, PARTS)])


def _python(version: tuple[int, ...]) -> str:
    if version >= (3, 11):
        return "Python: ready"
    return f"Python {version[0]}.{version[1]} is too old: install 3.11 or newer and start again."


def _line(part: Part) -> str:
    if importlib.util.find_spec(part.module) is None:
        return (
            f"{part.title} is missing, {part.use} cannot run: type `{_ALL}` in a terminal, "
            "then restart the kernel."
        )
    found = importlib.metadata.version(part.module) if part.least else ""
    if _numbers(found) < part.least:
        return (
            f"{part.title} {found} is too old, {part.why}: type `{_ALL}` in a terminal, "
            "then restart the kernel."
        )
    return f"{part.title}: ready"


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(digits) for digits in re.findall(r"\d+", version)[:2])
