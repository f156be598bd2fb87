"""Colours, number formats and the one function with side effects.

The colours are from the Okabe-Ito set, darkened or lightened until each has a contrast of 3:1 on
white and on JupyterLab's dark page. Source: M. Okabe and K. Ito, *Color Universal Design*, 2008.
"""

from __future__ import annotations

import gc
import math
import os
import sys
from fractions import Fraction
from typing import Any

BLUE = "#0f7fc4"
ORANGE = "#d55e00"
GREEN = "#008f6b"
PURPLE = "#b8609a"
GREY = "#7f7f7f"

INK = "currentColor"  # the page's own text colour
PAGE = "var(--jp-layout-color0, white)"  # the page's own ground
CUT = ORANGE
LIVE = BLUE

_QUIET = {
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "TF_ENABLE_ONEDNN_OPTS": "0",
    "CUDA_VISIBLE_DEVICES": "-1",
}
# between two searches for garbage; an import makes hundreds of thousands and leaves hardly any
_NEW_OBJECTS = 50_000


def use() -> None:
    """Prepare a notebook: frameworks that load quietly and sooner, and figures that show.

    Call it before the first framework is imported.
    """
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
    gc.set_threshold(_NEW_OBJECTS)
    ipython = sys.modules.get("IPython")
    if ipython and ipython.get_ipython():
        as_png = ipython.get_ipython().display_formatter.formatters["image/png"]
        # by its name: matplotlib is loaded by the first cell that draws
        as_png.for_type_by_name("matplotlib.figure", "Figure", _png)


def _png(figure: Any) -> str:
    from IPython.core.pylabtools import print_figure

    return print_figure(figure, "png", base64=True)


def number(value: Any) -> str:
    """Write a number as the pages do: whole numbers bare, else four significant digits.

    None becomes "none", a list is written element by element.
    """
    if value is None:
        return "none"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(number(entry) for entry in value) + "]"
    if isinstance(value, Fraction):
        return str(value).replace("-", "−")
    if isinstance(value, float) and not math.isfinite(value):
        return "not a number" if math.isnan(value) else "∞" if value > 0 else "−∞"
    # a result such as 27.00000000001 comes from rounding, not from the program
    rounded = round(float(value), 9)
    text = f"{int(rounded)}" if rounded == int(rounded) and abs(rounded) < 1e9 else f"{value:.4g}"
    return text.replace("-", "−")
