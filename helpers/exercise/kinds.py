"""The kinds of exercise whose answer is data: a number, several numbers, a choice, names.

Every kind takes `right`, the sentence that says why a right answer is right, and `wrong`, a
mapping from answers people really give to the sentence that names the mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from helpers.exercise.answers import (
    STATUSES,
    Rejected,
    Verdict,
    describe,
    is_blank,
    kind_of,
    read,
)

NOT_ANSWERED = Verdict(STATUSES[0], "replace the `...` by your answer, then run the cell again")
OTHERWISE = "that is not it; compare it with what the program says, or open a hint"

Wrong = Mapping[Hashable, str]


@dataclass(frozen=True, eq=False)
class Exercise:
    """One exercise.

    Attributes:
        judge: takes the answer, returns a `Verdict`; it may raise `Rejected`.
        example: an answer that is right.
        typical_wrong: answers people really give, two at least, each with a message of its own.
        none_counts: True where None is an answer and not a blank.
    """

    judge: Callable[[Any], Verdict]
    example: Any
    typical_wrong: Sequence[Any]
    none_counts: bool = False

    def verdict(self, answer: Any) -> Verdict:
        """Judge an answer of any type; whatever it does, the result is one verdict."""
        if answer is ... or (answer is None and not self.none_counts):
            return NOT_ANSWERED
        try:
            return self.judge(answer)
        except Rejected as rejected:
            return rejected.verdict
        except (Exception, SystemExit) as error:
            return Verdict("raised", describe(error))


def number(expected: Any, *, wrong: Wrong, right: str, otherwise: str = OTHERWISE) -> Exercise:
    """An exercise whose answer is one number, compared within 1e-6 relative."""
    return numbers(expected, wrong=wrong, right=right, otherwise=otherwise)


def numbers(expected: Any, *, wrong: Wrong, right: str, otherwise: str = OTHERWISE) -> Exercise:
    """An exercise whose answer is an array; `expected` and the keys of `wrong` are (nested) tuples.

    A key of `wrong` may have another shape than `expected`.
    """
    target = read(expected)
    mistakes = [(read(answer), sentence) for answer, sentence in wrong.items()]

    def judge(answer: Any) -> Verdict:
        given = read(answer)
        if given.close_to(target):
            return Verdict("right", right)
        for mistake, sentence in mistakes:
            if given.close_to(mistake):
                return Verdict("wrong", sentence)
        if given.shape != target.shape:
            return Verdict("wrong", _about_shape(given.shape, target.shape))
        return Verdict("wrong", otherwise)

    return Exercise(judge, expected, list(wrong))


def choice(expected: Hashable, *, wrong: Wrong, right: str) -> Exercise:
    """An exercise that names one of a few options: text (case does not matter), True, None, …"""
    options = {expected: Verdict("right", right)}
    options |= {option: Verdict("wrong", sentence) for option, sentence in wrong.items()}

    def judge(answer: Any) -> Verdict:
        for option, verdict in options.items():
            if _same_option(answer, option):
                return verdict
        # sorted, so that the order does not give the answer away
        listed = ", ".join(sorted(map(repr, options)))
        return Verdict("wrong", f"answer with one of {listed}")

    return Exercise(judge, expected, list(wrong), none_counts=None in options)


def names(
    expected: Collection[str],
    *,
    among: Iterable[str],
    wrong: Mapping[frozenset[str], str],
    right: str,
) -> Exercise:
    """An exercise whose answer is a set of names out of `among`; the order does not matter."""
    target, known = frozenset(expected), frozenset(among)

    def judge(answer: Any) -> Verdict:
        given = _names(answer)
        if strange := given - known:
            listed = ", ".join(sorted(known))
            return Verdict("wrong", f"{min(strange)!r} is none of the names here: {listed}")
        if given == target:
            return Verdict("right", right)
        if given in wrong:
            return Verdict("wrong", wrong[given])
        extra, missing = len(given - target), len(target - given)
        return Verdict("wrong", f"{extra} of your names do not belong, {missing} are missing")

    return Exercise(judge, set(target), list(wrong))


def custom(
    judge: Callable[[Any], Verdict], *, example: Any, typical_wrong: Sequence[Any]
) -> Exercise:
    """An exercise with a judge of its own: it returns a `Verdict` or raises `Rejected`."""
    return Exercise(judge, example, typical_wrong)


def _about_shape(given: tuple[int, ...], wanted: tuple[int, ...]) -> str:
    if not wanted:
        size = f"a list of length {given[0]}" if len(given) == 1 else f"an array of shape {given}"
        return f"one number, not {size}"
    if not given:
        return f"that is one number; the answer has shape {wanted}, one number for each entry"
    return f"your answer has shape {given}; the right one has shape {wanted}"


def _same_option(answer: Any, option: Hashable) -> bool:
    if isinstance(answer, str) and isinstance(option, str):
        return answer.strip().casefold() == option.casefold()
    if (
        isinstance(option, int | float)
        and not isinstance(option, bool)
        and not isinstance(answer, bool | str)
    ):
        try:
            return read(answer).close_to(read(option))
        except Rejected:
            return False
    return answer is option


def _names(answer: Any) -> frozenset[str]:
    if isinstance(answer, str):
        raise Rejected(f"a set of names, not one text: write {{{answer[:40]!r}}}")
    if not isinstance(answer, set | frozenset | list | tuple):
        raise Rejected(f"a set of names such as {{'a', 'b'}}, not {kind_of(answer)}")
    if any(is_blank(name) for name in answer):
        raise Rejected("replace the `...` by your answer", STATUSES[0])
    if not all(isinstance(name, str) for name in answer):
        raise Rejected("every name is text in quotes, as in {'a', 'b'}")
    return frozenset(name.strip() for name in answer)
