"""The explorer `Compare`, driven without a kernel."""

from __future__ import annotations

import base64
import contextlib
import io

import pytest

from helpers import frameworks
from helpers.compare.cases import CASES, KEYS
from helpers.explore import Compare
from helpers.frameworks import FrameworkMissing

# the gradient for each key of KEYS, worked out by hand; None where no path is left
SLOPES = {
    "example": (27, 9, 18, None),  # 3x², u, x · 2x
    "cube": (27, 18, 9, None),  # three paths worth 9 each
    "straight_through": (0, 6, -6, None),  # 2q · (1 + (0 − 1)), 2q · 1, 2q · (0 − 1), q = 3
    "target": (4, 8, -4, None),  # 2(target − v) · (1 − 2), · (−2), · 1, target − v = −2
}
SETTINGS = [
    (program, key, slope)
    for program, slopes in SLOPES.items()
    for key, slope in zip(KEYS, slopes, strict=True)
]
NOTHING = {"torch": None, "jax": 0, "tensorflow": None, "engine": None}
STOPS = {"torch": "detach", "jax": "stop_gradient", "tensorflow": "StopGradient"}


@pytest.fixture(scope="module")
def explorer() -> Compare:
    return Compare()


@pytest.mark.parametrize("framework", NOTHING)
def test_gradients_of_every_program_and_cut(explorer, framework):
    for program, key, slope in SETTINGS:
        explorer.set(program=program, detached=key, framework=framework)
        wanted = NOTHING[framework] if slope is None else slope
        assert explorer.state.slope == wanted, (program, key)
        assert explorer.state.control == SLOPES[program][0]
        assert explorer.state.title in explorer.text


def test_the_readout_says_it_all(explorer):
    explorer.set(program="example", detached="one", framework="torch")
    assert explorer.text == (
        "z = x * u · detached: y · x = 3 · z = 27 · dz/dx = 9 (27 with nothing detached)"
        " · computed by PyTorch"
    )


@pytest.mark.parametrize(
    ("framework", "said"),
    [("torch", "backward() raises"), ("jax", "dz/dx = 0 "), ("tensorflow", "dz/dx = None")],
)
def test_nothing_left_in_the_framework_s_own_words(explorer, framework, said):
    explorer.set(program="example", detached="all", framework=framework)
    assert said in explorer.text


@pytest.mark.parametrize("framework", STOPS)
@pytest.mark.parametrize("program", CASES)
def test_the_code_runs_and_prints_the_gradient(explorer, program, framework):
    explorer.set(program=program, detached="one", framework=framework)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(explorer.code, {"__name__": "cell"})
    assert f"{SLOPES[program][1]}." in printed.getvalue()


def test_the_code_can_be_selected_and_reached(explorer):
    explorer.set(program="example", detached="one", framework="torch")
    block = explorer.children[-1].value
    assert "u = y.detach()" in block
    assert 'tabindex="0"' in block and "user-select: all" in block


@pytest.mark.parametrize("framework", STOPS)
def test_the_picture_is_the_framework_s_record(explorer, framework):
    explorer.set(program="example", detached="one", framework=framework)
    assert f">{STOPS[framework]}</text>" in explorer.stage.svg
    assert "✂" in explorer.stage.svg
    assert ">z = 27</text>" in explorer.stage.svg
    explorer.set(detached="nothing")
    assert "✂" not in explorer.stage.svg


def test_the_input_has_the_name_it_has_in_the_program(explorer):
    explorer.set(program="target", framework="jax")
    assert ">w</text>" in explorer.stage.svg


def test_the_choices_follow_the_program_and_keep_their_place():
    explorer = Compare(detached="other")
    control = explorer.controls["detached"]
    assert control.label == "the x in the product"
    explorer.controls["program"].value = "cube"
    assert (control.label, control.value) == ("two x", "other")
    assert explorer.state.slope == 9


def test_without_the_stop_it_says_what_the_control_says(monkeypatch):
    torch = pytest.importorskip("torch")
    monkeypatch.setattr(torch.Tensor, "detach", lambda tensor: tensor)
    assert "dz/dx = 27 (27 with nothing detached)" in Compare().text


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ({"program": "quartic"}, "program is one of example, cube, straight_through, target."),
        ({"detached": "y"}, "detached is one of nothing, one, other, all."),
        ({"framework": "caffe"}, "computed by is one of torch, jax, tensorflow, mxnet, engine."),
    ],
)
def test_what_is_no_choice_changes_nothing(params, sentence):
    explorer = Compare()
    before = explorer.params, explorer.stage.svg
    explorer.set(**params)
    assert explorer.text.startswith(sentence[:-1])
    assert explorer.stage.trouble
    assert (explorer.params, explorer.stage.svg) == before


def test_a_missing_framework_is_one_sentence_and_the_others_go_on(monkeypatch):
    get = frameworks.get

    def without_torch(name):
        if name == "torch":
            raise FrameworkMissing(name, "PyTorch")
        return get(name)

    monkeypatch.setattr(frameworks, "get", without_torch)
    explorer = Compare()
    assert "run `python -m pip install torch`" in explorer.text
    assert _bundle(explorer)["text/plain"] == explorer.text
    explorer.set(framework="jax")
    assert "dz/dx = 9 " in explorer.text


def test_a_page_without_a_kernel_has_a_line_and_a_picture():
    data = _bundle(Compare())
    assert "\n" not in data["text/plain"]
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")


def _bundle(explorer: Compare) -> dict[str, str]:
    bundle = explorer._repr_mimebundle_()
    return bundle[0] if isinstance(bundle, tuple) else bundle
