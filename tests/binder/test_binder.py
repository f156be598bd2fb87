"""What Binder will build: the Dockerfile that repo2docker renders, and the lock it installs."""

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.binder import lock
from tests.binder.base import base_packages

LOCK = (lock.ROOT / "binder/requirements.txt").read_text().splitlines()
PINS = [line for line in LOCK if line and not line.startswith(("#", "--extra-index-url"))]

on_binders_python = pytest.mark.skipif(
    not lock.is_binder_like() or bool(os.environ.get("NEWEST")),
    reason=f"the lock is for Linux x86_64, Python {lock.binder_python()}, PyTorch's CPU build "
    "(README says how to get it) and pinned packages",
)


def locked() -> dict[str, Requirement]:
    """The lock, by the names of its packages."""
    return {canonicalize_name(r.name): r for r in map(Requirement, PINS)}


def locked_version(name: str) -> str:
    """The version that the lock gives to a package."""
    (specifier,) = locked()[name].specifier
    return specifier.version


@pytest.fixture(scope="module")
def dockerfile(tmp_path_factory) -> list[str]:
    """The lines of the Dockerfile, as repo2docker renders it from the repository."""
    folder = tmp_path_factory.mktemp("course")
    for source in ("binder", "pyproject.toml", "requirements.txt"):
        (folder / source).symlink_to(lock.ROOT / source)
    user = ["--user-id=1000", "--user-name=jovyan"]  # Binder's, whoever runs this
    rendered = subprocess.run(
        [sys.executable, "-m", "repo2docker", "--no-build", "--debug", *user, "."],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert rendered.returncode == 0, rendered.stderr
    assert f"conda environment for python={lock.binder_python()}" in rendered.stderr
    return rendered.stdout.splitlines()


def line_with(lines: list[str], text: str) -> int:
    """The number of the one line that holds a text."""
    (number,) = [i for i, line in enumerate(lines) if text in line]
    return number


def test_packages_are_installed_before_the_repository_is_copied(dockerfile):
    """Otherwise each commit would install 3 GB again."""
    install = line_with(dockerfile, 'pip install --no-cache-dir -r "binder/requirements.txt"')
    copy = line_with(dockerfile, " src/ ${REPO_DIR}/")
    build = line_with(dockerfile, "RUN ./binder/postBuild")
    assert install < copy < build


def test_the_project_itself_is_installed_by_post_build_alone(dockerfile):
    assert sum("pip install" in line for line in dockerfile) == 1
    assert (
        "pip install --quiet --no-deps --no-build-isolation ."
        in (lock.ROOT / "binder/postBuild").read_text()
    )


def test_everything_starts_through_start(dockerfile):
    line_with(dockerfile, 'ENV R2D_ENTRYPOINT="${REPO_DIR}/binder/start"')


@pytest.mark.parametrize("name", ["postBuild", "start"])
def test_scripts_run_in_bash_and_stop_at_the_first_error(name):
    script = lock.ROOT / "binder" / name
    assert script.read_text().startswith("#!/bin/bash\n")
    assert "\nset -euo pipefail\n" in script.read_text()
    assert os.access(script, os.X_OK)


def test_start_hands_over_arguments_as_they_are_and_quiets_tensorflow():
    show = 'import os, sys; print(os.environ["TF_CPP_MIN_LOG_LEVEL"], sys.argv[1:])'
    shown = subprocess.run(
        [lock.ROOT / "binder/start", sys.executable, "-c", show, "two words", "*"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert shown.stdout.strip() == "3 ['two words', '*']"


def test_python_is_one_that_the_project_supports():
    project = tomllib.loads((lock.ROOT / "pyproject.toml").read_text())["project"]
    supported = Requirement(f"course{project['requires-python']}").specifier
    assert supported.contains(lock.binder_python())


def test_ci_rehearses_with_that_python():
    script = (lock.ROOT / ".ci/run").read_text()
    assert f"python{lock.binder_python()} -c 'import ensurepip'" in script
    assert "tests/binder/emulate.sh" in script


def test_the_lock_begins_with_pytorchs_cpu_index():
    assert LOCK[0] == f"--extra-index-url {lock.CPU_INDEX}"
    assert str(locked()["torch"]).endswith("+cpu")


def test_the_lock_is_a_flat_sorted_list_of_pins():
    """A line with -r, -c or -e would make repo2docker install after the copy."""
    names = [re.fullmatch(r"([a-z0-9-]+)==[a-z0-9.+]+", line)[1] for line in PINS]
    assert names == sorted(set(names))


@pytest.mark.parametrize("name", ["jupyterlab", "notebook", "jupyterhub", "jupyter-server"])
def test_binders_own_servers_are_left_alone(name):
    assert name in base_packages()
    assert name not in locked()


def test_the_lock_has_the_pins_of_the_requirements():
    for requirement in lock.direct():
        name = canonicalize_name(requirement.name)
        assert f"=={locked_version(name)}".removesuffix("+cpu") == str(requirement.specifier), name


@on_binders_python
def test_the_lock_holds_all_that_its_packages_need():
    """A package installed at another version than the lock has says nothing about the lock."""
    for name, pin in locked().items():
        for needed in lock.needed_by(pin) if version(name) == locked_version(name) else ():
            found = locked_version(canonicalize_name(needed.name))
            assert needed.specifier.contains(found, prereleases=True), f"{name} needs {needed}"


@on_binders_python
def test_the_lock_is_what_the_generator_prints():
    """Newer releases of what requirements.txt does not name may come with any new environment."""
    moved = [name for name in locked() if version(name) != locked_version(name)]
    if moved:
        pytest.skip(f"installed at other versions than the lock's: {', '.join(moved)}")
    assert lock.lock() == LOCK
