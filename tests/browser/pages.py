"""A notebook open in a browser, in the words a learner would use."""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

_READY = """() => {
  const app = window.jupyterapp, panel = app?.shell.currentWidget;
  const context = panel?.sessionContext;
  return context?.isReady && context.session?.kernel?.status === 'idle'
         && app.commands.hasCommand('notebook:run-all-cells');
}"""
_RUN_ALL = """limit => Promise.race([
  window.jupyterapp.commands.execute('notebook:run-all-cells'),
  new Promise((_, fail) => setTimeout(() => fail(new Error('cells still run')), limit))])"""
_EXECUTE = """code => {
  window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.requestExecute({code});
}"""
_INSIDE = ("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:")
_MIME = "application/vnd.jupyter.stderr"  # of errors as well


class Lab:
    """One browser window on a running server.

    Args:
        page: playwright's page.
        address, token: of the server.
        route: the server's address of a notebook that is alone in the window; Notebook's is
            `notebooks`.

    Attributes:
        page: playwright's page.
        errors: what went wrong in the page's own scripts.
        outside: requests that left this machine.
    """

    def __init__(self, page: Page, address: str, token: str, route: str = "doc/tree") -> None:
        self.page, self.address, self.token, self.route = page, address, token, route
        self.errors: list[str] = []
        self.outside: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self._note(request.url))

    def open(self, notebook: str) -> Locator:
        """Open a notebook alone in the window and return its panel, kernel ready, nothing run."""
        where = f"{self.address}/{self.route}/notebooks/{notebook}"
        self.page.goto(f"{where}?reset&token={self.token}")
        panel = self.page.locator(".jp-NotebookPanel")
        panel.wait_for(timeout=60_000)
        self.wait_for_kernel()
        return panel

    def wait_for_kernel(self) -> None:
        """Wait until the notebook in front has a kernel that is ready."""
        self.page.wait_for_function(_READY, timeout=90_000)

    def run(self, notebook: str, limit: float = 240) -> Locator:
        """Open a notebook, run all its cells within `limit` seconds and return its panel."""
        panel = self.open(notebook)
        self.run_all(panel, limit)
        return panel

    def run_all(self, panel: Locator, limit: float = 240) -> None:
        """Run all cells of the notebook in front, whose panel is given, within `limit` seconds."""
        ran = self.page.evaluate(_RUN_ALL, limit * 1000)
        complaints = panel.locator(f"[data-mime-type='{_MIME}']").all_inner_texts()
        assert ran is not False, f"a cell raised: {complaints}"
        assert complaints == []
        assert panel.get_by_text("Error displaying widget").count() == 0

    def keep_busy(self, seconds: float) -> None:
        """Have the kernel of the notebook in front sleep; returns at once, before it wakes."""
        self.page.evaluate(_EXECUTE, f"__import__('time').sleep({seconds})")

    def theme(self, name: str) -> None:
        """Switch to a theme: `JupyterLab Light`, `JupyterLab Dark`, …"""
        self.page.evaluate(
            "name => window.jupyterapp.commands.execute('apputils:change-theme', {theme: name})",
            name,
        )
        self.page.wait_for_function(
            "name => document.body.dataset.jpThemeName === name && window.getComputedStyle("
            "document.body).getPropertyValue('--jp-layout-color0') !== ''",
            arg=name,
        )

    def shut_down_kernels(self) -> None:
        """End every kernel, so that one test's frameworks do not stay in memory for the next."""
        for kernel in self.kernels():
            self._api(f"kernels/{kernel['id']}", "DELETE")

    def kernels(self) -> list[dict]:
        """Return what the server says of each running kernel."""
        return self._api("kernels")

    def _api(self, path: str, method: str = "GET") -> list:
        request = urllib.request.Request(
            f"{self.address}/api/{path}",
            method=method,
            headers={"Authorization": f"token {self.token}"},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read() or "[]")

    def _note(self, url: str) -> None:
        if not url.startswith(_INSIDE):
            self.outside.append(url)
