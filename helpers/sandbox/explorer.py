"""The sandbox: a program, its graph, and every edge a button that cuts and heals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import ipywidgets as widgets

from helpers import frameworks
from helpers.drawing import Mark, Picture
from helpers.explorer.base import Explorer
from helpers.explorer.controls import Choice, NumberField
from helpers.sandbox import MISSIONS, OWN, Outcome, Session, drawing, others, words
from helpers.sandbox.gallery import GALLERY

_PROGRAMS = [*((entry.title, entry.key) for entry in GALLERY), ("your own", OWN)]
_MISSIONS = [("none", ""), *((mission.title, key) for key, mission in MISSIONS.items())]
_ALSO = [
    (frameworks.TITLES.get(key, {"nobody": "nobody", "all": "all three"}.get(key, key)), key)
    for key in others.CHOICES
]
_ROW = {"flex_flow": "row wrap", "align_items": "center", "grid_gap": "4px 12px"}
_LARGEST = 1e6  # an input may be as far from 0 as this


class NumberBox(NumberField):
    """A number field without its slider; a whole number stays an integer, so results are exact."""

    def __init__(self, name: str, value: float) -> None:
        super().__init__(name, value, -_LARGEST, _LARGEST, 1)
        self.children = [self.box]

    @property
    def exact(self) -> int | float:
        """The number as an int if it is whole."""
        return _exact(self.value)


class Sandbox(Explorer):
    """Cut and heal the edges of a program; see its value, gradients, paths and formula.

    Args:
        program: a key of `helpers.sandbox.gallery`, or a program as text: `"y = x*x; z = x*y"`.
        cuts: names of the edges to cut, such as `"x to z"`; the program's own if None.
        mission: a key of `helpers.sandbox.MISSIONS`, which brings its own program.

    Raises:
        ValueError: no such program, edge or mission; the message says what is possible.
    """

    def __init__(
        self, program: str = "cube", cuts: Iterable[str] | None = None, mission: str = ""
    ) -> None:
        self.session = Session(program)
        self._program = Choice("example", _PROGRAMS, self.session.key)
        self._mission = Choice("mission", _MISSIONS, "")
        self._also = Choice("also run by", _ALSO, "nobody")
        self._text = widgets.Textarea(
            self.session.typed,
            description="program",
            continuous_update=False,
            rows=4,
            style={"description_width": "initial"},
            layout={"width": "min(420px, 100%)"},
        )
        self._draw = widgets.Button(description="draw it", layout={"width": "max-content"})
        self._heal = widgets.Button(description="heal all", layout={"width": "max-content"})
        self._boxes: dict[str, NumberBox] = {}
        self._formulas: dict[tuple, dict[str, str]] = {}
        self._inputs = widgets.HBox(layout=_ROW)
        self._details = widgets.HTML()
        if mission:
            self.session.start(self._mission.check(mission))
        if cuts is not None:
            self.session.cut(cuts)
        writing = widgets.HBox([self._text, self._draw], layout=_ROW)
        super().__init__({}, extra=[writing, self._inputs])
        row = self.children[0]
        row.children = [self._program, self._mission, self._also]
        self.children = [*self.children, self._details]
        self.stage.on_press(self._press)
        self._program.on_change(lambda: self._do(self.session.choose, self._program.value))
        self._mission.on_change(lambda: self._do(self.session.start, self._mission.value))
        self._also.on_change(self._refresh)
        self._text.observe(lambda change: self._do(self.session.type, change["new"]), "value")
        self._draw.on_click(lambda _: self._do(self.session.type, self._text.value))
        self._heal.on_click(lambda _: self._do(self.session.cut, ()))

    @property
    def params(self) -> dict[str, Any]:
        """What `set` takes, as it stands."""
        session = self.session
        return {
            "program": session.typed if session.key == OWN else session.key,
            "inputs": dict(session.inputs),
            "cuts": session.cut_names,
            "mission": session.mission.key if session.mission else "",
            "also": self._also.value,
        }

    def set(self, **params: Any) -> None:
        """Set parameters; a value that makes no sense changes nothing more and is explained.

        Args:
            params: `program`, `inputs` (a dict), `cuts` (names of edges), `mission`, `also`
                (`"torch"`, `"jax"`, `"tensorflow"`, `"all"` or `"nobody"`).

        Raises:
            TypeError: a name is none of these.
        """
        steps = {
            "mission": lambda key: self.session.start(self._mission.check(key)),
            "program": self._take_program,
            "inputs": self._take_inputs,
            "cuts": self.session.cut,
            "also": self._take_also,
        }
        unknown = params.keys() - steps.keys()
        if unknown:
            known = ", ".join(steps)
            raise TypeError(f"no parameter {', '.join(sorted(unknown))}: there are {known}")

        def take() -> None:
            for name, step in steps.items():
                if name in params:
                    step(params[name])

        self._do(take)

    def compute(self) -> Outcome:
        return self.session.outcome()

    def picture(self, state: Outcome) -> tuple[Picture, list[Mark]]:
        return drawing.picture(state)

    def _take_program(self, program: str) -> None:
        known = [key for _, key in _PROGRAMS]
        (self.session.choose if program in known else self.session.type)(program)

    def _take_inputs(self, inputs: Mapping[str, float]) -> None:
        self._follow()  # the boxes of the program that was set a moment ago
        for name, value in inputs.items():
            checked = self._boxes[name].check(value) if name in self._boxes else value
            self.session.move({name: _exact(checked)})

    def _take_also(self, key: str) -> None:
        checked, self._held = self._also.check(key), True
        self._also.value, self._held = checked, False

    def _press(self, name: str) -> None:
        self._do(self.session.press, name)

    def _do(self, change: Callable[..., None], *args: Any) -> None:
        """Change the session and show what came of it, or say in one sentence why it cannot be."""
        if self._held:
            return
        try:
            change(*args)
        except ValueError as error:
            self._follow()
            self._complain(str(error))
            return
        self._refresh()

    def _refresh(self) -> None:
        if self._held:
            return
        try:
            self._follow()
            self.state = outcome = self.compute()
            key = outcome.program, outcome.cuts
            if self._also.value != "nobody" or key not in self._formulas:
                # the numbers first: a formula or a framework takes a while the first time
                self._show(outcome, self._formulas.get(key, {}), self._announcement())
            if key not in self._formulas:
                self._formulas[key] = words.formulas(outcome)
            said = others.compare(outcome, others.CHOICES[self._also.value])
            self._show(outcome, self._formulas[key], said)
        except Exception as error:  # an exception in a callback would freeze the page unseen
            self._complain(str(error).split("\n")[0] or type(error).__name__)

    def _announcement(self) -> list[str]:
        names = [n for n in others.CHOICES[self._also.value] if not frameworks.loaded(n)]
        titles = " and ".join(frameworks.TITLES[name] for name in names)
        return [f"loading {titles}: this takes some seconds …"] if names else []

    def _show(self, outcome: Outcome, formulas: Mapping[str, str], said: list[str]) -> None:
        more = [*self.session.progress(outcome), *said]
        line = words.line(outcome, self.session.text, formulas, more)
        picture, marks = self.picture(outcome)
        svg = picture.svg(marks, "graph of the program; each edge is a button", True)
        self.stage.show(svg, line, trouble=bool(outcome.trouble))
        code = others.code(outcome, self._also.value)
        self._details.value = words.details(outcome, formulas, self.session.sentence, code)

    def _follow(self) -> None:
        """Make the controls say what the session says."""
        session, self._held = self.session, True
        self._program.value = session.key
        self._mission.value = session.mission.key if session.mission else ""
        self._text.value = session.typed
        if list(self._boxes) != list(session.inputs):
            self._boxes = {name: self._box(name) for name in session.inputs}
            self._inputs.children = [*self._boxes.values(), self._heal]
        for name, box in self._boxes.items():
            box.value = session.inputs[name]
        self._held = False

    def _box(self, name: str) -> NumberBox:
        box = NumberBox(name, self.session.inputs[name])
        box.on_change(lambda: self._do(self.session.move, {name: box.exact}))
        box.on_trouble(self._complain)
        return box


def _exact(number: float) -> int | float:
    return int(number) if float(number).is_integer() else number
