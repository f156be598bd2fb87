"""What PyTorch answers to the questions of "Trace a pipeline"."""

import torch
from torch import nn
from torch.nn.functional import mse_loss

CONCEPTUAL: dict[str, str] = {}

BATCH = torch.arange(1.0, 13.0).reshape(4, 3)
TARGET = torch.zeros(4, 2)


def after_the_detach() -> str:
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


def weight_grad() -> str:
    layer = nn.Linear(3, 2)
    _raises(mse_loss(layer(BATCH).detach(), TARGET))
    return str(layer.weight.grad)


def falling_loss() -> str:
    layer = nn.Linear(3, 2)
    if _raises(mse_loss(layer(BATCH).detach(), TARGET)):
        return "the log comes from another program, with a live path"
    return "the loss can fall"


def head_behind() -> str:
    layer, head = nn.Linear(3, 2), nn.Linear(2, 2)
    optimizer = torch.optim.SGD([*layer.parameters(), *head.parameters()], lr=0.001)
    start, head_start = layer.weight.tolist(), head.weight.tolist()
    for _ in range(50):
        optimizer.zero_grad()
        mse_loss(head(layer(BATCH).detach()), TARGET).backward()
        optimizer.step()
    assert head.weight.tolist() != head_start
    return "exactly 0" if layer.weight.tolist() == start else "it moved"


def input_detached() -> str:
    layer, x = nn.Linear(3, 2), BATCH.clone().requires_grad_()
    mse_loss(layer(x.detach()), TARGET).backward()
    return _where(x, layer)


def weights_frozen() -> str:
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
