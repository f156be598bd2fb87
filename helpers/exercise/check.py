"""Check the answer to an exercise: `check("slope_at_four", answer)` prints one line."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Callable
from typing import Any

from helpers.exercise.answers import Verdict
from helpers.exercise.kinds import Exercise


def exercises_in(room: str) -> dict[str, Exercise]:
    """Return the exercises of a room by name, in the order of its module `exercises`.

    Args:
        room: the `__name__` of a room; one without exercises has none.
    """
    home = f"{room}.exercises"
    try:
        module = importlib.import_module(home)
    except ModuleNotFoundError as error:
        if error.name != home:
            raise
        return {}
    return {name: value for name, value in vars(module).items() if isinstance(value, Exercise)}


def check_in(room: str) -> Callable[[str, Any], None]:
    """Return the `check` of a room; see `exercises_in` for `room`."""

    def check(name: str, answer: Any) -> None:
        """Print what the answer is: `not answered yet`, `wrong`, `raised` or `right`, and why.

        Args:
            name: the exercise, e.g. `"slope_at_four"`.
            answer: anything; nothing that is answered stops the notebook.
        """
        print(judge(room, name, answer))

    return check


def judge(room: str, name: Any, answer: Any) -> Verdict:
    """Return the verdict that the room's `check` prints."""
    if not isinstance(name, str):
        sentence = "the name of the exercise comes first, in quotes, and then your answer"
        return Verdict("wrong", f'{sentence}: check("name", answer)')
    known = exercises_in(room)
    if name in known:
        return known[name].verdict(answer)
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.3)
    meant = f"; did you mean {close[0]!r}?" if close else ""
    return Verdict("wrong", f"no exercise is called {name[:60]!r}{meant}")
