"""Chapter "Cut a path": a gradient is the sum over the paths that are left."""

from helpers.exercise import check_in
from helpers.quiz import quiz_of
from helpers.sandbox import Sandbox, show

check, quiz = check_in(__name__), quiz_of(__name__)

__all__ = ["Sandbox", "check", "quiz", "show"]
