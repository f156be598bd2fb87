"""The command: `python -m helpers.mxnet install|status|remove`."""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from helpers.mxnet import environment, interpreters, kernelspec
from helpers.mxnet.errors import CannotInstall, ProcessLost
from helpers.mxnet.process import Process, version

HELP = {
    "install": "make MXNet's environment and kernel; what is there already stays",
    "status": "say whether they are there, and where",
    "remove": "take both away again",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks; return 0 if all is well, 1 if not."""
    asked = _parser().parse_args(arguments)
    # as Ctrl-C: clean up before the end
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if asked.action == "install":
            install(asked.python)
        elif asked.action == "remove":
            remove()
        else:
            return 0 if status() else 1
    except CannotInstall as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped, and nothing is left half done: run the command again.", file=sys.stderr)
        return 1
    return 0


def install(preferred: Path | None = None) -> None:
    """Make what is missing of environment and kernel, and let MXNet compute one gradient.

    Args:
        preferred: the Python to make the environment with; None looks for one.

    Raises:
        CannotInstall: says in one sentence why not and what to do.
    """
    if not environment.is_complete():
        named = [preferred] if preferred else interpreters.candidates()
        interpreter = interpreters.find(named)
        with environment.locked() as run:
            # another process may have made it while this one looked for a Python
            if not environment.is_complete():
                environment.make(interpreter, run, say)
    say(f"The environment is in {environment.home()}")
    kernelspec.write()
    say(f"Jupyter finds the kernel {kernelspec.NAME} in {kernelspec.folder()}")
    try:
        with Process(environment.python()) as process:
            say(f"It works: MXNet {version(process)} answers")
    except ProcessLost as error:
        raise CannotInstall(
            f"{error} If that does not help, run `python -m helpers.mxnet remove` and install anew."
        ) from None


def status() -> bool:
    """Print what is there; return whether both parts are."""
    complete, written = environment.is_complete(), kernelspec.is_written()
    begun = "not complete, or for other versions" if environment.is_begun() else "not there"
    other = "leads to another place" if kernelspec.is_there() else "not there"
    say(f"environment: {'complete' if complete else begun} ({environment.home()})")
    say(f"kernel {kernelspec.NAME}: {'there' if written else other} ({kernelspec.folder()})")
    if not (complete and written):
        say("run `python -m helpers.mxnet install`")
    return complete and written


def remove() -> None:
    """Take the kernel and the environment away, and say what was there.

    Raises:
        CannotInstall: another process is changing them now.
    """
    if kernelspec.remove():
        say(f"Removed the kernel {kernelspec.NAME} from {kernelspec.folder().parent}")
    if environment.is_begun():
        with environment.locked():
            say(f"Removing {environment.home()}")
            environment.remove()
    else:
        say("There is no environment of MXNet")


def say(line: str) -> None:
    """Print a line at once, before a program that is started next prints its own."""
    print(line, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m helpers.mxnet", description="MXNet's environment and Jupyter kernel."
    )
    actions = parser.add_subparsers(dest="action", required=True)
    for name, sentence in HELP.items():
        action = actions.add_parser(name, help=sentence, description=sentence)
        if name == "install":
            action.add_argument("--python", type=_executable, help="the Python 3.11 to use")
    return parser


def _executable(text: str) -> Path:
    found = shutil.which(text)
    if not found:
        raise argparse.ArgumentTypeError(f"there is no program {text!r}")
    return Path(found)


if __name__ == "__main__":
    sys.exit(main())
