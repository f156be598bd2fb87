"""The same program with the same cuts, run by a framework and held against our engine."""

from __future__ import annotations

import math
from collections.abc import Sequence

from helpers import frameworks
from helpers.frameworks import FrameworkMissing
from helpers.sandbox.outcome import Outcome
from helpers.style import number

CHOICES = {
    "nobody": (),
    "torch": ("torch",),
    "jax": ("jax",),
    "tensorflow": ("tensorflow",),
    "all": ("torch", "jax", "tensorflow"),
}


def compare(outcome: Outcome, names: Sequence[str]) -> list[str]:
    """Return one sentence for each framework: agrees, says something else, or is not installed."""
    return [] if outcome.trouble else [_sentence(outcome, name) for name in names]


def _sentence(outcome: Outcome, name: str) -> str:
    try:
        framework = frameworks.get(name)
    except FrameworkMissing as missing:
        return str(missing)
    program = outcome.program
    function = program.function(framework.functions, outcome.cuts)
    answer = framework.gradient(function, *(float(outcome.inputs[n]) for n in program.inputs))
    value, gradients = answer.values[0], answer.gradients[0]
    wanted = [outcome.gradients[n] for n in program.inputs]
    if not _same(value, outcome.value) or not all(map(_same, gradients, wanted)):
        pairs = zip(program.inputs, gradients, strict=True)
        said = ", ".join(f"{outcome.derivative(n)} = {number(g)}" for n, g in pairs)
        return f"{framework.title} says value {number(value)}, {said}"
    differs = any(g == 0 and w is None for g, w in zip(gradients, wanted, strict=True))
    return f"{framework.title} agrees" + (" and writes none as 0" if differs else "")


def _same(said: float | None, wanted: float | None) -> bool:
    """Say whether two gradients agree; JAX has no None and says 0."""
    if said is None or wanted is None:
        return not said and wanted is None
    return math.isclose(said, wanted, rel_tol=1e-6, abs_tol=1e-9)


def code(outcome: Outcome, choice: str) -> str:
    """Return the program with its cuts as you would write it in the framework that was chosen."""
    if len(CHOICES[choice]) != 1:
        return ""
    return outcome.program.source(outcome.cuts, choice, outcome.inputs)
