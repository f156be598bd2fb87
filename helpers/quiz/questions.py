"""Multiple-choice questions: what was asked, what was answered, the score and the report.

The questions themselves live in the rooms; `helpers.quiz.bank` loads them.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field

_LETTERS = 79  # of a line of the stored text
CONFIDENCE = ("guess", "fairly sure", "certain")


@dataclass(frozen=True)
class Option:
    """One answer: its text, the feedback it gets, and the misconception it shows (None: right)."""

    text: str
    feedback: str
    misconception: str | None = None

    @property
    def right(self) -> bool:
        return self.misconception is None


@dataclass(frozen=True)
class Question:
    """One question; the order of `options` depends on their texts and the key only."""

    key: str
    ask: str
    options: tuple[Option, ...]
    code: str = ""
    reason: str = ""

    @property
    def answer(self) -> Option:
        return next(option for option in self.options if option.right)

    def option(self, text: str) -> Option:
        """Return the option with this text.

        Raises:
            ValueError: there is none.
        """
        for option in self.options:
            if option.text == text:
                return option
        raise ValueError(f"{text!r} is no option of the question {self.key!r}")


@dataclass(frozen=True)
class Attempt:
    """One answer given, and how sure the learner was (one of `CONFIDENCE`)."""

    option: Option
    confidence: str


@dataclass
class Quiz:
    """The questions of a chapter and the attempts at them; the first attempt counts."""

    title: str
    questions: tuple[Question, ...]
    attempts: dict[str, list[Attempt]] = field(default_factory=dict)

    def answer(self, key: str, text: str, confidence: str) -> Option:
        """Record an attempt and return the option taken; the same answer again is no attempt.

        Raises:
            ValueError: no such question, option or confidence.
        """
        if confidence not in CONFIDENCE:
            raise ValueError(f"confidence is one of {', '.join(CONFIDENCE)}, not {confidence!r}")
        option = self.question(key).option(text)
        made = self.attempts.setdefault(key, [])
        if not made or made[-1].option != option:
            made.append(Attempt(option, confidence))
        return option

    def question(self, key: str) -> Question:
        """Return the question of this key; ValueError if there is none."""
        for question in self.questions:
            if question.key == key:
                return question
        raise ValueError(f"the quiz {self.title!r} has no question {key!r}")

    def first(self, key: str) -> Attempt | None:
        """Return the first attempt at a question, the one that counts, or None."""
        made = self.attempts.get(key)
        return made[0] if made else None

    @property
    def score(self) -> int:
        """The number of questions answered right at the first attempt."""
        return sum(made[0].option.right for made in self.attempts.values())

    def score_line(self) -> str:
        """Return the score as one sentence."""
        answered = f"{len(self.attempts)} of {len(self.questions)} answered"
        return f"Score: {self.score} right at the first attempt, {answered}."

    def text(self) -> str:
        """Return questions and options as plain text, without the answers."""
        head = f"Quiz: {self.title} · {len(self.questions)} questions"
        return "\n\n".join(
            [head, *map(_as_text, range(1, 1 + len(self.questions)), self.questions)]
        )

    def report(self) -> str:
        """Return the result as text to print: a line a question, then what to look at."""
        return _report(self)


def _as_text(number: int, question: Question) -> str:
    code = [f"       {line}" for line in question.code.strip("\n").splitlines()]
    options = [_filled("   ( ) ", option.text) for option in question.options]
    return "\n".join([_filled(f"{number}. ", question.ask), *code, *options])


def _filled(head: str, text: str) -> str:
    """Return a text broken into lines below each other; a page without a kernel breaks no line."""
    indent = " " * len(head)
    return textwrap.fill(head + text, _LETTERS, subsequent_indent=indent)


def _report(quiz: Quiz) -> str:
    """Return the report; it depends on the attempts only, so it holds no date and no name."""
    lines = [f"Report: {quiz.title}", quiz.score_line(), ""]
    lines += [_line(n, question, quiz) for n, question in enumerate(quiz.questions, start=1)]
    sure_and_wrong, unsure_and_wrong, guessed = [], [], []
    for n, question in enumerate(quiz.questions, start=1):
        first = quiz.first(question.key)
        if first and not first.option.right:
            section = sure_and_wrong if first.confidence == CONFIDENCE[-1] else unsure_and_wrong
            idea = first.option.misconception
            section.append(f"  {n}. You answered {first.option.text}. The idea behind it: {idea}.")
        elif first and first.confidence == CONFIDENCE[0]:
            guessed.append(f"  {n}. {question.answer.feedback}")
    lines += _section("Sure and wrong: look at these first.", sure_and_wrong)
    lines += _section("Wrong, and you were not certain.", unsure_and_wrong)
    lines += _section("Right, and a guess: find the reason before you go on.", guessed)
    return "\n".join(lines)


def _line(number: int, question: Question, quiz: Quiz) -> str:
    made = quiz.attempts.get(question.key, [])
    if not made:
        return f"  {number}. not answered · {question.ask}"
    result = "right" if made[0].option.right else "wrong"
    return f"  {number}. {result}, {made[0].confidence}{_later(made)} · {question.ask}"


def _later(made: list[Attempt]) -> str:
    """Return ", right at attempt 3" where the first attempt was wrong and a later one was not."""
    attempt = next((n for n, one in enumerate(made, start=1) if one.option.right), 1)
    return f", right at attempt {attempt}" if attempt > 1 else ""


def _section(title: str, entries: list[str]) -> list[str]:
    return ["", title, *entries] if entries else []
