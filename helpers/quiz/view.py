"""A quiz in the notebook: choose, say how sure you are, check, read what the answer shows."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as widgets
import traitlets

from helpers.explorer.keys import Keys
from helpers.quiz.questions import CONFIDENCE, Option, Question, Quiz

_HERE = Path(__file__).parent
_FULL_WIDTH = {"width": "auto", "max_width": "60em"}
_CODE = (
    "line-height: 1.4; overflow-x: auto; padding: 0.5em; border: 1px solid var(--jp-border-color1)"
)
_TEXT = "line-height: 1.5; margin: 0.4em 0"
_REPORT = "line-height: 1.4; white-space: pre-wrap; word-break: normal"
_HOW = "Choose an answer, say how sure you are, check. Your first attempt counts for the score."


class QuizView(widgets.VBox):
    """All questions of a quiz, one below the other, with the score and a report to print.

    Its `text/plain` is the questions with their options, without the answers.
    """

    def __init__(self, quiz: Quiz) -> None:
        self.quiz = quiz
        self.cards = {
            question.key: QuestionCard(number, question, quiz, self._show_score)
            for number, question in enumerate(quiz.questions, start=1)
        }
        self.score = widgets.HTML()
        self.report_button = widgets.Button(description="Show my report")
        self.report_button.on_click(lambda _: self._show_report())
        self.report = widgets.HTML(layout=_FULL_WIDTH)
        self._show_score()
        how = widgets.HTML(f'<p style="{_TEXT}">{_HOW}</p>')
        after = [self.score, self.report_button, self.report, Keys()]
        super().__init__([how, *self.cards.values(), *after])

    def answer(self, key: str, text: str, confidence: str) -> None:
        """Answer a question as a learner does: choose, say how sure, press the button.

        Raises:
            KeyError: no such question.
            ValueError: no such option or confidence.
        """
        card = self.cards[key]
        card.chosen = card.question.options.index(card.question.option(text))
        card.sure = CONFIDENCE.index(confidence)
        card.check(card.chosen, card.sure)

    @property
    def text(self) -> str:
        """What is stored beside the view: the questions as plain text, without the answers."""
        return self.quiz.text()

    def _show_score(self) -> None:
        self.score.value = f'<p style="{_TEXT}">{html.escape(self.quiz.score_line())}</p>'

    def _show_report(self) -> None:
        text = html.escape(self.quiz.report())
        self.report.value = f'<pre role="status" style="{_REPORT}">{text}</pre>'

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, *metadata = bundle if isinstance(bundle, tuple) else (bundle,)
        data = dict(data) | {"text/plain": self.text}
        return (data, *metadata) if metadata else data


class QuestionCard(anywidget.AnyWidget):
    """One question with its answers, how sure the learner is, the button and the feedback.

    The button sends what is chosen along with the press: a choice on a way of its own can come
    after the press, and another answer than the learner's would count.

    Attributes:
        number: of the question, from 1.
        heading, feedback: HTML made here, everything of the question file escaped.
        answers, certainties: what can be chosen, as plain text.
        chosen, sure: which of them are, by index; -1 for none.
    """

    _esm = (_HERE / "question.js").read_text(encoding="utf-8")
    _css = (_HERE / "question.css").read_text(encoding="utf-8")

    number = traitlets.Int(1).tag(sync=True)
    heading = traitlets.Unicode("").tag(sync=True)
    answers = traitlets.List(traitlets.Unicode()).tag(sync=True)
    certainties = traitlets.List(traitlets.Unicode(), list(CONFIDENCE)).tag(sync=True)
    chosen = traitlets.Int(-1).tag(sync=True)
    sure = traitlets.Int(-1).tag(sync=True)
    feedback = traitlets.Unicode("").tag(sync=True)

    def __init__(
        self, number: int, question: Question, quiz: Quiz, on_checked: Callable[[], None]
    ) -> None:
        self.question = question
        self._quiz = quiz
        self._on_checked = on_checked
        super().__init__(
            number=number,
            heading=_heading(number, question, len(quiz.questions)),
            # a label is plain text: it cannot show code as code
            answers=[option.text.replace("`", "") for option in question.options],
        )
        self.on_msg(self._receive)

    def check(self, chosen: int, sure: int) -> None:
        """Check the answer and the certainty with these indices; -1 stands for none.

        Raises:
            ValueError: there is no such answer or certainty.
        """
        if not (-1 <= chosen < len(self.answers) and -1 <= sure < len(CONFIDENCE)):
            raise ValueError(f"question {self.number} has no answer {chosen}, certainty {sure}")
        if chosen < 0 or sure < 0:
            missing = "Choose an answer" if chosen < 0 else "Say how sure you are"
            self.feedback = f"{missing} first, then check."
            return
        option = self.question.options[chosen]
        self._quiz.answer(self.question.key, option.text, CONFIDENCE[sure])
        self.feedback = _feedback(self.question, option)
        self._on_checked()

    def _receive(self, _: Any, content: Any, __: Any) -> None:
        match content:
            case {"check": [int(chosen), int(sure)]}:
                self.check(chosen, sure)


def to_html(text: str) -> str:
    """Return text as safe HTML: everything escaped, `code` between backticks as <code>."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text))


def _heading(number: int, question: Question, count: int) -> str:
    code = question.code.strip("\n")
    shown = f'<pre style="{_CODE}">{html.escape(code)}</pre>' if code else ""
    title = f'<h3 style="margin: 1em 0 0">Question {number} of {count}</h3>'
    return f'{title}<p style="{_TEXT}">{to_html(question.ask)}</p>{shown}'


def _feedback(question: Question, option: Option) -> str:
    answer, why = to_html(option.text), to_html(option.feedback)
    if option.right:
        reason = f" {to_html(question.reason)}" if question.reason else ""
        return f"<strong>Right: {answer}.</strong> {why}{reason}"
    idea = to_html(option.misconception or "")
    return f"<strong>Not {answer}.</strong> The idea behind it: <em>{idea}</em>. {why}"
