"""A trace in words: as a table, and one sample with its arithmetic spelled out."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import TYPE_CHECKING

from helpers.style import number
from helpers.tables import scrolling

if TYPE_CHECKING:
    from torch import Tensor

    from helpers.trace.stages import Stage, Trace

_MOST = 4  # rows and columns of values that are shown
_COLUMNS = (
    *("stage", "shape", "values", "requires_grad", "leaf", "grad_fn"),
    *("shares memory", "gradient norm"),
)


def shape(tensor: Tensor) -> str:
    """Return the shape as it is written: `4 × 3`, `a row of 3`, `one number`."""
    sizes = list(tensor.shape)
    if len(sizes) < 2:
        return f"a row of {sizes[0]}" if sizes else "one number"
    return " × ".join(map(str, sizes))


def rows(tensor: Tensor) -> list[str]:
    """Return the values row by row, at most four rows and four columns of the first slice."""
    while tensor.dim() > 2:
        tensor = tensor[0]
    if not tensor.dim():
        return [number(tensor.item())]
    table = tensor.reshape(-1, tensor.shape[-1])
    lines = [_row(row) for row in table[:_MOST]]
    return lines + ["…"] * (len(table) > _MOST)


def table(stages: Sequence[Stage]) -> str:
    """Return the stages as an aligned table of plain text."""
    cells = [_COLUMNS, *(_facts(stage, " ".join(rows(stage.value))) for stage in stages)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(_COLUMNS))]
    lines = [
        "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True))
        for line in cells
    ]
    return "\n".join(line.rstrip() for line in lines)


def html_table(stages: Sequence[Stage]) -> str:
    """Return the stages as a plain HTML table, which every page that shows notebooks can show."""
    head = "".join(f'<th scope="col">{name}</th>' for name in _COLUMNS)
    body = "".join(_html_row(stage) for stage in stages)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return scrolling(table, "the stages")


def spell(trace: Trace, row: int) -> str:
    """Return one sample's way through the stages, one stage a block of lines."""
    lines = []
    for stage in trace.stages[:-1]:
        lines += [
            f"{stage.label}: {_row(_sample(trace, stage.value, row))}",
            *_sums(trace, stage, row),
        ]
    loss = trace.stages[-1]
    if trace.is_mse:
        lines += _errors(trace, row)
    return "\n".join([*lines, f"{loss.label} of the whole batch: {number(loss.value.item())}"])


def _facts(stage: Stage, values: str) -> tuple[str, ...]:
    """Return the cells of a stage, in the order of the columns."""
    return (
        stage.label + " ✂" * stage.cut,
        stage.shape,
        values,
        _yes(stage.requires_grad),
        _yes(stage.is_leaf),
        stage.grad_fn or "none",
        _yes(stage.shares_memory),
        number(stage.gradient),
    )


def _html_row(stage: Stage) -> str:
    # a row of values is not broken; only the lines made here are tags
    values = "\n".join(rows(stage.value)).replace(" ", "\N{NO-BREAK SPACE}")
    first, *rest = (html.escape(text) for text in _facts(stage, values))
    cells = "".join(f"<td>{text}</td>" for text in rest).replace("\n", "<br>")
    return f'<tr><th scope="row">{first}</th>{cells}</tr>'


def _sums(trace: Trace, stage: Stage, row: int) -> list[str]:
    """Return the matrix product of a linear layer, one line an output, if it is short enough."""
    if stage.affine is None or stage.source is None:
        return ["    cut: the same numbers, no record"] if stage.cut else []
    weight, bias = stage.affine
    inputs = _sample(trace, trace.stages[stage.source].value, row)
    results = _sample(trace, stage.value, row)
    if inputs.dim() != 1 or max(weight.shape) > 2 * _MOST:
        return []
    lines = []
    for j, result in enumerate(results.tolist()):
        terms = [
            f"{number(w)}·{_signed(v)}"
            for w, v in zip(weight[j].tolist(), inputs.tolist(), strict=True)
        ]
        terms += [] if bias is None else [number(bias[j].item())]
        total = " + ".join(terms).replace("+ −", "− ")
        lines.append(f"    {total} = {number(result)}")
    return lines


def _errors(trace: Trace, row: int) -> list[str]:
    """Return the squared errors of one sample and their mean, if they are few enough."""
    outputs = _sample(trace, trace.stages[-2].value, row).reshape(-1).tolist()
    targets = _sample(trace, trace.target, row).reshape(-1).tolist()
    mean = sum((a - b) ** 2 for a, b in zip(outputs, targets, strict=True)) / len(outputs)
    if len(outputs) > _MOST:
        return [f"its mean squared error: {number(mean)}"]
    pairs = zip(outputs, targets, strict=True)
    squares = " + ".join(f"({number(a)} − {_signed(b)})²" for a, b in pairs)
    divided = f"({squares}) / {len(outputs)}" if len(outputs) > 1 else squares
    return [f"its mean squared error: {divided} = {number(mean)}"]


def _sample(trace: Trace, values: Tensor, row: int) -> Tensor:
    """Return what belongs to one row of the batch; all of it where the rows are gone."""
    batch = trace.stages[0].value
    has_rows = batch.dim() > 1 and values.shape[:1] == batch.shape[:1]
    return values[row] if has_rows else values


def _row(values: Tensor) -> str:
    numbers = values.reshape(-1)[:_MOST].tolist()
    more = ["…"] * (values.numel() > _MOST)
    return f"[{', '.join([*map(number, numbers), *more])}]"


def _signed(value: float) -> str:
    text = number(value)
    return f"({text})" if text.startswith("−") else text


def _yes(fact: bool) -> str:
    return "yes" if fact else "no"
