"""Skip what cannot run here, and say why; fail it where everything is required."""

from __future__ import annotations

import os

import pytest

from helpers import frameworks


def adapter(name: str) -> frameworks.Framework:
    """Return the adapter of a framework; the test is skipped if it is not installed."""
    try:
        return frameworks.get(name)
    except frameworks.FrameworkMissing as missing:
        (pytest.fail if os.environ.get("REQUIRE_ALL") == "1" else pytest.skip)(str(missing))
