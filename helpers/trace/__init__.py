"""Trace a pipeline stage by stage: what every layer of a model hands on to the next.

    flow = trace(nn.Sequential(nn.Linear(3, 2), Detach()), batch, target)

runs the model once, with forward hooks on its layers, and keeps for each stage the values and
what PyTorch's record says about them. In a notebook `flow` is a table, `flow.picture()` a row of
blocks, and `flow.spell(0)` the arithmetic of one sample. `train` runs epochs and tells how far
each layer has moved.
"""

from helpers.trace.inputs import TraceError
from helpers.trace.stages import Detach, Stage, Trace, gradient_norms, trace
from helpers.trace.training import Training, train

__all__ = [
    "Detach",
    "Stage",
    "Trace",
    "TraceError",
    "Training",
    "gradient_norms",
    "trace",
    "train",
]
