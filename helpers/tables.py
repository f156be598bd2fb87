"""HTML tables for a page: one that is wider than the page is scrolled, with the keyboard too."""

from __future__ import annotations

import html


def scrolling(table: str, name: str) -> str:
    """Return an HTML table in a box of its own, which a screen reader calls `name`."""
    label = html.escape(name)
    return (
        f'<div role="region" aria-label="{label}" tabindex="0" style="overflow-x: auto">'
        f"{table}</div>"
    )
