"""Every question of every chapter: complete, and its right answer is what the frameworks say.

The answers live in `tests/chapters/test_<room>.py`: `answer_<key>` for each question.
"""

import difflib
import importlib
import itertools

import pytest

from helpers.chapters import rooms

QUIZZES = {
    room: importlib.import_module(f"helpers.chapters.{room}").quiz().quiz for room in rooms()
}
QUESTIONS = {
    f"{chapter}.{question.key}": question
    for chapter, quiz in QUIZZES.items()
    for question in quiz.questions
}


def truths(chapter: str):
    return importlib.import_module(f"tests.chapters.test_{chapter}")


def test_the_self_test_and_the_chapter_have_their_questions():
    assert len(QUIZZES["start_here"].questions) == 8
    assert len(QUIZZES["move_x"].questions) == 5


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_right_answer_is_what_the_framework_says(name):
    chapter, key = name.split(".")
    module = truths(chapter)
    if key in module.CONCEPTUAL:
        assert module.CONCEPTUAL[key].strip(), "say why there is nothing to run"
        return
    truth = getattr(module, f"answer_{key}", None)
    assert truth, (
        f"write answer_{key}() in tests/chapters/test_{chapter}.py, or name it in CONCEPTUAL"
    )
    assert truth() == QUESTIONS[name].answer.text


@pytest.mark.parametrize("chapter", QUIZZES)
def test_every_truth_belongs_to_a_question(chapter):
    module = truths(chapter)
    functions = {
        name.removeprefix("answer_") for name in vars(module) if name.startswith("answer_")
    }
    keys = {question.key for question in QUIZZES[chapter].questions}
    assert functions | module.CONCEPTUAL.keys() == keys
    assert not functions & module.CONCEPTUAL.keys()


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_is_complete(name):
    question = QUESTIONS[name]
    assert question.key.isidentifier()
    texts = [option.text for option in question.options]
    binary = {text.split(",")[0].lower() for text in texts} == {"yes", "no"}
    assert len(texts) >= (2 if binary else 3)
    assert len({text.casefold() for text in texts}) == len(texts)
    assert len({option.feedback for option in question.options}) == len(texts)
    for option in question.options:
        assert len(option.text) <= 80, "an answer fits on one line"
        assert "`" not in option.text, "an answer is plain text"
        assert option.feedback.endswith((".", "?"))
    for text in (question.ask, question.reason, *(o.feedback for o in question.options)):
        assert text.count("`") % 2 == 0


@pytest.mark.parametrize("chapter", QUIZZES)
def test_no_question_is_asked_twice(chapter):
    questions = QUIZZES[chapter].questions
    assert len({(q.ask, q.code) for q in questions}) == len(questions)


def test_the_right_answer_has_no_favourite_place():
    places = [
        [option.right for option in question.options].index(True) for question in QUESTIONS.values()
    ]
    assert all(places.count(place) <= 2 / 3 * len(places) for place in set(places))


def test_a_misconception_has_one_spelling():
    ideas = sorted(
        {
            option.misconception
            for question in QUESTIONS.values()
            for option in question.options
            if not option.right
        }
    )
    alike = [
        pair
        for pair in itertools.combinations(ideas, 2)
        if difflib.SequenceMatcher(None, *pair).ratio() > 0.9
    ]
    assert not alike
