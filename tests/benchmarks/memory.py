"""Memory while the course is followed in one JupyterLab window: every chapter run, none closed.

The memory is the PSS of the server and all it has started, as a container would count it.
"""

from __future__ import annotations

import os
import pathlib
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from unittest import mock

import psutil

from tests.binder import memwatch
from tests.browser.chromium import FLAGS, chromium_path
from tests.browser.lab import REPOSITORY, running_lab
from tests.browser.pages import Lab
from tests.notebook_tool import running, store

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

MIB = 2**20
ALLOWED = 1700  # MiB in all, of the 2,048 that Binder gives
BINDER = {"MEM_LIMIT": str(2048 * MIB)}
CONFIG = "jupyter_server_config.json"


@dataclass(frozen=True)
class Step:
    """A chapter that was opened and run while the ones before it stayed open.

    Attributes:
        chapter: the notebook's stem.
        kernel: MiB of its own kernel after the last cell.
        peak: the most MiB that everything held together while it was opened and run.
        alive: how many kernels run after it.
    """

    chapter: str
    kernel: float
    peak: float
    alive: int


class Window(Lab):
    """JupyterLab with its tabs: a notebook opens beside those that are open."""

    def start(self) -> None:
        """Load the empty window, and wait until it has put back what it remembers of the last one.

        What is opened before that loses its place in front.
        """
        self.page.goto(f"{self.address}/lab?reset&token={self.token}")
        self.page.wait_for_function("() => window.jupyterapp?.restored.then(() => true)")

    def bring(self, notebook: str) -> Locator:
        """Open a notebook in a tab of its own, or bring its tab to the front."""
        self.page.evaluate(
            "path => window.jupyterapp.commands.execute('docmanager:open', {path}).then(() => 0)",
            f"notebooks/{notebook}",
        )
        return self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")

    def open(self, notebook: str) -> Locator:
        """Bring a notebook to the front and wait for its kernel; nothing is run."""
        panel = self.bring(notebook)
        self.wait_for_kernel()
        return panel


class Watch:
    """The processes below one, looked at several times a second from a thread."""

    def __init__(self, root: psutil.Process) -> None:
        self.root, self.peak = root, 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def newest(self) -> float:
        """Return the MiB of the kernel that started last, with what it has started.

        Resident memory: another program's use of the same libraries does not make it smaller.
        """
        kernel = max(self.root.children(), key=psutil.Process.create_time)
        return sum(each.memory_info().rss for each in memwatch.family(kernel)) / MIB

    def restart(self) -> float:
        """Return the most MiB there were in all since the last call."""
        peak, self.peak = self.peak, 0.0
        return peak

    def _look(self) -> None:
        while not self._ended.wait(0.2):
            held = self._held(self.root)
            self.peak = max(self.peak, held)

    @staticmethod
    def _held(root: psutil.Process) -> float:
        return sum(map(memwatch.memory, memwatch.family(root))) / MIB


@contextmanager
def small_machine(
    browser: Browser, folder: pathlib.Path, *, careful: bool = True
) -> Iterator[tuple[Window, Watch]]:
    """Yield an empty window on a server that is told it has Binder's 2 GB, and its memory.

    Args:
        browser: playwright's browser.
        folder: an empty folder for the server.
        careful: with `binder/`'s server configuration; without it nothing makes room.
    """
    if careful:
        config = folder / "config" / CONFIG
        config.parent.mkdir()
        config.write_text((REPOSITORY / "binder" / CONFIG).read_text())
    with mock.patch.dict(os.environ, BINDER), running_lab(folder) as (address, token):
        window = Window(browser.new_page(), address, token)
        window.start()
        with Watch(_server_process(address)) as watch:
            yield window, watch
        window.page.close()


def _server_process(address: str) -> psutil.Process:
    option = f"--port={address.rpartition(':')[2]}"
    (found,) = (child for child in psutil.Process().children() if option in child.cmdline())
    return found


def follow(window: Window, watch: Watch) -> Iterator[Step]:
    """Open and run each chapter of the course in order and yield what each one took."""
    for path in store.find():
        if not running.missing_kernel(store.load(path)):
            window.run(path.name, limit=400)
            yield Step(path.stem, watch.newest(), watch.restart(), len(window.kernels()))


def rows() -> Iterator[tuple[str, ...]]:
    """Yield a row a chapter: its kernel, and the whole with and without making room."""
    from playwright.sync_api import sync_playwright

    yield "chapter opened and run", "its kernel", "peak of all", "kernels", "peak, none shut down"
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as scratch:
        path = chromium_path()
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        kept, bare = (
            _followed(browser, pathlib.Path(scratch, str(careful)), careful)
            for careful in (True, False)
        )
        browser.close()
    for step, control in zip(kept, bare, strict=True):
        yield (
            step.chapter,
            f"{control.kernel:.0f} MB",
            f"{step.peak:.0f} MB",
            str(step.alive),
            f"{control.peak:.0f} MB",
        )


def _followed(browser: Browser, folder: pathlib.Path, careful: bool) -> list[Step]:
    folder.mkdir()
    with small_machine(browser, folder, careful=careful) as (window, watch):
        return list(follow(window, watch))
