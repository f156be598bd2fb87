"""Open the course in JupyterLab: ``python -m helpers [options for jupyter lab]``."""

import os
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path

COURSE = Path(__file__).resolve().parent.parent
FIRST = "notebooks/00_start_here.ipynb"
# no question about news over the first page; widget callbacks on the kernel's main thread, where
# the learner's grad modes and tapes are
SETTINGS = Path(__file__).resolve().parent / "jupyter"
KERNEL_MANAGER = "helpers.server.RoomKeeper"


def options(arguments: Sequence[str] = (), *, root: bool, browser: bool) -> list[str]:
    """JupyterLab's command line, without the word ``jupyter-lab``, that opens the first notebook.

    ``arguments`` are handed through and come last, so that they win over what stands here.
    ``root`` says whether the superuser runs it, which JupyterLab refuses without a word of consent.
    ``browser`` says whether this machine can show a page; without one JupyterLab prints the link.
    """
    return [
        f"--ServerApp.root_dir={COURSE}",
        # A default address, not a file's path: the link that is printed leads there, too.
        f"--LabApp.default_url=/lab/tree/{FIRST}",
        f"--ServerApp.kernel_manager_class={KERNEL_MANAGER}",
        # no request to other machines
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        *(["--allow-root"] if root else []),
        *([] if browser else ["--no-browser"]),
        *arguments,
    ]


def config_path() -> str:
    """The folders in which Jupyter looks for configuration: the course's, then the user's own.

    JupyterLab takes the course's settings as defaults; what the user has set stays.
    """
    own = os.environ.get("JUPYTER_CONFIG_PATH")
    return os.pathsep.join([str(SETTINGS), *([own] if own else [])])


def is_root() -> bool:
    """Whether the superuser runs this process; never so on Windows."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def has_browser() -> bool:
    """Whether a browser can open here, in a window of its own and not inside the terminal."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def main(arguments: Sequence[str]) -> None:
    """Start JupyterLab in this process, so that Ctrl-C and signals reach it as they should."""
    if not (COURSE / FIRST).is_file():
        sys.exit(
            f"There is no {FIRST} in {COURSE}. "
            "Run this in a clone of the course, after `pip install -r requirements.txt` there."
        )
    try:
        from jupyterlab.labapp import LabApp
    except ModuleNotFoundError as missing:
        sys.exit(f"{missing.name} is not installed: run `pip install -r requirements.txt` first.")
    os.environ["JUPYTER_CONFIG_PATH"] = config_path()
    LabApp.launch_instance(options(arguments, root=is_root(), browser=has_browser()))


if __name__ == "__main__":
    main(sys.argv[1:])
