"""Chapter 02 in a real browser, worked with the keyboard alone."""

from __future__ import annotations

import re

import pytest

sync_api = pytest.importorskip("playwright.sync_api")
expect = sync_api.expect


@pytest.fixture
def chapter(lab):
    """The chapter after all its cells ran."""
    return lab.run("02_move_x.ipynb")


def test_every_control_works_from_the_keyboard(lab, chapter):
    readout = chapter.locator(".course-readout").first
    picture = chapter.locator(".course-picture").first
    keyboard = lab.page.keyboard

    expect(readout).to_contain_text("x = 3 · z = 27 · dz/dx = 9 ")
    expect(picture.get_by_role("img").first).to_have_attribute("aria-label", readout.inner_text())

    chapter.get_by_role("slider").first.focus()
    keyboard.press("ArrowRight")
    expect(readout).to_contain_text("x = 3.5 · z = 42.88 · dz/dx = 12.25 ")
    expect(picture).to_contain_text("dz/dx = 12.25")
    keyboard.press("Home")
    expect(readout).to_contain_text("x = −4 · z = −64 · dz/dx = 16 ")
    keyboard.press("End")
    expect(readout).to_contain_text("x = 4 · z = 64 · dz/dx = 16 ")

    box = chapter.get_by_label("x =", exact=True)
    box.focus()
    keyboard.press("Control+A")
    keyboard.type("5/2")
    keyboard.press("Enter")
    expect(readout).to_contain_text("x = 2.5 · z = 15.62 · dz/dx = 6.25 ")

    detached = chapter.get_by_label("detached", exact=True)
    detached.focus()
    keyboard.press("ArrowUp")
    expect(readout).to_contain_text("detached: nothing · x = 2.5 · z = 15.62 · dz/dx = 18.75 ")
    expect(readout).to_contain_text("finite difference 18.75")

    chapter.get_by_label("computed by", exact=True).focus()
    keyboard.press("End")
    expect(readout).to_contain_text("computed by our engine")

    box = chapter.get_by_label("x =", exact=True)
    for typed in ["abc", "1e400", "nan", "99", ""]:
        box.focus()
        keyboard.press("Control+A")
        keyboard.press("Delete")
        keyboard.type(typed)
        keyboard.press("Enter")
        expect(readout).to_have_text(re.compile(r"^x takes a number from -4 to 4.*x stays 2\.5\.$"))
        expect(box).to_have_value("2.5")
        chapter.get_by_label("computed by", exact=True).focus()
        keyboard.press("ArrowUp")
        keyboard.press("ArrowDown")
        expect(readout).to_contain_text("x = 2.5")

    _no_letter_cuts_a_cell(keyboard, chapter)
    _the_quiz_is_answered(lab, chapter)


def _no_letter_cuts_a_cell(keyboard, chapter):
    """What is a command of the notebook elsewhere is a key like others in a control."""
    cells = chapter.locator(".jp-Cell")
    before = cells.count()
    for control in ("slider", "combobox"):
        chapter.get_by_role(control).first.focus()
        for key in ("x", "d", "d", "a"):
            keyboard.press(key)
    expect(cells).to_have_count(before)


def _the_quiz_is_answered(lab, chapter):
    """What is on the page at the press counts, also where the kernel has not taken it yet."""
    cards = chapter.locator(".course-question")
    expect(cards).to_have_count(5)
    for number, card in enumerate(cards.all(), start=1):
        expect(card.get_by_role("group", name=f"Answer {number}", exact=True)).to_have_count(1)
        button = card.get_by_role("button", name=f"Check answer {number}", exact=True)
        expect(button).to_have_count(1)
        expect(card.get_by_role("status")).to_have_attribute("aria-live", "polite")
        expect(card.get_by_role("status")).to_be_empty()

    lab.keep_busy(seconds=2)
    for card in cards.all():
        card.get_by_role("radio").first.focus()
        for key in ("Space", "ArrowDown", "Tab", "Space", "ArrowRight", "Tab", "Enter"):
            lab.page.keyboard.press(key)
        expect(card.get_by_role("button")).to_be_focused()
    for card in cards.all():
        expect(card.get_by_role("status")).to_have_text(re.compile("^(Right:|Not )"))
        # a choice in one question takes nothing from another
        for group in card.get_by_role("group").all():
            expect(group.get_by_role("radio").nth(1)).to_be_checked()
    expect(cards.first.get_by_role("status")).to_have_text(re.compile("^Right: 100"))
    expect(chapter.get_by_text("2 right at the first attempt, 5 of 5 answered")).to_be_visible()
