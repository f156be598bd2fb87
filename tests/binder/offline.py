"""Run a command with the network cut: it has loopback, as kernels need, and nothing else.

    python offline.py -- python -m pytest notebooks

The command gets a network of its own (`unshare`, of util-linux). Before it starts, it is tried that
nothing outside can be reached and that loopback works. Where the system allows no such network, the
command runs in the machine's own and a line says so; with REQUIRE_ALL=1 it does not run at all.
"""

from __future__ import annotations

import argparse
import errno
import fcntl
import os
import socket
import struct
import subprocess
import sys

# as root, or as anybody who may be root of a namespace
WAYS = (["unshare", "--net"], ["unshare", "--map-root-user", "--net"])
NOT_ALLOWED = (
    "`unshare --net` is not allowed here; on Ubuntu it is after "
    "`sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0`"
)
OUTSIDE = ("192.0.2.1", 443)  # an address for documentation: no machine has it
SET_FLAGS, UP = 0x8914, 1  # SIOCSIFFLAGS and IFF_UP of Linux


def way_to_cut() -> list[str] | None:
    """The start of a command line that cuts the network here; None where nothing may."""
    for way in WAYS:
        try:
            if subprocess.run([*way, "true"], capture_output=True, check=False).returncode == 0:
                return way
        except FileNotFoundError:
            return None
    return None


def raise_loopback() -> None:
    """Switch on the one interface that a new network has."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SET_FLAGS, struct.pack("16sh14x", b"lo", UP))


def is_cut() -> bool:
    """Whether there is no way outside; an answer that does not come is no proof."""
    try:
        socket.create_connection(OUTSIDE, timeout=5).close()
    except OSError as error:
        return error.errno == errno.ENETUNREACH
    return False


def loopback_works() -> bool:
    """Whether one end of a connection on this machine reaches the other."""
    try:
        with socket.create_server(("127.0.0.1", 0)) as server:
            socket.create_connection(server.getsockname(), timeout=5).close()
    except OSError:
        return False
    return True


def main() -> None:
    """Read the command line and become the command after ``--``."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("command", nargs="+")
    asked = parser.parse_args()
    if asked.inside:
        raise_loopback()
        if not (is_cut() and loopback_works()):
            sys.exit("network: it is not cut, or loopback does not work")
        print("network: cut, nothing outside can be reached; loopback works", flush=True)
    elif way := way_to_cut():
        again = [sys.executable, __file__, "--inside", "--", *asked.command]
        os.execvp(way[0], [*way, *again])
    else:
        print(f"network: NOT cut, {NOT_ALLOWED}", flush=True)
        if os.environ.get("REQUIRE_ALL") == "1":
            sys.exit("REQUIRE_ALL=1 asks for a run without a network.")
    os.execvp(asked.command[0], asked.command)


if __name__ == "__main__":
    main()
