"""Check a notebook against the form of the course."""

from __future__ import annotations

from pathlib import Path

from nbformat import NotebookNode

from tests.notebook_tool import rules_course, rules_exercises, rules_outputs, rules_prose
from tests.notebook_tool.page import Page, Problem

RULES = (
    *rules_course.RULES,
    *rules_exercises.RULES,
    *rules_prose.RULES,
    *rules_outputs.RULES,
)


def check(notebook: NotebookNode, path: Path) -> list[Problem]:
    """Return every problem of a notebook, each with what to do; none if it keeps the rules.

    Args:
        notebook: as it is, or is about to be, stored.
        path: where it is kept: its name says which chapter it is, its folder where links lead.
    """
    page = Page(notebook, path)
    return [problem for rule in RULES for problem in rule(page)]
