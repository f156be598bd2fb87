"""The sandbox: right numbers after each press, a sentence for each kind of trouble, missions."""

import re

import pytest

from helpers import frameworks
from helpers.frameworks import FrameworkMissing
from helpers.paths import gradients
from helpers.sandbox import Sandbox, Session, drawing, run, show, words
from helpers.sandbox.gallery import GALLERY

CUBE_EDGES = ["x to x·x, first use", "x to x·x, second use", "x·x to z", "x to z"]


@pytest.fixture
def sandbox():
    return Sandbox("cube")


def press(sandbox, name):
    """Press an element as the page does."""
    sandbox.stage._handle_custom_msg({"press": name}, [])


def buttons(sandbox):
    """Return (aria-label, aria-pressed) of every button in the picture."""
    pattern = r'role="button" tabindex="0" aria-pressed="(\w+)" aria-label="([^"]+)"'
    return [(label, pressed) for pressed, label in re.findall(pattern, sandbox.stage.svg)]


@pytest.mark.parametrize(
    ("cuts", "said"),
    [
        ([], "cut 0 of 4 edges · value 27 · dz/dx = 27 = 9 + 9 + 9 · formula 3*x**2"),
        (CUBE_EDGES[3:], "cut 1 of 4 edges · value 27 · dz/dx = 18 = 9 + 9 · formula 2*x**2"),
        (CUBE_EDGES[2:3], "cut 1 of 4 edges · value 27 · dz/dx = 9 · formula x**2"),
        (CUBE_EDGES[2:], "cut 2 of 4 edges · value 27 · dz/dx = none: no path is left"),
    ],
)
def test_the_readout_of_the_cube(cuts, said):
    assert Sandbox("cube", cuts).text == f"z = x*x*x · {said} · finite difference 27"


def test_a_press_cuts_and_a_second_press_heals(sandbox):
    press(sandbox, "edge 3")
    assert "dz/dx = 18 = 9 + 9" in sandbox.text
    assert ("edge x to z: cut", "true") in buttons(sandbox)
    press(sandbox, "edge 3")
    assert "dz/dx = 27 = 9 + 9 + 9" in sandbox.text
    assert ("edge x to z: connected", "false") in buttons(sandbox)


def test_every_edge_and_every_used_value_is_a_button(sandbox):
    assert [label for label, _ in buttons(sandbox)] == [
        "edge x to x·x, first use: connected",
        "edge x to x·x, second use: connected",
        "edge x to z: connected",
        "edge x·x to z: connected",
        "value x, all 3 uses: not all cut",
        "value x·x, its use: not all cut",
    ]


def test_a_press_on_a_box_cuts_all_uses_of_its_value(sandbox):
    press(sandbox, "value x")
    assert "cut 3 of 4 edges · value 27 · dz/dx = none" in sandbox.text
    press(sandbox, "value x")
    assert "cut 0 of 4 edges" in sandbox.text


@pytest.mark.parametrize("name", ["edge 99", "edge -1", "edge x", "value nowhere", "", "boo"])
def test_a_stale_press_changes_nothing(sandbox, name):
    before = sandbox.text
    press(sandbox, name)
    assert sandbox.text == before


def test_the_boxes_hold_value_and_gradient():
    example = Sandbox("stopped_square")
    picture, marks = example.picture(example.state)
    svg = picture.svg(marks, "")
    for box in ("3 · grad 9", "9 · grad none", "9 · grad 3", "27 · grad 1", "u = detach(y)"):
        assert f">{box}<" in svg
    press(example, "edge 2")
    assert ">u = y<" in example.stage.svg
    assert ">9 · grad 3<" in example.stage.svg
    assert ">3 · grad 27<" in example.stage.svg


def test_heal_all_and_the_tables_below():
    example = Sandbox("stopped_square")
    assert "<td>x → z</td><td>9</td><td>9</td>" in example._details.value
    assert "dz/dx = <code>x**2</code>" in example._details.value
    assert "which no cut moves: 27" in example._details.value
    example._heal.click()
    assert "cut 0 of 5 edges" in example.text
    assert "<td>x → y (first use) → u → z</td><td>3 · 1 · 3</td><td>9</td>" in (
        example._details.value
    )


def test_numbers_are_typed_into_a_box_each():
    example = Sandbox("two_inputs")
    assert [box.box.description for box in example._boxes.values()] == ["a =", "b ="]
    assert "dz/da = 8 = 5 + 3" in example.text
    example._boxes["b"].box.value = "7/2"
    assert "dz/da = 6.5 = 3.5 + 3" in example.text
    example._boxes["a"].box.value = "many"
    assert example.text == "a takes a number from -1e+06 to 1e+06; a stays 3."
    assert example._boxes["a"].box.value == "3"


