"""What a learner types is parsed, never evaluated, and shown as text."""

from __future__ import annotations

import builtins
import xml.etree.ElementTree as xml

import pytest

from helpers.chapters.move_x import MoveX
from helpers.drawing import Dot, Group, Words, blank
from helpers.program import ProgramError, parse
from helpers.sandbox import Sandbox, words

SVG = "{http://www.w3.org/2000/svg}"
MARKUP = "<script>alert(1)</script> \"'>&<img src=x onerror=alert(1)>"
# each would make a folder if it were evaluated
MAKE = "__import__('os').mkdir({path!r})"
ATTACKS = [
    MAKE,
    f'exec("{MAKE}")',
    f"eval(compile(\"{MAKE}\", '', 'eval'))",
    f"(lambda: {MAKE})()",
    f"[{MAKE} for _ in 'x']",
    f'f"{{{{{MAKE}}}}}"',
    f"(x := {MAKE})",
    f"{MAKE} or 1",
    "__builtins__['__import__']('os').mkdir({path!r})",
]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "evaluated"


@pytest.fixture(scope="module")
def sandbox():
    return Sandbox()


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_would_work_where_it_is_evaluated(attack, path):
    eval(attack.format(path=str(path)), {"__builtins__": vars(builtins)})
    assert path.exists()


@pytest.mark.parametrize("form", ["{}", "z = {}", "z = x*({})", "z = exp({})", "x = 1; {}"])
@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_is_no_program(attack, form, path):
    with pytest.raises(ProgramError):
        parse(form.format(attack.format(path=str(path))))
    assert not path.exists()


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_in_a_control_is_one_sentence(attack, path, sandbox):
    typed = attack.format(path=str(path))
    for give in ({"program": typed}, {"cuts": [typed]}, {"mission": typed}, {"also": typed}):
        sandbox.set(**give)
        assert sandbox.stage.trouble, give
    sandbox._boxes["x"].box.value = typed
    assert sandbox.stage.trouble
    explorer = MoveX(framework="engine")
    explorer.controls["x"].box.value = typed
    assert explorer.text.startswith("x takes a number")
    assert not path.exists()


@pytest.mark.parametrize("text", ["x*9**9**9", "x**99999999", "x*(" + "9**" * 50 + "9)"])
def test_a_number_that_would_never_end_is_no_program(text):
    with pytest.raises(ProgramError):
        parse(text)


def test_texts_in_a_picture_are_text():
    marks = [Words((5, 5), MARKUP), Group([Dot((5, 5), "red")], {"aria-label": MARKUP}, MARKUP)]
    root = xml.fromstring(blank(100, 80).svg(marks, MARKUP))
    assert root.get("aria-label") == root.find(f"{SVG}title").text == MARKUP
    assert root.find(f"{SVG}text").text == MARKUP
    assert [g.get("aria-label") for g in root.iter(f"{SVG}g")][-1] == MARKUP
    names = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert not names & {"script", "img", "foreignObject"}


def test_markup_in_a_typed_program_is_text(sandbox):
    sandbox.set(program=f"z = x*x  # {MARKUP}")
    assert not sandbox.stage.trouble
    assert MARKUP.split()[0] in sandbox.text  # the page shows the line as text
    xml.fromstring(sandbox.stage.svg)
    table = words.details(sandbox.state, {}, sentence=MARKUP, code=MARKUP)
    assert "<script" not in table
    assert "<img" not in table
    assert table.count("&lt;script&gt;") == 2
