"""A picture that a cell returns: drawn on a live page, stored as PNG, read as text."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from helpers.drawing.marks import Mark
from helpers.drawing.picture import Picture


@dataclass(frozen=True)
class Drawing:
    """A picture with its marks and the text that stands for it.

    Attributes:
        picture: the backdrop.
        marks: what lies over it.
        text: the text alternative, which strict nbval compares.
    """

    picture: Picture
    marks: Sequence[Mark]
    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        svg = self.picture.svg(self.marks, self.text)
        return bundle(self.text, self.picture.png(self.marks), view(svg))


def view(svg: str) -> dict[str, Any]:
    """Return the live view of a picture, which follows the page's theme and has a text alternative.

    JupyterLab gives a PNG none.
    """
    from helpers.explorer.still import Still

    data, _ = Still(svg=svg)._repr_mimebundle_()
    return data


def bundle(
    text: str, png: bytes | None, live: Mapping[str, Any], alt: str = ""
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return data and metadata of an output: the live view, and what is stored beside it.

    Args:
        text: what is stored as text, which strict nbval compares.
        png: the picture for a page without a kernel; None where there is none.
        live: the bundle of a widget.
        alt: the text alternative of the PNG if it is not `text`.
    """
    data = {**live, "text/plain": text}
    if png is None:
        return data, {}
    data["image/png"] = base64.b64encode(png).decode()
    return data, {"image/png": {"alt": alt or text}}
