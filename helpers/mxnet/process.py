"""A process with MXNet in it: steps of a program go in, numbers come out, one line of JSON each."""

from __future__ import annotations

import contextlib
import json
import subprocess
import tempfile
import threading
import weakref
from pathlib import Path
from typing import Any

from helpers.mxnet.errors import ProcessLost

WORKER = Path(__file__).with_name("worker.py")
SECONDS = 60.0


class Process:
    """Runs `worker.py` in MXNet's environment and asks it one thing at a time.

    The process ends when this object is closed or collected, when Python ends, and, because it
    reads from a pipe, also when Python is killed.

    Args:
        python: the environment's Python.
        seconds: how long an answer may take; the first one includes the import of MXNet.
        worker: the program to run.

    Raises:
        FileNotFoundError: there is no such Python.
    """

    def __init__(self, python: Path, seconds: float = SECONDS, worker: Path = WORKER) -> None:
        self._seconds = seconds
        with contextlib.ExitStack() as stack:
            self._errors = stack.enter_context(tempfile.TemporaryFile())
            # a session of its own: the interrupt of a notebook's kernel is not meant for it
            self._process = subprocess.Popen(
                [python, "-I", worker],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,
            )
            stack.callback(_end, self._process)
            self._close = weakref.finalize(self, stack.pop_all().close)

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        return self._close.alive and self._process.poll() is None

    def ask(self, request: dict[str, Any]) -> Any:
        """Send a request and return the answer; see `worker.py` for what can be asked.

        Raises:
            ValueError: MXNet refuses the program; the message is the first sentence it says.
            ProcessLost: the process ended, or took too long and was ended.
        """
        line = json.dumps(request).encode() + b"\n"
        late = threading.Event()
        timer = threading.Timer(self._seconds, self._give_up, [late])
        timer.daemon = True
        timer.start()
        try:
            answer = self._exchange(line)
        except BaseException:
            # interrupted in the middle: its answer would be taken for the next one
            self.close()
            raise
        finally:
            timer.cancel()
        if not answer.endswith(b"\n"):
            raise ProcessLost(self._what_happened(late.is_set()))
        told = json.loads(answer)
        if "error" in told:
            raise ValueError(f"MXNet says: {told['error']}")
        return told["result"]

    def close(self) -> None:
        """End the process; more than once is allowed."""
        self._close()

    def _exchange(self, line: bytes) -> bytes:
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except BrokenPipeError:
            return b""
        return self._process.stdout.readline()

    def _give_up(self, late: threading.Event) -> None:
        late.set()
        self._process.kill()

    def _what_happened(self, late: bool) -> str:
        self._process.wait()
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip().splitlines()
        self.close()
        if late:
            return (
                f"MXNet gave no answer in {self._seconds:g} seconds and was stopped: "
                "run the cell again, and it starts anew."
            )
        code = self._process.returncode
        why = f"signal {-code}" if code < 0 else said[-1] if said else f"exit code {code}"
        return f"MXNet's process ended ({why}): run the cell again, and it starts anew."


def version(process: Process) -> str:
    """Return the version of MXNet in a process."""
    return process.ask({"ask": "version"})


def _end(process: subprocess.Popen) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        with contextlib.suppress(BrokenPipeError):  # what was written last went nowhere
            pipe.close()
