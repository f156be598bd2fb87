"""Chapter "Move x": the running example, z = x*u, under sliders."""

from helpers.chapters.move_x.explorer import MoveX
from helpers.exercise import check_in
from helpers.quiz import quiz_of

check, quiz = check_in(__name__), quiz_of(__name__)

__all__ = ["MoveX", "check", "quiz"]
