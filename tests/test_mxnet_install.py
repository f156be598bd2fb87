"""The installer of MXNet's environment, with programs in its place that load nothing."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from packaging.requirements import Requirement

from helpers import frameworks
from helpers.mxnet import __main__ as command
from helpers.mxnet import environment, interpreters, kernelspec
from helpers.mxnet.errors import CannotInstall, ProcessLost

ROOT = Path(__file__).resolve().parents[1]
HERE = interpreters.Interpreter(Path(sys.executable), "3.11", "linux", "x86_64", True)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch) -> Path:
    """Every test has its own folders for the environment and for Jupyter's entries."""
    monkeypatch.setenv("DETACH_MXNET_HOME", str(tmp_path / "mxnet"))
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "0")
    return tmp_path / "mxnet"


@pytest.fixture
def ctrl_c():
    """Ctrl-C counts: a shell lets what it starts in the background ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class Programs:
    """Stands for venv and pip: notes the calls, and makes a Python where venv would."""

    def __init__(self, fails: BaseException | None = None) -> None:
        self.calls: list[list[str]] = []
        self._fails = fails

    def __call__(self, line: list[str], *_: object) -> None:
        self.calls.append(line)
        if "venv" in line:
            environment.python().parent.mkdir(parents=True)
            environment.python().symlink_to(sys.executable)
        if "pip" in line and self._fails:
            raise self._fails


class Answering:
    """Stands for MXNet's process."""

    def __init__(self, python: Path) -> None:
        assert python == environment.python()

    def __enter__(self) -> Answering:
        return self

    def __exit__(self, *_: object) -> None: ...

    def ask(self, request: dict) -> str:
        return "1.9.1"


@pytest.fixture
def programs(monkeypatch) -> Programs:
    stand_in = Programs()
    monkeypatch.setattr(environment, "_run", stand_in)
    monkeypatch.setattr(command, "Process", Answering)
    monkeypatch.setattr(interpreters, "probe", lambda path: HERE)
    return stand_in


def made(fails: BaseException | None = None) -> Programs:
    stand_in = Programs(fails)
    environment.make(HERE, stand_in, say=lambda line: None)
    return stand_in


def test_nothing_is_there_at_first(capsys):
    assert command.main(["status"]) == 1
    assert not frameworks.installed("mxnet")
    said = capsys.readouterr().out
    assert said.count("not there") == 2
    assert "run `python -m helpers.mxnet install`" in said


def test_one_command_makes_environment_and_kernel(programs, home, capsys):
    assert command.main(["install"]) == 0
    venv, pip = programs.calls
    assert venv == [sys.executable, "-I", "-m", "venv", str(home)]
    assert pip[0] == str(home / "bin/python")
    assert {"mxnet==1.9.1", "numpy==1.23.5"} < {*pip}
    assert frameworks.installed("mxnet")
    assert "It works: MXNet 1.9.1 answers" in capsys.readouterr().out
    assert command.main(["status"]) == 0


def test_a_second_installation_leaves_the_first_alone(programs):
    command.main(["install"])
    assert command.main(["install"]) == 0
    assert len(programs.calls) == 2


def test_an_older_environment_is_made_anew(programs, home, monkeypatch):
    command.main(["install"])
    monkeypatch.setattr(environment, "REQUIREMENTS", ("mxnet==1.9.1", "numpy==1.23.4"))
    assert not frameworks.installed("mxnet")
    (home / "old").touch()
    command.main(["install"])
    assert len(programs.calls) == 4
    assert not (home / "old").exists()


def test_a_python_that_is_gone_makes_the_environment_incomplete(home):
    made()
    (home / "bin/python").unlink()
    assert not environment.is_complete()
    (home / "bin/python").symlink_to(home / "nowhere")
    assert not environment.is_complete()


def test_an_installation_that_fails_leaves_nothing(home):
    with pytest.raises(CannotInstall, match="the reason"):
        made(fails=CannotInstall("the reason"))
    assert not home.exists()


def test_an_installation_that_was_killed_is_made_anew(programs, home, monkeypatch):
    with monkeypatch.context() as killed, pytest.raises(KeyboardInterrupt):
        # nobody is left to clean up after it
        killed.setattr(environment, "remove", lambda: False)
        made(fails=KeyboardInterrupt())
    (home / "half").touch()
    assert environment.python().exists()
    assert environment.is_begun()
    assert not environment.is_complete()
    assert command.main(["install"]) == 0
    assert environment.is_complete()
    assert not (home / "half").exists()


