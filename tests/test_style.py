"""Numbers as the pages write them, and colours that can be told apart from the page."""

from __future__ import annotations

import math
import subprocess
import sys
from fractions import Fraction

import pytest

from helpers import style
from helpers.drawing.marks import INK_IN_TEXT


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (9, "9"),
        (9.0, "9"),
        (-6.0, "−6"),
        (-0.0, "0"),
        (13.5, "13.5"),
        (1 / 3, "0.3333"),
        (27.000000000004, "27"),
        (None, "none"),
        ([0.0, 1.0, 4.0], "[0, 1, 4]"),
        (Fraction(-1, 3), "−1/3"),
        (math.nan, "not a number"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (1e12, "1e+12"),
        (1e-12, "0"),
    ],
)
def test_number(value, text):
    assert style.number(value) == text


def luminance(color: str) -> float:
    """Return the relative luminance of WCAG 2.2."""
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("page", ["#ffffff", "#111111"], ids=["light", "dark"])
@pytest.mark.parametrize("name", ["BLUE", "ORANGE", "GREEN", "PURPLE", "GREY"])
def test_marks_have_a_contrast_of_three_to_one(name, page):
    dark, light = sorted([luminance(getattr(style, name)), luminance(page)])
    assert (light + 0.05) / (dark + 0.05) >= 3


@pytest.mark.parametrize("name", ["BLUE", "ORANGE", "GREEN", "PURPLE", "GREY"])
@pytest.mark.parametrize(
    ("ink", "page"), [("#212121", "#ffffff"), ("#e0e0e0", "#111111")], ids=["light", "dark"]
)
def test_texts_have_a_contrast_of_four_and_a_half_to_one(name, ink, page):
    # INK_IN_TEXT of the page's ink in a text: what `color-mix` does in the browser
    mixed = [
        round((1 - INK_IN_TEXT) * int(a, 16) + INK_IN_TEXT * int(b, 16))
        for a, b in zip(_pairs(getattr(style, name)), _pairs(ink), strict=True)
    ]
    dark, light = sorted([luminance("#" + bytes(mixed).hex()), luminance(page)])
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def _pairs(color: str) -> list[str]:
    return [color[i : i + 2] for i in (1, 3, 5)]


def test_use_quiets_tensorflow_and_keeps_what_the_user_chose(monkeypatch):
    monkeypatch.delenv("TF_CPP_MIN_LOG_LEVEL", raising=False)
    monkeypatch.setenv("TF_ENABLE_ONEDNN_OPTS", "1")
    style.use()
    assert style.os.environ["TF_CPP_MIN_LOG_LEVEL"] == "3"
    assert style.os.environ["TF_ENABLE_ONEDNN_OPTS"] == "1"


def test_use_lets_a_framework_load_without_a_search_for_garbage():
    code = """if True:
        import gc
        from helpers import style
        style.use()
        searches = []
        gc.callbacks.append(lambda phase, info: searches.append(info["generation"]))
        import torch
        print(searches.count(2))
    """
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "0\n"
