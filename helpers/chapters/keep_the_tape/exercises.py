"""Exercises of "Keep the tape": two questions to one record, and cuts that nobody announces."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from helpers import frameworks
from helpers.chapters.keep_the_tape.silent_cuts import SILENT_CUTS
from helpers.exercise import Rejected, Verdict, behaviour, custom, read, run
from helpers.style import number

_POINTS = (3.0, 5.0)


def _framework(name: str) -> Any:
    """Import a framework, or say in the verdict how to install it."""
    try:
        frameworks.get(name)
    except frameworks.FrameworkMissing as missing:
        raise Rejected(str(missing), "not answered yet") from None
    return importlib.import_module(name)


@contextmanager
def _tapes() -> Iterator[list[bool]]:
    """Note every tape that is made in the block: True for a persistent one."""
    tf = _framework("tensorflow")
    made: list[bool] = []
    original = tf.GradientTape

    class Noted(original):
        def __init__(self, persistent: bool = False, *args: Any, **kwargs: Any) -> None:
            made.append(bool(persistent))
            super().__init__(persistent, *args, **kwargs)

    tf.GradientTape = Noted
    try:
        yield made
    finally:
        tf.GradientTape = original


def _pair(answer: Callable[..., Any], x: Any, what: str) -> list[float]:
    pair = run(answer, x)
    found = read(list(pair) if isinstance(pair, list | tuple) else pair)
    if found.shape != (2,):
        raise Rejected(f"return two gradients, {what}")
    return list(found.values)


def _on_tapes(answer: Callable[..., Any]) -> list[Any]:
    """Return both gradients at each point, and whether a tape was persistent or none was made."""
    tf = _framework("tensorflow")
    with _tapes() as made:
        pairs = [_pair(answer, tf.Variable(x), "dz/dx and then dy/dx") for x in _POINTS]
    return [pairs, any(made), bool(made)]


def _with(persistent: bool, ask: Callable[..., Any], stop: bool = True) -> Callable[[Any], Any]:
    """Return an answer on one tape; `ask(tape, x, y, z)` gives the two gradients."""

    def answer(x: Any) -> Any:
        tf = _framework("tensorflow")
        with tf.GradientTape(persistent=persistent) as tape:
            y = x * x
            z = x * (tf.stop_gradient(y) if stop else y)
        return ask(tape, x, y, z)

    return answer


def _two_tapes(x: Any, swapped: bool = False, stop: bool = True) -> Any:
    tf = _framework("tensorflow")
    with tf.GradientTape() as first, tf.GradientTape() as second:
        y = x * x
        z = x * (tf.stop_gradient(y) if stop else y)
    pair = first.gradient(z, x), second.gradient(y, x)
    return pair[::-1] if swapped else pair


both_gradients = behaviour(
    [[[9.0, 6.0], [25.0, 10.0]], False, True],
    observe=_on_tapes,
    example=_two_tapes,
    wrong={
        _with(
            True, lambda tape, x, y, z: (tape.gradient(z, x), tape.gradient(y, x))
        ): "the gradients are right; now get them with `persistent=False`",
        _with(
            False, lambda tape, x, y, z: [tape.gradient([z, y], x)] * 2
        ): "a list of targets gives the sum of both gradients, 15 at x = 3; keep them apart",
        (lambda x: _two_tapes(x, stop=False)): "dz/dx is 27 at x = 3: the stop is gone",
        (lambda x: _two_tapes(x, swapped=True)): "return dz/dx first and dy/dx second",
        (lambda x: (x * x, 2 * x)): "these numbers come from a formula; ask a tape for them",
    },
    right="each tape answers its one question, 9 and 6, and neither is persistent",
    otherwise="at x = 3 the two gradients are 9 and 6, at x = 5 they are 25 and 10",
)


def _in_torch(answer: Callable[..., Any]) -> list[list[float]]:
    torch = _framework("torch")
    with torch.enable_grad():
        leaves = [torch.tensor(x, requires_grad=True) for x in _POINTS]
        return [_pair(answer, leaf, "dz/dx and then dy/dx") for leaf in leaves]


def _backward_twice(x: Any, clear: bool, copy: bool, stop: bool = False) -> Any:
    y = x * x
    z = x * (y.detach() if stop else y)
    z.backward(retain_graph=True)
    first = x.grad.clone() if copy else x.grad
    if clear:
        x.grad = None
    y.backward()
    return first, x.grad


torch_both = behaviour(
    [[27.0, 6.0], [75.0, 10.0]],
    observe=_in_torch,
    example=lambda x: _backward_twice(x, clear=True, copy=False),
    wrong={
        (
            lambda x: _backward_twice(x, clear=True, copy=False, stop=True)
        ): "dz/dx is 9 at x = 3: leave the detach out",
        (
            lambda x: _backward_twice(x, clear=False, copy=True)
        ): "`x.grad` adds up: 33 is 27 + 6; clear it between the two",
        (
            lambda x: _backward_twice(x, clear=False, copy=False)
        ): "both are the one tensor `x.grad`, which holds the sum 27 + 6 by now",
    },
    right="the first backward leaves the graph whole, so the second finds what `y` saved",
    otherwise="at x = 3 the two gradients are 27 and 6, at x = 5 they are 75 and 10",
)


def _of_z_and_u(answer: Callable[..., Any]) -> list[Any]:
    tf = _framework("tensorflow")
    with _tapes() as made:
        pairs = [_pair(answer, tf.Variable(x), "dz/dx and then dz/du") for x in _POINTS]
    return [pairs, bool(made)]


def _watching(x: Any, stop: bool = True, ask: str = "xu") -> Any:
    tf = _framework("tensorflow")
    with tf.GradientTape() as tape:
        u = tf.stop_gradient(x * x) if stop else x * x
        tape.watch(u)
        z = x * u
    return tape.gradient(z, [{"x": x, "u": u}[name] for name in ask])


dz_du = behaviour(
    [[[9.0, 3.0], [25.0, 5.0]], True],
    observe=_of_z_and_u,
    example=_watching,
    wrong={
        (lambda x: _watching(x, stop=False)): "dz/dx is 27 at x = 3: keep the stop",
        (lambda x: _watching(x, ask="ux")): "return dz/dx first and dz/du second",
        (lambda x: (x * x, x)): "these numbers come from a formula; ask a tape for them",
    },
    right="a watched `u` is a source like any other, and z = x · u changes by x with it",
    otherwise="at x = 3 the two gradients are 9 and 3, at x = 5 they are 25 and 5",
)


def _judge_cuts(answer: Any) -> Verdict:
    found = read(answer)
    if found.shape != (len(SILENT_CUTS),):
        raise Rejected("answer with a list of five line numbers, one for each of A to E")
    for (name, program), line in zip(SILENT_CUTS.items(), found.values, strict=True):
        if line not in program.lines:
            return Verdict("wrong", f"not line {number(line)} in {name}: {program.ask}")
    tf = _framework("tensorflow")
    cut = [program.run(tf, False) for program in SILENT_CUTS.values()]
    repaired = [program.run(tf, True) for program in SILENT_CUTS.values()]
    if any(gradient is not None for gradient in cut) or None in repaired:
        raise RuntimeError("the five programs behave differently in this version of TensorFlow")
    numbers = ", ".join(number(float(gradient)) for gradient in repaired)
    return Verdict("right", f"with these lines repaired the five gradients are {numbers}")


find_the_cut = custom(
    _judge_cuts,
    example=[4, 4, 4, 2, 1],
    typical_wrong=[
        [1, 4, 4, 2, 1],
        [4, 2, 4, 2, 1],
        [4, 4, 3, 2, 1],
        [4, 4, 4, 4, 1],
        [4, 4, 4, 2, 3],
    ],
)
