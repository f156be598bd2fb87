"""What PyTorch answers to the questions of the table; see `probes`."""

from __future__ import annotations

import torch

CALL = "y.detach()"


def example(stops: bool) -> tuple[float, float, float]:
    x = torch.tensor(3.0, requires_grad=True)
    y = x * x
    z = x * _stop(y, stops)
    # without the detach the second question needs what the first one would free
    (dz_dx,) = torch.autograd.grad(z, x, retain_graph=True)
    (dy_dx,) = torch.autograd.grad(y, x)
    return z.item(), dz_dx.item(), dy_dx.item()


def second(stops: bool) -> float | None:
    x = torch.tensor(3.0, requires_grad=True)
    z = x * _stop(x * x, stops)
    (dz_dx,) = torch.autograd.grad(z, x, create_graph=True)
    return torch.autograd.grad(dz_dx, x)[0].item()


def nothing_left() -> float | None:
    x = torch.tensor(3.0, requires_grad=True)
    z = x.detach() * (x * x).detach()
    z.backward()
    return None if x.grad is None else x.grad.item()


def shares_memory() -> bool:
    y = _vector()
    return y.detach().data_ptr() == y.data_ptr()


def write_reaches_y() -> bool:
    y = _vector()
    u = y.detach()
    u[0] = 7.0
    return y[0].item() == 7


def _stop(value: torch.Tensor, stops: bool) -> torch.Tensor:
    return value.detach() if stops else value


def _vector() -> torch.Tensor:
    x = torch.arange(4.0, requires_grad=True)
    return x * x
