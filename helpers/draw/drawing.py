"""A picture that a cell returns: shown as PNG, read as text."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from helpers.draw.marks import Mark
from helpers.draw.picture import Picture


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

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        png = base64.b64encode(self.picture.png(self.marks)).decode()
        return {"text/plain": self.text, "image/png": png}
