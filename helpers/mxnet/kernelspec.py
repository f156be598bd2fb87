"""Tell Jupyter about MXNet's kernel.

The entry goes into the environment that runs this, where it holds for this copy of the course
only, and changes none of its packages. Outside of a virtual environment it goes to the user's
folder. Jupyter itself decides which of the two it looks at first.
"""

from __future__ import annotations

import json
from pathlib import Path

from jupyter_core import paths

from helpers.mxnet import environment

NAME = "detach-mxnet"
TITLE = "MXNet 1.9.1 (detaching computation)"
KERNEL = Path(__file__).with_name("kernel.py")


def folder() -> Path:
    """Return the folder of the entry, which need not be there."""
    inside = paths.prefer_environment_over_user()
    data = paths.ENV_JUPYTER_PATH[0] if inside else paths.jupyter_data_dir()
    return Path(data) / "kernels" / NAME


def write() -> None:
    """Write the entry, over an older one."""
    folder().mkdir(parents=True, exist_ok=True)
    (folder() / "kernel.json").write_text(json.dumps(_entry(), indent=1), encoding="utf-8")


def is_written() -> bool:
    """Say whether the entry is there and leads to today's environment and this copy."""
    try:
        return json.loads((folder() / "kernel.json").read_text(encoding="utf-8")) == _entry()
    except (OSError, ValueError):
        return False


def is_there() -> bool:
    """Say whether there is an entry, wherever it leads."""
    return (folder() / "kernel.json").is_file()


def remove() -> bool:
    """Take the entry away; return whether there was one."""
    if not is_there():
        return False
    (folder() / "kernel.json").unlink()
    folder().rmdir()
    return True


def _entry() -> dict[str, object]:
    # -I keeps the folders out that PYTHONPATH names and that hold other versions of the packages;
    # the debugger warns about frozen modules
    python = [str(environment.python()), "-I", "-Xfrozen_modules=off"]
    return {
        "argv": [*python, str(KERNEL), "-f", "{connection_file}"],
        "display_name": TITLE,
        "language": "python",
        "metadata": {"debugger": True},
    }
