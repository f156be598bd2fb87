"""One test file a room: its explorer, its exercises, and the right answers of its quiz, computed.

In `test_<room>.py` a function `answer_<key>` belongs to each question of the room's
`questions.toml` and returns the text of the right option, worked out by running the program of the
question. A question that has nothing to run stands in `CONCEPTUAL`, with the reason.
`tests/test_questions.py` holds every question against its answer.
"""


def write(number: float) -> str:
    """Write a number as an option does: `9`, `13.5`."""
    return f"{float(number):.10g}"
