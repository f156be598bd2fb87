"""MXNet's column in chapter 03: its stored text is the same with MXNet and without it."""

from __future__ import annotations

from helpers import compare, frameworks
from helpers.explore import MXNetColumn
from helpers.frameworks import FrameworkMissing
from tests.needs import adapter

EXPECTED = {
    "z": "27",
    "dz/dx": "9",
    "dz/dx without the stop": "27",
    "dy/dx afterwards": "6",
    "dz/dx, everything detached": "MXNetError",
    "second derivative": "MXNetError",
    "u[0] = 7 changes y": "yes",
}


def test_the_answers_come_from_mxnet():
    adapter("mxnet")
    answers = MXNetColumn().table["MXNet"]
    assert {question: answers[question] for question in EXPECTED} == EXPECTED


def test_mxnet_that_was_woken_answers_the_same():
    mxnet = adapter("mxnet")
    compare.wake_mxnet()
    process = mxnet._process
    assert process.alive
    answers = MXNetColumn().table["MXNet"]
    assert {question: answers[question] for question in EXPECTED} == EXPECTED
    assert mxnet._process is process


def test_nothing_is_woken_where_mxnet_is_missing(monkeypatch, capsys):
    monkeypatch.setattr(frameworks, "installed", lambda name: False)
    monkeypatch.setattr(frameworks, "get", None)  # would raise if it were called
    compare.wake_mxnet()
    assert capsys.readouterr().out == ""


def test_with_mxnet_a_picture_is_stored():
    adapter("mxnet")
    assert "image/png" in MXNetColumn()._repr_mimebundle_()[0]


def test_without_mxnet_there_is_one_sentence_and_the_same_text(monkeypatch):
    def missing(name):
        raise FrameworkMissing(name, "MXNet", "python -m helpers.mxnet install")

    monkeypatch.setattr(frameworks, "get", missing)
    column = MXNetColumn()
    [shown] = column.children
    assert "run `python -m helpers.mxnet install`" in shown.value
    assert "<table" not in shown.value
    bundle = column._repr_mimebundle_()[0]
    assert bundle["text/plain"].startswith("MXNet's column of the table")
    assert "image/png" not in bundle
