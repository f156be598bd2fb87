"""A class on a JupyterHub: everybody runs a chapter at the same time, nobody meets anybody."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys

import nbformat
import pytest

from tests.hub.hub import Hub, git, running_hub
from tests.hub.learner import Learner

pytestmark = pytest.mark.skipif(os.name == "nt", reason="JupyterHub needs Linux or macOS")
_MISSING = "no JupyterHub here: run `python -m pip install -r requirements.txt` again"
CLASS = ["ada", "blaise", "carl"]
CHAPTER = "notebooks/01_cut_a_path.ipynb"
WHO = "import os; print(os.getcwd(), os.environ['HOME'], os.environ['MEM_LIMIT'])"


def required(module: str) -> None:
    """Ask for a package of the class; without it the test is skipped, or fails where required."""
    try:
        pytest.importorskip(module, reason=_MISSING)
    except pytest.skip.Exception:
        if os.environ.get("REQUIRE_ALL") == "1":
            pytest.fail(_MISSING)
        raise


@pytest.fixture(scope="module")
def hub(tmp_path_factory):
    """A running hub with a home for each of the class."""
    required("jupyterhub")
    required("configurable_http_proxy")
    with running_hub(tmp_path_factory.mktemp("hub"), CLASS) as found:
        yield found


@pytest.fixture(scope="module")
def lesson(hub):
    """What each of the class has after all ran the chapter at the same time."""
    return asyncio.run(_lesson(hub))


async def _lesson(hub: Hub) -> dict[str, tuple]:
    learners = [Learner(hub, name) for name in CLASS]
    await asyncio.gather(*(learner.sign_in() for learner in learners))
    notebook = nbformat.read(hub.upstream / CHAPTER, 4)
    notebook["cells"].append({"cell_type": "code", "source": WHO})
    runs = await asyncio.gather(*(learner.run(notebook, CHAPTER) for learner in learners))
    return {learner.name: (learner, run) for learner, run in zip(learners, runs, strict=True)}


def as_text(output: dict) -> str:
    """Return what a reader sees of an output as text."""
    return output.get("text") or output.get("data", {}).get("text/plain", "")


@pytest.mark.parametrize("name", CLASS)
def test_everybody_gets_the_results_that_are_on_the_page(hub, lesson, name):
    _, run = lesson[name]
    cells = nbformat.read(hub.upstream / CHAPTER, 4).cells
    stored = [cell["outputs"] for cell in cells if cell["cell_type"] == "code"]
    assert sum(map(bool, stored)) > 5
    for expected, got in zip(stored, run[:-1], strict=True):
        assert "".join(map(as_text, got)) == "".join(map(as_text, expected))


@pytest.mark.parametrize("name", CLASS)
def test_everybody_works_in_a_place_of_their_own(hub, lesson, name):
    _, run = lesson[name]
    course = hub.course(name)
    place = "".join(map(as_text, run[-1]))  # a kernel may send one line in two messages
    assert place.split() == [str(course / "notebooks"), str(course.parent), str(2 * 2**30)]


def test_nobody_gets_into_the_server_of_another(lesson):
    for learner, _ in lesson.values():
        for owner in CLASS:
            answer = learner.status("GET", f"/user/{owner}/api/kernels")
            assert (answer.status_code == 200) == (owner == learner.name)


@pytest.mark.parametrize("name", CLASS)
def test_running_writes_nothing_into_the_course(hub, lesson, name):
    assert lesson[name]
    assert git(hub.course(name), "status", "--porcelain", "--ignored") == ""


def test_a_saved_notebook_and_a_change_of_the_teachers_come_together(hub, lesson):
    """What a click on an nbgitpuller link does after the learner saved and the teacher pushed."""
    required("nbgitpuller")
    learner, _ = lesson["ada"]
    notebook = nbformat.read(hub.upstream / CHAPTER, 4)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    code[-1]["source"] = "my_own = 27"
    for count, cell in enumerate(code, 1):
        cell["execution_count"] = count + 100
    body = {"type": "notebook", "format": "json", "content": notebook}
    asyncio.run(learner.ask("PUT", f"/user/ada/api/contents/{CHAPTER}", body))
    assert git(hub.course("ada"), "status", "--porcelain") == f" M {CHAPTER}\n"

    teachers = hub.upstream / CHAPTER
    teachers.write_text(teachers.read_text().replace("# Cut a path", "# Cut one path", 1))
    other = hub.upstream / "notebooks/02_move_x.ipynb"
    other.write_text(other.read_text().replace("# Move x", "# Move it", 1))
    git(hub.upstream, "commit", "-q", "-a", "-m", "The teacher's change")
    assert len(git(hub.upstream, "show", "--stat", "--format=", "HEAD").splitlines()) == 3

    pull = [sys.executable, "-m", "nbgitpuller.pull", str(hub.upstream), "main", "."]
    subprocess.run(pull, cwd=hub.course("ada"), capture_output=True, check=True)
    theirs = json.loads((hub.course("ada") / CHAPTER).read_text())
    assert "my_own = 27" in ["".join(cell["source"]) for cell in theirs["cells"]]
    assert "# Cut one path" in theirs["cells"][0]["source"][0]
    assert "# Move it" in (hub.course("ada") / "notebooks/02_move_x.ipynb").read_text()
