"""The trace of a pipeline, against values worked out by hand, and what it says to bad input."""

from __future__ import annotations

import base64
import math

import pytest
import torch
from torch import nn
from torch.nn.functional import mse_loss

from helpers.trace import Detach, TraceError, gradient_norms, trace, train

BATCH = torch.arange(1.0, 13.0).reshape(4, 3)
STAGE = [[0.5, 1.2], [1.1, 2.3], [1.7, 3.4], [2.3, 4.5]]
TARGET = torch.tensor(STAGE) + 0.5


def new_layer() -> nn.Linear:
    """Rows of weights that sum to 0.2 and 11/30."""
    layer = nn.Linear(3, 2)
    with torch.no_grad():
        layer.weight.copy_(torch.tensor([[0.1, 0, 0.1], [0.1, 0.1, 1 / 6]]))
        layer.bias.copy_(torch.tensor([0.1, 0.4]))
    return layer


def new_head() -> nn.Linear:
    """A head that hands on what it gets."""
    head = nn.Linear(2, 2)
    nn.init.eye_(head.weight)
    nn.init.zeros_(head.bias)
    return head


@pytest.fixture
def cut():
    return trace(nn.Sequential(new_layer(), Detach()), BATCH, TARGET)


def by(attribute: str, flow) -> list:
    return [getattr(stage, attribute) for stage in flow.stages]


def test_the_four_stages_and_what_the_record_says(cut):
    assert by("label", cut) == ["batch", "Linear(3, 2)", "Detach", "MSE loss"]
    assert by("shape", cut) == ["4 × 3", "4 × 2", "4 × 2", "one number"]
    assert by("requires_grad", cut) == [False, True, False, False]
    assert by("is_leaf", cut) == [True, False, True, True]
    assert by("grad_fn", cut) == [None, "AddmmBackward0", None, None]
    assert by("shares_memory", cut) == [False, False, True, False]
    assert by("cut", cut) == [False, False, True, False]
    assert by("gradient", cut) == [None] * 4


def test_the_values_are_those_of_the_chapter(cut):
    for stage in cut.stages[1:3]:
        assert stage.value.tolist() == [pytest.approx(row) for row in STAGE]
    assert cut.loss.item() == 0.25
    with pytest.raises(RuntimeError, match="does not require grad"):
        cut.loss.backward()


def test_without_the_detach_a_gradient_arrives_and_backward_can_be_called():
    layer = new_layer()
    flow = trace(layer, BATCH, TARGET)
    # the loss is the mean of 8 squares of 0.5, so every output gets −1/8
    assert by("gradient", flow) == [None, pytest.approx(math.sqrt(8) / 8), 1]
    assert not any(by("cut", flow))
    assert layer.weight.grad is None
    flow.loss.backward()
    assert layer.weight.grad.tolist() == [pytest.approx([-2.75, -3.25, -3.75])] * 2


WIRINGS = {"attached": (0, 1), "output": (), "input": (1,), "frozen": (0,)}


@pytest.mark.parametrize(("wiring", "reached"), WIRINGS.items())
def test_gradient_norms_of_four_wirings(wiring, reached):
    layer, x = new_layer(), BATCH.clone().requires_grad_()
    layer.requires_grad_(wiring != "frozen")
    output = layer(x.detach() if wiring == "input" else x)
    output = output.detach() if wiring == "output" else output
    # columns of the batch sum to 22, 26, 30; columns of the weights to 0.2, 0.1, 0.8/3
    at_x = 2 / 8 * math.sqrt(0.2**2 + 0.1**2 + (0.8 / 3) ** 2)
    at_weights = math.sqrt(2 * (22**2 + 26**2 + 30**2)) / 8
    norms = gradient_norms(mse_loss(output, TARGET), [x, layer.weight])
    assert norms == [
        pytest.approx(norm) if place in reached else None
        for place, norm in enumerate([at_x, at_weights])
    ]


def test_the_same_norms_as_in_an_independent_run():
    torch.manual_seed(0)
    x, layer = torch.randn(4, 3, requires_grad=True), nn.Linear(3, 2)
    norms = gradient_norms(mse_loss(layer(x), torch.randn(4, 2)), [x, layer.weight])
    assert norms == [pytest.approx(0.498, abs=5e-4), pytest.approx(1.287, abs=5e-4)]


