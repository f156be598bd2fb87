"""Run a model with hooks on its layers and keep every tensor that is handed on."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from helpers.trace.inputs import TraceError, first_line
from helpers.trace.text import shape


@dataclass(frozen=True)
class Seen:
    """A tensor on its way, and the layer that made it; see `helpers.trace.Stage`."""

    label: str
    tensor: Tensor
    copy: Tensor  # made at once: a later layer may write into the same memory
    source: int | None = None
    affine: tuple[Tensor, Tensor | None] | None = None


def run(model: nn.Module, batch: Tensor) -> list[Seen]:
    """Run the model once and return the batch and what each layer made, in the order of calls.

    Raises:
        TraceError: a layer does not take what it is given, or the model returns no tensor.
    """
    seen = [Seen("batch", batch, copy(batch))]
    called: list[tuple[nn.Module, Tensor]] = []

    def find(tensor: Tensor) -> int:
        """Return the place of a tensor, latest first; one that no layer made becomes a stage."""
        for place in reversed(range(len(seen))):
            if seen[place].tensor is tensor:
                return place
        seen.append(Seen("in forward", tensor, copy(tensor), len(seen) - 1))
        return len(seen) - 1

    def before(module: nn.Module, inputs: tuple) -> None:
        if (tensor := _first_tensor(inputs)) is not None:
            find(tensor)
            called.append((module, tensor))

    def after(module: nn.Module, inputs: tuple, output: Any) -> None:
        tensor, read = _first_tensor(output), _first_tensor(inputs)
        if tensor is not None:
            source = None if read is None else find(read)
            seen.append(Seen(label(module), tensor, copy(tensor), source, _affine(module)))

    with ExitStack() as hooks:
        for module in model.modules():
            if next(module.children(), None) is None:
                hooks.callback(module.register_forward_pre_hook(before).remove)
                hooks.callback(module.register_forward_hook(after).remove)
        try:
            output = model(batch)
        except (RuntimeError, ValueError, IndexError) as error:
            raise TraceError(_why(called, batch, error)) from None
    if not isinstance(output, Tensor):
        raise TraceError(f"the model returns a {type(output).__name__}: let it return one tensor")
    if seen[-1].tensor is not output:
        seen.append(Seen("in forward", output, copy(output), len(seen) - 1))
    return seen


def label(module: nn.Module) -> str:
    """Return a short name of a layer: `Linear(3, 2)`, `Tanh`."""
    name = type(module).__name__
    if isinstance(module, nn.Linear):
        return f"{name}({module.in_features}, {module.out_features})"
    return name


def _why(called: list[tuple[nn.Module, Tensor]], batch: Tensor, error: Exception) -> str:
    if not called:
        return f"the model raises on a batch of {shape(batch)}: {first_line(error)}"
    module, given = called[-1]
    size = shape(given)
    if isinstance(module, nn.Linear) and given.shape[-1:] != (module.in_features,):
        return f"{label(module)} takes rows of {module.in_features} numbers and is given {size}"
    return f"{label(module)} raises on {size}: {first_line(error)}"


def _first_tensor(values: Any) -> Tensor | None:
    if isinstance(values, tuple | list):
        return next((value for value in values if isinstance(value, Tensor)), None)
    return values if isinstance(values, Tensor) else None


def _affine(module: nn.Module) -> tuple[Tensor, Tensor | None] | None:
    if not isinstance(module, nn.Linear):
        return None
    return copy(module.weight), None if module.bias is None else copy(module.bias)


def copy(tensor: Tensor) -> Tensor:
    """Return the numbers of a tensor in memory of their own, without a record."""
    with torch.no_grad():
        return tensor.clone()
