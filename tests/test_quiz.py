"""The quiz: loading, the model, the report, and the view driven without a kernel."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from helpers.chapters import start_here
from helpers.quiz import bank as question_bank
from helpers.quiz.bank import QuestionError
from helpers.quiz.questions import CONFIDENCE, Quiz
from helpers.quiz.view import QuizView, to_html

FIVE_LINES = """
[[question]]
key = "slope"
ask = "dz/dx at `x = 3`?"
right = { "9" = "`u` is 9." }
wrong = { "27" = "detach-does-nothing: That is 3x².", "3" = "slope-is-x: That is x." }
"""
SECOND = """
[[question]]
ask = "dy/dx < 7?"
code = "y = x * x\\nif y < 10: pass"
right = { "yes" = "It is 6." }
wrong = { "no" = "y-is-cut: `y` is not cut." }
reason = "The cut lies behind `y`."
"""


def load(tmp_path, text: str) -> Quiz:
    file = tmp_path / "my_class.toml"
    file.write_text(text, encoding="utf-8")
    return question_bank.load(file)


@pytest.fixture
def two(tmp_path) -> Quiz:
    return load(tmp_path, FIVE_LINES + SECOND)


def test_a_question_is_five_lines(tmp_path):
    (question,) = load(tmp_path, FIVE_LINES).questions
    assert (question.key, question.ask) == ("slope", "dz/dx at `x = 3`?")
    assert question.answer.text == "9"
    assert question.option("27").misconception == "detach does nothing"
    assert question.option("27").feedback == "That is 3x²."


def test_a_question_without_a_key_is_named_by_its_place(two):
    assert [question.key for question in two.questions] == ["slope", "q2"]


def test_the_order_of_the_answers_does_not_depend_on_the_order_in_the_file(tmp_path):
    swapped = FIVE_LINES.replace(
        '{ "27" = "detach-does-nothing: That is 3x².", "3" = "slope-is-x: That is x." }',
        '{ "3" = "slope-is-x: That is x.", "27" = "detach-does-nothing: That is 3x²." }',
    )
    assert swapped != FIVE_LINES
    first, second = load(tmp_path, FIVE_LINES), load(tmp_path, swapped)
    assert first.questions == second.questions
    assert first.text() == second.text()


def test_a_long_question_is_broken_between_words(tmp_path):
    ask = "What is dz/dx at `x = 3`, " + "and why " * 9 + "so?"
    text = load(tmp_path, FIVE_LINES.replace("dz/dx at `x = 3`?", ask)).text()
    first, second = text.splitlines()[2:4]
    assert first == "1. What is dz/dx at `x = 3`, " + " ".join(["and why"] * 6)
    assert second == "   " + " ".join(["and why"] * 3) + " so?"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[question]\n", "my_class.toml is not valid TOML: "),
        ("", "my_class.toml holds nothing but questions, each below a line [[question]]"),
        ("[question]\n", "my_class.toml holds nothing but questions"),
        ("question = [1]\n", "question 1: start it with a line [[question]]"),
        (
            FIVE_LINES.replace("ask =", "aks ="),
            "question 1: unknown field 'aks'; did you mean 'ask'",
        ),
        (FIVE_LINES.replace("ask =", "zzz ="), "question 1: unknown field 'zzz'; use key, ask"),
        (FIVE_LINES + "[[question]]\nask = 'x?'\n", "question 2: the field 'right' is missing"),
        (FIVE_LINES + FIVE_LINES, "question 2: the key 'slope' is used twice"),
        (FIVE_LINES.replace('"slope"', "7"), "question 1: 'key' is text in quotes"),
        (FIVE_LINES.replace('"dz/dx at `x = 3`?"', "' '"), "question 1: 'ask' is text in quotes"),
        (re.sub("right = .*", 'right = "9"', FIVE_LINES), "question 1: 'right' is written {"),
        (re.sub("wrong = .*", "wrong = {}", FIVE_LINES), "question 1: 'wrong' is written {"),
        (
            re.sub("right = .*", 'right = { "9" = "a", "8" = "b" }', FIVE_LINES),
            "question 1: 'right' holds exactly one answer",
        ),
        (
            re.sub("right = .*", 'right = { "27" = "a" }', FIVE_LINES),
            "question 1: the answer '27' is both right and wrong",
        ),
        (
            re.sub("right = .*", 'right = { "9" = 9 }', FIVE_LINES),
            "question 1: the answer '9' needs feedback",
        ),
        (
            FIVE_LINES.replace("slope-is-x: ", ""),
            "question 1: the wrong answer '3' starts with its misconception",
        ),
    ],
)
def test_a_bad_file_is_explained_in_one_sentence(tmp_path, text, sentence):
    with pytest.raises(QuestionError) as error:
        load(tmp_path, text)
    assert sentence in str(error.value)
    assert str(error.value).startswith("my_class.toml")
    assert "\n" not in str(error.value)


def test_a_missing_quiz_is_explained(tmp_path):
    with pytest.raises(QuestionError, match=r"none\.toml cannot be read"):
        question_bank.load(tmp_path / "none.toml")


def test_the_first_attempt_counts(two):
    assert not two.answer("slope", "27", "certain").right
    assert two.answer("slope", "9", "guess").right
    assert two.answer("q2", "yes", "certain").right
    assert two.score == 1
    assert two.score_line() == "Score: 1 right at the first attempt, 2 of 2 answered."
    assert [attempt.option.text for attempt in two.attempts["slope"]] == ["27", "9"]


def test_the_same_answer_again_is_no_attempt(two):
    two.answer("slope", "27", "certain")
    two.answer("slope", "27", "guess")
    assert len(two.attempts["slope"]) == 1
    assert two.first("slope").confidence == "certain"
    assert two.first("q2") is None


@pytest.mark.parametrize(
    ("key", "text", "confidence"),
    [("none", "9", "guess"), ("slope", "10", "guess"), ("slope", "9", "surely")],
)
def test_an_attempt_that_makes_no_sense_is_refused_and_not_counted(two, key, text, confidence):
    with pytest.raises(ValueError, match=r"no question|no option|confidence is one of"):
        two.answer(key, text, confidence)
    assert two.attempts == {}


def test_the_report_names_sure_and_wrong_first(two):
    two.answer("slope", "27", "certain")
    two.answer("slope", "9", "certain")
    two.answer("q2", "yes", "guess")
    assert two.report() == (
        "Report: my class\n"
        "Score: 1 right at the first attempt, 2 of 2 answered.\n"
        "\n"
        "  1. wrong, certain, right at attempt 2 · dz/dx at `x = 3`?\n"
        "  2. right, guess · dy/dx < 7?\n"
        "\n"
        "Sure and wrong: look at these first.\n"
        "  1. You answered 27. The idea behind it: detach does nothing.\n"
        "\n"
        "Right, and a guess: find the reason before you go on.\n"
        "  2. It is 6."
    )


def test_the_report_tells_unsure_from_sure_and_lists_what_is_open(two):
    two.answer("slope", "3", "guess")
    report = two.report()
    assert "Sure and wrong" not in report
    assert "Wrong, and you were not certain.\n  1. You answered 3." in report
    assert "2. not answered" in report


def test_nothing_answered_yet_is_no_failure(two):
    assert two.score_line() == "Score: 0 right at the first attempt, 0 of 2 answered."
    assert "wrong" not in two.report()


# the view


@pytest.fixture
def view(two) -> QuizView:
    return QuizView(two)


def test_the_stored_text_is_the_questions_without_the_answers(view):
    bundle = view._repr_mimebundle_()
    text = bundle["text/plain"]
    assert text.startswith("Quiz: my class · 2 questions\n\n1. dz/dx at `x = 3`?\n   ( ) ")
    assert "       if y < 10: pass\n" in text
    assert {line.strip() for line in text.splitlines() if "( )" in line} == {
        f"( ) {answer}" for answer in ("9", "27", "3", "yes", "no")
    }
    assert "3x²" not in text and "It is 6" not in text
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_the_stored_text_does_not_change_with_the_answers(view):
    before = view._repr_mimebundle_()["text/plain"]
    view.answer("slope", "9", "certain")
    assert view._repr_mimebundle_()["text/plain"] == before


def test_a_room_has_its_own_quiz():
    shown = start_here.quiz()
    assert isinstance(shown, QuizView)
    assert len(shown.cards) == 8


def test_nothing_is_chosen_for_the_learner(view):
    for card in view.cards.values():
        assert (card.chosen, card.sure) == (-1, -1)
        assert card.answers == [option.text for option in card.question.options]
        assert card.certainties == list(CONFIDENCE)


def test_every_control_has_a_name_of_its_own(view):
    # the page makes the names of the groups and of the button from the number
    assert [card.number for card in view.cards.values()] == [1, 2]
    assert view.report_button.description == "Show my report"


def test_feedback_names_the_misconception_and_the_score_follows(view):
    card = view.cards["slope"]
    view.answer("slope", "27", "certain")
    assert "Not 27." in card.feedback
    assert "detach does nothing" in card.feedback
    assert "That is 3x²." in card.feedback
    assert "0 right at the first attempt, 1 of 2 answered" in view.score.value
    view.answer("slope", "9", "fairly sure")
    assert "Right: 9." in card.feedback
    assert "0 right at the first attempt, 1 of 2 answered" in view.score.value
    view.answer("q2", "yes", "certain")
    assert "The cut lies behind <code>y</code>." in view.cards["q2"].feedback
    assert "1 right at the first attempt, 2 of 2 answered" in view.score.value


def press(card, chosen: int, sure: int) -> None:
    """Press the button of a card as the page does, with what is chosen there."""
    card._handle_custom_msg({"check": [chosen, sure]}, [])


def test_check_asks_for_what_is_missing_and_counts_nothing(view):
    card = view.cards["slope"]
    press(card, -1, -1)
    assert card.feedback == "Choose an answer first, then check."
    press(card, 0, -1)
    assert card.feedback == "Say how sure you are first, then check."
    assert view.quiz.attempts == {}


def test_the_answer_that_counts_is_the_one_sent_with_the_press(view):
    """A page that waits for the kernel sends the choice itself after the press."""
    card = view.cards["slope"]
    right = card.answers.index("9")
    card.chosen, card.sure = (right + 1) % 3, 0
    press(card, right, 2)
    assert card.feedback.startswith("<strong>Right: 9.</strong>")
    assert view.quiz.first("slope").option.text == "9"
    assert view.quiz.first("slope").confidence == "certain"


@pytest.mark.parametrize(("chosen", "sure"), [(9, 0), (0, 3), (-2, 0)])
def test_a_press_that_names_no_answer_counts_nothing(view, chosen, sure):
    card = view.cards["slope"]
    with pytest.raises(ValueError, match="question 1 has no answer"):
        card.check(chosen, sure)
    assert (card.feedback, view.quiz.attempts) == ("", {})


@pytest.mark.parametrize("sent", [None, "check", {}, {"check": 1}, {"check": ["9", 0]}])
def test_a_message_that_is_no_press_is_left_alone(view, sent):
    card = view.cards["slope"]
    card._receive(card, sent, [])
    assert (card.feedback, view.quiz.attempts) == ("", {})


def test_the_report_is_shown_as_text_and_writes_no_file(view, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    view.answer("slope", "27", "certain")
    view.report_button.click()
    shown = ElementTree.fromstring(view.report.value)
    assert shown.tag == "pre"
    assert shown.text == view.quiz.report()
    assert sorted(tmp_path.iterdir()) == before


def test_texts_are_escaped_and_code_is_code():
    assert to_html("`a < b` & <script>") == "<code>a &lt; b</code> &amp; &lt;script&gt;"


def test_a_hostile_question_file_adds_no_element(tmp_path):
    evil = "<img src=x onerror=alert(1)>"
    text = f"""
[[question]]
ask = "{evil}"
code = "{evil}"
right = {{ "{evil}" = "{evil}" }}
wrong = {{ "b" = "c: {evil}" }}
reason = "{evil}"
"""
    view = QuizView(load(tmp_path, text))
    view.answer("q1", "b", "certain")
    view.answer("q1", evil, "certain")
    view.report_button.click()
    card = view.cards["q1"]
    for part in (card.heading, card.feedback, view.report.value, view.score.value):
        assert "<img" not in part


def test_colours_come_from_the_page(view):
    view.answer("slope", "27", "certain")
    for card in view.cards.values():
        assert not re.search(r"#[0-9a-fA-F]{3}|rgb|color:\s*\w", card.heading)
        assert not re.search(r"#[0-9a-fA-F]{3}|rgb|color:\s*\w", card.feedback)
