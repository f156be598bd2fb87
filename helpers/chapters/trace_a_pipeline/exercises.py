"""Exercises of "Trace a pipeline": which wiring can train, and where the detach belongs."""

from typing import Any

from helpers.exercise import Rejected, behaviour, names, run

can_train = names(
    {"attached", "input detached"},
    among=["attached", "output detached", "input detached", "weights frozen"],
    wrong={
        frozenset({"attached"}): "detaching the input cuts the path to x; W has a path of its own",
        frozenset(
            {"attached", "input detached", "weights frozen"}
        ): "frozen weights pass the gradient on to x and take none for themselves",
        frozenset(
            {"attached", "weights frozen"}
        ): "look at the column of W, not of x: frozen weights get no gradient",
        frozenset({"input detached"}): "with every path attached W gets its gradient as well",
        frozenset(
            {"attached", "output detached", "input detached", "weights frozen"}
        ): "all four have the same loss, and two of them have no gradient at W",
    },
    right="a gradient reaches W in both; it does not need the path to x",
)


def _arrives(answer: Any) -> Any:
    """Return the output, and at which of the two layers a gradient arrives."""
    import torch

    from helpers.trace import gradient_norms

    layer, head = torch.nn.Linear(3, 2), torch.nn.Linear(2, 2)
    with torch.no_grad():
        for parameter in (*layer.parameters(), *head.parameters()):
            parameter.copy_(torch.arange(1.0, parameter.numel() + 1).reshape(parameter.shape) / 8)
    batch = torch.arange(1.0, 13.0).reshape(4, 3)
    with torch.enable_grad():
        output = run(answer, layer, head, batch)
        if not isinstance(output, torch.Tensor) or output.shape != (4, 2):
            raise Rejected("return the output of the head, a tensor of 4 × 2")
        norms = gradient_norms(output.square().mean(), [layer.weight, head.weight])
    return output.tolist(), [norm is not None for norm in norms]


freeze_the_layer = behaviour(
    _arrives(lambda layer, head, batch: head(layer(batch).detach())),
    observe=_arrives,
    example=lambda layer, head, batch: head(layer(batch).detach()),
    wrong={
        (
            lambda layer, head, batch: head(layer(batch))
        ): "a gradient reaches the layer: cut between the layer and the head",
        (
            lambda layer, head, batch: head(layer(batch)).detach()
        ): "nothing is left to learn: you cut after the head, between it and the loss",
        (
            lambda layer, head, batch: layer(batch).detach()
        ): "the head is left out: give it the detached output of the layer",
    },
    right="the head gets its gradient, and no path leads on to the layer",
    otherwise="keep the values of head(layer(batch)), with a gradient at the head alone",
)
