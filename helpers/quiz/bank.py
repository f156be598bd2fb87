"""Load multiple-choice questions from a file, the `questions.toml` of a room.

A question is five lines; the wrong answers start with the misconception they show:

    [[question]]
    key = "slope_at_ten"
    ask = "`x = 10`, `z = x * detach(x * x)`. What is dz/dx?"
    right = { "100" = "`u = 100` is a constant factor of `x`." }
    wrong = { "300" = "detach-does-nothing: That is 3x².", "10" = "confuses-x-and-u: That is x." }

Where the feedback is long, give every wrong answer a line of its own: `wrong."300" = "…"`.
Optional are `code`, lines of a program shown below the question, and `reason`, a sentence shown
with the right answer that says why the question matters. The answers are plain text; the other
texts may hold `code` between backticks.
"""

from __future__ import annotations

import difflib
import hashlib
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from helpers.quiz.questions import Option, Question, Quiz

_REQUIRED = ("ask", "right", "wrong")
_FIELDS = ("key", *_REQUIRED, "code", "reason")
_TAGGED = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*): +(\S.*)", re.DOTALL)


class QuestionError(ValueError):
    """A question file that cannot be used; the message names the file and the question."""


def load(path: Path, title: str = "") -> Quiz:
    """Return the quiz that a question file holds.

    Args:
        path: a TOML file as described above.
        title: what the quiz is called; the name of the file, in words, if left out.

    Raises:
        QuestionError: no such file, or a question in it that cannot be used.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise QuestionError(f"{path.name} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise QuestionError(f"{path.name} is not valid TOML: {error}") from None
    return parse(table, path.name, title or path.stem.replace("_", " "))


def parse(table: Mapping[str, Any], file: str, title: str) -> Quiz:
    """Turn the content of a question file into a quiz; `file` is its name, for error messages.

    Raises:
        QuestionError: names the file, the question and what to change.
    """
    entries = table.get("question")
    if set(table) != {"question"} or not isinstance(entries, list) or not entries:
        raise QuestionError(f"{file} holds nothing but questions, each below a line [[question]]")
    questions = []
    for number, entry in enumerate(entries, start=1):
        try:
            question = _question(entry, f"q{number}")
            if question.key in {earlier.key for earlier in questions}:
                raise QuestionError(f"the key {question.key!r} is used twice")
        except QuestionError as error:
            raise QuestionError(f"{file}, question {number}: {error}") from None
        questions.append(question)
    return Quiz(title, tuple(questions))


def _question(entry: Any, default_key: str) -> Question:
    if not isinstance(entry, dict):
        raise QuestionError("start it with a line [[question]]")
    for name in entry:
        if name not in _FIELDS:
            near = difflib.get_close_matches(name, _FIELDS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"use {', '.join(_FIELDS)}"
            raise QuestionError(f"unknown field {name!r}; {hint}")
    for name in _REQUIRED:
        if name not in entry:
            raise QuestionError(f"the field {name!r} is missing")
    texts = {name: entry.get(name, "") for name in ("ask", "code", "reason")}
    texts["key"] = entry.get("key", default_key)
    for name, text in texts.items():
        if not isinstance(text, str) or (name in ("ask", "key") and not text.strip()):
            raise QuestionError(f"{name!r} is text in quotes")
    return Question(options=_options(entry, texts["key"]), **texts)


def _options(entry: Mapping[str, Any], key: str) -> tuple[Option, ...]:
    for name in ("right", "wrong"):
        answers = entry[name]
        if not isinstance(answers, dict) or not answers:
            raise QuestionError(f'{name!r} is written {{ "answer" = "feedback" }}')
        for text, feedback in answers.items():
            if not (text.strip() and isinstance(feedback, str) and feedback.strip()):
                raise QuestionError(f"the answer {text!r} needs feedback, as text in quotes")
    if len(entry["right"]) != 1:
        raise QuestionError("'right' holds exactly one answer")
    if both := set(entry["right"]) & set(entry["wrong"]):
        raise QuestionError(f"the answer {both.pop()!r} is both right and wrong")
    right = [Option(text, feedback) for text, feedback in entry["right"].items()]
    wrong = [_wrong(text, feedback) for text, feedback in entry["wrong"].items()]
    return tuple(sorted(right + wrong, key=lambda option: _rank(key, option.text)))


def _wrong(text: str, feedback: str) -> Option:
    tagged = _TAGGED.fullmatch(feedback)
    if not tagged:
        raise QuestionError(
            f"the wrong answer {text!r} starts with its misconception, as in "
            f'"detach-does-nothing: That is 3x²."'
        )
    return Option(text, tagged[2], tagged[1].replace("-", " "))


def _rank(key: str, text: str) -> str:
    # a hash mixes right and wrong answers and gives every reader and every run the same order
    return hashlib.sha256(f"{key}|{text}".encode()).hexdigest()
