"""The training that plays, of chapter 05, driven without a kernel and without a browser."""

from __future__ import annotations

import math

import pytest
import torch

from helpers.explore import PlayTraining


@pytest.fixture
def explorer():
    return PlayTraining(epoch=0)


def test_both_trainings_start_at_the_loss_of_the_chapter(explorer):
    assert explorer.state.losses == ([0.25], [0.25])
    assert explorer.state.moved == ((0, 0), (0, 0))


@pytest.mark.parametrize("rate", ["0.001", "0.002", "0.004"])
def test_the_layer_before_the_detach_moves_exactly_nothing(rate):
    state = PlayTraining(50, rate).state
    (layer, head), (free_layer, free_head) = state.moved
    assert layer == 0.0
    assert min(head, free_layer, free_head) > 0
    assert all(losses[-1] < losses[0] for losses in state.losses)
    assert all(len(losses) == 51 for losses in state.losses)


def test_the_first_step_is_one_worked_out_by_hand(explorer):
    explorer.set(epoch=1)
    (layer, head), (free_layer, _) = explorer.state.moved
    # every output gets −1/8; the columns of the batch sum to 22, 26, 30, those of the layer's
    # output to 5.6 and 11.4, a column of ones for the bias to 4
    at_head = math.sqrt(2 * (5.6**2 + 11.4**2 + 4**2)) / 8
    at_layer = math.sqrt(2 * (22**2 + 26**2 + 30**2 + 4**2)) / 8
    assert head == pytest.approx(0.001 * at_head, rel=1e-4)
    assert free_layer == pytest.approx(0.001 * at_layer, rel=1e-4)
    assert layer == 0.0


def test_the_line_that_is_stored_and_read_aloud():
    assert PlayTraining().text == (
        "epoch 50 of 50 · with the detach: loss = 0.09355, the layer moved 0, the head 0.08723"
        " · without: loss = 0.04565, the layer moved 0.04568, the head 0.0186"
    )


def test_going_back_shows_what_was_recorded(explorer):
    explorer.set(epoch=7)
    seventh = explorer.state
    explorer.set(epoch=30)
    explorer.set(epoch=7)
    assert explorer.state == seventh


def tick(player, times=1):
    """Do what the browser does while it plays."""
    for _ in range(times):
        player.clock.value += 1


def test_play_pause_and_play_on(explorer):
    player = explorer.player
    player.toggle.click()
    assert (player.clock.playing, player.toggle.description) == (True, "Pause")
    tick(player, 3)
    assert explorer.state.epoch == 3
    assert "epoch 3 of 50" in explorer.text
    player.toggle.click()
    assert (player.clock.playing, player.toggle.description) == (False, "Play")
    explorer.set(epoch=10)
    player.toggle.click()
    tick(player)
    assert explorer.state.epoch == 11


def test_it_stops_at_the_last_epoch_and_plays_again_from_the_first(explorer):
    player = explorer.player
    player.toggle.click()
    tick(player, 50)
    assert explorer.state.epoch == 50
    assert not player.clock.playing
    player.toggle.click()
    assert explorer.state.epoch == 0
    tick(player)
    assert explorer.state.epoch == 1


def test_start_again_trains_anew_from_the_first_epoch(explorer):
    explorer.set(epoch=20)
    before = explorer.state
    explorer.player.again.click()
    assert explorer.state.epoch == 0
    assert not explorer.player.clock.playing
    explorer.set(epoch=20)
    assert explorer.state == before


def test_another_rate_keeps_the_epoch(explorer):
    explorer.set(epoch=5)
    slow = explorer.state.losses[1][-1]
    explorer.set(rate="0.002")
    assert explorer.state.epoch == 5
    assert explorer.state.losses[1][-1] < slow


@pytest.mark.parametrize(
    "bad", [{"epoch": 2.5}, {"epoch": 51}, {"epoch": -1}, {"epoch": "abc"}, {"rate": "1"}]
)
def test_bad_input_changes_nothing_and_says_one_sentence(explorer, bad):
    before = explorer.params, explorer.stage.svg
    explorer.set(**bad)
    assert (explorer.params, explorer.stage.svg) == before
    assert explorer.stage.trouble
    assert explorer.text.endswith(".")


def test_a_cells_grad_mode_does_not_reach_the_explorer(explorer):
    with torch.no_grad():
        explorer.set(epoch=3, rate="0.004")
    assert explorer.state.epoch == 3


def test_a_detach_that_does_nothing_would_show(monkeypatch):
    monkeypatch.setattr(torch.Tensor, "detach", lambda self: self)
    state = PlayTraining(5).state
    assert state.losses[0] == state.losses[1]
    assert state.moved[0] == state.moved[1]
