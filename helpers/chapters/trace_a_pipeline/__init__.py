"""Chapter "Trace a pipeline": Linear → detach → MSE, stage by stage."""

from helpers.chapters.trace_a_pipeline.drag_detach import DragDetach
from helpers.chapters.trace_a_pipeline.play_training import PlayTraining
from helpers.exercise import check_in
from helpers.quiz import quiz_of
from helpers.trace import Detach, gradient_norms, trace, train

check, quiz = check_in(__name__), quiz_of(__name__)

__all__ = [
    "Detach",
    "DragDetach",
    "PlayTraining",
    "check",
    "gradient_norms",
    "quiz",
    "trace",
    "train",
]
