"""What all explorers share: controls above, a picture and a line of text below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import ipywidgets as widgets

from helpers import frameworks
from helpers.drawing import Mark, Picture, bundle
from helpers.explorer.controls import Choice, Control
from helpers.explorer.keys import Keys
from helpers.explorer.stage import Stage


class Explorer(widgets.VBox):
    """Controls, a picture and a readout that follow the parameters.

    A subclass says what to compute, how to say it in a line and how to draw it. An error in any of
    these becomes one sentence in the readout; the picture before it stays.

    Args:
        controls: the controls by parameter name, in the order they are shown.
    """

    def __init__(self, controls: Mapping[str, Control], extra: Sequence[Any] = ()) -> None:
        self.controls = dict(controls)
        self.stage = Stage()
        self.state: Any = None
        self._held = False
        for control in self.controls.values():
            control.on_change(self._refresh)
            control.on_trouble(self._complain)
        row = widgets.HBox(
            list(self.controls.values()), layout={"flex_flow": "row wrap", "grid_gap": "4px 20px"}
        )
        super().__init__([row, *extra, self.stage, Keys()])
        self._refresh()

    def compute(self, **params: Any) -> Any:
        """Return the state for the parameters, computed by the framework they name."""
        raise NotImplementedError

    def summary(self, state: Any) -> str:
        """Return the state in one line; it is stored, compared and read aloud."""
        raise NotImplementedError

    def picture(self, state: Any) -> tuple[Picture, list[Mark]]:
        """Return a backdrop, drawn once and kept, and the marks that show the state."""
        raise NotImplementedError

    def is_interactive(self) -> bool:
        """Say whether marks in the picture can be pressed."""
        return False

    @property
    def params(self) -> dict[str, Any]:
        """The parameters, by name."""
        return {name: control.value for name, control in self.controls.items()}

    def set(self, **params: Any) -> None:
        """Set parameters; a value that makes no sense changes nothing and is explained.

        Raises:
            TypeError: a name is none of the parameters.
        """
        unknown = params.keys() - self.controls.keys()
        if unknown:
            known = ", ".join(self.controls)
            raise TypeError(f"no parameter {', '.join(sorted(unknown))}: there are {known}")
        try:
            checked = {name: self.controls[name].check(value) for name, value in params.items()}
        except ValueError as error:
            self._complain(str(error))
            return
        self._held = True
        for name, value in checked.items():
            self.controls[name].value = value
        self._held = False
        self._refresh()

    @property
    def text(self) -> str:
        """What the readout says now."""
        return self.stage.text

    def _refresh(self) -> None:
        if self._held:
            return
        try:
            if sentence := self.loading():
                self.stage.show(None, sentence)
            self.state = self.compute(**self.params)
            picture, marks = self.picture(self.state)
            line = self.summary(self.state)
            self.stage.show(picture.svg(marks, line, self.is_interactive()), line)
        except Exception as error:  # an exception in a callback would freeze the page unseen
            self._complain(str(error).split("\n")[0] or type(error).__name__)

    def frameworks(self) -> Sequence[str]:
        """Return the frameworks that are asked for now; those not loaded yet are announced."""
        return [self.params[name] for name in ("framework",) if name in self.controls]

    def loading(self) -> str:
        """Return the sentence that announces what is loaded now, or nothing."""
        names = [name for name in self.frameworks() if not frameworks.loaded(name)]
        titles = " and ".join(frameworks.TITLES[name] for name in names)
        return f"Loading {titles}: this takes some seconds …" if titles else ""

    def _complain(self, sentence: str) -> None:
        self.stage.show(None, sentence, trouble=True)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        live = super()._repr_mimebundle_(**kwargs)
        png = None
        if self.state is not None:
            picture, marks = self.picture(self.state)
            png = picture.png(marks, caption=self.text)
        return bundle(self.text, png, live)


def framework_choice(value: str = "torch", without: Sequence[str] = ()) -> Choice:
    """Return the control that says which framework computes."""
    offered = ("torch", "jax", "tensorflow", "mxnet", "engine")
    names = [(frameworks.TITLES[name], name) for name in offered if name not in without]
    return Choice("computed by", names, value)
