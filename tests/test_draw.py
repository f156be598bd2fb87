"""Pictures: SVG and PNG show the same marks, repeat from run to run, and leak nothing."""

from __future__ import annotations

import io
import sys
import xml.etree.ElementTree as xml

import numpy as np
import pytest
from matplotlib.figure import Figure
from PIL import Image

from helpers import frameworks
from helpers.drawing import (
    Box,
    Dot,
    Drawing,
    Group,
    Line,
    Picture,
    Shape,
    Words,
    blank,
    settings,
)
from helpers.drawing.graphs import GraphPicture
from helpers.explorer import still
from helpers.explorer.still import Still
from helpers.style import BLUE, INK, ORANGE

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
SVG = "{http://www.w3.org/2000/svg}"
MARKS = {
    "line": Line([(20, 20), (80, 60)], BLUE),
    "curve": Line([(20, 20), (40, 20), (60, 60), (80, 60)], BLUE, curved=True),
    "shape": Shape([(20, 20), (60, 20), (60, 60)], BLUE),
    "dot": Dot((50, 50), BLUE),
    "box": Box((50, 50), 40, 20, BLUE),
    "words": Words((50, 50), "dz/dx", BLUE),
    "group": Group([Dot((50, 50), BLUE)]),
}


def pixels(png: bytes) -> np.ndarray:
    """Return a PNG as an array of shape (height, width, 3)."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def example_graph():
    return frameworks.get("engine").graph(lambda x, cut: x * cut(x * x), 3)


@pytest.mark.parametrize("name", MARKS)
def test_each_mark_shows_in_both_forms(name):
    picture = blank(100, 80)
    empty_svg, empty_png = picture.svg([], "empty"), picture.png([])
    assert picture.svg([MARKS[name]], "empty") != empty_svg
    assert (pixels(picture.png([MARKS[name]])) != pixels(empty_png)).any()


@pytest.mark.parametrize("name", MARKS)
def test_the_png_forgets_its_marks(name):
    picture = blank(100, 80)
    empty = picture.png([])
    picture.png([MARKS[name]])
    assert picture.png([]) == empty


def test_a_mark_lies_at_the_same_place_in_both_forms():
    picture = blank(100, 80)
    dot = Dot((30, 60), BLUE, radius=4)
    circle = xml.fromstring(picture.svg([dot], "a dot")).find(f".//{SVG}circle")
    image = pixels(picture.png([dot], scale=1))
    blue = (image == np.array([15, 127, 196])).all(axis=2)
    rows, columns = np.nonzero(blue)
    assert (float(circle.get("cx")), float(circle.get("cy"))) == (30, 20)
    assert (columns.mean(), rows.mean()) == pytest.approx((30, 20), abs=1)


def test_marks_of_a_chart_are_in_the_units_of_its_axes():
    with settings():
        figure = Figure(figsize=(2, 1))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(-1, 1), ylim=(0, 10))
        picture = Picture(figure)
    assert picture.place(0, (0, 10)) == pytest.approx((72, 0))
    assert picture.place(0, (1, 0)) == pytest.approx((144, 72))


def test_the_svg_follows_the_theme_and_has_a_text_alternative():
    svg = blank(100, 80).svg([Words((50, 50), "a < b", INK)], 'says "9 < 27"')
    root = xml.fromstring(svg)
    assert root.get("role") == "img"
    assert root.get("aria-label") == root.find(f"{SVG}title").text == 'says "9 < 27"'
    assert root.find(f".//{SVG}text").get("fill") == "currentColor"
    assert "#1a1a1a" not in svg


def test_the_text_of_a_colour_is_mixed_with_ink_in_both_forms():
    picture = blank(300, 80)
    label = Words((150, 40), "dz/dx", ORANGE, size=60)
    fill = xml.fromstring(picture.svg([label], "a text")).find(f".//{SVG}text").get("fill")
    assert fill == f"color-mix(in srgb, {ORANGE} 75%, currentColor)"
    # 0.75 of #d55e00 and 0.25 of the ink #1a1a1a
    colors = {tuple(color) for row in pixels(picture.png([label])) for color in row.tolist()}
    assert (166, 77, 6) in colors
    assert (213, 94, 0) not in colors


def test_white_stays_white_in_the_png_and_a_pale_box_stays_pale():
    image = pixels(blank(300, 80).png([Box((150, 40), 200, 60)]))
    assert image[0, 0].tolist() == [255, 255, 255]
    # 8 of 100 parts of the ink #1a1a1a on white: 255 - 0.08 * (255 - 26) = 237
    assert abs(image[60, 225].astype(int) - 237).max() <= 3


def test_a_caption_lies_below_the_png_and_is_kept_in_the_file():
    picture = blank(300, 80)
    line = " · ".join(["dz/dx = 9"] * 8)
    bare = Image.open(io.BytesIO(picture.png([], scale=1)))
    captioned = Image.open(io.BytesIO(picture.png([], scale=1, caption=line)))
    assert bare.size == (300, 80)
    assert captioned.size == (300, 80 + 2 * 17)  # eight parts, four fit on a line
    assert captioned.info["Description"] == line
    assert "Description" not in bare.info
    assert (np.asarray(captioned)[80:] < 128).any()
    assert picture.png([], scale=1) == picture.png([], scale=1)


def test_an_empty_line_of_a_caption_stays_and_a_part_too_long_for_a_line_is_broken():
    caption = "dz/dx = 9\n\n" + "a long word or two " * 6
    captioned = Image.open(io.BytesIO(blank(300, 80).png([], scale=1, caption=caption)))
    assert captioned.size == (300, 80 + 5 * 17)  # one line, an empty one, three of 284 pixels
    assert (np.asarray(captioned.convert("L"))[80:, 292:] == 255).all()


def test_a_drawing_is_live_svg_and_stored_as_a_png_with_its_text(monkeypatch):
    shown = []
    monkeypatch.setattr(still, "Still", lambda svg: shown.append(svg) or Still(svg=svg))
    drawing = Drawing(blank(100, 80), [Dot((50, 50), BLUE)], "a < dot")
    data, metadata = drawing._repr_mimebundle_()
    assert set(data) == {"text/plain", "image/png", WIDGET_VIEW}
    assert data["text/plain"] == metadata["image/png"]["alt"] == "a < dot"
    [live] = shown
    assert 'role="img" aria-label="a &lt; dot"' in live


def test_buttons_make_the_picture_a_group():
    button = Group([Dot((50, 50), BLUE)], {"role": "button", "data-press": "a→b"}, title="cut")
    root = xml.fromstring(blank(100, 80).svg([button], "graph", interactive=True))
    assert root.get("role") == "group"
    assert root.find(f".//{SVG}g[@role='button']").get("data-press") == "a→b"


def test_the_same_picture_is_the_same_bytes():
    def draw():
        graph = GraphPicture(example_graph())
        return graph.picture.svg(graph.marks(), "g"), graph.picture.png(graph.marks())

    assert draw() == draw()


def test_nothing_goes_through_pyplot():
    GraphPicture(example_graph()).picture.png([])
    pyplot = sys.modules.get("matplotlib.pyplot")
    assert pyplot is None or pyplot.get_fignums() == []


def test_a_cut_edge_is_dashed_and_carries_scissors():
    graph = GraphPicture(example_graph())
    svg = graph.picture.svg(graph.marks(), "g")
    assert svg.count("✂") == 1
    assert f'stroke="{ORANGE}" stroke-width="2" opacity="1" stroke-dasharray' in svg
    healed = graph.picture.svg(graph.marks(cut=lambda edge: False), "g")
    assert "✂" not in healed


def test_every_edge_can_be_a_button():
    graph = GraphPicture(example_graph())
    marks = graph.marks(button=lambda edge, is_cut: {"data-press": f"{edge}", "cut": str(is_cut)})
    svg = graph.picture.svg(marks, "g", interactive=True)
    assert svg.count("data-press") == 5
    assert svg.count('cut="True"') == 1


def test_labels_can_have_a_second_line():
    graph = GraphPicture(example_graph(), widest=12)
    svg = graph.picture.svg(graph.marks(labels={"x": "x = 3\ndz/dx = 9"}), "g")
    assert ">x = 3</text>" in svg
    assert ">dz/dx = 9</text>" in svg


def test_long_edges_go_around_the_boxes():
    graph = GraphPicture(example_graph())
    heights = {node: y for node, (x, y) in graph._at.items()}
    way = [y for node, y in heights.items() if isinstance(node, tuple)]
    beside = [heights["v0"], heights["v1"]]
    assert len(way) == 2
    assert not set(way) & set(beside)
