"""The draggable detach of chapter 05, driven without a kernel and without a browser."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from helpers.explore import DragDetach

NAMES = ("Linear 1", "Linear 2", "Linear 3")
# the detach stands after this block: the batch is 0, the last layer 5
LEARNING = {-1: 3, 0: 3, 1: 2, 2: 2, 3: 1, 4: 1, 5: 0}


@pytest.fixture
def explorer():
    return DragDetach()


@pytest.mark.parametrize(("place", "count"), LEARNING.items())
def test_what_lies_before_the_detach_learns_nothing(explorer, place, count):
    explorer.set(detach=place)
    assert explorer.state.learning == list(NAMES[3 - count :])
    expected = f"{count} of 3 layers can learn" if count else "backward() raises"
    assert expected in explorer.text


def test_a_bar_that_is_left_keeps_its_height(explorer):
    explorer.set(detach=-1)
    attached = explorer.state
    for place in LEARNING:
        explorer.set(detach=place)
        assert explorer.state.loss == attached.loss
        for block, norm in explorer.state.norms.items():
            assert norm in (None, attached.norms[block])


def test_the_norms_are_those_of_a_plain_backward_pass():
    layer = nn.Linear(2, 1)
    with torch.no_grad():
        layer.weight.copy_(torch.tensor([[1.0, 1.0]]))
        layer.bias.zero_()
    batch, target = torch.tensor([[1.0, 2.0]]), torch.tensor([[0.0]])
    # d(3²)/dw = 6·(1, 2) and 6 for the bias
    explorer = DragDetach(-1, nn.Sequential(layer), batch, target)
    assert explorer.state.norms == {1: pytest.approx(6 * 6**0.5)}


def test_the_line_that_is_stored_and_read_aloud(explorer):
    assert explorer.text == (
        "detach after Tanh 1 · loss = 0.3325 · gradient norms: Linear 1 none, Linear 2 0.5535,"
        " Linear 3 0.5237 · 2 of 3 layers can learn"
    )


def test_slider_and_list_move_together(explorer):
    place = explorer.controls["detach"]
    place.slider.value = 4
    assert (place.list.value, place.list.label) == (4, "after Tanh 2")
    assert explorer.state.cut == 4
    place.list.value = -1
    assert (place.slider.value, explorer.state.cut) == (-1, -1)


def press(explorer, name):
    explorer.stage._handle_custom_msg({"press": name}, [])


def test_a_press_puts_the_detach_into_a_gap_and_takes_it_out(explorer):
    press(explorer, "3")
    assert explorer.params == {"detach": 3}
    assert explorer.stage.svg.count('aria-pressed="true"') == 1
    press(explorer, "3")
    assert explorer.params == {"detach": -1}
    assert 'aria-pressed="true"' not in explorer.stage.svg
    press(explorer, "nonsense")
    assert explorer.params == {"detach": -1}


def test_every_gap_is_a_button_with_a_name(explorer):
    svg = explorer.stage.svg
    assert svg.count('role="button"') == svg.count('tabindex="0"') == 6
    assert 'aria-label="detach between Tanh 1 and Linear 2 (4, 4)"' in svg
    assert 'role="group"' in svg


@pytest.mark.parametrize("bad", [-2, 6, 1.5, "2", None, True])
def test_bad_input_changes_nothing_and_says_one_sentence(explorer, bad):
    before = explorer.params, explorer.stage.svg
    explorer.set(detach=bad)
    assert (explorer.params, explorer.stage.svg) == before
    assert explorer.stage.trouble
    assert explorer.text.startswith("detach takes a whole number from −1 (nowhere) to 5")


def test_a_model_of_ones_own():
    model = nn.Sequential(nn.Linear(3, 2), nn.ReLU(), nn.Linear(2, 1))
    explorer = DragDetach(1, model, torch.ones(5, 3), torch.zeros(5, 1))
    assert explorer.state.names == ("batch", "Linear 1", "ReLU 1", "Linear 2", "MSE loss")
    assert explorer.state.learning == ["Linear 2"]


def test_a_model_and_a_batch_that_do_not_fit_get_one_sentence():
    explorer = DragDetach(-1, nn.Sequential(nn.Linear(3, 2)), torch.ones(5, 4), torch.zeros(5, 2))
    assert explorer.text == "Linear(3, 2) takes rows of 3 numbers and is given 5 × 4"
    assert explorer.stage.trouble
    with pytest.raises(ValueError, match="1 to 9 layers, not 10"):
        DragDetach(-1, nn.Sequential(*(nn.Tanh() for _ in range(10))), torch.ones(1), None)


def test_a_cells_grad_mode_does_not_reach_the_explorer(explorer):
    with torch.no_grad():
        explorer.set(detach=-1)
    assert explorer.state.learning == list(NAMES)


def test_a_detach_that_does_nothing_would_show(explorer, monkeypatch):
    monkeypatch.setattr(torch.Tensor, "detach", lambda self: self)
    explorer.set(detach=5)
    assert explorer.state.learning == list(NAMES)
