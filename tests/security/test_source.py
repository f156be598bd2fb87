"""No helper evaluates, unpickles, connects or writes, but those listed here with their reason."""

from __future__ import annotations

from pathlib import Path

import pytest

import helpers
from tests.security.source import risks

HELPERS = Path(helpers.__file__).parent
ALLOWED = {
    "__main__.py": {"imports webbrowser": "asks whether a browser can open, opens none"},
    "mxnet/__main__.py": {"imports shutil": "looks for a Python on the path"},
    "mxnet/environment.py": {
        "calls mkdir": "makes the folder of MXNet's environment",
        "calls rmdir": "removes it when asked to",
        "calls rmtree": "empties it when asked to",
        "calls unlink": "empties it when asked to",
        "calls write_text": "notes in it what is installed",
        "imports shutil": "empties it when asked to",
        "imports subprocess": "runs venv and pip",
        "opens to write": "holds a lock while it installs",
    },
    "mxnet/interpreters.py": {"imports subprocess": "asks a Python for its version"},
    "mxnet/kernelspec.py": {
        "calls mkdir": "registers the kernel with Jupyter",
        "calls rmdir": "takes it out again",
        "calls unlink": "takes it out again",
        "calls write_text": "registers the kernel with Jupyter",
    },
    "mxnet/process.py": {
        "imports subprocess": "runs MXNet, which needs an older numpy, beside the kernel",
        "imports tempfile": "keeps what that process says of an error",
    },
}


def test_what_helpers_do_to_the_machine_is_what_is_listed():
    found = {}
    for path in sorted(HELPERS.rglob("*.py")):
        if seen := set(risks(path.read_text(encoding="utf-8"))):
            found[path.relative_to(HELPERS).as_posix()] = seen
    assert found == {name: set(reasons) for name, reasons in ALLOWED.items()}


@pytest.mark.parametrize(
    ("source", "risk"),
    [
        ("eval(text)", "uses eval"),
        ("run = exec", "uses exec"),
        ("compile(text, '', 'exec')", "uses compile"),
        ("__import__(name)", "uses __import__"),
        ("import os\nos.system(text)", "calls system"),
        ("os.execv(path, [])", "calls execv"),
        ("from subprocess import run", "imports subprocess"),
        ("def later():\n    import pickle", "imports pickle"),
        ("import urllib.request", "imports urllib.request"),
        ("open(path, 'w')", "opens to write"),
        ("open(path, mode='a+')", "opens to write"),
        ("path.open(mode)", "opens to write"),
        ("path.write_bytes(b'')", "calls write_bytes"),
        ("torch.load(path)", "calls load"),
    ],
)
def test_a_risk_is_found(source, risk):
    assert risk in set(risks(source))


@pytest.mark.parametrize(
    "source",
    [
        "open(path)",
        "Image.open(buffer)",
        "path.open('rb')",
        "re.compile(pattern)",
        "model.eval()",
        "from . import subprocess",
        "path.read_text()",
        "text.replace('a', 'b')",
    ],
)
def test_what_is_harmless_is_not(source):
    assert set(risks(source)) == set()
