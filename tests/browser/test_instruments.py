"""What judges the chapters' pages finds what is wrong, on pages made for it."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright.sync_api")

from tests.browser import accessibility, layout

TOOLBAR_BUTTON = (
    '<div class="jp-Toolbar"><b role="button" aria-level="2" tabindex="0">bug</b></div>'
)


@pytest.fixture
def show(browser):
    """Return a function that shows HTML as an output, 400 px wide, and returns the page."""
    page = browser.new_page(viewport={"width": 600, "height": 400})

    def show(inside: str, outside: str = ""):
        page.set_content(
            '<html lang="en"><title>t</title><main><h1>a page</h1>'
            f'<div class="jp-OutputArea-output" style="width: 400px">{inside}</div>'
            f"{outside}</main></html>"
        )
        return page

    yield show
    page.close()


def test_a_picture_without_a_text_alternative_is_found(show):
    picture = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="
    [finding] = accessibility.findings(show(f'<img src="{picture}">'))
    assert finding.startswith("image-alt: <img")
    assert accessibility.findings(show(f'<img alt="a dot" src="{picture}">')) == []


def test_a_slider_without_a_name_and_a_pale_text_are_found(show):
    page = show('<div role="slider" aria-valuenow="1" tabindex="0"></div><p>pale words</p>')
    page.add_style_tag(content="p {color: #999; background: #fff}")
    rules = {finding.split(":")[0] for finding in accessibility.findings(page)}
    assert rules == {"aria-input-field-name", "color-contrast"}


def test_what_is_known_of_the_page_is_not_known_of_an_output(show):
    assert accessibility.findings(show("", outside=TOOLBAR_BUTTON)) == []
    [finding] = accessibility.findings(show(TOOLBAR_BUTTON))
    assert finding.startswith("aria-allowed-attr")


def test_what_lies_beyond_the_edge_is_lost_unless_it_can_be_scrolled_to(show):
    wide = '<pre style="width: 500px">wide</pre>'
    [found] = layout.lost(show(wide))
    assert found.startswith("<pre")
    assert layout.lost(show(f'<div style="overflow-x: auto">{wide}</div>')) == []
    assert layout.lost(show('<pre style="width: 400px">fits</pre>')) == []


def test_letters_are_measured_as_they_are_shown(show):
    half = (
        '<svg viewBox="0 0 800 40" style="width: 100%"><text y="20" font-size="{}">x</text></svg>'
    )
    assert layout.too_small(show(half.format(16))) == ["x: 8"]
    assert layout.too_small(show(half.format(20))) == []
