"""Data in, pictures out: marks, pictures and the drawing of graphs."""

from helpers.drawing.drawing import Drawing, bundle, view
from helpers.drawing.marks import Box, Dot, Group, Line, Mark, Shape, Words
from helpers.drawing.picture import Picture, blank, settings

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