@pytest.mark.parametrize("entry", GALLERY, ids=lambda entry: entry.key)
def test_the_engine_gives_every_value_its_exact_gradient(entry):
    for cuts in ((), entry.program.default_cuts, *({edge} for edge in entry.program.edges)):
        outcome = run(entry.program, entry.values, frozenset(cuts))
        exact = gradients(entry.program, entry.values, cuts)
        for name, gradient in outcome.gradients.items():
            # a value off every path to the output has no gradient in either
            assert gradient == (None if exact[name] is None else pytest.approx(exact[name]))


def test_typed_programs_keep_numbers_and_stand_in_the_menu():
    example = Sandbox("cube")
    example.set(inputs={"x": 5})
    example._text.value = "y = x + w\nz = y*y"
    assert example.text.startswith("y = x + w; z = y*y · cut 0 of 4 edges · value 49")
    assert example._program.value == "own"
    example._program.value = "sine"
    assert example._text.value == "y = sin(x)\nz = y*x"
    example._program.value = "own"
    assert example._text.value == "y = x + w\nz = y*y"


def test_a_bad_program_is_pointed_at_and_nothing_is_lost(sandbox):
    press(sandbox, "edge 3")
    picture = sandbox.stage.svg
    sandbox._text.value = "y = x*x\nz = foo(y)"
    assert sandbox.text.startswith("Line 2, column 5: there is no function foo; use one of exp")
    assert sandbox.stage.trouble
    assert sandbox._text.value == "y = x*x\nz = foo(y)"
    assert sandbox.stage.svg == picture
    press(sandbox, "edge 3")
    assert sandbox.text.startswith("z = x*x*x · cut 0 of 4 edges")
    assert sandbox._text.value == "y = x*x\nz = foo(y)"
    sandbox._program.value = "sine"
    sandbox._program.value = "own"
    assert sandbox.text.startswith("Line 2, column 5")
    assert sandbox._text.value == "y = x*x\nz = foo(y)"


@pytest.mark.parametrize(
    ("program", "x", "sentence"),
    [
        ("z = 1/(x-2)", 2, "1 / (x - 2) cannot divide by zero, and x - 2 is 0 here."),
        ("z = log(x)", -1, "log(x) needs a positive number, and x is -1 here."),
        ("z = exp(x)", 1000, "exp(x) is too large to compute, and x is 1000 here."),
        ("z = sqrt(x) + x", 0, "sqrt(x) has no finite slope, and x is 0 here."),
    ],
)
def test_a_number_without_a_value_gets_a_sentence_and_its_graph(program, x, sentence):
    example = Sandbox(program)
    example.set(inputs={"x": x})
    assert example.text.endswith(f"edges · {sentence}")
    assert example.stage.trouble
    assert buttons(example)
    press(example, "edge 0")
    assert sentence in example.text
    example.set(inputs={"x": 4})
    assert not example.stage.trouble
    assert "value" in example.text


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ("y = z*2\nz = x*x\nw = y*z", "Line 2, column 1: z is used in line 1 before line 2 makes"),
        ("a = b\nb = a*2\nz = a", "Line 2, column 1: b is used in line 1 before line 2 makes it"),
        ("z = x +", "Line 1, column 8: this is not readable as a formula"),
        ("z = " + "+".join(["x"] * 202), "Line 1, column 1: the program has 201 operations"),
        ("", "Line 1, column 1: there is no program yet"),
        ("__import__('os').system('true')", "Line 1, column 1: a dot after a value"),
    ],
)
def test_what_is_no_program_gets_a_sentence(sandbox, program, sentence):
    sandbox.set(program=program)
    assert sandbox.text.startswith(sentence)
    assert sandbox.session.text == "z = x*x*x"


def test_two_hundred_operations_are_computed_and_not_drawn():
    large = Sandbox("z = " + "+".join(["x"] * 201))
    assert "cut 0 of 400 edges · value 402 · dz/dx = 201, the sum of 201 paths" in large.text
    assert "200 operations are too many to draw" in large.stage.svg
    assert "… and 189 more" in large._details.value


def test_reach_18_in_two_ways(sandbox):
    sandbox._mission.value = "eighteen"
    assert sandbox.text.endswith("mission: reach 18 in two ways (0 of 2 found)")
    press(sandbox, "edge 2")
    assert sandbox.text.endswith("(0 of 2 found)")
    press(sandbox, "edge 2")
    press(sandbox, "edge 0")
    assert sandbox.text.endswith("(1 of 2 found)")
    press(sandbox, "edge 0")
    press(sandbox, "edge 0")
    assert sandbox.text.endswith("(1 of 2 found)")
    press(sandbox, "edge 0")
    press(sandbox, "edge 1")
    assert "mission done: reach 18 in two ways." in sandbox.text


