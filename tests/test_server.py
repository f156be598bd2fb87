"""The kernel manager for small machines: which kernels go, which stay, what the limit is."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil
import pytest
from jupyter_server.serverapp import ServerApp
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets.config import Config

from helpers import server

ROOT = Path(__file__).parents[1]
NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
MIB = 2**20


@dataclass
class Fake:
    """A kernel that was used so many seconds ago and holds so many MiB."""

    ago: float
    execution_state: str = "idle"
    mib: int = 400

    @property
    def last_activity(self) -> datetime:
        return NOW - timedelta(seconds=self.ago)


class FakeManager(server.RoomKeeper):
    """A manager of fake kernels, beside a server of 100 MiB."""

    def __init__(self, **kernels: Fake) -> None:
        super().__init__(memory_limit=2000 * MIB, memory_share=0.5)
        self._kernels.update(kernels)
        self.gone: list[str] = []

    def held(self) -> int:
        return (100 + sum(kernel.mib for kernel in self._kernels.values())) * MIB

    async def shutdown_kernel(self, kernel_id: str, now: bool = False) -> None:
        assert now
        self.gone.append(kernel_id)
        del self._kernels[kernel_id]


class FakeClock(datetime):
    @classmethod
    def now(cls, tz: object = None) -> datetime:
        return NOW


def shut_down(monkeypatch: pytest.MonkeyPatch, **kernels: Fake) -> list[str]:
    """Return which of the kernels go, in order, where 1,000 MiB are the mark."""
    manager = FakeManager(**kernels)
    monkeypatch.setattr(server, "memory_held", manager.held)
    monkeypatch.setattr(server, "datetime", FakeClock)
    asyncio.run(manager.make_room())
    return manager.gone


def test_nothing_goes_while_there_is_room(monkeypatch):
    assert shut_down(monkeypatch, a=Fake(3000), b=Fake(20)) == []


def test_the_one_used_longest_ago_goes_first_and_no_more_than_needed(monkeypatch):
    assert shut_down(monkeypatch, a=Fake(20), b=Fake(60), c=Fake(40)) == ["b"]
    assert shut_down(monkeypatch, a=Fake(20), b=Fake(60), c=Fake(40), d=Fake(5)) == ["b", "c"]


@pytest.mark.parametrize("state", ["busy", "starting", "restarting", "dead"])
def test_a_kernel_that_is_not_idle_stays(monkeypatch, state):
    kernels = {"a": Fake(60, state), "b": Fake(40), "c": Fake(20)}
    assert shut_down(monkeypatch, **kernels) == ["b"]


def test_the_one_used_last_stays_however_much_it_holds(monkeypatch):
    assert shut_down(monkeypatch, a=Fake(600, mib=3000)) == []
    assert shut_down(monkeypatch, a=Fake(700), b=Fake(600, mib=3000)) == ["a"]


def test_a_kernel_between_two_cells_of_a_run_stays(monkeypatch):
    kernels = {"running": Fake(0.1, "busy", 900), "between": Fake(0.2), "old": Fake(60)}
    assert shut_down(monkeypatch, **kernels) == ["old"]


def test_where_each_has_to_stay_nothing_goes_and_the_look_ends(monkeypatch):
    assert shut_down(monkeypatch, a=Fake(9, "busy", 800), b=Fake(5, "busy", 800)) == []


@pytest.mark.parametrize(("limit", "watched"), [(0, False), (2000 * MIB, True)])
def test_memory_is_watched_from_the_first_kernel_on_where_there_is_a_limit(
    monkeypatch, limit, watched
):
    async def started(self, **kwargs):
        return kwargs["kernel_id"]

    async def start_two() -> bool:
        manager = server.RoomKeeper(memory_limit=limit)
        assert not manager.watching
        assert [await manager.start_kernel(kernel_id=id) for id in "ab"] == ["a", "b"]
        return manager.watching

    monkeypatch.setattr(AsyncMappingKernelManager, "start_kernel", started)
    assert asyncio.run(start_two()) is watched


def limit(monkeypatch, tmp_path, hub: str, *container: str) -> int:
    monkeypatch.setenv("MEM_LIMIT", hub)
    files = [tmp_path / str(number) for number in range(3)]
    for file, text in zip(files, container, strict=False):
        file.write_text(f"{text}\n")
    monkeypatch.setattr(server, "CGROUP_LIMITS", files)
    return server.memory_limit() // MIB


def test_the_least_of_what_hub_container_and_half_the_machine_allow(monkeypatch, tmp_path):
    class Memory:
        total = 8192 * MIB

    monkeypatch.setattr(psutil, "virtual_memory", Memory)
    binder, small = str(2048 * MIB), str(1024 * MIB)
    assert limit(monkeypatch, tmp_path, binder) == 2048
    assert limit(monkeypatch, tmp_path, binder, "max", small) == 1024
    assert limit(monkeypatch, tmp_path, "", "max", "9223372036854771712") == 4096
    assert limit(monkeypatch, tmp_path, "0", "max") == 4096
    assert limit(monkeypatch, tmp_path, "2G") == 4096


def test_memory_counts_what_the_server_has_started():
    alone = server.memory_held()
    assert alone > 10 * MIB
    grown = "held = bytearray(64 * 2**20); print('ready', flush=True); input()"
    with psutil.Popen(
        [psutil.Process().exe(), "-c", grown], stdin=-1, stdout=-1, text=True
    ) as child:
        assert child.stdout.readline() == "ready\n"
        assert server.memory_held() - alone > 40 * MIB
        child.communicate("\n")


def test_binders_server_reads_its_configuration():
    stated = json.loads((ROOT / "binder/jupyter_server_config.json").read_text())
    app = ServerApp()
    app.update_config(Config(stated))
    assert app.kernel_manager_class is server.RoomKeeper
    manager = server.RoomKeeper(parent=app)
    assert (manager.cull_idle_timeout, manager.cull_connected) == (1800, False)


def test_post_build_installs_the_configuration_where_servers_look():
    script = (ROOT / "binder/postBuild").read_text()
    assert "binder/jupyter_server_config.json" in script
    assert '/etc/jupyter/jupyter_server_config.json"' in script
