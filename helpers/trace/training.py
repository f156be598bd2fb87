"""Train a model one epoch at a time and keep, for each epoch, the loss and how far layers moved."""

from __future__ import annotations

import html
from collections import Counter
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import mse_loss

from helpers.style import number
from helpers.trace.inputs import TraceError
from helpers.trace.recorder import copy, label

_SHOWN = (0, 1, 2, 3, 4, 5, 10, 20, 30, 40, 50)


@dataclass(frozen=True)
class Epoch:
    """What holds after `number` steps of gradient descent.

    Attributes:
        loss: the loss on the batch.
        moved: for each layer with parameters, the norm of its way from where it started.
    """

    number: int
    loss: float
    moved: dict[str, float]


class Training:
    """Gradient descent on the mean squared error, one step on the whole batch an epoch.

    It trains when it is asked for an epoch it has not reached. In a notebook it is its epochs as
    a table.

    Args:
        model: is changed in place; every parameter that gets a gradient takes the step.
        rate: the learning rate.

    Raises:
        TraceError: no path leads from the loss to a parameter.
    """

    def __init__(self, model: nn.Module, batch: Tensor, target: Tensor, rate: float) -> None:
        self._model, self._batch, self._target = model, batch, target
        self._rate = rate
        self._layers = _layers(model)
        self._start = {
            name: [copy(weight) for weight in layer.parameters()]
            for name, layer in self._layers.items()
        }
        self.epochs: list[Epoch] = []
        self._reached = self._loss()
        if not self._reached.requires_grad:
            raise TraceError("nothing can train: no path leads from the loss to a parameter")
        self._note()

    def up_to(self, epoch: int) -> Epoch:
        """Return an epoch, trained now if it was not reached before."""
        while len(self.epochs) <= epoch:
            self._model.zero_grad()
            self._reached.backward()
            self._step()
            self._reached = self._loss()
            self._note()
        return self.epochs[epoch]

    @torch.no_grad()
    def _step(self) -> None:
        # what torch.optim.SGD does, without the 80 MB and the seconds that torch.optim loads
        for parameter in self._model.parameters():
            if parameter.grad is not None:
                parameter -= self._rate * parameter.grad

    @torch.enable_grad()
    def _loss(self) -> Tensor:
        return mse_loss(self._model(self._batch), self._target)

    def _note(self) -> None:
        moved = {name: self._way(name) for name in self._layers}
        self.epochs.append(Epoch(len(self.epochs), self._reached.item(), moved))

    def _way(self, name: str) -> float:
        with torch.no_grad():
            now = self._layers[name].parameters()
            pairs = zip(now, self._start[name], strict=True)
            return sum((weight - start).square().sum().item() for weight, start in pairs) ** 0.5

    def _rows(self) -> list[list[str]]:
        head = ["epoch", "loss", *(f"{name} moved" for name in self._layers)]
        shown = [
            epoch for epoch in self.epochs if epoch.number in _SHOWN or epoch is self.epochs[-1]
        ]
        return [
            head,
            *(
                [str(epoch.number), number(epoch.loss), *map(number, epoch.moved.values())]
                for epoch in shown
            ),
        ]

    def __repr__(self) -> str:
        rows = self._rows()
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
            for row in rows
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        head, *body = [[html.escape(cell) for cell in row] for row in self._rows()]
        columns = "".join(f'<th scope="col">{cell}</th>' for cell in head)
        lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in body)
        return f"<table><thead><tr>{columns}</tr></thead><tbody>{lines}</tbody></table>"


def train(model: nn.Module, batch: Tensor, target: Tensor, *, rate: float, epochs: int) -> Training:
    """Train a model for some epochs and return what happened.

    Raises:
        TraceError: no path leads from the loss to a parameter.
    """
    training = Training(model, batch, target, rate)
    training.up_to(epochs)
    return training


def _layers(model: nn.Module) -> dict[str, nn.Module]:
    """Return the layers that have parameters of their own, by a name that is unique."""
    found = [m for m in model.modules() if next(m.parameters(recurse=False), None) is not None]
    count: Counter[str] = Counter()
    layers: dict[str, Any] = {}
    for module in found:
        name = label(module)
        count[name] += 1
        layers[name if count[name] == 1 else f"{name} #{count[name]}"] = module
    return layers
