"""Chapter "Start here": the map of ideas, the check of the installation, the self-test."""

from helpers.chapters.start_here import installation
from helpers.chapters.start_here.ideas import idea_map
from helpers.quiz import quiz_of

quiz = quiz_of(__name__)

__all__ = ["idea_map", "installation", "quiz"]
