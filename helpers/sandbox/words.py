"""An outcome in words: names of edges, the readout's line, the tables below the picture."""

from __future__ import annotations

import html
from collections.abc import Collection, Iterable, Mapping, Sequence

from helpers.exact import Number
from helpers.formula import formula_text
from helpers.paths import Path
from helpers.program import Edge, Program
from helpers.sandbox.outcome import Outcome
from helpers.style import number

_SUM_UP_TO = 6  # products that fit in the readout
_LIST_UP_TO = 12  # paths that fit in a table
_SHORT_FORMULA = 32  # letters that fit in the readout
_SHORT_PROGRAM = 60  # letters of the program in the readout
_SHORT_INPUTS = 2  # with more the tables alone hold formulas and finite differences
_USES = ("first", "second")


def edge_name(program: Program, edge: Edge) -> str:
    """Return an edge in words: `x to z`, with the use where a step uses a value twice."""
    name = f"{program.title(edge.source)} to {program.title(edge.target)}"
    return f"{name}, {_USES[edge.slot]} use" if _is_double(program, edge) else name


def edges_named(program: Program, names: Iterable[str]) -> frozenset[Edge]:
    """Return the edges with these names.

    Raises:
        ValueError: there is no such edge; the message lists those there are.
    """
    known = {edge_name(program, edge): edge for edge in program.edges}
    names = list(names)
    for name in names:
        if name not in known:
            raise ValueError(f"There is no edge {name!r}: there are {'; '.join(known)}.")
    return frozenset(known[name] for name in names)


def _is_double(program: Program, edge: Edge) -> bool:
    return Edge(edge.source, edge.target, 1 - edge.slot) in program.edges


def line(
    outcome: Outcome,
    text: str,
    formulas: Mapping[str, str] | None = None,
    more: Collection[str] = (),
) -> str:
    """Return an outcome in one line.

    Args:
        outcome: what to say.
        text: the program as typed.
        formulas: the formula left for each input, if it is known by now.
        more: parts to add at the end.
    """
    program, count = outcome.program, len(outcome.cuts)
    is_short = len(program.inputs) <= _SHORT_INPUTS
    parts = [_short(text), f"cut {count} of {len(program.edges)} edges"]
    if outcome.trouble:
        return " · ".join([*parts, outcome.trouble, *more])
    parts.append(f"value {number(outcome.value)}")
    for name in program.inputs:
        parts.append(f"{outcome.derivative(name)} = {_gradient(outcome, name)}")
        if is_short and formulas and outcome.gradients[name] is not None:
            shown = formulas[name]
            # a sentence stands where there is no formula
            fits = len(shown) <= _SHORT_FORMULA and not shown.endswith(".")
            parts += [f"formula {shown}"] if fits else []
        if is_short and outcome.slopes[name] is not None:
            parts.append(f"finite difference {number(outcome.slopes[name])}")
    return " · ".join([*parts, *more])


def _short(text: str) -> str:
    joined = "; ".join(part.strip() for part in text.strip().splitlines() if part.strip())
    return joined if len(joined) <= _SHORT_PROGRAM else joined[: _SHORT_PROGRAM - 1] + "…"


def _gradient(outcome: Outcome, name: str) -> str:
    found = outcome.paths[name]
    if outcome.gradients[name] is None:
        return "none: no path is left"
    total = number(outcome.gradients[name])
    if found.count == 1:
        return total
    if found.count > _SUM_UP_TO:
        return f"{total}, the sum of {found.count:,} paths"
    return f"{total} = {_sum(found.listed)}"


def _decimal(exact: Number) -> str:
    # the engine computes in floats, and 1/3 beside 0.6667 would look like another kind of number
    return number(float(exact))


def _sum(listed: Sequence[Path]) -> str:
    shown = [_decimal(path.product) for path in listed]
    return " + ".join(shown).replace("+ −", "− ")


def formulas(outcome: Outcome) -> dict[str, str]:
    """Return the formula that the cuts leave for each input; slow the first time, then kept."""
    return {name: formula_text(outcome.program, outcome.cuts, name) for name in outcome.inputs}


def details(
    outcome: Outcome, formulas: Mapping[str, str], sentence: str = "", code: str = ""
) -> str:
    """Return the paths left, their products and the formulas, as HTML: a table for each input.

    Args:
        outcome: what to say.
        formulas: the formula left for each input; empty if it is not known yet.
        sentence: what to look for.
        code: the program in a framework, to copy.
    """
    parts = [f"<p>{html.escape(sentence)}</p>"] if sentence else []
    if not outcome.trouble:
        parts += [_table(outcome, name, formulas) for name in outcome.program.inputs]
    if code:
        parts.append(f'<pre tabindex="0" aria-label="the code">{html.escape(code)}</pre>')
    return f'<div class="course-details">{"".join(parts)}</div>'


def _table(outcome: Outcome, name: str, formulas: Mapping[str, str]) -> str:
    found = outcome.paths[name]
    derivative = f"{outcome.derivative(name)} = {number(outcome.gradients[name])}"
    heading = f"<b>{html.escape(derivative)}</b> · {html.escape(str(found))}"
    after = []
    if formulas and found.count:
        shown = f"<code>{html.escape(formulas[name])}</code>"
        after.append(f"The formula that is left: {html.escape(outcome.derivative(name))} = {shown}")
    if outcome.slopes[name] is not None:
        after.append(f"Finite difference, which no cut moves: {number(outcome.slopes[name])}")
    below = "".join(f"<div>{sentence}</div>" for sentence in after)
    if not found.listed:
        return f"<section><div>{heading}</div>{below}</section>"
    rows = "".join(_row(outcome.program, path) for path in found.listed[:_LIST_UP_TO])
    hidden = found.count - min(len(found.listed), _LIST_UP_TO)
    if hidden:
        rows += f'<tr><td colspan="3">… and {hidden:,} more</td></tr>'
    columns = ("path", "slopes along it", "product")
    head = "".join(f'<th scope="col">{column}</th>' for column in columns)
    return (
        f"<section><table><caption>{heading}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{below}</section>"
    )


def _row(program: Program, path: Path) -> str:
    slopes = " · ".join(_bracketed(_decimal(slope)) for slope in path.slopes)
    cells = (path_name(program, path), slopes, _decimal(path.product))
    return "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>"


def path_name(program: Program, path: Path) -> str:
    """Return a path in words: `x → x·x (first use) → z`."""
    text = program.title(path.edges[0].source)
    for edge in path.edges:
        use = f" ({_USES[edge.slot]} use)" if _is_double(program, edge) else ""
        text += f" → {program.title(edge.target)}{use}"
    return text


def _bracketed(text: str) -> str:
    return f"({text})" if text.startswith("−") else text