class Functional(nn.Module):
    """Steps between its layers that are no modules, one of them a detach."""

    def __init__(self):
        super().__init__()
        self.body, self.head = new_layer(), new_head()

    def forward(self, rows):
        return torch.tanh(self.head(torch.relu(self.body(rows)).detach()))


def test_a_detach_inside_forward_is_a_stage():
    flow = trace(Functional(), BATCH, TARGET)
    names = ["batch", "Linear(3, 2)", "in forward", "Linear(2, 2)", "in forward", "MSE loss"]
    assert by("label", flow) == names
    assert by("cut", flow) == [False, False, True, False, False, False]
    assert [norm is not None for norm in by("gradient", flow)] == [False] * 3 + [True] * 3


def test_a_view_shares_memory_and_an_in_place_layer_keeps_the_values_before_it():
    model = nn.Sequential(new_head(), nn.ReLU(inplace=True), nn.Flatten(0))
    flow = trace(model, torch.tensor([[-1.0, 2.0]]), torch.zeros(2))
    assert by("shares_memory", flow) == [False, False, True, True, False]
    assert flow.stages[1].value.tolist() == [[-1, 2]]
    assert flow.stages[2].value.tolist() == [[0, 2]]


def test_hooks_are_gone_after_a_trace_that_ran_and_one_that_failed():
    model = nn.Sequential(new_layer(), Detach())
    trace(model, BATCH, TARGET)
    with pytest.raises(TraceError):
        trace(model, BATCH[:, :2], TARGET)
    assert not any(m._forward_hooks or m._forward_pre_hooks for m in model.modules())


class NoTensor(nn.Module):
    def forward(self, rows):
        return {"rows": rows}


BAD = {
    "Linear(3, 2) takes rows of 3 numbers and is given 4 × 2": (BATCH[:, :2], TARGET),
    "the batch holds int64 values, and gradients need floats": (BATCH.long(), TARGET),
    "the batch holds NaN or infinity": (BATCH * math.inf, TARGET),
    "the batch is empty": (torch.zeros(0, 3), TARGET),
    "the batch is no array of numbers": ([[1.0, 2.0], [3.0]], TARGET),
    "the model holds float32 and the batch float64: batch.to(torch.float32)": (
        BATCH.double(),
        TARGET,
    ),
    "the target is a row of 2 and the output 4 × 2": (BATCH, TARGET[0]),
    "the target holds NaN or infinity": (BATCH, TARGET * math.nan),
}


@pytest.mark.parametrize(("sentence", "given"), BAD.items())
def test_bad_input_gets_one_sentence(sentence, given):
    with pytest.raises(TraceError) as caught:
        trace(nn.Sequential(new_layer(), Detach()), *given)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_models_and_losses_that_do_not_fit_get_one_sentence(cut):
    with pytest.raises(TraceError, match="returns a dict: let it return one tensor"):
        trace(NoTensor(), BATCH, TARGET)
    with pytest.raises(TraceError, match="the loss is not one number"):
        trace(new_layer(), BATCH, TARGET, loss=lambda output, target: output - target)
    with pytest.raises(TraceError, match="rows 0 to 3: there is no row 4"):
        cut.spell(4)
    with pytest.raises(TraceError, match="Conv1d raises on 4 × 3: "):
        trace(nn.Conv1d(2, 2, 1), BATCH, TARGET)


def test_lists_another_loss_and_indices_are_taken():
    assert trace(new_layer(), BATCH.tolist(), TARGET.tolist()).loss.item() == 0.25
    labels = torch.tensor([0, 1, 0, 1])
    flow = trace(new_layer(), BATCH, labels, loss=nn.functional.cross_entropy)
    assert flow.stages[-1].label == "loss"
    words = nn.Sequential(nn.Embedding(5, 2), new_head())
    assert trace(words, torch.tensor([0, 3]), torch.zeros(2, 2)).stages[1].label == "Embedding"


