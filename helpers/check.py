"""Check the answer to an exercise: `check("move_x.slope_at_four", answer)` prints one line."""

from __future__ import annotations

import difflib
from typing import Any

from helpers import exercises
from helpers.exercises import Exercise, Verdict


def check(name: str, answer: Any) -> None:
    """Print what the answer is: `not answered yet`, `wrong`, `raised` or `right`, and why.

    Args:
        name: the exercise as `"<chapter>.<name>"`, e.g. `"move_x.slope_at_four"`.
        answer: anything; nothing that is answered stops the notebook.
    """
    print(judge(name, answer))


def judge(name: str, answer: Any) -> Verdict:
    """Return the verdict that `check` prints."""
    exercise = _find(name)
    return exercise if isinstance(exercise, Verdict) else exercise.verdict(answer)


def _find(name: Any) -> Exercise | Verdict:
    """Return the exercise, or the verdict that says why there is none of that name."""
    if not isinstance(name, str):
        sentence = "the name of the exercise comes first, in quotes, and then your answer"
        return Verdict("wrong", f'{sentence}: check("chapter.name", answer)')
    chapter, _, key = name.partition(".")
    if chapter in exercises.chapters() and key in (found := exercises.load(chapter)):
        return found[key]
    return Verdict("wrong", f"no exercise is called {name[:60]!r}{_closest(name, chapter)}")


def _closest(name: str, chapter: str) -> str:
    """Return "; did you mean …", with the closest name in the closest chapter, or nothing."""
    near = difflib.get_close_matches(chapter, exercises.chapters(), n=1)
    known = [f"{stem}.{key}" for stem in near for key in exercises.load(stem)]
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.3)
    return f"; did you mean {close[0]!r}?" if close else ""
