"""Fixtures of the browser tests: a server, a Chromium, a page that remembers what went wrong."""

from __future__ import annotations

import os
from contextlib import contextmanager

import pytest

from tests.browser.chromium import FLAGS, chromium_path
from tests.browser.lab import running_lab
from tests.browser.pages import Lab

_MISSING = "no Chromium here: install it with `apt-get install chromium`, or set CHROMIUM to one"


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium; without one the test is skipped, or fails where it is required."""
    path = chromium_path()
    if path is None:
        (pytest.fail if os.environ.get("REQUIRE_ALL") else pytest.skip)(_MISSING)
    sync_api = pytest.importorskip("playwright.sync_api")
    # a busy machine answers late, and late is not wrong
    sync_api.expect.set_options(timeout=30_000)
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory, browser):
    """(address, token) of a JupyterLab with a copy of the notebooks."""
    with running_lab(tmp_path_factory.mktemp("lab")) as found:
        yield found


@pytest.fixture
def lab(browser, server):
    """A `Lab`: an empty window in which notebooks can be opened and run."""
    with window(browser, server) as lab:
        yield lab


@contextmanager
def window(browser, server, **options):
    """Yield a `Lab` in a window of its own; whatever went wrong in it is an error at the end."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    lab = Lab(context.new_page(), *server, **options)
    yield lab
    lab.shut_down_kernels()
    context.close()
    assert lab.errors == []
    assert lab.outside == [], "the page asked something of another machine"
