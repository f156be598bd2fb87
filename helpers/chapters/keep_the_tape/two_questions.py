"""Ask a record two questions, in every framework, with and without a detach, plain and kept."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass

from helpers.chapters.keep_the_tape.record_runs import OPERATIONS, RECORDS, run
from helpers.frameworks import TITLES, FrameworkMissing

QUESTIONS = ("dz/dx", "dy/dx")
_KINDS = ("plain", "kept")
_RECORDS = {
    "tensorflow": ("plain", "persistent"),
    "torch": ("graph", "retained"),
    "jax": ("grad", "vjp"),
}
_CUT = {True: "with the detach", False: "without the detach"}
_MISSING = "not installed"


@dataclass(frozen=True)
class Row:
    """What one framework answers: to each question on a plain record, then on a kept one."""

    title: str
    cut: bool
    answers: tuple[str, ...]


@dataclass(frozen=True)
class TwoQuestions:
    """The answers as a table; `print` shows text, a notebook shows HTML.

    Attributes:
        rows: two for each framework.
        notes: the errors in full, and how to install what is missing.
    """

    rows: tuple[Row, ...]
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        heads = [f"{kind} {question}" for kind in _KINDS for question in QUESTIONS]
        grid = [("", "", *heads), *((row.title, _CUT[row.cut], *row.answers) for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
        lines = [
            "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
            for row in grid
        ]
        return "\n".join([*lines, "", *self.notes]).rstrip()

    def _repr_html_(self) -> str:
        center = 'style="text-align: center"'
        kinds = "".join(f'<th scope="colgroup" colspan="2" {center}>{k}</th>' for k in _KINDS)
        questions = "".join(f'<th scope="col">{text}</th>' for text in QUESTIONS * len(_KINDS))
        rows = "\n".join(map(_html_row, self.rows))
        notes = "\n".join(f"<p>{html.escape(text)}</p>" for text in self.notes)
        return (
            f'<table><thead><tr><td colspan="2"></td>{kinds}</tr>\n'
            f'<tr><td colspan="2"></td>{questions}</tr></thead>\n'
            f"<tbody>\n{rows}\n</tbody></table>\n{notes}"
        )


def two_questions() -> TwoQuestions:
    """Ask TensorFlow, PyTorch and JAX for dz/dx and then for dy/dx, now.

    A plain record is a plain tape, `backward()`, `jax.grad`; a kept one is a persistent tape,
    `retain_graph=True`, a `vjp`. A framework that is not installed answers so.
    """
    rows, notes = [], {}
    for name, kinds in _RECORDS.items():
        for cut in _CUT:
            answers = [text for kind in kinds for text in _answers(name, kind, cut, notes)]
            rows.append(Row(TITLES[name], cut, tuple(answers)))
    return TwoQuestions(tuple(rows), tuple(notes))


def _answers(name: str, kind: str, cut: bool, notes: dict[str, None]) -> Iterator[str]:
    try:
        lines = run(RECORDS[kind], cut, len(OPERATIONS) + len(QUESTIONS))
    except FrameworkMissing as missing:
        notes[str(missing)] = None
        yield from (_MISSING,) * len(QUESTIONS)
        return
    for line in lines[len(OPERATIONS) :]:
        error, colon, _ = line.answer.partition(":")
        if colon:
            notes[f"{TITLES[name]}, {line.answer}"] = None
        yield error.rpartition(" ")[2]


def _html_row(row: Row) -> str:
    cells = "".join(f"<td>{_cell(text)}</td>" for text in row.answers)
    return f'<tr><th scope="row">{row.title}</th><td>{_CUT[row.cut]}</td>{cells}</tr>'


def _cell(text: str) -> str:
    return f"<code>{text}</code>" if text.endswith("Error") else text
