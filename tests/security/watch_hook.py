"""Note what a chapter does to the machine: this module runs inside a kernel, before its cells.

It stands alone (standard library only, any kernel's Python). An audit hook hears of a file that is
opened to write, of a connection and of a new process before they happen. Source: PEP 578.
"""

import os
import sys
import tempfile

# what happened and was not expected, as sentences
noted = []

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = {
    "os.mkdir": 0,
    "os.remove": 0,
    "os.rename": 1,
    "os.rmdir": 0,
    "os.symlink": 1,
    "os.link": 1,
    "os.truncate": 0,
}
# Python's own caches of compiled modules, matplotlib's of fonts, and what is no file
ELSEWHERE = ("__pycache__", "/dev/", os.sep + "fontlist-")
MATPLOTLIB = os.sep + "matplotlib"  # its two folders, which it makes once
STARTS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.startfile")
HERE = ("127.0.0.1", "::1", "localhost", "")


def install(programs):
    """Begin to note.

    Args:
        programs: parts of the paths of programs that may be started.
    """
    temporary = os.path.realpath(tempfile.gettempdir())

    def is_allowed(path):
        path = os.fsdecode(path)
        real = os.path.realpath(path)
        inside = real == temporary or real.startswith(temporary + os.sep)
        return inside or path.endswith(MATPLOTLIB) or any(part in path for part in ELSEWHERE)

    def hook(event, arguments):
        if event == "open":
            path, _, flags = arguments
            # a number is a file that is open already
            if not isinstance(path, int) and (flags or 0) & WRITING and not is_allowed(path):
                noted.append(f"writes {path}")
        elif event in CHANGES:
            path = arguments[CHANGES[event]]
            if not is_allowed(path):
                noted.append(f"{event} {path}")
        elif event in ("socket.connect", "socket.bind", "socket.sendto"):
            address = arguments[1]
            # the address of a Unix socket is a path
            if isinstance(address, tuple) and address[0] not in HERE:
                noted.append(f"{event} {address}")
        elif event == "socket.getaddrinfo":
            if arguments[0] not in (*HERE, None):
                noted.append(f"looks up {arguments[0]}")
        elif event in STARTS:
            program = str(arguments[0])
            if not any(part in program for part in programs):
                noted.append(f"starts {program}")

    sys.addaudithook(hook)
