"""From a key press to the changed page in real Chromium, against bare widgets on the same page."""

from __future__ import annotations

import pathlib
import statistics
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import nbformat.v4

from tests.browser.chromium import FLAGS, chromium_path
from tests.browser.lab import running_lab
from tests.browser.pages import Lab

if TYPE_CHECKING:
    from playwright.sync_api import Locator

ROUNDS, PRESSES = 3, 16  # an even number: each round ends where it began
BARE_SLIDER = """
import ipywidgets as widgets
slider, label = widgets.FloatSlider(0, min=-4, max=4, step=0.5), widgets.Label("0")
label.add_class("course-answer")
slider.observe(lambda change: setattr(label, "value", str(change["new"])), "value")
widgets.VBox([slider, label])
"""
BARE_BUTTON = """
button, count = widgets.Button(description="press"), widgets.Label("0")
count.add_class("course-answer")
button.on_click(lambda _: setattr(count, "value", str(int(count.value) + 1)))
widgets.VBox([button, count])
"""
INTERACT = """
import matplotlib.pyplot as plt

@widgets.interact(x=widgets.FloatSlider(0, min=-4, max=4, step=0.5))
def show(x=0):
    figure, (curve, bars) = plt.subplots(1, 2, figsize=(11, 4.5))
    curve.plot([t / 10 for t in range(-40, 41)], [(t / 10) ** 3 for t in range(-40, 41)])
    curve.plot([x], [x**3], "o")
    bars.bar(["direct", "through y", "dz/dx", "dy/dx"], [x * x, 2 * x * x, 3 * x * x, 2 * x])
    plt.show()
"""
# Resolves when every watched element has changed after the key, with the milliseconds it took.
WATCH = """(cell, selectors) => {
  window.courseTook = new Promise((resolve, fail) => {
    setTimeout(() => fail(new Error("the page does not answer")), 10000);
    let start = null;
    const changed = selectors.map(() => null);
    selectors.forEach((selector, i) => {
      const observer = new MutationObserver(() => {
        if (start === null || changed[i] !== null) return;
        changed[i] = performance.now();
        observer.disconnect();
        if (!changed.includes(null)) resolve(Math.max(...changed) - start);
      });
      const options = {childList: true, subtree: true, characterData: true, attributes: true};
      observer.observe(cell.querySelector(selector)?.closest("div") ?? cell, options);
    });
    const began = () => { start ??= performance.now(); };
    document.addEventListener("keydown", began, {capture: true, once: true});
  });
}"""


@dataclass(frozen=True)
class Control:
    """Something to press.

    Attributes:
        name: its row in the table.
        code: the cell that shows it.
        focus: what takes the keys; two where each of the keys has its own.
        keys: the two keys pressed in turn.
        watch: what has to change before a press counts as answered.
        against: the name of the bare control it is compared with.
    """

    name: str
    code: str
    focus: str | tuple[str, str]
    keys: tuple[str, str]
    watch: tuple[str, ...]
    against: str


_ARROWS, _PRESS = ("ArrowLeft", "ArrowRight"), ("Enter", " ")
_BARE = (".noUi-handle", _ARROWS)
_OURS = ("input[type=range]", _ARROWS)
_STAGE = (".course-picture", ".course-readout")
_EXPLORER = "from helpers import style\nstyle.use()\nfrom helpers.chapters.{2} import {0}\n{0}({1})"
_LIST = ("select >> nth=1", ("ArrowDown", "ArrowUp"))
_STEPPER = (("button:has-text('Step')", "button:has-text('Back')"), _PRESS)
CONTROLS = (
    Control("bare slider", BARE_SLIDER, *_BARE, (".course-answer",), "bare slider"),
    Control("interact, new figure", INTERACT, *_BARE, (".widget-output",), "bare slider"),
    Control("02: slider", _EXPLORER.format("MoveX", "", "move_x"), *_OURS, _STAGE, "bare slider"),
    Control(
        "05: drag the detach",
        _EXPLORER.format("DragDetach", "", "trace_a_pipeline"),
        *_OURS,
        _STAGE,
        "bare slider",
    ),
    Control("bare button", BARE_BUTTON, "button", _PRESS, (".course-answer",), "bare button"),
    Control(
        "01: cut an edge",
        _EXPLORER.format("Sandbox", "", "cut_a_path"),
        "[data-press]",
        _PRESS,
        _STAGE,
        "bare button",
    ),
    *(
        Control(
            f"03: what is detached, {title}",
            _EXPLORER.format("Compare", f"framework={name!r}", "compare_frameworks"),
            *_LIST,
            _STAGE,
            "bare button",
        )
        for name, title in [("torch", "PyTorch"), ("tensorflow", "TensorFlow")]
    ),
    Control(
        "04: step the tape",
        _EXPLORER.format("TapeReel", "step=3", "keep_the_tape"),
        *_STEPPER,
        _STAGE,
        "bare button",
    ),
)


def rows() -> Iterator[tuple[str, ...]]:
    """Yield the median of each control against the bare one of its kind."""
    yield "control", "key to changed page", "against", "ratio"
    medians = _measure()
    for control in CONTROLS:
        ratio = medians[control.name] / medians[control.against]
        milliseconds = f"{medians[control.name]:.0f} ms"
        yield control.name, milliseconds, control.against, f"{ratio:.2f}"


def _measure() -> dict[str, float]:
    """Return the median milliseconds of each control; rounds alternate, so that load is shared."""
    from playwright.sync_api import sync_playwright

    path = chromium_path()
    with (
        tempfile.TemporaryDirectory() as folder,
        running_lab(pathlib.Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        _write_page(pathlib.Path(folder) / "course" / "notebooks" / "latency.ipynb")
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        lab = Lab(browser.new_page(viewport={"width": 1280, "height": 900}), *server)
        panel = lab.run("latency.ipynb")
        taken: dict[str, list[float]] = {control.name: [] for control in CONTROLS}
        for i in range(ROUNDS):
            for place, control in enumerate(CONTROLS):
                cell = panel.locator(".jp-CodeCell").nth(place)
                taken[control.name] += _press(lab, cell, control, warm_up=not i)
        browser.close()
    return {name: statistics.median(times) for name, times in taken.items()}


def _write_page(path: pathlib.Path) -> None:
    cells = [nbformat.v4.new_code_cell(control.code.strip()) for control in CONTROLS]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    page = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    nbformat.write(page, path)


def _press(lab: Lab, cell: Locator, control: Control, warm_up: bool) -> list[float]:
    """Press the keys in turn and return the milliseconds of each answer."""
    cell.scroll_into_view_if_needed()
    times = []
    for i in range(PRESSES):
        # a picture that is drawn anew takes the button with it
        focus = control.focus if isinstance(control.focus, str) else control.focus[i % 2]
        cell.locator(focus).first.focus()
        lab.wait_for_kernel()  # `interact` still draws when the first change is on the page
        cell.evaluate(WATCH, list(control.watch))
        lab.page.keyboard.press(control.keys[i % 2])
        times.append(lab.page.evaluate("window.courseTook"))
    return times[6:] if warm_up else times