def test_a_removal_that_was_killed_leaves_no_environment_in_use(home, monkeypatch, ctrl_c):
    made()
    with monkeypatch.context() as killed, pytest.raises(KeyboardInterrupt):
        killed.setattr("shutil.rmtree", lambda path: signal.raise_signal(signal.SIGINT))
        environment.remove()
    assert environment.python().exists()
    assert not environment.is_complete()
    assert environment.remove()
    assert not home.exists()


def test_a_folder_of_someone_else_is_left_alone(programs, home, capsys):
    home.mkdir()
    (home / "thesis.txt").write_text("years of work")
    assert command.main(["install"]) == 1
    assert "holds something else" in capsys.readouterr().err
    assert command.main(["remove"]) == 0
    assert [entry.name for entry in home.iterdir()] == ["thesis.txt"]
    assert programs.calls == []


def test_ctrl_c_is_one_sentence_and_leaves_nothing(programs, home, capsys):
    programs._fails = KeyboardInterrupt()
    assert command.main(["install"]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert not home.exists()


def test_remove_takes_both_away(programs, home, tmp_path):
    command.main(["install"])
    assert (tmp_path / "jupyter/kernels/detach-mxnet/kernel.json").is_file()
    assert command.main(["remove"]) == 0
    assert not home.exists()
    assert list((tmp_path / "jupyter/kernels").iterdir()) == []
    assert command.main(["remove"]) == 0


def test_two_at_the_same_time_do_no_harm(programs, home, capsys):
    made()
    (home / environment.MANIFEST).write_text("{}")
    with environment.locked():
        for action in ("install", "remove"):
            assert command.main([action]) == 1
            assert "Another installation or removal is at work" in capsys.readouterr().err
    assert programs.calls == []
    assert (home / "bin/python").exists()
    assert command.main(["install"]) == 0


HOLDER = """
import sys
from helpers.mxnet import environment
with environment.locked() as run:
    run([sys.executable, "-c", "import sys; print('ready', flush=True); sys.stdin.read()"])
"""


def test_the_lock_holds_as_long_as_pip_runs(home):
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout.readline() == "ready\n"
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        with pytest.raises(CannotInstall, match="Another"), environment.locked():
            pass
        parent.stdin.close()
        with open(f"{home}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # waits for the program that was left behind
    with environment.locked():
        pass


STARTER = """
import subprocess, sys
from helpers.mxnet import environment
child = "import os, sys; print(os.getpid(), flush=True); sys.stdin.read()"
starts = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
with environment.locked() as run:
    run([sys.executable, "-c", starts])
"""


def test_ctrl_c_ends_what_a_program_has_started_itself(ctrl_c):
    with subprocess.Popen(
        [sys.executable, "-c", STARTER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as parent:
        pid = int(parent.stdout.readline())
        parent.send_signal(signal.SIGINT)
        parent.wait()
        with contextlib.suppress(psutil.NoSuchProcess):
            psutil.Process(pid).wait(30)


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("raise SystemExit('ERROR: No matching distribution found for mxnet==1.9.1')", "network"),
        ("raise SystemExit('ERROR: [Errno 28] No space left on device')", "pip stopped: .*space"),
        ("raise SystemExit(2)", "gave no reason"),
    ],
)
def test_a_program_that_fails_gives_its_reason(script, sentence):
    with environment.locked() as run, pytest.raises(CannotInstall, match=sentence) as failed:
        run([sys.executable, "-c", script, "pip"])
    assert "\n" not in str(failed.value)


def test_pips_own_settings_do_not_move_the_packages(monkeypatch, tmp_path):
    monkeypatch.setenv("PIP_TARGET", str(tmp_path))
    with environment.locked() as run:
        run([sys.executable, "-c", "import os; assert 'PIP_TARGET' not in os.environ"])


def test_a_folder_that_cannot_be_written_is_one_sentence(monkeypatch, tmp_path, capsys):
    (tmp_path / "file").touch()
    monkeypatch.setenv("DETACH_MXNET_HOME", str(tmp_path / "file/mxnet"))
    monkeypatch.setattr(interpreters, "probe", lambda path: HERE)
    assert command.main(["install"]) == 1
    assert "cannot be written to" in capsys.readouterr().err


def test_an_environment_that_does_not_answer_says_what_to_do(programs, monkeypatch, capsys):
    class Silent(Answering):
        def ask(self, request: dict) -> str:
            raise ProcessLost("MXNet's process ended (signal 4).")

    monkeypatch.setattr(command, "Process", Silent)
    assert command.main(["install"]) == 1
    assert "helpers.mxnet remove" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"version": "3.12"}, "needs Python 3.11, and there is none.*--python"),
        ({"system": "win32", "machine": "AMD64"}, "not for this machine.*win32, AMD64"),
        ({"system": "darwin", "machine": "arm64"}, "not for this machine.*darwin, arm64"),
        ({"has_venv": False}, "apt install python3.11-venv"),
    ],
)
def test_a_machine_without_mxnet_is_told_so(monkeypatch, capsys, changes, sentence):
    unfit = interpreters.Interpreter(**{**vars(HERE), **changes})
    monkeypatch.setattr(interpreters, "probe", lambda path: unfit)
    assert command.main(["install"]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    with pytest.raises(CannotInstall, match=sentence):
        interpreters.find([HERE.path])


def test_the_first_python_that_fits_is_taken(monkeypatch):
    known = {
        Path("new"): interpreters.Interpreter(Path("new"), "3.13", "linux", "x86_64", True),
        Path("bare"): interpreters.Interpreter(Path("bare"), "3.11", "linux", "x86_64", False),
        Path("fits"): HERE,
    }
    monkeypatch.setattr(interpreters, "probe", known.get)
    paths = map(Path, ["none", "new", "bare", "fits"])
    assert interpreters.find(paths) is HERE


def test_a_probe_says_what_a_python_is(tmp_path):
    here = interpreters.probe(Path(sys.executable))
    assert here.version == "{}.{}".format(*sys.version_info)
    assert here.system == sys.platform
    assert here.has_venv
    broken = tmp_path / "python3.11"
    broken.write_text("#!/bin/sh\nexit 127\n")
    broken.chmod(0o755)
    assert interpreters.probe(broken) is None
    assert interpreters.probe(tmp_path / "absent") is None


def test_pythons_of_version_managers_are_looked_at(monkeypatch, tmp_path):
    kept = tmp_path / "versions/3.11.9/bin/python3.11"
    kept.parent.mkdir(parents=True)
    kept.touch()
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    first, *others = interpreters.candidates()
    assert first == Path(sys.executable)
    assert kept in others


def test_the_kernels_entry_starts_it_apart_from_other_packages(home, tmp_path):
    kernelspec.write()
    entry = json.loads((tmp_path / "jupyter/kernels/detach-mxnet/kernel.json").read_text())
    python, isolated, _, kernel, *_ = entry["argv"]
    assert (python, isolated) == (str(home / "bin/python"), "-I")
    assert kernel == str(ROOT / "helpers/mxnet/kernel.py")
    assert kernelspec.is_written()


def test_an_entry_of_another_copy_of_the_course_is_written_anew(programs, tmp_path, capsys):
    command.main(["install"])
    entry = tmp_path / "jupyter/kernels/detach-mxnet/kernel.json"
    entry.write_text(entry.read_text().replace("helpers", "moved"))
    capsys.readouterr()
    assert command.main(["status"]) == 1
    assert "kernel detach-mxnet: leads to another place" in capsys.readouterr().out
    command.main(["install"])
    assert command.main(["status"]) == 0


def test_the_entry_goes_into_a_virtual_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "1")
    assert kernelspec.folder() == Path(sys.prefix) / "share/jupyter/kernels/detach-mxnet"


def test_the_kernel_finds_helpers_and_nothing_beside_it():
    lines = (
        f"import runpy; kernel = runpy.run_path({str(kernelspec.KERNEL)!r})",
        "kernel['add_helpers']()",
        "from helpers.exercise import check_in",
        "import importlib.util",
        "print(importlib.util.find_spec('tests'), importlib.util.find_spec('binder'))",
    )
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", "\n".join(lines)],
        capture_output=True,
        text=True,
        check=True,
        cwd=os.sep,
    )
    assert ran.stdout == "None None\n"


def test_both_environments_have_the_same_widgets_and_kernel():
    course = (ROOT / "requirements.txt").read_text().splitlines()
    for requirement in environment.REQUIREMENTS:
        if Requirement(requirement).name in ("ipykernel", "ipywidgets", "anywidget"):
            assert requirement in course
