"""Five programs of four lines whose gradient is None without a word.

Each is a function `program(tf, repaired)`: it returns dy/dx at x = 3, with the line that cuts as
the page shows it, or repaired.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class SilentCut:
    """A program with a cut.

    Attributes:
        lines: the numbers of the lines that can be named as the cut; line 1 comes first.
        ask: what to ask oneself, for a learner who named another line.
        run: the program.
    """

    lines: frozenset[int]
    ask: str
    run: Callable[[Any, bool], Any]


def _watched_too_late(tf: Any, repaired: bool) -> Any:
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        if repaired:
            tape.watch(x)
        y = x * x
        tape.watch(x)
    return tape.gradient(y, x)


def _after_the_block(tf: Any, repaired: bool) -> Any:
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        a = x * x
        y = 2.0 * a
    if not repaired:
        y = 2.0 * a
    return tape.gradient(y, x)


def _through_numpy(tf: Any, repaired: bool) -> Any:
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        a = x * x
        y = 2.0 * (a if repaired else tf.constant(a.numpy()))
    return tape.gradient(y, x)


def _read_before(tf: Any, repaired: bool) -> Any:
    x = tf.Variable(3.0)
    a = 2.0 * x
    with tf.GradientTape() as tape:
        if repaired:
            a = 2.0 * x
        y = a * a
    return tape.gradient(y, x)


def _not_trainable(tf: Any, repaired: bool) -> Any:
    x = tf.Variable(3.0, trainable=repaired)
    with tf.GradientTape() as tape:
        a = x * x
        y = 2.0 * a
    return tape.gradient(y, x)


SILENT_CUTS = {
    "A": SilentCut(
        frozenset({3, 4}),
        "a constant is followed once it is watched; is it watched when `y` is computed?",
        _watched_too_late,
    ),
    "B": SilentCut(
        frozenset({4}),
        "the tape records inside its block alone; which line stands outside?",
        _after_the_block,
    ),
    "C": SilentCut(
        frozenset({4}),
        "the tape records TensorFlow's operations; which line leaves TensorFlow?",
        _through_numpy,
    ),
    "D": SilentCut(
        frozenset({2}),
        "the tape sees a Variable that is read in its block; where is this one read?",
        _read_before,
    ),
    "E": SilentCut(
        frozenset({1}),
        "all operations are on the tape; does it follow this `x`?",
        _not_trainable,
    ),
}
