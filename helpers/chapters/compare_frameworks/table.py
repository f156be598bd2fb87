"""One table, computed when it is asked for: a row a question, a column a framework."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from helpers import frameworks
from helpers.chapters.compare_frameworks import probes
from helpers.chapters.compare_frameworks.probes import THREE, Probe
from helpers.style import number
from helpers.tables import scrolling

CAPTION = "y = x * x, u = the detached y, z = x * u, at x = 3"
_MISSING = "not installed"
_LEFT = "text-align: left; padding-right: 1em"

Question = Callable[[Probe], Any]


def _as_it_comes(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


_ROWS: tuple[tuple[str, Question, Callable[[Any], str]], ...] = (
    ("the stop", lambda probe: probe.CALL, str),
    ("z", lambda probe: probe.example(True)[0], number),
    ("dz/dx", lambda probe: probe.example(True)[1], number),
    ("dz/dx without the stop", lambda probe: probe.example(False)[1], number),
    ("dy/dx afterwards", lambda probe: probe.example(True)[2], number),
    ("dz/dx, everything detached", lambda probe: probe.nothing_left(), _as_it_comes),
    ("second derivative", lambda probe: probe.second(True), _as_it_comes),
    ("second derivative without the stop", lambda probe: probe.second(False), number),
    ("u and y share memory", lambda probe: probe.shares_memory(), _as_it_comes),
    ("u[0] = 7 changes y", lambda probe: probe.write_reaches_y(), _as_it_comes),
)
QUESTIONS = tuple(question for question, _, _ in _ROWS)


@dataclass(frozen=True)
class Column:
    """One framework's answers, in the order of `QUESTIONS`.

    Attributes:
        title: the framework's name.
        answers: a text for each question; an error stands as its type.
        missing: empty, or the sentence that says how to install the framework.
    """

    title: str
    answers: tuple[str, ...]
    missing: str = ""


@dataclass(frozen=True)
class Table:
    """The answers side by side; `print` shows text, a notebook shows HTML."""

    columns: tuple[Column, ...]

    def __getitem__(self, title: str) -> dict[str, str]:
        """Return a framework's answers by question."""
        found = {column.title: column.answers for column in self.columns}
        return dict(zip(QUESTIONS, found[title], strict=True))

    def __repr__(self) -> str:
        grid = [("", *QUESTIONS), *((c.title, *c.answers) for c in self.columns)]
        widths = [max(map(len, column)) for column in grid]
        rows = [
            "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
            for row in zip(*grid, strict=True)
        ]
        return "\n".join([CAPTION, "", *rows, *self._sentences])

    def _repr_html_(self) -> str:
        titles = "".join(f'<th scope="col" style="{_LEFT}">{c.title}</th>' for c in self.columns)
        rows = []
        for question, answers in zip(QUESTIONS, zip(*self._answers, strict=True), strict=True):
            cells = "".join(f'<td style="{_LEFT}">{_cell(text)}</td>' for text in answers)
            head = f'<th scope="row" style="{_LEFT}">{html.escape(question)}</th>'
            rows.append(f"<tr>{head}{cells}</tr>")
        notes = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in self._sentences)
        table = (
            f'<table><caption style="{_LEFT}">{CAPTION}</caption>'
            f"<thead><tr><td></td>{titles}</tr></thead>\n"
            f"<tbody>\n" + "\n".join(rows) + "\n</tbody></table>"
        )
        return scrolling(table, "the frameworks side by side") + notes

    @property
    def _answers(self) -> list[tuple[str, ...]]:
        return [column.answers for column in self.columns]

    @property
    def _sentences(self) -> list[str]:
        return [column.missing for column in self.columns if column.missing]


def table(*names: str) -> Table:
    """Ask each framework the same questions, now.

    Args:
        names: frameworks that have a probe; PyTorch, JAX and TensorFlow if left out. One that is
            not installed gets a column that says so and a sentence that says what to run.
    """
    return Table(tuple(_column(name) for name in names or THREE))


def _column(name: str) -> Column:
    title = frameworks.TITLES[name]
    try:
        probe = probes.load(name)
    except frameworks.FrameworkMissing as missing:
        return Column(title, (_MISSING,) * len(QUESTIONS), str(missing))
    return Column(title, tuple(_ask(question, write, probe) for _, question, write in _ROWS))


def _ask(question: Question, write: Callable[[Any], str], probe: Probe) -> str:
    try:
        return write(question(probe))
    except (RuntimeError, TypeError) as error:  # the answer of a framework that refuses
        return type(error).__name__


def _cell(text: str) -> str:
    is_code = text.endswith("Error") or text.endswith(")") or text in ("None", "0.0")
    return f"<code>{html.escape(text)}</code>" if is_code else html.escape(text)
