"""Controls with an accessible name that take whatever is typed and answer in one sentence."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

import ipywidgets as widgets

from helpers.explore.slider import Slider

_DESCRIPTION = {"description_width": "initial"}


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
    """

    def __init__(self, name: str, value: float, low: float, high: float, step: float) -> None:
        self.name, self.low, self.high = name, low, high
        self.slider = Slider(description=name, value=value, min=low, max=high, step=step)
        self.box = widgets.Text(
            _write(value),
            description=f"{name} =",
            continuous_update=False,
            style=_DESCRIPTION,
            layout={"width": "130px"},
        )
        self._value = float(value)
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
        allowed = f"a number from {_write(self.low)} to {_write(self.high)}"
        keep = f"{self.name} stays {_write(self._value)}"
        try:
            found = float(number)  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError):
            raise ValueError(f"{self.name} takes {allowed}; {keep}.") from None
        if not math.isfinite(found) or not self.low <= found <= self.high:
            shown = "that number" if math.isnan(found) else _write(found)
            raise ValueError(f"{self.name} takes {allowed}, not {shown}; {keep}.")
        return found

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
    """A labelled list of choices, worked with the arrow keys."""

    def __init__(self, name: str, options: Sequence[tuple[str, str]], value: str) -> None:
        super().__init__(
            options=list(options),
            value=value,
            description=name,
            style=_DESCRIPTION,
            layout={"width": "max-content", "max_width": "100%"},
        )
        self.name = name
        self._allowed = [key for _, key in options]

    def check(self, key: object) -> str:
        """Return `key`, or raise ValueError with a sentence that names the choices."""
        if key not in self._allowed:
            raise ValueError(f"{self.name} is one of {', '.join(self._allowed)}.")
        return str(key)

    def on_change(self, handler: Callable[[], None]) -> None:
        """Call `handler()` after another choice was made."""
        self.observe(lambda change: handler(), "value")

    def on_trouble(self, handler: Callable[[str], None]) -> None:
        """A list offers only what is allowed: nothing to report."""


def _parse(text: str) -> object:
    """Return the number a text stands for, or the text; the text is never evaluated."""
    text = text.strip().replace(",", ".").replace("−", "-")
    try:
        return Fraction(text) if "/" in text else float(text)
    except (ValueError, ZeroDivisionError):
        return text


def _write(number: float) -> str:
    return f"{number:g}"
