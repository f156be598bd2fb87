"""MXNet's process: when it hangs, dies, is left behind or taken away."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import textwrap
from pathlib import Path

import psutil
import pytest

from helpers.frameworks import FrameworkMissing
from helpers.frameworks.of_mxnet import MXNet
from helpers.mxnet import environment
from helpers.mxnet.errors import ProcessLost
from helpers.mxnet.process import Process
from tests.needs import adapter


@pytest.fixture
def start(tmp_path):
    """Start a process that runs a few lines where MXNet's would run `worker.py`."""
    started = []

    def starting(code: str, seconds: float = 60) -> Process:
        worker = tmp_path / "worker.py"
        worker.write_text(textwrap.dedent(code))
        started.append(Process(Path(sys.executable), seconds, worker))
        return started[-1]

    yield starting
    for process in started:
        process.close()


INSTALL = r"`python -m helpers\.mxnet install`"
ECHO = """
    import json, sys
    for line in sys.stdin:
        print(json.dumps({"result": json.loads(line)}), flush=True)
"""


def lost(process: Process) -> str:
    """Return the sentence of a process that gives no answer, and see that it is gone."""
    with pytest.raises(ProcessLost) as raised:
        process.ask({"ask": "version"})
    assert not process.alive
    assert not psutil.pid_exists(process.pid)
    assert "\n" not in str(raised.value)
    return str(raised.value)


def test_an_answer_belongs_to_its_request(start):
    process = start(ECHO)
    assert [process.ask({"n": n}) for n in range(3)] == [{"n": 0}, {"n": 1}, {"n": 2}]
    assert process.alive
    process.close()
    process.close()
    assert not process.alive


def test_a_process_that_hangs_is_stopped(start):
    process = start("import sys; sys.stdin.read()", seconds=0.5)
    assert lost(process).startswith("MXNet gave no answer in 0.5 seconds and was stopped: run the")


def test_a_process_that_is_killed_says_so(start):
    process = start("import os, signal\ninput()\nos.kill(os.getpid(), signal.SIGKILL)")
    assert lost(process).startswith("MXNet's process ended (signal 9): run the cell again")


def test_a_process_that_dies_before_it_reads_says_why(start):
    process = start("import sys\nsys.exit('No module named numpy')")
    psutil.Process(process.pid).wait(30)
    assert "(No module named numpy)" in lost(process)


def test_half_an_answer_is_none(start):
    assert "exit code 0" in lost(start("input()\nprint('{\"result\": 2', end='')"))


def test_a_refused_program_leaves_the_process_alive(start):
    process = start('import sys\nfor line in sys.stdin: print(\'{"error": "no"}\', flush=True)')
    with pytest.raises(ValueError, match=r"^MXNet says: no$"):
        process.ask({})
    assert process.alive


def test_an_interrupt_ends_the_process_so_that_no_answer_is_left_over(start, monkeypatch):
    process = start(ECHO)

    def interrupted(line):
        raise KeyboardInterrupt

    monkeypatch.setattr(process, "_exchange", interrupted)
    with pytest.raises(KeyboardInterrupt):
        process.ask({})
    assert not process.alive


PARENT = """
import sys
from helpers.frameworks import get
mxnet = get("mxnet")
mxnet.version()
print(mxnet._process.pid, flush=True)
if sys.argv[1] == "waits":
    sys.stdin.read()
"""


@pytest.mark.parametrize("how", ["ends", "waits"])
def test_no_process_is_left_behind(how):
    """`ends`: Python ends by itself; `waits`: it is killed while MXNet waits for a request."""
    adapter("mxnet")
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, how], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as parent:
        pid = int(parent.stdout.readline())
        if how == "waits":
            assert psutil.pid_exists(pid)
            parent.kill()
        parent.wait()
        with contextlib.suppress(psutil.NoSuchProcess):
            psutil.Process(pid).wait(60)


def test_a_killed_process_is_started_anew():
    mxnet = MXNet() if adapter("mxnet") else None
    assert mxnet.version() == "1.9.1"
    first = mxnet._process
    psutil.Process(first.pid).kill()
    psutil.Process(first.pid).wait(30)
    assert mxnet.gradient(lambda x, cut: x * cut(x * x), 3.0).gradients == ((9.0,),)
    assert mxnet._process.pid != first.pid


def test_an_environment_that_is_not_there_is_named_with_the_command(monkeypatch, tmp_path):
    monkeypatch.setenv("DETACH_MXNET_HOME", str(tmp_path / "none"))
    with pytest.raises(FrameworkMissing, match=INSTALL):
        MXNet()


def test_an_environment_that_is_removed_while_in_use(monkeypatch, tmp_path):
    monkeypatch.setattr(environment, "is_complete", lambda: True)
    monkeypatch.setenv("DETACH_MXNET_HOME", str(tmp_path / "gone"))
    mxnet = MXNet()
    for _ in range(2):
        with pytest.raises(FrameworkMissing, match=INSTALL):
            mxnet.gradient(lambda x, cut: x * x, 3.0)
        # noticed before the start, the second time
        monkeypatch.setattr(environment, "is_complete", lambda: False)
