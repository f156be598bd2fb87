"""Batches and targets: what can be traced, and one sentence for what cannot."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from helpers.trace.text import shape


class TraceError(ValueError):
    """A model and a batch that do not go together; the message is one sentence for the learner."""


def read_batch(batch: Any, model: nn.Module) -> Tensor:
    """Return a batch the model can be traced with, as a tensor; raise TraceError for another."""
    batch = as_tensor(batch, "batch")
    takes_indices = any(isinstance(module, nn.Embedding) for module in model.modules())
    if not batch.is_floating_point() and not takes_indices:
        kind = str(batch.dtype).removeprefix("torch.")
        raise TraceError(f"the batch holds {kind} values, and gradients need floats: batch.float()")
    if not batch.isfinite().all():
        raise TraceError("the batch holds NaN or infinity: replace these values first")
    if not batch.numel():
        raise TraceError("the batch is empty: give at least one row")
    weights = next(model.parameters(), batch)
    if batch.is_floating_point() and weights.dtype != batch.dtype:
        wanted, given = (str(t.dtype).removeprefix("torch.") for t in (weights, batch))
        raise TraceError(
            f"the model holds {wanted} and the batch {given}: batch.to(torch.{wanted})"
        )
    return batch


def as_tensor(values: Any, name: str) -> Tensor:
    """Return nested lists, an array or a tensor as a tensor, or raise TraceError."""
    try:
        return torch.as_tensor(values)
    except (TypeError, ValueError, RuntimeError):
        raise TraceError(f"the {name} is no array of numbers: give rows of equal length") from None


def check_target(target: Tensor, output: Tensor) -> None:
    """Raise TraceError for a target that cannot be subtracted from the output entry by entry."""
    if target.shape != output.shape:
        given, wanted = shape(target), shape(output)
        raise TraceError(f"the target is {given} and the output {wanted}: give them one shape")
    if not target.isfinite().all():
        raise TraceError("the target holds NaN or infinity: replace these values first")


def first_line(error: Exception) -> str:
    """Return what an error says on its first line."""
    return (str(error).splitlines() or [type(error).__name__])[0]
