"""The right answers of the quizzes, computed: one module a question file, one function a question.

A function is named after the question's key and returns the text of the right option, worked out
by running the program of the question. Frameworks are imported inside the functions. A question
that has nothing to run stands in the module's `CONCEPTUAL`, with the reason.
"""


def write(number: float) -> str:
    """Write a number as an option does: `9`, `13.5`."""
    return f"{float(number):.10g}"
