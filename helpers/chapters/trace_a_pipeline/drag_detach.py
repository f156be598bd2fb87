"""The explorer of a pipeline whose detach can be dragged from layer to layer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from helpers import frameworks
from helpers.chapters.trace_a_pipeline.detach_line import Block, DetachLine
from helpers.chapters.trace_a_pipeline.place import Place
from helpers.drawing import Mark, Picture
from helpers.explorer.base import Explorer
from helpers.style import number

_MOST_LAYERS = 9
_EXAMPLE = ("batch", "Linear 1", "Tanh 1", "Linear 2", "Tanh 2", "Linear 3", "MSE loss")


@dataclass(frozen=True)
class Learning:
    """What one backward pass leaves at the layers.

    Attributes:
        cut: the detach stands after this block; −1 is nowhere.
        names: the blocks, from the batch to the loss.
        norms: the gradient norm at each layer's parameters, by the place of its block; None where
            no gradient arrives.
    """

    cut: int
    names: tuple[str, ...]
    loss: float
    norms: dict[int, float | None]

    @property
    def learning(self) -> list[str]:
        """The layers that get a gradient."""
        return [self.names[place] for place, norm in self.norms.items() if norm is not None]


class DragDetach(Explorer):
    """Drag the detach along a pipeline and see which layers still get a gradient.

    Args:
        detach: the detach stands after this block (0 is the batch); −1 is nowhere.
        model: a `Sequential` of at most nine layers; three linear layers with Tanh between if None.
        batch, target: what goes in and what is wanted; needed with a model of your own.

    Raises:
        TraceError, ValueError: the model, the batch and the target do not go together, or there is
            no such place; the message says why.
    """

    def __init__(
        self, detach: int = 2, model: Any = None, batch: Any = None, target: Any = None
    ) -> None:
        self._given = model, batch, target
        super().__init__({"detach": Place(self._names, detach)})
        self.stage.on_press(self._press)

    @cached_property
    def _pipeline(self) -> tuple[Any, Any, Any]:
        frameworks.get("torch")  # says in one sentence how to install it
        model, batch, target = self._given
        return _example() if model is None else (_layers(model), batch, target)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        # the names of the example are known before PyTorch is there
        return _EXAMPLE if self._given[0] is None else _block_names(self._pipeline[0])

    @cached_property
    def _attached(self) -> Learning:
        return self._learn(-1)

    @cached_property
    def _line(self) -> DetachLine:
        return DetachLine(len(self._names))

    def frameworks(self) -> list[str]:
        return ["torch"]

    def compute(self, detach: int) -> Learning:
        return self._learn(detach)

    def summary(self, state: Learning) -> str:
        where = "nowhere" if state.cut < 0 else f"after {state.names[state.cut]}"
        norms = ", ".join(
            f"{state.names[place]} {number(norm)}" for place, norm in state.norms.items()
        )
        count = f"{len(state.learning)} of {len(state.norms)} layers can learn"
        outcome = count if state.learning else "backward() raises, nothing can learn"
        return f"detach {where} · loss = {number(state.loss)} · gradient norms: {norms} · {outcome}"

    def picture(self, state: Learning) -> tuple[Picture, list[Mark]]:
        layers = [None, *self._pipeline[0], None]  # the batch and the loss are blocks as well
        blocks = [
            Block(
                "\n".join(_two_lines(name, layer)),
                place in state.norms,
                state.norms.get(place),
                self._attached.norms.get(place),
            )
            for place, (name, layer) in enumerate(zip(state.names, layers, strict=True))
        ]
        return self._line.picture, self._line.marks(blocks, state.cut)

    def is_interactive(self) -> bool:
        return True

    def _press(self, name: str) -> None:
        if name.isdigit():
            place = int(name)
            self.set(detach=-1 if place == self.params["detach"] else place)

    def _learn(self, cut: int) -> Learning:
        import torch

        from helpers.trace import Detach, gradient_norms, trace

        layers, batch, target = self._pipeline
        modules = list(layers)
        if cut >= 0:
            modules.insert(cut, Detach())
        with torch.enable_grad():
            loss = trace(torch.nn.Sequential(*modules), batch, target).loss
        places = [i for i, layer in enumerate(layers, start=1) if _has_weights(layer)]
        norms = {}
        for place in places:
            found = gradient_norms(loss, list(layers[place - 1].parameters()))
            parts = [norm for norm in found if norm is not None]
            norms[place] = sum(part**2 for part in parts) ** 0.5 if parts else None
        return Learning(cut, self._names, loss.item(), norms)


def _example() -> tuple[list[Any], Any, Any]:
    """Return three linear layers with a Tanh between, without any random number."""
    import torch
    from torch import nn

    layers = [nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 2)]
    with torch.no_grad():
        for parameter in nn.Sequential(*layers).parameters():
            steps = torch.arange(1.0, parameter.numel() + 1)
            parameter.copy_(steps.sin().reshape(parameter.shape) / 2)
    batch = torch.arange(1.0, 13.0).reshape(4, 3) / 12
    target = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [0.0, 1.0]])
    return layers, batch, target


def _layers(model: Any) -> list[Any]:
    layers = list(model.children())
    if not 1 <= len(layers) <= _MOST_LAYERS:
        raise ValueError(f"give a Sequential of 1 to {_MOST_LAYERS} layers, not {len(layers)}")
    return layers


def _has_weights(layer: Any) -> bool:
    return next(layer.parameters(), None) is not None


def _block_names(layers: Sequence[Any]) -> tuple[str, ...]:
    """Return `Linear 1`, `Tanh 1`, … between the batch and the loss."""
    seen: Counter[str] = Counter()
    names = ["batch"]
    for layer in layers:
        kind = type(layer).__name__
        seen[kind] += 1
        names.append(f"{kind} {seen[kind]}")
    return (*names, "MSE loss")


def _two_lines(name: str, layer: Any) -> list[str]:
    """Return what stands in a block: the name, and the sizes of a linear layer."""
    if hasattr(layer, "in_features"):
        return [name, f"({layer.in_features}, {layer.out_features})"]
    return [name]
