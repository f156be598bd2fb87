"""What runs with the network cut reaches itself and nobody else."""

from __future__ import annotations

import os
import socket
import subprocess
import sys

import pytest

pytest.importorskip("fcntl", reason="the network is cut on Linux")

from tests.binder import offline

CONNECT = "import socket, sys; socket.create_connection(('127.0.0.1', int(sys.argv[1])), 5)"
TALK_TO_ITSELF = """
import socket
with socket.create_server(('127.0.0.1', 0)) as server:
    socket.create_connection(server.getsockname(), 5).send(b'27')
    print(server.accept()[0].recv(2))
"""


@pytest.fixture
def needs_a_cut():
    """Skip where the system allows no network of one's own, or fail where all is required."""
    if offline.way_to_cut() is None:
        required = os.environ.get("REQUIRE_ALL") == "1"
        (pytest.fail if required else pytest.skip)(offline.NOT_ALLOWED)


def run(*command: str, python: tuple[str, ...] = (), **environment: str):
    """Run a command offline, or with other arguments to Python than the module's file."""
    return subprocess.run(
        [sys.executable, *(python or (offline.__file__,)), "--", *command],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_what_listens_outside_is_not_reached(needs_a_cut):
    with socket.create_server(("127.0.0.1", 0)) as server:
        connect = [sys.executable, "-c", CONNECT, str(server.getsockname()[1])]
        assert subprocess.run(connect, timeout=60, check=False).returncode == 0
        cut = run(*connect)
    assert cut.returncode == 1
    assert "ConnectionRefusedError" in cut.stderr
    assert cut.stdout == "network: cut, nothing outside can be reached; loopback works\n"


def test_loopback_is_there(needs_a_cut):
    ran = run(sys.executable, "-c", TALK_TO_ITSELF)
    assert ran.stdout.endswith("b'27'\n"), ran.stderr


def test_arguments_and_exit_code_are_the_commands_own(needs_a_cut):
    show = "import sys; print(sys.argv[1:]); sys.exit(27)"
    ran = run(sys.executable, "-c", show, "two words", "--limit")
    assert ran.stdout.endswith("['two words', '--limit']\n")
    assert ran.returncode == 27


def test_a_network_that_is_not_cut_is_not_called_cut(monkeypatch):
    """Neither where somebody answers nor where nobody does."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setattr(offline, "OUTSIDE", server.getsockname())
        assert not offline.is_cut()
    assert not offline.is_cut()
    assert offline.loopback_works()


@pytest.mark.parametrize(("required", "code", "printed"), [("", 0, "27\n"), ("1", 1, "")])
def test_where_it_cannot_be_cut_a_line_says_so(required, code, printed):
    without = "from tests.binder import offline; offline.WAYS = (['false'],); offline.main()"
    ran = run(sys.executable, "-c", "print(27)", python=("-c", without), REQUIRE_ALL=required)
    assert ran.returncode == code
    assert ran.stdout == f"network: NOT cut, {offline.NOT_ALLOWED}\n{printed}"
