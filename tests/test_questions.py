"""Every question of every chapter: complete, and its right answer is what the frameworks say.

The truths live in `tests/truths/<chapter>.py`: a function for each question, named after its key.
"""

import difflib
import importlib
import itertools

import pytest

from helpers import question_bank

QUIZZES = {chapter: question_bank.load(chapter) for chapter in question_bank.chapters()}
QUESTIONS = {
    f"{chapter}.{question.key}": question
    for chapter, quiz in QUIZZES.items()
    for question in quiz.questions
}


def truths(chapter: str):
    return importlib.import_module(f"tests.truths.{chapter}")


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
    truth = getattr(module, key, None)
    assert truth, (
        f"write tests/truths/{chapter}.py: {key}(), or name it in CONCEPTUAL with a reason"
    )
    assert truth() == QUESTIONS[name].answer.text


@pytest.mark.parametrize("chapter", QUIZZES)
def test_every_truth_belongs_to_a_question(chapter):
    module = truths(chapter)
    functions = {
        name
        for name, value in vars(module).items()
        if callable(value) and value.__module__ == module.__name__ and not name.startswith("_")
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
