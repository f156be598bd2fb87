"""Exercises: judges of what a learner answered; they know no chapter.

A room's module `exercises.py` holds one `Exercise` a name, so that `check("slope_at_four", answer)`
finds it:

    from helpers.exercise import number

    slope_at_four = number(
        16,
        wrong={48: "that is 3x², the slope without the detach", 8: "that is dy/dx = 2x"},
        right="u = 4² = 16 is a constant factor, so dz/dx = u",
    )
"""

from helpers.exercise.answers import Numbers, Rejected, Verdict, read, run
from helpers.exercise.check import check_in, exercises_in, judge
from helpers.exercise.functions import alike, behaviour, function, program, value_and_gradient
from helpers.exercise.kinds import Exercise, choice, custom, names, number, numbers

__all__ = [
    "Exercise",
    "Numbers",
    "Rejected",
    "Verdict",
    "alike",
    "behaviour",
    "check_in",
    "choice",
    "custom",
    "exercises_in",
    "function",
    "judge",
    "names",
    "number",
    "numbers",
    "program",
    "read",
    "run",
    "value_and_gradient",
]
