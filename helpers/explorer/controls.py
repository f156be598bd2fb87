"""Controls with an accessible name that take whatever is typed and answer in one sentence."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Protocol

import ipywidgets as widgets

from helpers.explorer.slider import Slider

DESCRIPTION = {"description_width": "initial"}


class Control(Protocol):
    """A control of an explorer. Its constructor checks the value it starts with."""

    value: Any

    def check(self, value: object) -> Any:
        """Return a value that makes sense, or raise ValueError with a sentence."""

    def on_change(self, handler: Callable[[], None]) -> None:
        """Call `handler()` after the value changed."""

    def on_trouble(self, handler: Callable[[str], None]) -> None:
        """Call `handler(sentence)` when what was asked for makes no sense."""


class NumberField(widgets.HBox):
    """A slider and a labelled number box that hold the same number.

    The box takes `2.5`, `2,5`, `5/2` and `1e-3`; anything else leaves the number as it is and
    goes to `on_trouble` as a sentence.

    Args:
        name: what the number is called, for the label.
        value: the number to start with.
        low: the least number allowed.
        high: the greatest number allowed.
        step: the distance from one slider position to the next.
        whole: True where a number must be whole.

    Raises:
        ValueError: the number to start with is none of these; the sentence says which are.
    """

    def __init__(
        self, name: str, value: float, low: float, high: float, step: float, whole: bool = False
    ) -> None:
        self.name, self.low, self.high, self.whole = name, low, high, whole
        self._value: float | None = None
        self._value = self.check(value)
        self.slider = Slider(description=name, value=self._value, min=low, max=high, step=step)
        self.box = widgets.Text(
            _write(self._value),
            description=f"{name} =",
            continuous_update=False,
            style=DESCRIPTION,
            layout={"width": "130px"},
        )
        self._change: Callable[[], None] = lambda: None
        self._trouble: Callable[[str], None] = lambda sentence: None
        self.slider.observe(lambda change: self._take(change["new"]), "value")
        self.box.observe(lambda change: self._read(change["new"]), "value")
        super().__init__([self.slider, self.box])

    @property
    def value(self) -> float:
        """The number; setting one that is out of range raises ValueError with a sentence."""
        return self._value

    @value.setter
    def value(self, number: float) -> None:
        self._take(self.check(number))

    def check(self, number: object) -> float:
        """Return `number` as a float, or raise ValueError with a sentence that says what to do."""
        try:
            # True is 1 in Python, and nobody who writes it means a number
            found = math.nan if isinstance(number, bool | str) else float(number)  # type: ignore
        except (TypeError, ValueError, OverflowError):
            found = math.nan
        if math.isnan(found) or not self.low <= found <= self.high:
            raise ValueError(self._allowed("" if math.isnan(found) else f", not {_write(found)}"))
        if self.whole and found != int(found):
            raise ValueError(self._allowed(f", not {_write(found)}"))
        return found

    def _allowed(self, instead_of: str) -> str:
        kind = "a whole number" if self.whole else "a number"
        keep = "" if self._value is None else f"; {self.name} stays {_write(self._value)}"
        low, high = _write(self.low), _write(self.high)
        return f"{self.name} takes {kind} from {low} to {high}{instead_of}{keep}."

    def on_change(self, handler: Callable[[], None]) -> None:
        """Call `handler()` after the number changed."""
        self._change = handler

    def on_trouble(self, handler: Callable[[str], None]) -> None:
        """Call `handler(sentence)` when what was typed is not a number in range."""
        self._trouble = handler

    def _read(self, text: str) -> None:
        if text == _write(self._value):
            return
        try:
            self._take(self.check(_parse(text)))
        except ValueError as error:
            self.box.value = _write(self._value)
            self._trouble(str(error))

    def _take(self, number: float) -> None:
        if number == self._value:
            return
        self._value = float(number)
        # the picture goes first: it is what the eye waits for
        self._change()
        self.box.value = _write(number)
        self.slider.value = number


class Choice(widgets.Dropdown):
    """A labelled list of choices, worked with the arrow keys.

    Args:
        name: what is chosen, for the label.
        options: pairs of what is shown and its key.
        value: the key to start with.

    Raises:
        ValueError: the key to start with is none of these; the sentence names them.
    """

    def __init__(self, name: str, options: Sequence[tuple[str, str]], value: str) -> None:
        self._keys = [key for _, key in options]
        self._called = name
        super().__init__(
            options=list(options),
            value=self.check(value),
            description=name,
            style=DESCRIPTION,
            layout={"width": "max-content", "max_width": "100%"},
        )

    def check(self, key: object) -> str:
        """Return `key`, or raise ValueError with a sentence that names the choices."""
        if not isinstance(key, str) or key not in self._keys:
            raise ValueError(f"{self._called} is one of {', '.join(filter(None, self._keys))}.")
        return key

    def on_change(self, handler: Callable[[], None]) -> None:
        """Call `handler()` after another choice was made."""
        self.observe(lambda change: handler(), "value")

    def on_trouble(self, handler: Callable[[str], None]) -> None:
        """A list offers only what is allowed: nothing to report."""


def _parse(text: str) -> object:
    """Return the number a text stands for, or the text; the text is never evaluated."""
    plain = text.strip().replace(",", ".").replace("−", "-")
    try:
        return Fraction(plain) if "/" in plain else float(plain)
    except (ValueError, ZeroDivisionError):
        return text


def _write(number: float) -> str:
    return f"{number:g}"
