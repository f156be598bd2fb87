"""Multiple-choice questions: a bank of them, the attempts, and the page they stand on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from helpers.quiz.view import QuizView


def quiz_of(room: str) -> Callable[[], QuizView]:
    """Return the `quiz` of a room: a function that shows the questions of its `questions.toml`.

    Args:
        room: the `__name__` of a room.
    """
    questions = Path(sys.modules[room].__path__[0]) / "questions.toml"
    title = room.rpartition(".")[2].replace("_", " ")

    def quiz() -> QuizView:
        """Return the quiz of this chapter.

        Raises:
            QuestionError: a question cannot be used; the message says which, and why.
        """
        from helpers.quiz.bank import load
        from helpers.quiz.view import QuizView

        return QuizView(load(questions, title))

    return quiz
