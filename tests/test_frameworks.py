"""One contract for every framework, against values worked out by hand and against the engine."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers import frameworks
from helpers.frameworks import FrameworkMissing
from tests.needs import adapter

NAMES = ["engine", "torch", "jax", "tensorflow", "mxnet"]
NOTHING = {"engine": None, "torch": None, "jax": 0.0, "tensorflow": None, "mxnet": None}


@pytest.fixture(params=NAMES)
def fw(request):
    """The adapter of each framework in turn."""
    return adapter(request.param)


def connected(value):
    """The control: a stop that stops nothing."""
    return value


def z(x, cut):
    y = x * x
    u = cut(y)
    return x * u


def z_and_y(x, cut):
    y = x * x
    return x * cut(y), y


def test_the_example_at_three(fw):
    answer = fw.gradient(z_and_y, 3)
    assert answer.values == (27, 9)
    assert answer.gradients == ((9,), (6,))


def test_the_control_at_three(fw):
    assert fw.gradient(z, 3, cut=connected).gradients == ((27,),)


def test_a_vector(fw):
    detached = fw.gradient(z_and_y, [0.0, 1.0, 2.0, 3.0])
    assert detached.values == ([0, 1, 8, 27], [0, 1, 4, 9])
    assert detached.gradients == (([0, 1, 4, 9],), ([0, 2, 4, 6],))
    whole = fw.gradient(z, [0.0, 1.0, 2.0, 3.0], cut=connected)
    assert whole.gradients == (([0, 3, 12, 27],),)


def test_everything_detached(fw):
    answer = fw.gradient(lambda x, cut: cut(x * x * x), 3)
    assert answer.values == (27,)
    assert answer.gradients == ((NOTHING[fw.name],),)


def test_zero_times_x_is_connected(fw):
    assert fw.gradient(lambda x, cut: 0 * x, 3.0).gradients == ((0,),)


def test_one_of_two_inputs_is_cut_off(fw):
    answer = fw.gradient(lambda a, b, cut: a * cut(a * b), 3.0, 5.0)
    assert answer.values == (45,)
    assert answer.gradients == ((15, NOTHING[fw.name]),)


@pytest.mark.parametrize(("dial", "expected"), [(0, 9), (0.25, 13.5), (0.5, 18), (1, 27), (-1, -9)])
def test_the_dial(fw, dial, expected):
    def program(x, cut):
        y = x * x
        return x * (dial * y + (1 - dial) * cut(y))

    assert fw.gradient(program, 3.0).gradients == ((expected,),)


@pytest.mark.parametrize("cuts", [0, 1, 2, 3])
def test_three_paths_worth_nine_each(fw, cuts):
    def program(x, cut):
        first, second, third = (cut(x) if i < cuts else 1 * x for i in range(3))
        return first * second * third

    expected = NOTHING[fw.name] if cuts == 3 else 27 - 9 * cuts
    assert fw.gradient(program, 3.0).gradients == ((expected,),)


@given(x=st.floats(-5, 5), a=st.floats(-2, 2))
@settings(max_examples=25)
@pytest.mark.parametrize("name", NAMES[1:])
def test_agrees_with_the_engine(name, x, a):
    def program(functions):
        def run(x, a, cut):
            h = functions["tanh"](a * x) + functions["sin"](x)
            return h * cut(h * x) - functions["exp"](a) / 3, h

        return run

    here, engine = adapter(name), frameworks.get("engine")
    found = here.gradient(program(here.functions), x, a)
    expected = engine.gradient(program(engine.functions), x, a)
    assert found.values == pytest.approx(expected.values, rel=1e-9, abs=1e-12)
    for row, hand in zip(found.gradients, expected.gradients, strict=True):
        assert row == pytest.approx(hand, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    "function", ["exp", "log", "sin", "cos", "tanh", "sqrt", "sigmoid", "relu", "abs"]
)
def test_named_functions_agree_with_the_engine(fw, function):
    found = fw.gradient(lambda x, cut: fw.functions[function](x), 0.7)
    engine = frameworks.get("engine")
    expected = engine.gradient(lambda x, cut: engine.functions[function](x), 0.7)
    assert found.values == pytest.approx(expected.values)
    assert found.gradients[0] == pytest.approx(expected.gradients[0])


def test_the_stop_is_the_frameworks_own(fw):
    stopped = fw.detach(fw.array(9.0))
    assert type(stopped) is type(fw.array(9.0))
    assert fw.tolist(stopped) == 9


def test_numbers_have_64_bits(fw):
    assert fw.tolist(fw.array(0.1)) == 0.1
    assert fw.tolist(fw.array([0.1, 0.2])) == [0.1, 0.2]


def test_the_version_is_not_empty(fw):
    assert fw.version()


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(ValueError, match=r"'keras'.*engine, torch, jax, tensorflow, mxnet"):
        frameworks.get("keras")


@pytest.mark.parametrize("name", ["torch", "jax", "tensorflow"])
def test_a_missing_framework_says_which_line_installs_it(monkeypatch, name):
    def absent(module):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr("importlib.import_module", absent)
    frameworks.get.cache_clear()
    with pytest.raises(FrameworkMissing, match=f"pip install {name}.*restart the kernel"):
        frameworks.get(name)
    frameworks.get.cache_clear()


def test_a_broken_framework_is_not_called_missing(monkeypatch):
    def broken(module):
        raise ModuleNotFoundError("No module named 'something_inside'", name="something_inside")

    monkeypatch.setattr("importlib.import_module", broken)
    frameworks.get.cache_clear()
    with pytest.raises(ModuleNotFoundError, match="something_inside"):
        frameworks.get("torch")
    frameworks.get.cache_clear()
