"""Quiet, isolated kernels for every test, and a reason for each notebook that cannot run here."""

from __future__ import annotations

import os
from collections.abc import Callable

import hypothesis
import pytest
from nbformat import NotebookNode

from tests.notebook_tool import store, surroundings
from tests.notebook_tool.running import missing_kernel

# the maintainers' run: what would be skipped fails
REQUIRE_ALL = os.environ.get("REQUIRE_ALL") == "1"


def pytest_configure(config: pytest.Config) -> None:
    environment = surroundings.prepared()
    environment.__enter__()
    config.add_cleanup(lambda: environment.__exit__(None, None, None))
    hypothesis.settings.register_profile("course", derandomize=True, database=None, deadline=None)
    hypothesis.settings.load_profile("course")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the cells that nbval collected from a notebook whose kernel is not installed."""
    if REQUIRE_ALL:
        return
    cells = [item for item in items if item.path.suffix == ".ipynb"]
    reasons = {path: missing_kernel(store.load(path)) for path in {cell.path for cell in cells}}
    for cell in cells:
        if reason := reasons[cell.path]:
            cell.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def require_kernel() -> Callable[[NotebookNode], None]:
    """Skip a test whose notebook has no kernel here; fail it where everything is required."""

    def require(notebook: NotebookNode) -> None:
        if reason := missing_kernel(notebook):
            (pytest.fail if REQUIRE_ALL else pytest.skip)(reason)

    return require
