"""Chapter "Compare frameworks": the same program in PyTorch, JAX, TensorFlow and MXNet."""

from helpers import frameworks
from helpers.chapters.compare_frameworks.explorer import Compare
from helpers.chapters.compare_frameworks.mxnet_column import MXNetColumn
from helpers.chapters.compare_frameworks.records import Records, records
from helpers.chapters.compare_frameworks.table import Table, table
from helpers.exercise import check_in
from helpers.frameworks.optional import load
from helpers.quiz import quiz_of

check, quiz = check_in(__name__), quiz_of(__name__)

__all__ = [
    "Compare",
    "MXNetColumn",
    "Records",
    "Table",
    "check",
    "load",
    "quiz",
    "records",
    "table",
    "wake_mxnet",
]


def wake_mxnet() -> None:
    """Let MXNet load in its own process while other cells run; nothing where it is missing."""
    if frameworks.installed("mxnet"):
        frameworks.get("mxnet").start()  # type: ignore[attr-defined]
