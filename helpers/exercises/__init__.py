"""The exercises of the course: one module a chapter, loaded when a chapter asks for it.

A module `<chapter>.py` in this folder holds one `Exercise` a name, so that
`check("<chapter>.<name>", answer)` finds it:

    from helpers.exercises import number

    slope_at_four = number(
        16,
        wrong={48: "that is 3x², the slope without the detach", 8: "that is dy/dx = 2x"},
        right="u = 4² = 16 is a constant factor, so dz/dx = u",
    )
"""

import importlib
import pkgutil

from helpers.exercises._answers import Numbers, Rejected, Verdict, read, run
from helpers.exercises._functions import alike, behaviour, function, program, value_and_gradient
from helpers.exercises._kinds import Exercise, choice, custom, names, number, numbers

__all__ = [
    "Exercise",
    "Numbers",
    "Rejected",
    "Verdict",
    "alike",
    "behaviour",
    "chapters",
    "choice",
    "custom",
    "function",
    "load",
    "names",
    "number",
    "numbers",
    "program",
    "read",
    "run",
    "value_and_gradient",
]


def chapters() -> list[str]:
    """Return the chapters that have exercises, in alphabetical order; nothing is loaded."""
    found = (module.name for module in pkgutil.iter_modules(__path__))
    return sorted(name for name in found if not name.startswith("_"))


def load(chapter: str) -> dict[str, Exercise]:
    """Return the exercises of a chapter by name, in the order of its module.

    Raises:
        KeyError: no such chapter.
    """
    if chapter not in chapters():
        raise KeyError(chapter)
    module = importlib.import_module(f"{__name__}.{chapter}")
    return {name: value for name, value in vars(module).items() if isinstance(value, Exercise)}
