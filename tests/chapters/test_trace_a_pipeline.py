"""The room of "Trace a pipeline": what it computes, draws and judges, and its quiz."""

from __future__ import annotations

import math

import pytest
import torch
from torch import nn
from torch.nn.functional import mse_loss

from helpers.chapters.trace_a_pipeline import DragDetach, PlayTraining

# The draggable detach of chapter 05, driven without a kernel and without a browser.

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


# The training that plays, of chapter 05, driven without a kernel and without a browser.


@pytest.fixture
def training():
    return PlayTraining(epoch=0)


def test_both_trainings_start_at_the_loss_of_the_chapter(training):
    assert training.state.losses == ([0.25], [0.25])
    assert training.state.moved == ((0, 0), (0, 0))


@pytest.mark.parametrize("rate", ["0.001", "0.002", "0.004"])
def test_the_layer_before_the_detach_moves_exactly_nothing(rate):
    state = PlayTraining(50, rate).state
    (layer, head), (free_layer, free_head) = state.moved
    assert layer == 0.0
    assert min(head, free_layer, free_head) > 0
    assert all(losses[-1] < losses[0] for losses in state.losses)
    assert all(len(losses) == 51 for losses in state.losses)


def test_the_first_step_is_one_worked_out_by_hand(training):
    training.set(epoch=1)
    (layer, head), (free_layer, _) = training.state.moved
    # every output gets −1/8; the columns of the batch sum to 22, 26, 30, those of the layer's
    # output to 5.6 and 11.4, a column of ones for the bias to 4
    at_head = math.sqrt(2 * (5.6**2 + 11.4**2 + 4**2)) / 8
    at_layer = math.sqrt(2 * (22**2 + 26**2 + 30**2 + 4**2)) / 8
    assert head == pytest.approx(0.001 * at_head, rel=1e-4)
    assert free_layer == pytest.approx(0.001 * at_layer, rel=1e-4)
    assert layer == 0.0


def test_of_the_training_the_line_that_is_stored_and_read_aloud():
    assert PlayTraining().text == (
        "epoch 50 of 50 · with the detach: loss = 0.09355, the layer moved 0, the head 0.08723"
        " · without: loss = 0.04565, the layer moved 0.04568, the head 0.0186"
    )


def test_going_back_shows_what_was_recorded(training):
    training.set(epoch=7)
    seventh = training.state
    training.set(epoch=30)
    training.set(epoch=7)
    assert training.state == seventh


def tick(player, times=1):
    """Do what the browser does while it plays."""
    for _ in range(times):
        player.clock.value += 1


def test_play_pause_and_play_on(training):
    player = training.player
    player.toggle.click()
    assert (player.clock.playing, player.toggle.description) == (True, "Pause")
    tick(player, 3)
    assert training.state.epoch == 3
    assert "epoch 3 of 50" in training.text
    player.toggle.click()
    assert (player.clock.playing, player.toggle.description) == (False, "Play")
    training.set(epoch=10)
    player.toggle.click()
    tick(player)
    assert training.state.epoch == 11


def test_it_stops_at_the_last_epoch_and_plays_again_from_the_first(training):
    player = training.player
    player.toggle.click()
    tick(player, 50)
    assert training.state.epoch == 50
    assert not player.clock.playing
    player.toggle.click()
    assert training.state.epoch == 0
    tick(player)
    assert training.state.epoch == 1


def test_start_again_trains_anew_from_the_first_epoch(training):
    training.set(epoch=20)
    before = training.state
    training.player.again.click()
    assert training.state.epoch == 0
    assert not training.player.clock.playing
    training.set(epoch=20)
    assert training.state == before


def test_another_rate_keeps_the_epoch(training):
    training.set(epoch=5)
    slow = training.state.losses[1][-1]
    training.set(rate="0.002")
    assert training.state.epoch == 5
    assert training.state.losses[1][-1] < slow


@pytest.mark.parametrize(
    "bad", [{"epoch": 2.5}, {"epoch": 51}, {"epoch": -1}, {"epoch": "abc"}, {"rate": "1"}]
)
def test_of_the_training_bad_input_changes_nothing_and_says_one_sentence(training, bad):
    before = training.params, training.stage.svg
    training.set(**bad)
    assert (training.params, training.stage.svg) == before
    assert training.stage.trouble
    assert training.text.endswith(".")


def test_of_the_training_a_cells_grad_mode_does_not_reach_the_explorer(training):
    with torch.no_grad():
        training.set(epoch=3, rate="0.004")
    assert training.state.epoch == 3


def test_of_the_training_a_detach_that_does_nothing_would_show(monkeypatch):
    monkeypatch.setattr(torch.Tensor, "detach", lambda self: self)
    state = PlayTraining(5).state
    assert state.losses[0] == state.losses[1]
    assert state.moved[0] == state.moved[1]


# What PyTorch answers to the questions of "Trace a pipeline".

CONCEPTUAL: dict[str, str] = {}

BATCH = torch.arange(1.0, 13.0).reshape(4, 3)
TARGET = torch.zeros(4, 2)


def answer_after_the_detach() -> str:
    y = nn.Linear(3, 2)(BATCH)
    u = y.detach()
    facts = [
        "same numbers" if torch.equal(u, y) else "other numbers",
        "same memory" if u.data_ptr() == y.data_ptr() else "own memory",
        "no record" if u.grad_fn is None else "a record",
    ]
    tracks = "tracks" if u.requires_grad else "no longer tracks"
    assert y.grad_fn is not None
    return f"{', '.join(facts)}: it {tracks} gradients"


def answer_weight_grad() -> str:
    layer = nn.Linear(3, 2)
    _raises(mse_loss(layer(BATCH).detach(), TARGET))
    return str(layer.weight.grad)


def answer_falling_loss() -> str:
    layer = nn.Linear(3, 2)
    if _raises(mse_loss(layer(BATCH).detach(), TARGET)):
        return "the log comes from another program, with a live path"
    return "the loss can fall"


def answer_head_behind() -> str:
    layer, head = nn.Linear(3, 2), nn.Linear(2, 2)
    optimizer = torch.optim.SGD([*layer.parameters(), *head.parameters()], lr=0.001)
    start, head_start = layer.weight.tolist(), head.weight.tolist()
    for _ in range(50):
        optimizer.zero_grad()
        mse_loss(head(layer(BATCH).detach()), TARGET).backward()
        optimizer.step()
    assert head.weight.tolist() != head_start
    return "exactly 0" if layer.weight.tolist() == start else "it moved"


def answer_input_detached() -> str:
    layer, x = nn.Linear(3, 2), BATCH.clone().requires_grad_()
    mse_loss(layer(x.detach()), TARGET).backward()
    return _where(x, layer)


def answer_weights_frozen() -> str:
    layer, x = nn.Linear(3, 2).requires_grad_(False), BATCH.clone().requires_grad_()
    mse_loss(layer(x), TARGET).backward()
    return _where(x, layer)


def _raises(loss: torch.Tensor) -> bool:
    try:
        loss.backward()
    except RuntimeError:
        return True
    return False


def _where(x: torch.Tensor, layer: nn.Linear) -> str:
    at_x, at_weights = x.grad is not None, layer.weight.grad is not None
    if at_x and at_weights:
        return "at both"
    return "at x and not at the weights" if at_x else "at the weights and not at x"
