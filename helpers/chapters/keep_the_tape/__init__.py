"""Chapter "Keep the tape": what a record keeps, for how many questions, and who owns it."""

from helpers.chapters.keep_the_tape.explorer import TapeReel
from helpers.chapters.keep_the_tape.two_questions import two_questions
from helpers.exercise import check_in
from helpers.frameworks.optional import load
from helpers.ledger import Ledger
from helpers.quiz import quiz_of

check, quiz = check_in(__name__), quiz_of(__name__)

__all__ = ["Ledger", "TapeReel", "check", "load", "quiz", "two_questions"]
