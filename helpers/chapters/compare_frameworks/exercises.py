"""Exercises of "Compare frameworks": where the stop must be, what nothing left looks like."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from helpers.exercise import Rejected, Verdict, alike, custom, number, read, run

_POINTS = (2.0, 3.0)


def stop_outside(x: Any) -> Any:
    """Return x · 9, the chapter's cell: `u` was computed before the function."""
    return x * 9.0


def no_stop(x: Any) -> Any:
    """Return x³ with nothing stopped."""
    return x * x * x


def stopped_factor(x: Any) -> Any:
    """Return x³ with the x of the product stopped in place of y."""
    import jax

    return jax.lax.stop_gradient(x) * (x * x)


def all_stopped(x: Any) -> Any:
    """Return x³ with everything stopped."""
    import jax

    return jax.lax.stop_gradient(x * x * x)


def stop_inside_example(x: Any) -> Any:
    """Return the repaired program."""
    import jax

    return x * jax.lax.stop_gradient(x * x)


def _judge_stop(answer: Any) -> Verdict:
    values = [_one(run(answer, x)) for x in _POINTS]
    if not alike(values, [8, 27]):
        return Verdict(
            "wrong",
            f"the value is {values[0]:g} at x = 2 and {values[1]:g} at x = 3, not 8 and 27: "
            "compute u from the x that the function gets",
        )
    slopes = _slopes(answer)
    with _identity_in_place_of_the_stop(answer):
        without = _slopes(answer)
    if alike(slopes, without):
        sentence = "with the identity in place of the stop nothing changes: use what it returns"
        return Verdict("wrong", sentence)
    if alike(slopes, [0, 0]):
        return Verdict("wrong", "dz/dx is 0: you stopped every path, stop y alone")
    if not alike(slopes, [4, 9]):
        return Verdict("wrong", f"dz/dx at x = 3 is {slopes[1]:g}, not 9: stop y and nothing else")
    return Verdict("right", "9 with the stop, 27 with the identity in its place: now it works")


def _slopes(answer: Callable[..., Any]) -> list[float]:
    return [_one(run(_jax().grad(lambda x: run(answer, x)), x)) for x in _POINTS]


def _one(result: Any) -> float:
    numbers = read(result)
    if numbers.shape:
        raise Rejected("return one number, x times the stopped y")
    return numbers.values[0]


def _jax() -> Any:
    from helpers import frameworks

    try:
        frameworks.get("jax")
    except frameworks.FrameworkMissing as missing:
        raise Rejected(str(missing)) from None
    import jax

    return jax


@contextmanager
def _identity_in_place_of_the_stop(answer: Callable[..., Any]) -> Iterator[None]:
    """Make JAX's stop the identity, and every name for it that the answer's module holds."""
    lax, names = _jax().lax, getattr(answer, "__globals__", {})
    stop = lax.stop_gradient
    held = [name for name, value in names.items() if value is stop]

    def put(value: Callable[[Any], Any]) -> None:
        lax.stop_gradient = value
        names.update(dict.fromkeys(held, value))

    put(lambda value: value)
    try:
        yield
    finally:
        put(stop)


stop_inside = custom(
    _judge_stop,
    example=stop_inside_example,
    typical_wrong=[stop_outside, no_stop, stopped_factor, all_stopped],
)


_ZEROS = "0 * x is a path from x to z, worth 0, so all three have a gradient to give"
_WITHOUT_A_PATH = "that is z = stop(x * x) alone; 0 * x is a path from x to z, with a slope of 0"
_SAID = (
    (["error", 0, None], _WITHOUT_A_PATH),
    ([6, 6, 6], "6 is the slope of x * x, and that path is stopped"),
    (["error", 0, 0], "PyTorch raises where no path is left; here one is, 0 * x"),
    (["error", "error", "error"], "one path is left, and JAX never raises for want of one"),
    ([None, None, None], "one path is left; of the three only TensorFlow says None"),
    ([0, 0, None], "TensorFlow says None where no path is left; here one is, 0 * x"),
    ([None, 0, None], "PyTorch and TensorFlow find a path here, 0 * x"),
)


def _judge_zero(answer: Any) -> Verdict:
    if not isinstance(answer, list | tuple) or len(answer) != 3:
        return Verdict("wrong", "a list of three: what PyTorch, JAX and TensorFlow say")
    if any(item is ... for item in answer):
        raise Rejected("replace each `...` by 0, None, 'error' or a number", "not answered yet")
    said = [item.strip().lower() if isinstance(item, str) else item for item in answer]
    said = [item if item is None or item == "error" else _one(item) for item in said]
    if alike(said, [0, 0, 0]):
        return Verdict("right", _ZEROS)
    for mistake, sentence in _SAID:
        if alike(said, mistake):
            return Verdict("wrong", sentence)
    return Verdict("wrong", "look for a path from x to z that is not stopped, and give its slope")


zero_or_none = custom(
    _judge_zero, example=[0, 0, 0], typical_wrong=[mistake for mistake, _ in _SAID]
)


second_derivative = number(
    18,
    wrong={
        108: "108 is the second derivative of x⁴, with nothing stopped",
        54: "54 is the first derivative, 2x · 9; differentiate once more",
        0: "0 is for x · stop(x²), whose first derivative is a constant; here it is 2x · stop(x²)",
        36: "36 counts the stopped factor twice; u = 9 is a constant at every order",
        2: "2 is the second derivative of x²; the stopped factor, 9, stays in front",
        6: "6 is the slope of x²; the first derivative is 2x · 9",
    },
    right="u = 9 is a constant at every order: 2x · 9 = 54, then 2 · 9 = 18",
)
