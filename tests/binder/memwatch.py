"""Run a command and end it when its processes together hold more memory than a limit.

    python memwatch.py --limit 1700 -- python -m pytest notebooks

Memory is the proportional set size (shared pages counted once, as a container counts them) where
the system tells it, else the resident set size.
Exit code: the command's own, or 137 over the limit.
"""

import argparse
import subprocess
import sys

import psutil

MIB = 2**20
OVER = 137  # what a shell reports of a process that a container's memory limit has killed


def memory(process: psutil.Process) -> int:
    """Bytes that one process holds; 0 when it has just ended."""
    try:
        try:
            return process.memory_full_info().pss
        except (AttributeError, psutil.AccessDenied):
            return process.memory_info().rss
    except psutil.Error:
        return 0


def family(process: psutil.Process) -> list[psutil.Process]:
    """A process and all it has started, as far as they are still there."""
    try:
        return [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def name(process: psutil.Process) -> str:
    """The start of a process's command line."""
    try:
        return " ".join(process.cmdline())[:80]
    except psutil.Error:
        return "a process that has ended"


def watch(command: list[str], limit: float, every: float) -> int:
    """Run ``command``, look at its memory ``every`` so many seconds, stop it over ``limit`` MiB."""
    process = psutil.Popen(command)
    peak, largest = 0, ""
    while True:
        held = {member: memory(member) for member in family(process)}
        if sum(held.values()) > peak:
            peak, largest = sum(held.values()), name(max(held, key=held.get))
        if peak > limit * MIB:
            for member in held:
                try:
                    member.kill()
                except psutil.NoSuchProcess:
                    continue
            process.wait()
            code, verdict = OVER, f"over the limit of {limit:.0f} MiB"
            break
        try:
            code, verdict = process.wait(timeout=every), "in all"
            break
        except (psutil.TimeoutExpired, subprocess.TimeoutExpired):
            continue
    print(f"memory: {peak / MIB:.0f} MiB {verdict}; largest: {largest}", file=sys.stderr)
    return code


def main() -> int:
    """Read the command line and watch the command after ``--``."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=float, default=1700, metavar="MIB")
    parser.add_argument("--every", type=float, default=0.2, metavar="SECONDS")
    parser.add_argument("command", nargs="+")
    asked = parser.parse_args()
    return watch(asked.command, asked.limit, asked.every)


if __name__ == "__main__":
    sys.exit(main())
