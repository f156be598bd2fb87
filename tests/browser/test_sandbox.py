"""The sandbox of chapter 01 in a real browser: keyboard, pointer and typed programs."""

from __future__ import annotations

import re

import pytest

sync_api = pytest.importorskip("playwright.sync_api")
expect = sync_api.expect


@pytest.fixture
def chapter(lab):
    """The chapter after all its cells ran."""
    return lab.run("01_cut_a_path.ipynb")


def edge(chapter, name):
    """Return the button of an edge, whatever its state."""
    return chapter.get_by_role("button", name=re.compile(f"^edge {re.escape(name)}: "))


def test_edges_are_cut_and_healed_from_the_keyboard(lab, chapter):
    readout = chapter.locator(".course-readout").first
    keyboard = lab.page.keyboard
    direct, through = edge(chapter, "x to z"), edge(chapter, "x·x to z")
    expect(readout).to_contain_text("cut 1 of 4 edges · value 27 · dz/dx = 18 = 9 + 9")
    expect(direct).to_have_attribute("aria-pressed", "true")

    chapter.get_by_role("button", name="heal all").focus()
    keyboard.press("Enter")
    expect(readout).to_contain_text("cut 0 of 4 edges · value 27 · dz/dx = 27 = 9 + 9 + 9")

    keyboard.press("Tab")
    expect(edge(chapter, "x to x·x, first use")).to_be_focused()
    keyboard.press("Tab")
    keyboard.press("Tab")
    expect(direct).to_be_focused()
    keyboard.press("Tab")
    expect(through).to_be_focused()

    keyboard.press("Enter")
    expect(readout).to_contain_text("cut 1 of 4 edges · value 27 · dz/dx = 9 ")
    expect(through).to_have_attribute("aria-pressed", "true")
    expect(through).to_have_accessible_name("edge x·x to z: cut")
    expect(through).to_be_focused()
    expect(chapter.locator(".course-picture").first).to_contain_text("3 · grad 9")
    keyboard.press("Space")
    expect(readout).to_contain_text("dz/dx = 27 = 9 + 9 + 9")
    expect(through).to_have_attribute("aria-pressed", "false")
    expect(through).to_be_focused()

    chapter.get_by_label("example", exact=True).focus()
    keyboard.press("ArrowDown")
    expect(readout).to_contain_text("z = y*u + y · cut 1 of 7 edges · value 90")
    chapter.get_by_label("program", exact=True).focus()
    keyboard.press("Control+A")
    keyboard.type("z = x*x")
    keyboard.press("Tab")
    expect(chapter.get_by_role("button", name="draw it")).to_be_focused()
    keyboard.press("Enter")
    expect(readout).to_contain_text("z = x*x · cut 0 of 2 edges · value 9 · dz/dx = 6 = 3 + 3")
    chapter.get_by_label("mission", exact=True).focus()
    keyboard.press("ArrowDown")
    expect(readout).to_contain_text("mission: reach 18 in two ways (0 of 2 found)")


def test_edges_are_cut_with_a_pointer_and_the_tables_follow(chapter):
    readout = chapter.locator(".course-readout").first
    rows = chapter.locator(".course-details tbody tr")
    expect(rows).to_have_count(2)
    chapter.get_by_role("button", name="heal all").click()
    expect(rows).to_have_count(3)
    edge(chapter, "x·x to z").click()
    expect(readout).to_contain_text("dz/dx = 9 · formula x**2 · finite difference 27")
    expect(rows).to_have_count(1)
    chapter.get_by_role("button", name=re.compile("^value x, all 3 uses")).click()
    expect(readout).to_contain_text("dz/dx = none: no path is left · finite difference 27")
    expect(rows).to_have_count(0)


def test_a_typed_program_is_drawn_or_pointed_at(lab, chapter):
    readout = chapter.locator(".course-readout").first
    box = chapter.get_by_label("program", exact=True)
    box.fill("y = a*b\nz = y + soft(a)")
    lab.page.keyboard.press("Tab")
    expect(readout).to_contain_text("Line 2, column 9: there is no function soft")
    expect(box).to_have_value("y = a*b\nz = y + soft(a)")
    expect(edge(chapter, "x to z")).to_have_count(1)

    box.fill("y = a*b\nz = y + a")
    chapter.get_by_role("button", name="draw it").click()
    expect(readout).to_contain_text("value 6 · dz/da = 3 = 2 + 1")
    expect(edge(chapter, "b to y")).to_have_count(1)
    number = chapter.get_by_label("b =", exact=True)
    number.fill("5")
    number.press("Enter")
    expect(readout).to_contain_text("value 12 · dz/da = 6 = 5 + 1")
    expect(number).to_be_focused()


def test_a_mission_is_confirmed(chapter):
    readout = chapter.locator(".course-readout").first
    chapter.get_by_label("mission", exact=True).select_option("make the two gradients equal")
    expect(readout).to_contain_text("dz/da = 8 = 5 + 3")
    edge(chapter, "a to p").click()
    expect(readout).to_contain_text("mission done: make the two gradients equal.")
