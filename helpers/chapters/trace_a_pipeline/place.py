"""The control that says where in a pipeline the detach stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import ipywidgets as widgets

from helpers.explorer.slider import Slider


class Place(widgets.HBox):
    """A slider that can be dragged and a labelled list that hold the same place of the detach."""

    def __init__(self, names: Sequence[str], value: int) -> None:
        self._texts = ["nowhere", *(f"after {name}" for name in names[:-1])]
        self.value_min, self.value_max = -1, len(self._texts) - 2
        start = self.check(value)
        self.slider = Slider(
            description="detach", value=start, min=self.value_min, max=self.value_max
        )
        self.list = widgets.Dropdown(
            options=[(text, place) for place, text in enumerate(self._texts, start=-1)],
            value=start,
            description="detach is",
            style={"description_width": "initial"},
            layout={"width": "max-content"},
        )
        self.slider.observe(lambda change: self._move(int(change["new"])), "value")
        self.list.observe(lambda change: self._move(change["new"]), "value")
        self._move(start)
        super().__init__([self.slider, self.list])

    @property
    def value(self) -> int:
        """The block after which the detach stands, −1 for nowhere."""
        return self.list.value

    @value.setter
    def value(self, place: int) -> None:
        self._move(self.check(place))

    def check(self, place: object) -> int:
        """Return `place`, or raise ValueError with a sentence that says what to do."""
        whole = isinstance(place, int) and not isinstance(place, bool)
        if not whole or not self.value_min <= place <= self.value_max:
            raise ValueError(
                f"detach takes a whole number from −1 (nowhere) to {self.value_max}"
                f" ({self._texts[-1]})."
            )
        return place

    def on_change(self, handler: Callable[[], None]) -> None:
        """Call `handler()` after the detach moved."""
        self.list.observe(lambda change: handler(), "value")

    def on_trouble(self, handler: Callable[[str], None]) -> None:
        """Slider and list offer only what is allowed: nothing to report."""

    def _move(self, place: int) -> None:
        self.list.value = self.slider.value = place
        self.slider.words = self._texts[place + 1]