def test_a_gradient_of_0_is_not_none(sandbox):
    sandbox.set(mission="zero")
    assert sandbox.params["program"] == "ratio"
    assert "dz/dx = 0.6667 = 0.3333 + 0.3333" in sandbox.text
    press(sandbox, "value x")
    assert "none" in sandbox.text
    assert "mission done" not in sandbox.text
    press(sandbox, "value x")
    press(sandbox, "edge 2")
    assert "dz/dx = 0 = −0.3333 + 0.3333 − 0.3333 + 0.3333" in sandbox.text
    assert "mission done: make the gradient 0, not none." in sandbox.text


def test_equal_gradients_count_at_the_numbers_of_the_mission(sandbox):
    sandbox.set(mission="equal", inputs={"b": 0})
    assert "dz/da = 3 = 0 + 3" in sandbox.text
    assert sandbox.text.endswith("the mission counts at a = 3, b = 5")
    sandbox.set(inputs={"b": 5})
    sandbox.set(cuts=["a to p", "a to 3·a"])
    assert "mission done" not in sandbox.text
    sandbox.set(cuts=["a to p"])
    assert "dz/da = 3 " in sandbox.text
    assert "dz/db = 3 " in sandbox.text
    assert "mission done: make the two gradients equal." in sandbox.text
    sandbox._program.value = "cube"
    assert sandbox._mission.value == ""
    assert "mission" not in sandbox.text


@pytest.mark.parametrize("name", ["torch", "jax", "tensorflow"])
def test_a_framework_agrees_about_every_cut(name):
    if not frameworks.installed(name):
        pytest.skip(f"{name} is not installed")
    title = frameworks.TITLES[name]
    example = Sandbox("stopped_square")
    example.set(also=name)
    assert example.text.endswith(f"{title} agrees")
    example.set(cuts=["x to z", "u to z"])
    said = "agrees and writes none as 0" if name == "jax" else "agrees"
    assert example.text.endswith(f"{title} {said}")
    assert "<pre" in example._details.value


def test_a_framework_that_disagrees_is_quoted(monkeypatch):
    class Deaf(type(frameworks.get("engine"))):
        def gradient(self, program, *inputs, cut=None):
            return super().gradient(program, *inputs, cut=lambda value: value)

    monkeypatch.setattr(frameworks, "get", lambda name: Deaf())
    example = Sandbox("stopped_square")
    example.set(also="torch")
    assert example.text.endswith("our engine says value 27, dz/dx = 27")


def test_a_missing_framework_is_one_sentence_beside_the_numbers(monkeypatch):
    def missing(name):
        raise FrameworkMissing("jax", "JAX")

    monkeypatch.setattr(frameworks, "get", missing)
    example = Sandbox("cube")
    example.set(also="jax")
    assert "dz/dx = 27" in example.text
    assert "JAX is not installed here: run `python -m pip install jax`" in example.text


def test_set_and_params_go_together(sandbox):
    sandbox.set(program="two_inputs", inputs={"a": 2}, cuts=["b to p"])
    assert sandbox.params == {
        "program": "two_inputs",
        "inputs": {"a": 2, "b": 5},
        "cuts": ["b to p"],
        "mission": "",
        "also": "nobody",
    }
    sandbox.set(cuts=["b to q"])
    assert sandbox.text.startswith("There is no edge 'b to q': there are a to p; b to p;")
    sandbox.set(inputs={"c": 1})
    assert sandbox.text == "There is no input c: there are a, b."
    sandbox.set(also="nothing")
    assert sandbox.text.startswith("also run by is one of nobody, torch")
    with pytest.raises(TypeError, match="no parameter boo: there are mission, program"):
        sandbox.set(boo=1)


def test_the_stored_bundle_is_a_line_and_a_picture(sandbox):
    bundle = sandbox._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/plain"] == sandbox.text
    assert data["image/png"].startswith("iVBOR")
    assert "\n" not in sandbox.text


def test_a_static_picture_has_no_buttons():
    drawn = show("z = x*x*x", ["x to z"], x=3)
    assert repr(drawn).startswith("z = x*x*x · cut 1 of 4 edges · value 27 · dz/dx = 18")
    assert "role=" not in "".join(mark.svg(drawn.picture.place) for mark in drawn.marks)
    with pytest.raises(ValueError, match="There is no edge 'x to y'"):
        show("z = x*x*x", ["x to y"], x=3)
    with pytest.raises(ValueError, match="x needs a number"):
        show("z = x*x*x")


def test_a_layout_is_made_once_for_all_cuts_of_a_program():
    session = Session("neuron")
    drawing._layout.cache_clear()
    for i in range(8):
        session.press(f"edge {i}")
        drawing.picture(session.outcome())
    assert drawing._layout.cache_info().misses <= 3


def test_details_escape_what_was_typed():
    outcome = run(Session("z = x*x").program, {"x": 2}, frozenset())
    assert "<script>" not in words.details(outcome, {"x": "<script>"}, "<script>", "<script>")
