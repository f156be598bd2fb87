"""Rules about exercises: the code, its hints and its solution."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.notebook_tool.page import Page, Problem

SOLUTION = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def has_exercises(page: Page) -> Iterator[Problem]:
    fewest = page.profile.exercises
    if len(page.exercises) < fewest:
        yield Problem("", f"add exercises: {len(page.exercises)}, at least {fewest}")
    for key in page.exercises:
        yield from _exercise(page, key)


def _exercise(page: Page, key: str) -> Iterator[Problem]:
    name = f"exercise-{key}"
    for part in (f"hint-{key}", f"solution-{key}"):
        if part not in page.ids:
            yield Problem(name, f"add a markdown cell with the id `{part}`")
            return
    places = [page.ids.index(f"{kind}-{key}") for kind in ("exercise", "hint", "solution")]
    if places != sorted(places):
        yield Problem(name, "put the exercise first, then its hint, then its solution")
    *starter, last = page.source(name).splitlines() or [""]
    call = f'check("{key.replace("-", "_")}", answer)'
    if last != call:
        yield Problem(name, f"end the cell with `{call}`")
    if not _defines_answer("\n".join(starter)):
        yield Problem(name, "define `answer` above the check: `answer = ...`")
    if not stored_answer(page, key).startswith("not answered yet"):
        yield Problem(name, "store the exercise unanswered: its output says “not answered yet”")
    hints = re.findall(r"<summary>Hint (\d+)</summary>", page.source(f"hint-{key}"))
    if not hints or hints != [str(i) for i in range(1, len(hints) + 1)]:
        yield Problem(f"hint-{key}", "fold each hint: `<details><summary>Hint 1</summary>`")
    if "<summary>Solution</summary>" not in page.source(f"solution-{key}"):
        yield Problem(f"solution-{key}", "fold it: `<details><summary>Solution</summary>`")
    if not _defines_answer(solution(page, key)):
        yield Problem(f"solution-{key}", "give one ```python block that defines `answer`")


def solution(page: Page, key: str) -> str:
    """Return the code of a solution, empty unless there is exactly one block of it."""
    blocks = SOLUTION.findall(page.source(f"solution-{key}"))
    return blocks[0] if len(blocks) == 1 else ""


def stored_answer(page: Page, key: str) -> str:
    """Return what the check of an exercise printed."""
    cell = page.cell(f"exercise-{key}")
    return "".join(output.get("text", "") for output in cell.get("outputs", []))


RULES = (has_exercises,)


def _defines_answer(code: str) -> bool:
    try:
        statements = ast.parse(code).body
    except SyntaxError:
        return False
    return any(_binds(statement, "answer") for statement in statements)


def _binds(statement: ast.stmt, name: str) -> bool:
    if isinstance(statement, ast.FunctionDef):
        return statement.name == name
    targets = getattr(statement, "targets", [])
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)