def test_one_sample_is_spelled_out(cut):
    lines = cut.spell(row=0).splitlines()
    assert "    0.1·1 + 0·2 + 0.1·3 + 0.1 = 0.5" in lines
    assert "    cut: the same numbers, no record" in lines
    assert "its mean squared error: ((0.5 − 1)² + (1.2 − 1.7)²) / 2 = 0.25" in lines


def test_the_table_and_the_blocks_say_the_same_in_words(cut):
    _, batch, _, detached, loss = (" ".join(line.split()) for line in repr(cut).splitlines())
    assert batch == "batch 4 × 3 [1, 2, 3] [4, 5, 6] [7, 8, 9] [10, 11, 12] no yes none no none"
    assert detached.startswith("Detach ✂ 4 × 2 [0.5, 1.2] ")
    assert detached.endswith(" no yes none yes none")
    assert loss == "MSE loss one number 0.25 no yes none no none"
    assert cut._repr_html_().count("<tr>") == 5
    drawing = cut.picture()
    assert "✂ Detach (4 × 2, no record, same memory)" in repr(drawing)
    assert repr(drawing).endswith("loss 0.25, backward() raises")
    png = base64.b64decode(drawing._repr_mimebundle_()[0]["image/png"])
    assert png.startswith(b"\x89PNG")


def test_a_long_pipeline_goes_on_in_a_second_row_of_blocks():
    one = trace(nn.Sequential(new_layer(), Detach()), BATCH, TARGET).picture()
    two = trace(nn.Sequential(new_layer(), nn.Tanh(), Detach()), BATCH, TARGET).picture()
    assert two.picture.height > 2 * one.picture.height - 30


def test_fifty_epochs_behind_the_detach_move_the_layer_exactly_nothing():
    model = nn.Sequential(new_layer(), Detach(), new_head())
    done = train(model, BATCH, TARGET, rate=0.001, epochs=50)
    assert [epoch.number for epoch in done.epochs] == list(range(51))
    assert {epoch.moved["Linear(3, 2)"] for epoch in done.epochs} == {0.0}
    # the head's gradient at the start: −5.6/8 and −11.4/8 at the weights, −4/8 at the bias
    first = 0.001 * math.sqrt(2 * (0.7**2 + 1.425**2 + 0.5**2))
    assert done.epochs[1].moved["Linear(2, 2)"] == pytest.approx(first, rel=1e-4)
    losses = [epoch.loss for epoch in done.epochs]
    assert losses[0] == 0.25
    assert losses == sorted(losses, reverse=True)


def test_without_the_detach_the_layer_moves_as_well():
    done = train(nn.Sequential(new_layer(), new_head()), BATCH, TARGET, rate=0.001, epochs=1)
    assert done.epochs[1].moved["Linear(3, 2)"] > 0


@pytest.mark.parametrize("between", [Detach, nn.Identity])
def test_an_epoch_is_a_step_of_the_frameworks_own_optimizer(between):
    ours, theirs = (nn.Sequential(new_layer(), between(), new_head()) for _ in range(2))
    train(ours, BATCH, TARGET, rate=0.001, epochs=5)
    optimizer = torch.optim.SGD(theirs.parameters(), lr=0.001)
    for _ in range(5):
        optimizer.zero_grad()
        mse_loss(theirs(BATCH), TARGET).backward()
        optimizer.step()
    for mine, other in zip(ours.parameters(), theirs.parameters(), strict=True):
        torch.testing.assert_close(mine, other)


def test_training_where_nothing_can_learn_is_refused_and_a_table_shows_each_layer():
    with pytest.raises(TraceError, match="no path leads from the loss to a parameter"):
        train(nn.Sequential(new_layer(), Detach()), BATCH, TARGET, rate=0.001, epochs=5)
    twins = nn.Sequential(new_layer(), new_head(), new_head())
    done = train(twins, BATCH, TARGET, rate=0.001, epochs=7)
    head, *rows = repr(done).splitlines()
    assert "Linear(2, 2) moved" in head and "Linear(2, 2) #2 moved" in head
    assert [row.split()[0] for row in rows] == ["0", "1", "2", "3", "4", "5", "7"]
    assert done._repr_html_().count("<tr>") == 8
