"""Find a Python that can make MXNet's environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from helpers.mxnet.errors import CannotInstall

# the course's helpers need 3.11 or newer, MXNet's numpy 3.11 or older
VERSION = "3.11"
# where pip finds MXNet 1.9.1 ready-made
MACHINES = {("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "x86_64")}

_PROBE = """
import importlib.util as found, json, platform, sys
print(json.dumps({
    "version": "%d.%d" % sys.version_info[:2],
    "system": sys.platform,
    "machine": platform.machine(),
    "has_venv": all(map(found.find_spec, ("venv", "ensurepip"))),
}))
"""


@dataclass(frozen=True)
class Interpreter:
    """A Python: where it is, and what it says about itself."""

    path: Path
    version: str
    system: str
    machine: str
    has_venv: bool


def find(candidates: Iterable[Path]) -> Interpreter:
    """Return the first candidate that can make the environment.

    Raises:
        CannotInstall: none can; the sentence says what to do about the one that comes closest.
    """
    probed = (probe(path) for path in candidates)
    fitting = [found for found in probed if found and found.version == VERSION]
    if not fitting:
        raise CannotInstall(
            f"MXNet's kernel needs Python {VERSION}, and there is none on this machine: install it "
            f"(`uv python install {VERSION}` or `pyenv install {VERSION}`), or name it with "
            "`--python PATH`."
        )
    on_a_machine = [found for found in fitting if (found.system, found.machine) in MACHINES]
    if not on_a_machine:
        where = f"{fitting[0].system}, {fitting[0].machine}"
        raise CannotInstall(
            f"MXNet 1.9.1 exists for Linux and for a Mac with an Intel processor, not for this "
            f"machine ({where}): read chapter 14 with its stored results, or run it on Linux."
        )
    for found in on_a_machine:
        if found.has_venv:
            return found
    raise CannotInstall(
        f"{on_a_machine[0].path} cannot make an environment: install its venv module "
        f"(on Debian and Ubuntu `apt install python{VERSION}-venv`)."
    )


def candidates() -> Iterator[Path]:
    """Yield the Pythons that may be here, the one that runs this first."""
    yield Path(sys.executable)
    for folder in os.get_exec_path():
        yield Path(folder) / f"python{VERSION}"
    kept = (
        Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions",
        Path.home() / ".local/share/uv/python",
    )
    for folder in kept:
        yield from sorted(folder.glob(f"*{VERSION}*/bin/python{VERSION}"), reverse=True)


def probe(path: Path) -> Interpreter | None:
    """Ask a Python what it is; None if there is none at this path, or if it does not answer."""
    if not os.access(path, os.X_OK):
        return None
    try:
        answer = subprocess.run(
            [path, "-I", "-c", _PROBE], capture_output=True, text=True, timeout=30, check=True
        )
        return Interpreter(path, **json.loads(answer.stdout))
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
