"""The environment of MXNet's kernel: where it is, what is in it, how it is made and removed.

It is complete when its manifest says so, which is written last: an installation that was
interrupted is noticed and made afresh. A lock lets one process at a time change it; the lock is
handed to the programs that do the work, so that it holds until the last of them has ended.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from jupyter_core.paths import jupyter_data_dir

from helpers.mxnet.errors import CannotInstall
from helpers.mxnet.interpreters import Interpreter

# the last three as in requirements.txt: JupyterLab shows the quiz with the course's own widgets
REQUIREMENTS = (
    *("mxnet==1.9.1", "numpy==1.23.5"),
    *("ipykernel==7.4.0", "ipywidgets==8.1.9", "anywidget==0.11.0"),
)

MANIFEST = "detach-mxnet.json"
_DRAFT = f"{MANIFEST}.new"
_NO_PACKAGE = ("No matching distribution", "Could not find a version")
# settings of pip that would put the packages elsewhere
_ELSEWHERE = ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_USER")

Run = Callable[[list[str]], None]
Say = Callable[[str], None]


def home() -> Path:
    """Return the folder of the environment; the variable DETACH_MXNET_HOME moves it."""
    return Path(os.environ.get("DETACH_MXNET_HOME") or Path(jupyter_data_dir()) / "detach-mxnet")


def python(folder: Path | None = None) -> Path:
    """Return the environment's Python, which need not be there."""
    return (folder or home()) / "bin" / "python"


def is_complete() -> bool:
    """Say whether the environment was made to the end, with the packages of today."""
    return _manifest() == {"complete": True, "requirements": [*REQUIREMENTS]} and python().exists()


def is_begun() -> bool:
    """Say whether an environment is there that this course made, complete or not."""
    return _manifest() is not None


@contextlib.contextmanager
def locked() -> Iterator[Run]:
    """Keep other processes from changing the environment; yields what runs a program meanwhile.

    Raises:
        CannotInstall: another process is changing it now, or its folder cannot be written to.
    """
    import fcntl  # Windows has none, and no MXNet either

    path = home().with_name(f"{home().name}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.open("w")
    except OSError as error:
        raise CannotInstall(f"{path.parent} cannot be written to: {error.strerror}.") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotInstall(
                "Another installation or removal is at work: wait until it has ended, then run "
                "`python -m helpers.mxnet status`."
            ) from None
        yield lambda command: _run(command, lock.fileno())


def make(interpreter: Interpreter, run: Run, say: Say) -> None:
    """Make the environment afresh; what is not finished is taken away again.

    Args:
        interpreter: the Python to make it with.
        run: what `locked` yields.
        say: takes a line for each step.

    Raises:
        CannotInstall: the folder holds something else, or a step failed.
    """
    folder = home()
    if not is_begun() and folder.exists() and {entry.name for entry in folder.iterdir()} - {_DRAFT}:
        raise CannotInstall(f"{folder} holds something else: empty it, or set DETACH_MXNET_HOME.")
    remove()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write_manifest(complete=False)
        say(f"Making an environment with {interpreter.path} in {folder}")
        run([str(interpreter.path), "-I", "-m", "venv", str(folder)])
        say(f"Installing {', '.join(REQUIREMENTS)}: 70 MB to load, 410 MB on the disk")
        run([str(python()), "-I", "-m", "pip", "install", "--no-input", *REQUIREMENTS])
        _write_manifest(complete=True)
    except BaseException:
        remove()
        raise


def remove() -> bool:
    """Take the environment away; return whether there was one.

    A folder without the manifest is none of ours and is left alone.
    """
    folder = home()
    if not is_begun():
        return False
    # the manifest goes last: if this is interrupted, the next call goes on with it
    _write_manifest(complete=False)
    for entry in folder.iterdir():
        if entry.name != MANIFEST:
            shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
    (folder / MANIFEST).unlink()
    folder.rmdir()
    return True


def _manifest() -> object:
    try:
        return json.loads((home() / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _write_manifest(*, complete: bool) -> None:
    content = {"complete": complete, "requirements": [*REQUIREMENTS]}
    # renamed into its place, so that it is never half written
    draft = home() / _DRAFT
    draft.write_text(json.dumps(content), encoding="utf-8")
    draft.replace(home() / MANIFEST)


def _run(command: list[str], lock: int) -> None:
    """Run a program that reports its progress on stdout.

    Raises:
        CannotInstall: it failed; the sentence carries the reason it gave.
    """
    settings = {name: value for name, value in os.environ.items() if name not in _ELSEWHERE}
    with subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        text=True,
        pass_fds=[lock],
        env=settings,
        start_new_session=True,
    ) as process:
        try:
            _, errors = process.communicate()
        except BaseException:
            # with what it has started itself: venv runs ensurepip, and that runs pip
            os.killpg(process.pid, signal.SIGKILL)
            raise
    if process.returncode:
        raise CannotInstall(_reason(command, errors))


def _reason(command: list[str], errors: str) -> str:
    if any(words in errors for words in _NO_PACKAGE):
        return (
            "pip cannot load the packages: the network or the package index is out of reach, or "
            "the index has no MXNet 1.9.1 for this machine."
        )
    lines = [line.removeprefix("ERROR: ") for line in errors.splitlines() if line.strip()]
    what = "pip" if "pip" in command else command[0]
    return f"{what} stopped: {lines[-1] if lines else 'it gave no reason'}"
