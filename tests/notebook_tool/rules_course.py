"""Rules about the build of a chapter: its parts, their order, exercises, quiz, links."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from tests.notebook_tool.page import CHAPTER, ORDER, Page, Problem, tags_of
from tests.notebook_tool.rules_prose import links
from tests.notebook_tool.tidying import READABLE_ID, is_random

TAGS = ("claims", "exercise", "explorer", "quiz", "raises-exception")
FILE_NAME = re.compile(r"\d\d_[a-z]+(_[a-z]+)+\.ipynb")
FACTS = re.compile(r"^\d+ minutes · needs .+ · frameworks ", re.MULTILINE)
BULLET = re.compile(r"^(?:[-*]|\d+\.) ", re.MULTILINE)
ROOM = re.compile(r"helpers\.chapters\.(\w+)")
MISTAKE = "**The one mistake**"


def has_a_good_name(page: Page) -> Iterator[Problem]:
    if not FILE_NAME.fullmatch(page.path.name):
        yield Problem("", f"call the file NN_verb_noun.ipynb, not {page.path.name}")


def has_readable_ids(page: Page) -> Iterator[Problem]:
    for name, times in Counter(page.ids).items():
        if times > 1:
            yield Problem(name, f"give each cell an id of its own: {times} cells share this one")
        if not READABLE_ID.fullmatch(name) or is_random(name):
            yield Problem(
                name, "give the cell a readable id: a-z, 0-9 and -, at most 40 characters"
            )


def has_known_tags(page: Page) -> Iterator[Problem]:
    for cell in page.cells:
        for tag in tags_of(cell):
            if tag.startswith("nbval"):
                yield Problem(cell.id, f"take the tag `{tag}` off and change the cell instead")
            elif tag not in TAGS:
                yield Problem(cell.id, f"use a tag of {', '.join(TAGS)} instead of `{tag}`")
            elif cell.cell_type != "code":
                yield Problem(cell.id, f"take the tag `{tag}` off: it belongs to code")


def ids_and_tags_agree(page: Page) -> Iterator[Problem]:
    for tag, start in (("exercise", "exercise-"), ("explorer", "explore"), ("quiz", "quiz")):
        for cell in page.cells:
            named, tagged = cell.id.startswith(start), tag in tags_of(cell)
            if named and not tagged and cell.cell_type == "code":
                yield Problem(cell.id, f"tag the cell `{tag}`, as its id says")
    for cell in page.tagged("exercise"):
        if not cell.id.startswith("exercise-"):
            yield Problem(cell.id, "begin the id with `exercise-`, as its tag says")


def has_its_parts(page: Page) -> Iterator[Problem]:
    for name in page.profile.required:
        if name not in page.ids:
            yield Problem("", f"add a cell with the id `{name}`")
    for tag in page.profile.tags:
        if not page.tagged(tag):
            yield Problem("", f"tag at least one cell `{tag}`")
    present = [name for name in page.ids if name in ORDER]
    expected = sorted(present, key=ORDER.index)
    for name, instead in zip(present, expected, strict=True):
        if name != instead:
            yield Problem(name, f"put the cell `{instead}` here: the order is {', '.join(ORDER)}")
            break


def has_a_good_length(page: Page) -> Iterator[Problem]:
    fewest, most = page.profile.cells
    if not fewest <= len(page.cells) <= most:
        yield Problem("", f"use {fewest} to {most} cells: there are {len(page.cells)}")


def begins_with_facts(page: Page) -> Iterator[Problem]:
    title = page.source("title")
    if not title.startswith("# "):
        yield Problem("title", "begin with a title: `# ` and a verb")
    if not FACTS.search(title):
        yield Problem("title", "add the line `25 minutes · needs … · frameworks … · previous: … `")
    for cell in page.markdown:
        if cell.id != "title" and re.search(r"^# ", cell.source, re.MULTILINE):
            yield Problem(cell.id, "use `## ` or `### `: a notebook has one title")


def leads_on(page: Page) -> Iterator[Problem]:
    title = page.source("title")
    for word, neighbour in zip(("previous", "next"), page.neighbours, strict=True):
        link = re.search(rf"{word}: \[[^\]]+\]\(([^)]+)\)", title)
        if neighbour and (not link or link[1] != neighbour):
            yield Problem("title", f"add `{word}: [...]({neighbour})` to the line of facts")
    after = page.neighbours[1]
    if after and after not in links(page.source("next")):
        yield Problem("next", f"link to {after}")


def summary_mirrors_objectives(page: Page) -> Iterator[Problem]:
    if page.profile is not CHAPTER:
        return
    objectives, summary = page.source("objectives"), page.source("summary")
    if "You will be able to" not in objectives:
        yield Problem("objectives", "begin the list with “You will be able to”")
    promised, kept = len(BULLET.findall(objectives)), len(BULLET.findall(summary))
    if not promised or promised != kept:
        yield Problem("summary", f"write a bullet for each objective: {kept} for {promised}")
    if MISTAKE not in summary:
        yield Problem("summary", f"end with {MISTAKE}")


def explores_once_a_section(page: Page) -> Iterator[Problem]:
    seen = False
    for cell in page.cells:
        if cell.cell_type == "markdown" and re.search(r"^## ", cell.source, re.MULTILINE):
            seen = False
        if "explorer" in tags_of(cell):
            if seen:
                yield Problem(cell.id, "begin a new section: this one has an explorer already")
            seen = True


def folds_what_was_seen(page: Page) -> Iterator[Problem]:
    if "seen" in page.ids and "<details>" not in page.source("seen"):
        yield Problem("seen", "fold the text: `<details><summary>…</summary>`")


def asks_the_quiz(page: Page) -> Iterator[Problem]:
    for cell in page.tagged("quiz"):
        if "quiz()" not in cell.source:
            yield Problem(cell.id, "call `quiz()`, which the chapter's room brings")


def imports_from_its_own_room(page: Page) -> Iterator[Problem]:
    for cell in page.code:
        for room in ROOM.findall(cell.source):
            if room != page.chapter:
                yield Problem(cell.id, f"import from helpers.chapters.{page.chapter}, not {room}")
    if not ROOM.findall(page.source("setup")):
        yield Problem("setup", f"import from the room: `from helpers.chapters.{page.chapter} …`")


RULES = (
    *(has_a_good_name, has_readable_ids, has_known_tags, ids_and_tags_agree, has_its_parts),
    *(has_a_good_length, begins_with_facts, leads_on, summary_mirrors_objectives),
    *(explores_once_a_section, folds_what_was_seen, asks_the_quiz),
    imports_from_its_own_room,
)
