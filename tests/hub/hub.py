"""A JupyterHub on loopback that serves the course as `binder/` builds it, a clone to each user."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import sysconfig
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass

REPOSITORY = pathlib.Path(__file__).parents[2]
SCRIPTS = pathlib.Path(sysconfig.get_path("scripts"))
PASSWORD = "a class on loopback"
# what a Zero to JupyterHub would say in Kubernetes' words
CONFIGURATION = """
c.JupyterHub.bind_url = {address!r}
c.JupyterHub.hub_port = {hub_port}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{api_port}"
c.ConfigurableHTTPProxy.command = [{proxy!r}]
c.ConfigurableHTTPProxy.pid_file = {pid_file!r}
c.JupyterHub.cookie_secret_file = {secret!r}
c.JupyterHub.db_url = "sqlite://"
c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = {password!r}
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {homes!r} + "/{{username}}"
c.Spawner.cmd = {command!r}
c.Spawner.args = ["--allow-root"]
c.Spawner.notebook_dir = "~/course"
c.Spawner.mem_limit = "2G"
c.Spawner.http_timeout = c.Spawner.start_timeout = 180
c.Spawner.environment = {environment!r}
"""


@dataclass(frozen=True)
class Hub:
    """A running JupyterHub.

    Attributes:
        address: where its proxy answers.
        homes: the folder with a home for each user, the clone of the course in it.
        upstream: the repository that the clones come from.
    """

    address: str
    homes: pathlib.Path
    upstream: pathlib.Path

    def course(self, user: str) -> pathlib.Path:
        """Return a user's clone of the course."""
        return self.homes / user / "course"


def git(folder: pathlib.Path, *arguments: str) -> str:
    """Run git in a folder as somebody, and return what it prints."""
    somebody = ["-c", "user.name=Teacher", "-c", "user.email=teacher@localhost"]
    ran = subprocess.run(
        ["git", *somebody, *arguments], cwd=folder, capture_output=True, text=True, check=True
    )
    return ran.stdout


@contextlib.contextmanager
def running_hub(folder: pathlib.Path, users: list[str]) -> Iterator[Hub]:
    """Yield a hub with a clone of the course in each user's home; all of it below `folder`."""
    port, hub_port, api_port = _free_ports(3)
    hub = Hub(f"http://127.0.0.1:{port}", folder / "homes", folder / "upstream")
    _publish(hub.upstream)
    for user in users:
        hub.course(user).parent.mkdir(parents=True)
        git(folder, "clone", "-q", str(hub.upstream), str(hub.course(user)))
    # what postBuild installs below etc/jupyter
    image = folder / "image"
    image.mkdir()
    shutil.copy(REPOSITORY / "binder/jupyter_server_config.json", image)
    config = folder / "jupyterhub_config.py"
    config.write_text(
        CONFIGURATION.format(
            address=hub.address,
            hub_port=hub_port,
            api_port=api_port,
            proxy=str(SCRIPTS / "configurable-http-proxy"),
            pid_file=str(folder / "proxy.pid"),
            secret=str(folder / "secret"),
            password=PASSWORD,
            homes=str(hub.homes),
            command=[str(REPOSITORY / "binder/start"), str(SCRIPTS / "jupyterhub-singleuser")],
            environment={
                "JUPYTER_CONFIG_PATH": str(image),
                "JUPYTER_PREFER_ENV_PATH": "1",
                "PYDEVD_DISABLE_FILE_VALIDATION": "1",
            },
        )
    )
    log = folder / "hub.log"
    with log.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "jupyterhub", f"--config={config}"],
            cwd=folder,
            env=_environment(folder),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait(process, f"{hub.address}/hub/api/", log)
            yield hub
        finally:
            process.terminate()
            process.wait(60)


def _publish(upstream: pathlib.Path) -> None:
    """Make a repository of the notebooks as they are now, as the place to clone from."""
    shutil.copytree(REPOSITORY / "notebooks", upstream / "notebooks")
    shutil.copy(REPOSITORY / ".gitignore", upstream)
    git(upstream, "init", "-q", "-b", "main")
    git(upstream, "add", ".")
    git(upstream, "commit", "-q", "-m", "The course")


def _environment(folder: pathlib.Path) -> dict[str, str]:
    # nothing of the person who runs this: no settings, and no folder that the users would share
    left_out = ("JUPYTER", "IPYTHONDIR", "MEM_LIMIT")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
    return kept | {"HOME": str(folder)}


def _free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


def _wait(process: subprocess.Popen, url: str, log: pathlib.Path) -> None:
    deadline = time.monotonic() + 120
    while process.poll() is None and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                json.load(answer)
            return
        except OSError:
            time.sleep(0.25)
    raise RuntimeError(f"the hub did not start:\n{log.read_text()[-3000:]}")
