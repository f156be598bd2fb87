"""What PyTorch answers to the questions of "Move x"."""

import torch

from tests.truths import write

CONCEPTUAL: dict[str, str] = {}


def slope_at_ten() -> str:
    x, _, z = _program(10.0)
    return write(torch.autograd.grad(z, x)[0])


def through_y() -> str:
    x, y, _ = _program(10.0)
    direct = torch.autograd.grad(x * y.detach(), x, retain_graph=True)[0]
    return write(torch.autograd.grad(x * y, x)[0] - direct)


def slope_of_y() -> str:
    x, y, _ = _program(10.0)
    return write(torch.autograd.grad(y, x)[0])


def finite_difference() -> str:
    nudge = 1e-4
    growth = _program(3.0 + nudge)[2] - _program(3.0 - nudge)[2]
    return write(round(growth.item() / (2 * nudge)))


def value_moves() -> str:
    return write((_program(4.0)[2] - _program(3.0)[2]).item())


def _program(number: float):
    x = torch.tensor(number, dtype=torch.float64, requires_grad=True)
    y = x * x
    return x, y, x * y.detach()
