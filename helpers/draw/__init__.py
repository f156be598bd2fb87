"""Data in, pictures out: marks, pictures and the drawing of graphs."""

from helpers.draw.drawing import Drawing, bundle, view
from helpers.draw.marks import Box, Dot, Group, Line, Mark, Shape, Words
from helpers.draw.picture import Picture, blank, settings

__all__ = [
    "Box",
    "Dot",
    "Drawing",
    "Group",
    "Line",
    "Mark",
    "Picture",
    "Shape",
    "Words",
    "blank",
    "bundle",
    "settings",
    "view",
]
