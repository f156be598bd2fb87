"""Whether a narrow page loses or shrinks anything that an output shows."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

LEAST_LETTER = 8.5  # CSS pixels, of the smallest text in a picture

# Parts of a picture count as the picture; what a box scrolls can be reached.
_LOST = """() => [...document.querySelectorAll('.jp-OutputArea-output')].flatMap(output => {
  const edge = Math.min(output.getBoundingClientRect().right, innerWidth) + 1;
  const scrolls = e => ['auto', 'scroll'].includes(getComputedStyle(e).overflowX);
  const reached = e => { for (e = e.parentElement; output.contains(e); e = e.parentElement)
    if (scrolls(e) && e.getBoundingClientRect().right <= edge) return true; };
  return [...output.querySelectorAll('*:not(svg *)')]
    .filter(e => e.getBoundingClientRect().width && e.getBoundingClientRect().right > edge)
    .filter(e => !reached(e)).map(e => e.outerHTML.slice(0, 120));
})"""
_SMALL = """least => {
  const texts = [...document.querySelectorAll('.jp-OutputArea-output svg text')];
  const scale = text => text.ownerSVGElement.getScreenCTM().a;
  const size = text => parseFloat(getComputedStyle(text).fontSize) * scale(text);
  return texts.filter(text => size(text) < least).map(text => `${text.textContent}: ${size(text)}`);
}"""


def lost(page: Page) -> list[str]:
    """Return elements of outputs that lie beyond the right edge and cannot be scrolled to.

    A front end lays its page out some time after the window got another size.
    """
    from playwright.sync_api import TimeoutError

    with suppress(TimeoutError):
        page.wait_for_function(f"() => !({_LOST})().length", timeout=10_000)
    return page.evaluate(_LOST)


def too_small(page: Page) -> list[str]:
    """Return texts in pictures whose letters are smaller than `LEAST_LETTER`."""
    return page.evaluate(_SMALL, LEAST_LETTER)
