"""The stages of a pipeline: their values, and what PyTorch's record says about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from torch import Tensor, autograd, nn
from torch.nn.functional import mse_loss

from helpers.trace import text
from helpers.trace.inputs import TraceError, as_tensor, check_target, first_line, read_batch
from helpers.trace.recorder import Seen, copy, run

if TYPE_CHECKING:
    from helpers.drawing import Drawing

Loss = Callable[[Tensor, Tensor], Tensor]


class Detach(nn.Module):
    """A layer that hands on the numbers it gets, without their record."""

    def forward(self, values: Tensor) -> Tensor:
        return values.detach()


@dataclass(frozen=True)
class Stage:
    """One tensor on the way from the batch to the loss.

    Attributes:
        label: the layer that made it; `"in forward"` for a step that is no layer of its own.
        value: a copy of its numbers, without a record.
        requires_grad, is_leaf: as PyTorch says.
        grad_fn: the name of the operation at the head of its record; None without a record.
        shares_memory: True if it lies in the memory of the stage before.
        gradient: the norm of dloss/dstage; None if no gradient arrives here.
        cut: True if the stage before has a record and this one has none.
        source: the place of the stage that the layer read; None if it read none of them.
        affine: weight and bias of a linear layer, as they were.
    """

    label: str
    value: Tensor
    requires_grad: bool
    is_leaf: bool
    grad_fn: str | None
    shares_memory: bool
    gradient: float | None
    cut: bool
    source: int | None
    affine: tuple[Tensor, Tensor | None] | None

    @property
    def shape(self) -> str:
        """The shape as it is written, `"4 × 3"`."""
        return text.shape(self.value)


@dataclass(frozen=True)
class Trace:
    """The stages of one run, first the batch and last the loss.

    Attributes:
        stages: in the order in which they were made.
        loss: the loss itself, with its record, if it has one: `backward()` can be called on it.
        target: a copy of what the output was compared with.
        is_mse: True if the loss is the mean squared error.
    """

    stages: tuple[Stage, ...]
    loss: Tensor
    target: Tensor
    is_mse: bool

    def picture(self) -> Drawing:
        """Return the stages as a row of blocks, with the cuts."""
        from helpers.trace.blocks import (
            blocks,
        )  # matplotlib is loaded when a picture is asked for

        return blocks(self.stages)

    def spell(self, row: int = 0) -> str:
        """Return the way of one sample through the stages, its arithmetic spelled out.

        Raises:
            TraceError: the batch has no such row.
        """
        rows = self.stages[0].value.shape[0] if self.stages[0].value.dim() > 1 else 1
        if not isinstance(row, int) or not 0 <= row < rows:
            raise TraceError(f"the batch has the rows 0 to {rows - 1}: there is no row {row}")
        return text.spell(self, row)

    def __repr__(self) -> str:
        return text.table(self.stages)

    def _repr_html_(self) -> str:
        return text.html_table(self.stages)


def trace(model: nn.Module, batch: Any, target: Any, loss: Loss = mse_loss) -> Trace:
    """Run `model` on `batch` once and keep what every layer hands on.

    Layers are the modules without children, in the order in which they are called. A step between
    two of them that is no module (`torch.relu(…)`, `.detach()` in `forward`) is a stage as well.

    Args:
        model: any module that takes one tensor and returns one.
        batch: floats, as a tensor, an array or nested lists.
        target: what the output is compared with; for the mean squared error of the output's shape.
        loss: a function of output and target that returns one number.

    Raises:
        TraceError: the batch, the target and the model do not go together; the message says why.
    """
    batch = read_batch(batch, model)
    seen = run(model, batch)
    output = seen[-1].tensor
    target = as_tensor(target, "target")
    if loss is mse_loss:
        check_target(target, output)
    try:
        result = loss(output, target)
    except (RuntimeError, ValueError, IndexError) as error:
        raise TraceError(f"the loss raises: {first_line(error)}") from None
    if not isinstance(result, Tensor) or result.dim():
        raise TraceError("the loss is not one number: let it return a mean or a sum")
    name = "MSE loss" if loss is mse_loss else "loss"
    seen.append(Seen(name, result, copy(result), len(seen) - 1))
    return Trace(_stages(seen, result), result, copy(target), loss is mse_loss)


def gradient_norms(loss: Tensor, tensors: list[Tensor]) -> list[float | None]:
    """Return the norm of dloss/dtensor for each tensor, None where no gradient arrives.

    The record of the loss is kept and no `.grad` is written.
    """
    asked = [tensor for tensor in tensors if tensor.requires_grad]
    if not loss.requires_grad or not asked:
        return [None] * len(tensors)
    found = autograd.grad(loss, asked, retain_graph=True, allow_unused=True)
    norms = iter([None if gradient is None else gradient.norm().item() for gradient in found])
    return [next(norms) if tensor.requires_grad else None for tensor in tensors]


def _stages(seen: list[Seen], loss: Tensor) -> tuple[Stage, ...]:
    norms = gradient_norms(loss, [entry.tensor for entry in seen])
    stages: list[Stage] = []
    for place, (entry, norm) in enumerate(zip(seen, norms, strict=True)):
        tensor, before = entry.tensor, seen[place - 1].tensor if place else None
        stages.append(
            Stage(
                label=entry.label,
                value=entry.copy,
                requires_grad=tensor.requires_grad,
                is_leaf=tensor.is_leaf,
                grad_fn=tensor.grad_fn and type(tensor.grad_fn).__name__,
                shares_memory=before is not None and _storage(before) == _storage(tensor),
                gradient=norm,
                cut=bool(stages) and stages[-1].requires_grad and not tensor.requires_grad,
                source=entry.source,
                affine=entry.affine,
            )
        )
    return tuple(stages)


def _storage(tensor: Tensor) -> int:
    return tensor.untyped_storage().data_ptr()
