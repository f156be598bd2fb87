"""Run y = x*x, u = stop(y), z = x*u and ask for two gradients, on one kind of record after another.

A run is made by the framework itself, line by line; after each line a meter asks what the
record holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any

from helpers import frameworks
from helpers.ledger import Saved
from helpers.meters import GraphMeter, TapeMeter, VjpMeter
from helpers.style import number

X = 3.0
OPERATIONS = ("y = x * x", "u", "z = x * u")
Lines = Iterator[str]  # yields, after each line, what the line answers


@dataclass(frozen=True)
class Record:
    """A kind of record: who keeps it, what it is called, and the lines that use it.

    Attributes:
        holds: who holds what is saved, with the verb.
        stop: the line of the program that detaches.
        lines: the two questions and the line that gives the record up.
        run: runs line after line, and yields what each answers.
    """

    framework: str
    title: str
    holds: str
    stop: str
    lines: tuple[str, str, str]
    meter: Callable[[], Any]
    run: Callable[[Any, bool], Lines]

    def captions(self, detached: bool) -> tuple[str, ...]:
        """Return the six lines of a run, as a learner would type them."""
        first, _, last = OPERATIONS
        return (first, self.stop if detached else "u = y", last, *self.lines)


@dataclass(frozen=True)
class Line:
    """A line that has run: what it answers, and what the record has saved and still holds."""

    answer: str
    saved: tuple[Saved, ...]

    @property
    def held(self) -> int:
        """The number of saved tensors that are alive."""
        return sum(entry.alive for entry in self.saved)


def run(record: Record, detached: bool, steps: int) -> tuple[Line, ...]:
    """Run the first lines of a program and measure after each of them.

    Raises:
        FrameworkMissing: the framework of this record is not installed.
    """
    frameworks.get(record.framework)
    meter = record.meter()
    lines = record.run(meter, detached)
    done = []
    for _ in range(steps):
        answer = next(lines)
        done.append(Line(answer, meter.saved()))
    lines.close()
    return tuple(done)


def _ask(what: str, question: Callable[[], Any]) -> str:
    """Return the answer to a question as a line, or the type and first line of the error."""
    try:
        gradient = question()
    except RuntimeError as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0].split('. ')[0]}"
    return f"{what} = {number(None if gradient is None else float(gradient))}"


def _forward(meter: TapeMeter | GraphMeter, stop: Callable[[Any], Any]) -> Lines:
    first, second, third = OPERATIONS
    with meter.operation(first, "x"):
        meter.add("y", meter["x"] * meter["x"])
    yield ""
    with meter.operation(second, "y"):
        meter.add("u", stop(meter["y"]))
    yield ""
    with meter.operation(third, "x", "u"):
        meter.add("z", meter["x"] * meter["u"])
    yield ""


def _tensorflow(meter: TapeMeter, detached: bool, *, tapes: int = 1, persistent: bool) -> Lines:
    import tensorflow as tf

    meter.add("x", tf.constant(X))
    made = [tf.GradientTape(persistent=persistent) for _ in range(tapes)]
    with ExitStack() as recording:
        for tape in made:
            recording.enter_context(tape)
            tape.watch(meter["x"])
        tape = None
        yield from _forward(meter, tf.stop_gradient if detached else lambda value: value)
    yield _ask("dz/dx", lambda: made[0].gradient(meter["z"], meter["x"]))
    yield _ask("dy/dx", lambda: made[-1].gradient(meter["y"], meter["x"]))
    made.clear()
    yield ""


def _torch(meter: GraphMeter, detached: bool, *, retain: bool) -> Lines:
    import torch

    def backward(name: str) -> torch.Tensor:
        meter["x"].grad = None
        meter[name].backward(retain_graph=retain)
        return meter["x"].grad

    # a widget's callback may run in another thread, where a cell's grad mode does not hold
    with torch.enable_grad():
        meter.add("x", torch.tensor(X, requires_grad=True))
        yield from _forward(meter, torch.Tensor.detach if detached else lambda value: value)
        yield _ask("dz/dx", lambda: backward("z"))
        yield _ask("dy/dx", lambda: backward("y"))
        meter.drop("y", "u", "z")
        yield ""


def _jax(meter: VjpMeter, detached: bool) -> Lines:
    import jax
    import jax.numpy as jnp

    def program(x: Any, lines: int) -> tuple[Any, ...]:
        y = x * x
        u = jax.lax.stop_gradient(y) if detached else y
        return (y, u, x * u)[:lines]

    x = jnp.float32(X)
    for lines, title in enumerate(OPERATIONS, start=1):
        # a vjp is of a whole program: after each line, of the program up to that line
        values, pull_back = jax.vjp(partial(program, lines=lines), x)
        meter.take(title, pull_back, dict(zip("xyuz", (x, *values), strict=False)))
        yield ""
    one, none = jnp.float32(1), jnp.float32(0)
    yield _ask("dz/dx", lambda: pull_back((none, none, one))[0])
    yield _ask("dy/dx", lambda: pull_back((one, none, none))[0])
    pull_back = None
    yield ""


class _NoMeter:
    """`jax.grad` keeps nothing between two questions: there is nothing to measure."""

    def saved(self) -> tuple[Saved, ...]:
        return ()


def _jax_grad(_: _NoMeter, detached: bool) -> Lines:
    import jax

    def z(x: Any) -> Any:
        y = x * x
        return x * (jax.lax.stop_gradient(y) if detached else y)

    yield from ("",) * len(OPERATIONS)
    yield _ask("dz/dx", lambda: jax.grad(z)(X))
    yield _ask("dy/dx", lambda: jax.grad(lambda x: x * x)(X))
    yield ""


def _of_tensorflow(title: str, holds: str, lines: tuple[str, str, str], **how: Any) -> Record:
    stop = "u = tf.stop_gradient(y)"
    call = partial(_tensorflow, **how)
    return Record("tensorflow", title, holds, stop, lines, TapeMeter, call)


def _of_torch(title: str, argument: str, retain: bool) -> Record:
    lines = (f"z.backward({argument})", f"y.backward({argument})", "del y, u, z")
    call = partial(_torch, retain=retain)
    return Record("torch", title, "the graph holds", "u = y.detach()", lines, GraphMeter, call)


_ONE_TAPE = ("tape.gradient(z, x)", "tape.gradient(y, x)", "del tape")
_TWO_TAPES = ("first.gradient(z, x)", "second.gradient(y, x)", "del first, second")
_PULL_BACK = ("pull_back(1 for z)", "pull_back(1 for y)", "del pull_back")
_GRAD = ("jax.grad(z)(x)", "jax.grad(y)(x)", "")
_JAX_STOP = "u = stop_gradient(y)"

RECORDS = {
    "plain": _of_tensorflow(
        "TensorFlow, plain tape", "the tape holds", _ONE_TAPE, persistent=False
    ),
    "persistent": _of_tensorflow(
        "TensorFlow, persistent tape", "the tape holds", _ONE_TAPE, persistent=True
    ),
    "two": _of_tensorflow(
        "TensorFlow, two tapes", "both tapes hold", _TWO_TAPES, tapes=2, persistent=False
    ),
    "graph": _of_torch("PyTorch, backward()", "", retain=False),
    "retained": _of_torch("PyTorch, retain_graph=True", "retain_graph=True", retain=True),
    "vjp": Record("jax", "JAX, vjp", "the vjp holds", _JAX_STOP, _PULL_BACK, VjpMeter, _jax),
    "grad": Record("jax", "JAX, grad", "", _JAX_STOP, _GRAD, _NoMeter, _jax_grad),
}
