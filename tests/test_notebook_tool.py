"""The notebook tool runs, tidies and writes tiny notebooks as it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_notebook

from tests.notebook_tool import sample, store
from tests.notebook_tool.__main__ import main
from tests.notebook_tool.running import NotebookStopped, missing_kernel, run
from tests.notebook_tool.sample import code, error, stream, value, words
from tests.notebook_tool.tidying import PYTHON_KERNEL, as_text, tidy

VIEW = "application/vnd.jupyter.widget-view+json"
EXPLORER = """
import ipywidgets

class Explorer(ipywidgets.VBox):
    def _repr_mimebundle_(self, **options):
        data = super()._repr_mimebundle_(**options)
        return {**data, "text/plain": "x = 3 · dz/dx = 9", "image/png": PICTURE}

PICTURE = b"a picture"
""".strip()


def notebook(*cells: NotebookNode) -> NotebookNode:
    return new_notebook(cells=list(cells), metadata={"kernelspec": PYTHON_KERNEL})


def stored(folder: Path, *cells: NotebookNode, name: str = sample.NAME) -> Path:
    path = folder / name
    path.write_text(as_text(notebook(*cells)), encoding="utf-8")
    return path


# --- finding -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["02", "02_move_x", "02_move_x.ipynb"])
def test_a_notebook_is_found_by_number_and_stem(name: str, tmp_path: Path) -> None:
    paths = [tmp_path / "01_cut_a_path.ipynb", tmp_path / "02_move_x.ipynb"]
    for path in paths:
        path.touch()
    assert store.find([name], tmp_path) == paths[1:]
    assert store.find([], tmp_path) == paths
    assert store.find(["02", str(paths[1]), "01"], tmp_path) == paths


def test_an_unknown_name_lists_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "02_move_x.ipynb").touch()
    with pytest.raises(store.NotFound, match="no notebook fits '07': choose one of 02_move_x"):
        store.find(["07"], tmp_path)
    (tmp_path / "02_other.ipynb").touch()
    with pytest.raises(store.NotFound, match="more than one notebook fits '02'"):
        store.find(["02"], tmp_path)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"nbformat": 3}', "<<<<<<< HEAD"])
def test_a_file_that_is_no_notebook_is_named(text: str, tmp_path: Path, capsys) -> None:
    path = tmp_path / "02_move_x.ipynb"
    path.write_text(text)
    assert main(["check", str(path)]) == 1
    assert capsys.readouterr().out == (
        "02_move_x.ipynb holds no notebook of format 4: save it again.\n"
    )


# --- tidying -------------------------------------------------------------------------------------


def test_tidying_a_tidy_notebook_changes_nothing() -> None:
    chapter = sample.chapter()
    assert as_text(tidy(chapter)) == as_text(chapter)


def test_tidying_strips_what_differs_from_run_to_run() -> None:
    shown = value("x = 3 · dz/dx = 9", sample.PNG, **{VIEW: {"model_id": "a"}})
    untidy = notebook(
        code("explore", "MoveX()  \n\n", shown, tags=["explorer", "claims"]),
        code("empty", "  \n"),
        code("raise", "fail()", error("ValueError", "no"), tags=["raises-exception"]),
        code("print", "talk()", stream("a\n"), stream("b\n"), stream("!", "stderr"), stream("c")),
    )
    untidy.cells[0].metadata.update(execution={"iopub.status.idle": "now"}, collapsed=True)
    untidy.metadata.update(
        widgets={"application/vnd.jupyter.widget-state+json": {}},
        language_info={"name": "python", "version": "3.11.7"},
    )
    before = as_text(untidy)
    tidied = tidy(untidy)
    explore, raises, prints = tidied.cells

    assert as_text(untidy) == before
    assert nbformat.validate(tidied) is None
    assert explore.metadata == {"tags": ["claims", "explorer"]}
    assert explore.source == "MoveX()"
    assert explore.outputs[0].data == {"text/plain": "x = 3 · dz/dx = 9", "image/png": sample.PNG}
    assert raises.outputs[0].traceback == ["ValueError: no"]
    assert [(o.name, o.text) for o in prints.outputs] == [
        ("stdout", "a\nb\n"),
        ("stderr", "!"),
        ("stdout", "c"),
    ]
    assert set(tidied.metadata) == {"kernelspec", "language_info"}
    assert "version" not in tidied.metadata.language_info
    assert as_text(tidy(tidied)) == as_text(tidied)


def test_tidying_keeps_readable_ids_and_names_the_others() -> None:
    cells = {
        ("title", "# Move x"): "title",
        ("0f3c9a1e", "## The slope at 3, and why"): "the-slope-at-3",
        ("Slope_3", "`x.grad`"): "x-grad",
        ("title", "again"): "title-3",
        ("title-2", "kept"): "title-2",
        ("9f5e1d0c-3a70-4d15-8c1b-0a1b2c3d4e5f", "`x.grad`"): "x-grad-2",
        ("", "— · —"): "cell",
    }
    untidy = notebook(*(words(f"cell-{i}", source) for i, (_, source) in enumerate(cells)))
    for cell, (name, _) in zip(untidy.cells, cells, strict=True):
        cell.id = name
    assert [cell.id for cell in tidy(untidy).cells] == list(cells.values())


def test_tidying_fixes_the_kernel_but_keeps_that_of_mxnet() -> None:
    other = notebook(words("title", "# A"))
    other.metadata.kernelspec = {"name": "my-venv", "display_name": "mine", "language": "python"}
    assert tidy(other).metadata.kernelspec == PYTHON_KERNEL
    own = {"name": "detach-mxnet", "display_name": "MXNet", "language": "python"}
    other.metadata.kernelspec = own
    assert tidy(other).metadata.kernelspec == own


# --- running -------------------------------------------------------------------------------------


def test_running_executes_in_order_in_the_folder_of_the_notebook(tmp_path: Path) -> None:
    (tmp_path / "beside").touch()
    cells = [code("a", "x = 3"), words("b", "text"), code("c", "import os\nx, os.listdir()")]
    executed = run(notebook(*cells), tmp_path / sample.NAME)
    assert [cell.execution_count for cell in executed.cells if cell.cell_type == "code"] == [1, 2]
    assert executed.cells[2].outputs[0].data["text/plain"] == "(3, ['beside'])"


def test_running_stops_with_one_sentence(tmp_path: Path) -> None:
    broken = notebook(
        code("taught", "1 / 0", tags=["raises-exception"]),
        code("slope", "raise ValueError('two\\nlines')"),
        code("after", "1"),
    )
    with pytest.raises(NotebookStopped) as stopped:
        run(broken, tmp_path / sample.NAME)
    assert str(stopped.value) == (
        "02_move_x.ipynb: cell `slope` raises ValueError: two — correct it, "
        "or tag it `raises-exception` if the error is the lesson."
    )


def test_running_says_where_a_kernel_died(tmp_path: Path) -> None:
    dying = notebook(code("fine", "1"), code("heavy", "import os\nos._exit(1)"))
    with pytest.raises(NotebookStopped, match=r"02_move_x.ipynb: the kernel died in cell `heavy`"):
        run(dying, tmp_path / sample.NAME)


def test_a_missing_kernel_is_named_with_its_command(tmp_path: Path, monkeypatch) -> None:
    for variable in ("JUPYTER_PATH", "JUPYTER_DATA_DIR"):
        monkeypatch.setenv(variable, str(tmp_path))
    absent = notebook(code("a", "1"))
    absent.metadata.kernelspec = {"name": "absent", "display_name": "?"}
    assert missing_kernel(notebook()) is None
    assert missing_kernel(absent).startswith("the kernel absent is not installed: run `python")
    with pytest.raises(NotebookStopped, match=r"^02_move_x.ipynb: the kernel absent"):
        run(absent, tmp_path / sample.NAME)


# --- the command ---------------------------------------------------------------------------------


def test_run_writes_once_and_then_leaves_every_line(tmp_path: Path, capsys) -> None:
    path = stored(tmp_path, code("show", f"{EXPLORER}\nExplorer()", tags=["explorer"]))
    main(["run", str(path)])
    assert capsys.readouterr().out.startswith("02_move_x.ipynb: written, ")
    first, when = path.read_bytes(), path.stat().st_mtime_ns
    (output,) = store.load(path).cells[0].outputs
    assert set(output.data) == {"text/plain", "image/png"}
    assert output.data["text/plain"] == "x = 3 · dz/dx = 9"
    assert "widgets" not in store.load(path).metadata

    main(["run", str(path)])
    assert capsys.readouterr().out.startswith("02_move_x.ipynb: unchanged, ")
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (first, when)


def test_run_survives_an_output_widget(tmp_path: Path) -> None:
    source = "import ipywidgets\nwith ipywidgets.Output():\n    print(1)"
    path = stored(tmp_path, code("show", source))
    main(["run", str(path)])
    assert store.load(path).cells[0].execution_count == 1


def test_run_that_stops_writes_nothing(tmp_path: Path, capsys) -> None:
    path = stored(tmp_path, code("slope", "1 / 0"))
    before = path.read_bytes()
    assert main(["run", str(path)]) == 1
    assert "cell `slope` raises ZeroDivisionError" in capsys.readouterr().out
    assert path.read_bytes() == before


def test_check_names_each_problem_and_writes_nothing(tmp_path: Path, capsys) -> None:
    for neighbour in sample.NEIGHBOURS:
        (tmp_path / neighbour).touch()
    path = stored(tmp_path, *sample.chapter().cells)
    before = path.read_bytes()
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out == "02_move_x.ipynb: no problem\n"

    path.write_bytes(before.replace(b"You predict", b"You obviously predict"))
    assert main(["check", str(path)]) == 1
    assert capsys.readouterr().out == (
        "02_move_x.ipynb: 1 problem\n  `predict`: take the word “obviously” out\n"
    )


def test_tidy_tidies_without_a_run(tmp_path: Path, capsys) -> None:
    path = stored(tmp_path, code("empty", ""), words("title", "# Move x  "))
    assert main(["tidy", str(path)]) == 0
    assert main(["tidy", str(path)]) == 0
    assert capsys.readouterr().out == "02_move_x.ipynb: written\n02_move_x.ipynb: unchanged\n"
    assert [cell.source for cell in store.load(path).cells] == ["# Move x"]


def test_an_unknown_name_is_said_on_one_line(capsys) -> None:
    assert main(["check", "99"]) == 2
    assert capsys.readouterr().err.startswith("no notebook fits '99'")


# --- strict nbval on what the tool stores --------------------------------------------------------


def test_strict_nbval_reads_the_text_of_an_explorer(tmp_path: Path) -> None:
    cell = code("show", f"{EXPLORER}\nExplorer()", tags=["explorer"])
    true, false = stored(tmp_path, cell), stored(tmp_path, cell, name="03_false.ipynb")
    main(["run", str(true)])
    text = true.read_text(encoding="utf-8")
    false.write_text(text.replace('dz/dx = 9"\n', 'dz/dx = 27"\n'), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "--nbval", "-p", "no:cacheprovider", "-rA"]
    finished = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "PASSED 02_move_x.ipynb::Cell 0" in finished.stdout
    assert "FAILED 03_false.ipynb::Cell 0" in finished.stdout
