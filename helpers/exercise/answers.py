"""Read what a learner answered: plain numbers out of any framework's value, or one clear sentence.

Nothing here imports a framework: an array or a tensor is asked for its numbers through the
methods it brings (`tolist`, `numpy`, `item`). Text is never evaluated.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Complex, Number, Real
from typing import Any

STATUSES = ("not answered yet", "wrong", "raised", "right")

_UNWRAP = ("tolist", "numpy", "asnumpy", "item")
_NUMERAL = re.compile(r"[-+]?\d{1,12}(\.\d{1,12})?")


@dataclass(frozen=True)
class Verdict:
    """What the checker says: one of `STATUSES` and one sentence."""

    status: str
    sentence: str

    def __post_init__(self) -> None:
        if self.status not in STATUSES:
            raise ValueError(f"status is one of {', '.join(STATUSES)}, not {self.status!r}")

    def __str__(self) -> str:
        return f"{self.status}: {' '.join(self.sentence.split())}"


class Rejected(Exception):
    """An answer that cannot be judged any further; carries the verdict the learner gets."""

    def __init__(self, sentence: str, status: str = "wrong") -> None:
        super().__init__(sentence)
        self.verdict = Verdict(status, sentence)


@dataclass(frozen=True)
class Numbers:
    """A scalar (`shape` is `()`) or an array as flat floats in row order."""

    shape: tuple[int, ...]
    values: tuple[float, ...]

    def close_to(self, other: Numbers) -> bool:
        """Same shape, and every number within 1e-6 relative (1e-9 absolute around 0)."""
        return self.shape == other.shape and all(
            math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-9)
            for a, b in zip(self.values, other.values, strict=True)
        )


def is_blank(answer: Any) -> bool:
    """True for `...` and None: nothing was answered."""
    return answer is ... or answer is None


def read(answer: Any) -> Numbers:
    """Return the numbers in an answer: a number, nested lists, or any framework's array.

    Raises:
        Rejected: with the sentence for text, booleans, complex numbers, NaN, infinity, rows of
            different lengths, a function that was not called, or anything that is no number.
    """
    try:
        nested = _plain(answer)
        return Numbers(_shape(nested), tuple(_scalar(number) for number in _flat(nested)))
    except RecursionError:
        raise Rejected(f"{kind_of(answer)} contains itself; answer with numbers") from None


def run(function: Callable[..., Any], *args: Any) -> Any:
    """Call the learner's function and return its result.

    Raises:
        Rejected: as `raised` when the function raises, as `not answered yet` when it returns
            `...` or None, as `wrong` when it is no function.
    """
    if not callable(function):
        raise Rejected(f"a function, not {kind_of(function)}: start with `def answer`")
    try:
        result = function(*args)
    except (Exception, SystemExit) as error:
        raise Rejected(describe(error), "raised") from None
    if is_blank(result):
        raise Rejected("your function returns nothing so far; replace the `...`", STATUSES[0])
    return result


def describe(error: BaseException) -> str:
    """Return an exception as one line: its type, the first line of its message, and whose it is."""
    try:
        lines = str(error).strip().splitlines()
    except Exception:
        lines = []
    message = f": {lines[0][:200]}" if lines else ""
    return f"{type(error).__name__}{message} (in your code)"


def kind_of(answer: Any) -> str:
    """Return what the answer is, by its type: "an answer of type dict"."""
    return f"an answer of type {type(answer).__name__}"


def _plain(answer: Any) -> Any:
    """Return numbers and nested lists; what cannot be unwrapped is returned as it is."""
    if isinstance(answer, list | tuple | range):
        return [_plain(item) for item in answer]
    if is_blank(answer) or isinstance(answer, str | bytes | bytearray | Number | type):
        return answer
    for name in _UNWRAP:
        try:
            return _plain(getattr(answer, name)())
        except RecursionError:
            raise
        except Exception:  # it has no such method, or holds no numbers: try the next one
            continue
    return answer


def _shape(nested: Any) -> tuple[int, ...]:
    if not isinstance(nested, list):
        return ()
    inner = {_shape(item) for item in nested}
    if len(inner) > 1:
        raise Rejected("the rows of your answer have different lengths; make them the same")
    return (len(nested), *(inner.pop() if inner else ()))


def _flat(nested: Any) -> list[Any]:
    if not isinstance(nested, list):
        return [nested]
    return [number for item in nested for number in _flat(item)]


def _scalar(value: Any) -> float:
    if is_blank(value):
        raise Rejected("replace the `...` by your answer", STATUSES[0])
    if isinstance(value, bool):
        raise Rejected(f"a number, not {value}: write the number itself")
    if isinstance(value, str | bytes | bytearray):
        raise Rejected(_about_text(value))
    if isinstance(value, Complex) and not isinstance(value, Real):
        raise Rejected("that is a complex number; the answer is a real one, without a `j`")
    number = _to_float(value)
    if math.isnan(number):
        raise Rejected("that is NaN, not a number: something on the way was 0/0 or inf - inf")
    if math.isinf(number):
        raise Rejected("that is infinite; the answer is a finite number")
    return number


def _about_text(text: str | bytes | bytearray) -> str:
    # only text that is nothing but a numeral is repeated to the learner
    numeral = text if isinstance(text, str) and _NUMERAL.fullmatch(text) else "2.5"
    return f"a number, not text: write {numeral}, not '{numeral}'"


def _to_float(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:
        raise Rejected("that number is too large to be the answer") from None
    except Exception:
        pass
    if callable(value):
        raise Rejected(f"{kind_of(value)} was not called; answer with its result, `answer(…)`")
    raise Rejected(f"{kind_of(value)} does not read as a number; answer with a number")
