"""A Jupyter server for a small machine: it makes room before memory runs out.

On Binder the server and every open notebook share 2 GB, and who goes over is stopped with all
they have open. This kernel manager looks at the memory of the server and its kernels all the time
and, once it is short, shuts down the idle kernel that was used longest ago, and the next one, until
there is room. The kernel that was used last stays, and so does each one that is running a cell.

Switched on with ``ServerApp.kernel_manager_class``: by ``binder/`` and by ``python -m helpers``.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol

import psutil
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from jupyter_server.utils import ensure_async
from tornado.ioloop import PeriodicCallback
from traitlets import Float, Integer, default

CGROUP_LIMITS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)
# a kernel between two cells of a run is idle for a moment
QUIET = timedelta(seconds=3)


class Kernel(Protocol):
    """What Jupyter's server notes about a kernel that it runs."""

    execution_state: str
    last_activity: datetime


def memory_limit() -> int:
    """Return how many bytes the server and its kernels may hold together.

    The least of what a JupyterHub (``MEM_LIMIT``) and a container allow, and half of the machine's
    memory: the rest is for the browser and whatever else its owner runs.
    """
    stated = [os.environ.get("MEM_LIMIT", "")]
    for path in CGROUP_LIMITS:
        with contextlib.suppress(OSError):
            stated.append(path.read_text().strip())
    # a container without a limit says "max"
    limits = [int(number) for number in stated if number.isdecimal()]
    half = psutil.virtual_memory().total // 2
    return min(filter(None, [*limits, half]))


def memory_held() -> int:
    """Return the bytes that this process and all it has started hold.

    Pages that several processes share count once where the system can tell (Linux).
    """
    here = psutil.Process()
    return sum(map(_held_by, [here, *here.children(recursive=True)]))


def _held_by(process: psutil.Process) -> int:
    try:
        try:
            return process.memory_full_info().pss
        except (AttributeError, psutil.AccessDenied):
            return process.memory_info().rss
    except psutil.Error:  # it has ended
        return 0


def least_missed(kernels: dict[str, Kernel], now: datetime) -> str | None:
    """Return the id of the idle kernel that was used longest ago, None if each has to stay.

    The kernel that was used last stays, and so do those that start, run or have run just now.
    """
    by_last_use = sorted(kernels, key=lambda id: kernels[id].last_activity)
    for id in by_last_use[:-1]:
        kernel = kernels[id]
        if kernel.execution_state == "idle" and now - kernel.last_activity >= QUIET:
            return id
    return None


class RoomKeeper(AsyncMappingKernelManager):
    """Jupyter's kernel manager; it shuts down kernels out of use when memory is short."""

    memory_limit = Integer(
        config=True,
        help="Bytes that the server and its kernels may hold together; 0 for no limit.",
    )
    memory_share = Float(
        0.65,
        config=True,
        help="The part of the limit at which memory is short. The rest is for what the kernel "
        "in use takes until there is room: TensorFlow takes 100 MB a second while it loads.",
    )
    memory_interval = Float(1.0, config=True, help="Seconds from one look at memory to the next.")

    _watch: PeriodicCallback | None = None

    @default("memory_limit")
    def _default_memory_limit(self) -> int:
        return memory_limit()

    @property
    def watching(self) -> bool:
        """Whether memory is looked at."""
        return self._watch is not None and self._watch.is_running()

    async def start_kernel(self, **kwargs: object) -> str:
        """Start a kernel; from the first one on, memory is watched."""
        kernel_id = await ensure_async(super().start_kernel(**kwargs))
        if self._watch is None and self.memory_limit > 0:
            self._watch = PeriodicCallback(self.make_room, 1000 * self.memory_interval)
            self._watch.start()
        return kernel_id

    async def make_room(self) -> None:
        """Shut down idle kernels, those used longest ago first, while memory is short."""
        while await asyncio.to_thread(memory_held) > self.memory_share * self.memory_limit:
            kernels = {id: self.get_kernel(id) for id in self.list_kernel_ids()}
            kernel_id = least_missed(kernels, datetime.now(UTC))
            if kernel_id is None:
                return
            self.log.warning("Memory is short: shutting down kernel %s, not in use.", kernel_id)
            # asked to end, a kernel with three frameworks takes seconds, and the next one grows
            await ensure_async(self.shutdown_kernel(kernel_id, now=True))
