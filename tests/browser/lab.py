"""A JupyterLab on loopback that serves a copy of the notebooks, for the browser tests."""

from __future__ import annotations

import json
import os
import pathlib
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

REPOSITORY = pathlib.Path(__file__).parents[2]
COURSES = REPOSITORY / "helpers" / "jupyter" / "labconfig" / "default_setting_overrides.json"
SETTINGS = {
    # as a learner has it, and every cell on the page
    **json.loads(COURSES.read_text()),
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
}
_OPTIONS = [
    "--no-browser",
    "--allow-root",
    "--ip=127.0.0.1",
    "--ServerApp.port_retries=0",
    "--expose-app-in-browser",
]


@contextmanager
def running_lab(home: pathlib.Path, app: str = "lab") -> Iterator[tuple[str, str]]:
    """Yield (address, token) of a server with its own configuration below `home`.

    Args:
        home: an empty folder; the server sees a copy of the notebooks there.
        app: `lab` or `notebook`.
    """
    served = home / "course"
    shutil.copytree(REPOSITORY / "notebooks", served / "notebooks")
    overrides = home / "config" / "labconfig" / COURSES.name
    overrides.parent.mkdir(parents=True)
    overrides.write_text(json.dumps(SETTINGS))
    port, token = _free_port(), secrets.token_hex(16)
    log = home / "server.log"
    with log.open("w") as file:
        options = [*_OPTIONS, f"--port={port}", f"--ServerApp.root_dir={served}"]
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyter", app, *options],
            env=_environment(home, token),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
        try:
            address = f"http://127.0.0.1:{port}"
            _wait(server, f"{address}/api/status?token={token}", log)
            yield address, token
        finally:
            server.terminate()
            try:
                server.wait(30)
            except subprocess.TimeoutExpired:  # it waits for a kernel that is deep in a framework
                server.kill()
                server.wait()


def _environment(home: pathlib.Path, token: str) -> dict[str, str]:
    own = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    folders = {name: str(home / folder) for name, folder in own.items()}
    return {**os.environ, **folders, "JUPYTER_TOKEN": token, "JUPYTER_PREFER_ENV_PATH": "1"}


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def _wait(server: subprocess.Popen, url: str, log: pathlib.Path) -> None:
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        if server.poll() is not None:
            break
        try:
            urllib.request.urlopen(url, timeout=2).read()
            return
        except OSError:
            time.sleep(0.25)
    raise RuntimeError(f"the Jupyter server did not start:\n{log.read_text()[-2000:]}")
