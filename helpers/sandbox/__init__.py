"""The sandbox without its widgets: cut an edge of a program and see the gradient that is left."""

from helpers.sandbox.drawing import show
from helpers.sandbox.missions import MISSIONS
from helpers.sandbox.outcome import Outcome, run
from helpers.sandbox.session import OWN, Session

__all__ = ["MISSIONS", "OWN", "Outcome", "Session", "run", "show"]
