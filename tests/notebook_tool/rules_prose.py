"""Rules about the prose of a notebook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from tests.notebook_tool.page import Page, Problem, without_code

MOST_WORDS = 1_500
BANNED_WORDS = ("simply", "obviously", "just")
ABBREVIATIONS = re.compile(r"\b(etc|vol|fig|sec|chap|eds|prof|inc)\.", re.IGNORECASE)
# a word of three letters or more, a full stop, and a capital letter
TWO_SENTENCES = re.compile(r"[A-Za-z]{3,}[)”\"*_]*[.?!][)”\"*_]* +[“\"(*_\[]*[A-Z]")
LINK = re.compile(r"\]\(<?([^)\s>]+)>?[^)]*\)|(?:href|src)=\"([^\"]+)\"")
ELSEWHERE = re.compile(r"[a-z]+:|#")


def is_brief(page: Page) -> Iterator[Problem]:
    words = sum(len(_words(cell.source)) for cell in page.markdown)
    if words > MOST_WORDS:
        yield Problem("", f"cut the prose to {MOST_WORDS} words: it has {words}")


def uses_house_words(page: Page) -> Iterator[Problem]:
    for cell in page.markdown:
        said = {word.lower() for word in _words(cell.source)}
        for word in BANNED_WORDS:
            if word in said:
                yield Problem(cell.id, f"take the word “{word}” out")


def has_one_sentence_a_line(page: Page) -> Iterator[Problem]:
    for cell in page.markdown:
        # a reading is cited as author, title, place
        if cell.id == "readings":
            continue
        for line in without_code(cell.source).splitlines():
            if _is_prose(line) and TWO_SENTENCES.search(_plain(line)):
                yield Problem(cell.id, f"give each sentence its own line: “{line.strip()[:60]}”")


def links_lead_somewhere(page: Page) -> Iterator[Problem]:
    for cell in page.markdown:
        for target in links(cell.source):
            file = unquote(re.split(r"[#?]", target)[0])
            if not (page.path.parent / file).exists() and file != page.path.name:
                yield Problem(cell.id, f"write {target} or take the link out: it leads nowhere")


def links(markdown: str) -> list[str]:
    """Return the targets of the links and pictures that name a file."""
    found = (one or other for one, other in LINK.findall(without_code(markdown)))
    return [target for target in found if not ELSEWHERE.match(target)]


RULES = (is_brief, uses_house_words, has_one_sentence_a_line, links_lead_somewhere)


def _words(markdown: str) -> list[str]:
    text = re.sub(r"<[^>]+>", " ", without_code(markdown))
    return re.findall(r"\w[\w'’-]*", re.sub(r"\]\([^)]*\)", "]", text))


def _is_prose(line: str) -> bool:
    """Say whether a line holds sentences: no heading, table, summary or line of facts."""
    return not (re.match(r"\s*(#|\|)", line) or "<summary>" in line or " · " in line)


def _plain(line: str) -> str:
    return ABBREVIATIONS.sub(r"\1", re.sub(r"\[[^\]]*\]\([^)]*\)", "link", line))
