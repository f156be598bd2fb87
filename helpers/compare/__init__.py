"""The same program in several frameworks: one table, one picture, and who is installed.

>>> from helpers import compare
>>> compare.has("engine")
True
"""

from helpers import frameworks
from helpers.compare.records import Records, records
from helpers.compare.table import Table, table

__all__ = ["Records", "Table", "has", "records", "table", "wake_mxnet"]


def has(name: str) -> bool:
    """Say whether a framework is installed; where it is not, print the line that installs it.

    Args:
        name: one of `helpers.frameworks.NAMES`.
    """
    if frameworks.installed(name):
        return True
    print(frameworks.FrameworkMissing(name, frameworks.TITLES[name]))
    return False


def wake_mxnet() -> None:
    """Let MXNet load in its own process while other cells run; nothing where it is missing."""
    if frameworks.installed("mxnet"):
        frameworks.get("mxnet").start()  # type: ignore[attr-defined]
