"""One room a chapter: what a chapter alone uses, in a folder named after its notebook.

A room holds the chapter's explorer, its tables, `exercises.py` and `questions.toml`, and its
`__init__.py` hands on what the notebook imports:

    from helpers.chapters.move_x.explorer import MoveX
    from helpers.exercise import check_in
    from helpers.quiz import quiz_of

    check, quiz = check_in(__name__), quiz_of(__name__)

Rooms are found by their name, and no room imports another one.
"""

from __future__ import annotations

import pkgutil


def rooms() -> list[str]:
    """Return the names of the rooms, in alphabetical order; none is imported."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
