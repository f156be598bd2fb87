"""The command: `python -m tests.notebook_tool run|tidy|check [NAME ...]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from nbformat import NotebookNode

from tests.notebook_tool import store, surroundings
from tests.notebook_tool.checking import check
from tests.notebook_tool.page import Problem
from tests.notebook_tool.running import NotebookStopped, run
from tests.notebook_tool.tidying import as_text, tidy

HELP = {
    "run": "execute in a fresh kernel, tidy, check, and write what changed",
    "tidy": "bring into the stored form and write what changed",
    "check": "name every rule a notebook breaks; write nothing",
}


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line asks; return 0 if all is well, 1 if not."""
    asked = _parser().parse_args(arguments)
    try:
        paths = store.find(asked.names)
    except store.NotFound as error:
        print(error, file=sys.stderr)
        return 2
    with surroundings.prepared():
        return max([_work_on(path, asked.action) for path in paths], default=0)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.notebook_tool", description="Work on the notebooks of the course."
    )
    actions = parser.add_subparsers(dest="action", required=True)
    for name, sentence in HELP.items():
        action = actions.add_parser(name, help=sentence, description=sentence)
        action.add_argument(
            "names", nargs="*", metavar="NAME", help="a file, `02_move_x` or `02`; none means all"
        )
    return parser


def _work_on(path: Path, action: str) -> int:
    """Run, tidy or check one notebook and print one line about it, and one for each problem."""
    try:
        notebook = store.load(path)
        result = run(notebook, path) if action == "run" else notebook
    except (NotebookStopped, store.Unreadable) as error:
        print(error)
        return 1
    words = []
    if action != "check":
        result = tidy(result)
        words.append(_write(path, result))
    problems = check(result, path) if action != "tidy" else []
    if action != "tidy":
        words.append(_count(problems))
    print(f"{path.name}: {', '.join(words)}")
    for problem in problems:
        print(f"  {problem}")
    return 1 if problems else 0


def _count(problems: list[Problem]) -> str:
    return {0: "no problem", 1: "1 problem"}.get(len(problems), f"{len(problems)} problems")


def _write(path: Path, notebook: NotebookNode) -> str:
    text = as_text(notebook)
    if path.read_bytes() == text.encode():
        return "unchanged"
    path.write_bytes(text.encode())
    return "written"


if __name__ == "__main__":
    sys.exit(main())
