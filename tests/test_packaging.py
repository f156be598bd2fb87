"""The files that hold the project together agree with each other and with the tree."""

import fnmatch
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.binder.lock import groups

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
REQUIREMENTS = (ROOT / "requirements.txt").read_text()
NOTEBOOKS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))


def test_every_direct_dependency_is_pinned():
    found = [requirement for group in groups(REQUIREMENTS).values() for requirement in group]
    assert {"torch", "jax", "tensorflow", "tensorflow-cpu", "jupyterlab"} <= {r.name for r in found}
    for requirement in found:
        assert re.fullmatch(r"==\d[\w.]*", str(requirement.specifier)), requirement
    assert REQUIREMENTS.endswith("\n-e .\n")


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
@pytest.mark.parametrize(
    ("system", "machine", "package"),
    [
        ("linux", "x86_64", "tensorflow-cpu"),
        ("linux", "aarch64", "tensorflow"),
        ("darwin", "arm64", "tensorflow"),
        ("win32", "AMD64", "tensorflow"),
    ],
)
def test_every_machine_gets_one_tensorflow(python, system, machine, package):
    here = {"python_version": python, "sys_platform": system, "platform_machine": machine}
    tensorflows = [r for r in map(Requirement, re.findall("^tensorflow.*", REQUIREMENTS, re.M))]
    assert [r.name for r in tensorflows if r.marker.evaluate(here)] == [package]


def test_every_data_file_of_helpers_is_installed():
    """Binder installs a copy: a file that pyproject.toml does not name is missing there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    data = project["tool"]["setuptools"]["package-data"]
    patterns = [*data["helpers"], *(f"*/{pattern}" for pattern in data["*"])]
    helpers = ROOT / "helpers"
    for path in helpers.rglob("*"):
        name = path.relative_to(helpers).as_posix()
        if path.is_file() and path.suffix not in {".py", ".pyc"}:
            assert any(fnmatch.fnmatch(name, pattern) for pattern in patterns), name
        if path.suffix == ".py":
            assert (path.parent / "__init__.py").is_file(), f"{name} is in no package"


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_readme_leads_to_every_chapter(name):
    assert f"](notebooks/{name})" in README


def test_readmes_links_into_the_tree_lead_somewhere():
    links = re.findall(r"\]\((?!https?://)([^)#\s]+)\)", README)
    assert "LICENSE" in links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_ci_runs_the_readmes_test_command():
    """The script takes the README's steps one by one, with words in between."""
    (command,) = re.findall(r"^    (python3 .*/pytest)$", README, re.M)
    assert command.split(" && ") == [
        "python3 -m venv .venv",
        ".venv/bin/pip install -r requirements.txt",
        ".venv/bin/pytest",
    ]
    script = (ROOT / ".ci/run").read_text()
    for step in ("-m venv .venv", "-r requirements.txt", "\n.venv/bin/pytest "):
        assert step in script
