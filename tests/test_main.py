"""`python -m helpers`: the command line it builds, and JupyterLab's own reading of it."""

import os
import subprocess
import sys

import pytest
from jupyter_core.paths import jupyter_config_path
from jupyterlab.handlers.announcements import NeverCheckForUpdate
from jupyterlab.labapp import LabApp
from jupyterlab_server.settings_utils import _get_overrides

from helpers import __main__ as start


def test_an_ordinary_user_with_a_browser_gets_the_first_notebook_and_nothing_else():
    assert start.options(root=False, browser=True) == [
        f"--ServerApp.root_dir={start.COURSE}",
        "--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb",
        "--ServerApp.kernel_manager_class=helpers.server.RoomKeeper",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]


@pytest.mark.parametrize(
    ("root", "browser", "added"),
    [
        (True, True, ["--allow-root"]),
        (False, False, ["--no-browser"]),
        (True, False, ["--allow-root", "--no-browser"]),
    ],
)
def test_root_and_a_missing_browser_each_add_their_option(root, browser, added):
    assert start.options(root=root, browser=browser)[5:] == added


def test_further_arguments_come_last():
    assert start.options(["--port=9999", "--debug"], root=True, browser=True)[-2:] == [
        "--port=9999",
        "--debug",
    ]


def test_jupyterlab_understands_what_it_is_given():
    app = LabApp()
    app.parse_command_line(start.options(["--port=9999"], root=True, browser=False))
    assert app.default_url == "/lab/tree/notebooks/00_start_here.ipynb"
    assert app.news_url is None
    assert app.check_for_updates_class is NeverCheckForUpdate
    assert app.config.ServerApp.root_dir == str(start.COURSE)
    assert app.config.ServerApp.allow_root is True
    assert app.config.ServerApp.open_browser is False
    assert int(app.config.ServerApp.port) == 9999


@pytest.mark.parametrize("own", ["", "/somewhere/else"])
def test_jupyterlab_finds_the_courses_settings_before_all_others(monkeypatch, tmp_path, own):
    """News is not asked about; callbacks run on the main thread: tapes belong to a thread."""
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", own)
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", start.config_path())
    assert jupyter_config_path()[0] == str(start.SETTINGS)
    assert (own in jupyter_config_path()) == bool(own)
    found, error = _get_overrides(str(tmp_path))
    assert not error
    assert found["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"
    kernels = found["@jupyterlab/apputils-extension:kernels-settings"]
    assert kernels == {"commsOverSubshells": "disabled"}


def test_jupyterlab_is_started_with_the_courses_settings(monkeypatch):
    seen = []
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "")
    monkeypatch.setattr(
        LabApp, "launch_instance", lambda _: seen.append(os.environ["JUPYTER_CONFIG_PATH"])
    )
    start.main([])
    assert seen == [str(start.SETTINGS)]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux shows pages on a display")
@pytest.mark.parametrize(
    ("display", "found"), [({}, False), ({"DISPLAY": ":0"}, True), ({"WAYLAND_DISPLAY": "w"}, True)]
)
def test_a_browser_needs_a_display(monkeypatch, display, found):
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in display.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(start.webbrowser, "get", lambda: object())
    assert start.has_browser() is found


def test_a_display_without_a_browser_is_no_browser(monkeypatch):
    def none():
        raise start.webbrowser.Error("could not locate runnable browser")

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(start.webbrowser, "get", none)
    assert start.has_browser() is False


def test_a_copy_without_notebooks_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setattr(start, "COURSE", tmp_path)
    with pytest.raises(SystemExit, match=r"no notebooks/00_start_here.ipynb in .* clone"):
        start.main([])


def test_options_reach_jupyterlab_from_any_folder(tmp_path):
    """`--version` passes through, and JupyterLab answers it without starting a server."""
    asked = subprocess.run(
        [sys.executable, "-m", "helpers", "--version"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert asked.stdout.startswith("4."), asked.stderr
