"""Three buttons that step forward, back and to the start again."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets as widgets


class Stepper(widgets.HBox):
    """Holds the number of steps done; worked with the mouse, or with Enter and the space bar.

    A button that can do nothing stays enabled and says so: disabling it would take the keyboard's
    focus away from a learner who steps by key.

    Args:
        value: the steps done at the start.
        last: the number of steps there are.
    """

    def __init__(self, value: int, last: int) -> None:
        self.last = last
        self._value = self.check(value)
        self._change: Callable[[], None] = lambda: None
        self._trouble: Callable[[str], None] = lambda sentence: None
        self.step, self.back, self.again = (
            widgets.Button(description=label, tooltip=tooltip, layout={"width": "110px"})
            for label, tooltip in [
                ("Step", "Run the next line"),
                ("Back", "Take back the last line"),
                ("Start again", "Take back all lines"),
            ]
        )
        self.step.button_style = "primary"
        self.step.on_click(lambda _: self._forward())
        self.back.on_click(lambda _: self._backward())
        self.again.on_click(lambda _: self._move(0))
        super().__init__([self.step, self.back, self.again])

    @property
    def value(self) -> int:
        """The number of steps done; setting one that is out of range raises ValueError."""
        return self._value

    @value.setter
    def value(self, number: int) -> None:
        self._move(self.check(number))

    def check(self, number: object) -> int:
        """Return `number`, or raise ValueError with a sentence that says what to do."""
        whole = isinstance(number, int) and not isinstance(number, bool)
        if not whole or not 0 <= number <= self.last:
            raise ValueError(f"step is a whole number from 0 to {self.last}.")
        return number

    def on_change(self, handler: Callable[[], None]) -> None:
        """Call `handler()` after the number changed."""
        self._change = handler

    def on_trouble(self, handler: Callable[[str], None]) -> None:
        """Call `handler(sentence)` when there is no step to go to."""
        self._trouble = handler

    def _forward(self) -> None:
        if self._value == self.last:
            self._trouble("That was the last line: press Back or Start again.")
        else:
            self._move(self._value + 1)

    def _backward(self) -> None:
        if self._value == 0:
            self._trouble("Nothing has run so far: press Step.")
        else:
            self._move(self._value - 1)

    def _move(self, number: int) -> None:
        if number != self._value:
            self._value = number
            self._change()
