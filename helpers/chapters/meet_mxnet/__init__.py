"""Chapter "Meet MXNet": the fourth framework, in a kernel of its own."""

from helpers.chapters.meet_mxnet.here import need_kernel
from helpers.exercise import check_in
from helpers.quiz import quiz_of

check, quiz = check_in(__name__), quiz_of(__name__)

__all__ = ["check", "need_kernel", "quiz"]
