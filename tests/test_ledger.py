"""What a tape, a graph and a vjp hold: counts by hand, bytes against the process's own memory."""

from __future__ import annotations

import gc
import sys

import pytest

from helpers.chapters.keep_the_tape import record_runs, two_questions
from helpers.chapters.keep_the_tape.record_runs import RECORDS, run
from helpers.frameworks.optional import Missing, load
from helpers.ledger import Ledger, Saved, bytes_of, held_bytes

# after each line: y, u, z, the two questions, giving the record up (facts 11 to 17)
HELD = {
    ("plain", True): [2, 2, 4, 0, 0, 0],
    ("plain", False): [2, 2, 4, 0, 0, 0],
    ("persistent", True): [2, 2, 4, 4, 4, 0],
    ("persistent", False): [2, 2, 4, 4, 4, 0],
    ("two", True): [2, 2, 4, 4, 0, 0],
    ("two", False): [2, 2, 4, 4, 0, 0],
    ("graph", True): [2, 2, 3, 2, 0, 0],
    ("graph", False): [2, 2, 4, 0, 0, 0],
    ("retained", True): [2, 2, 3, 3, 3, 0],
    ("retained", False): [2, 2, 4, 4, 4, 0],
    ("vjp", True): [1, 1, 2, 2, 2, 0],
    ("vjp", False): [1, 1, 2, 2, 2, 0],
}
FAILS_AT_THE_SECOND = {("plain", True), ("plain", False), ("graph", False)}


@pytest.mark.parametrize(("kind", "detached"), HELD)
def test_what_each_record_holds_after_each_line(kind, detached):
    lines = run(RECORDS[kind], detached, 6)
    assert [line.held for line in lines] == HELD[kind, detached]


@pytest.mark.parametrize(("kind", "detached"), HELD)
def test_what_each_record_answers(kind, detached):
    *_, first, second, last = (line.answer for line in run(RECORDS[kind], detached, 6))
    assert first == f"dz/dx = {9 if detached else 27}"
    assert last == ""
    if (kind, detached) in FAILS_AT_THE_SECOND:
        assert second.startswith("RuntimeError: ")
    else:
        assert second == "dy/dx = 6"


@pytest.mark.parametrize("kind", ["plain", "graph", "vjp"])
def test_each_operation_gets_what_it_saved(kind):
    saved = [(entry.operation, entry.value) for entry in run(RECORDS[kind], True, 3)[-1].saved]
    assert saved[0] == ("y = x * x", "x")
    assert saved[-1] == ("z = x * u", "u")
    assert "u" not in [operation for operation, _ in saved]


def test_a_run_repeats_and_stops_where_it_is_told_to():
    assert run(RECORDS["graph"], True, 6)[:4] == run(RECORDS["graph"], True, 4)
    assert run(RECORDS["plain"], True, 0) == ()


def test_bytes_count_a_value_once():
    x, again, gone = (Saved("op", name, 4, alive) for name, alive in [("x", 1), ("x", 1), ("u", 0)])
    assert held_bytes([x, again, gone]) == 4
    assert held_bytes([]) == 0


def chain(persistent: bool, size: int, rounds: int = 10) -> Ledger:
    """Run sin and relu in turns on a tape, and note every result."""
    import tensorflow as tf

    ledger = Ledger("chain")
    h = x = tf.Variable(tf.ones(size))
    with tf.GradientTape(persistent=persistent) as tape:
        for _ in range(rounds):
            h = ledger.note(tf.nn.relu(ledger.note(tf.sin(h))))
        h = z = tf.reduce_sum(h)
    ledger.count("forward pass")
    tape.gradient(z, x)
    ledger.count("gradient")
    del tape
    return ledger.count("del tape")


@pytest.mark.parametrize(("persistent", "after"), [(False, 0), (True, 10)])
def test_a_tape_keeps_every_relu_and_no_sine(persistent, after):
    size = 4 * 1000
    assert chain(persistent, 1000).rows == [
        ("forward pass", 10, 10 * size),
        ("gradient", after, after * size),
        ("del tape", 0, 0),
    ]


def test_the_ledger_as_text():
    assert str(chain(True, 10, rounds=2)).splitlines() == [
        "chain",
        "  forward pass    2 of 4 results,  50% of the bytes",
        "  gradient        2 of 4 results,  50% of the bytes",
        "  del tape        0 of 4 results,   0% of the bytes",
    ]


def test_the_ledger_holds_nothing_itself():
    import tensorflow as tf

    ledger = Ledger("alone")
    kept = ledger.note(tf.constant([1.0, 2.0]))
    ledger.note(tf.constant([3.0]))
    assert ledger.count("now").rows == [("now", 1, 8)]
    assert kept.shape == (2,)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep freed memory resident")
@pytest.mark.parametrize("persistent", [False, True])
def test_the_ledgers_bytes_are_the_memory_of_the_process(persistent):
    import psutil
    import tensorflow as tf

    def resident() -> int:
        gc.collect()
        return psutil.Process().memory_info().rss

    # 40 MiB a result: above 32 MiB the allocator of Linux maps each block, and gives it back
    size, rounds = 10 * 2**20, 3
    ledger = Ledger("large")
    h = x = tf.Variable(tf.ones(size))
    before = resident()
    with tf.GradientTape(persistent=persistent) as tape:
        for _ in range(rounds):
            h = ledger.note(tf.nn.relu(ledger.note(tf.sin(h))))
        h = z = tf.reduce_sum(h)
    measured = [resident() - before]
    ledger.count("forward pass")
    tape.gradient(z, x)
    measured.append(resident() - before)
    ledger.count("gradient")
    del tape
    measured.append(resident() - before)
    ledger.count("del tape")
    for found, (_, _, counted) in zip(measured, ledger.rows, strict=True):
        assert found == pytest.approx(counted, abs=1.5 * 4 * size)


def test_bytes_of_every_framework():
    import jax.numpy as jnp
    import tensorflow as tf
    import torch

    assert bytes_of(tf.ones((2, 3))) == bytes_of(torch.ones(2, 3)) == bytes_of(jnp.ones((2, 3)))
    assert bytes_of(tf.ones((2, 3), tf.float64)) == 48
    assert bytes_of(tf.constant(1.0)) == 4


def test_the_table_of_two_questions():
    table = two_questions()
    assert [(row.title, row.cut, row.answers) for row in table.rows] == [
        ("TensorFlow", True, ("9", "RuntimeError", "9", "6")),
        ("TensorFlow", False, ("27", "RuntimeError", "27", "6")),
        ("PyTorch", True, ("9", "6", "9", "6")),
        ("PyTorch", False, ("27", "RuntimeError", "27", "6")),
        ("JAX", True, ("9", "6", "9", "6")),
        ("JAX", False, ("27", "6", "27", "6")),
    ]
    assert len(table.notes) == 2
    assert table.notes[0].startswith("TensorFlow, RuntimeError: A non-persistent GradientTape")
    assert "backward through the graph a second time" in table.notes[1]
    assert repr(table).count("RuntimeError") == table._repr_html_().count("RuntimeError") == 5


def test_the_table_goes_on_without_a_framework(monkeypatch):
    get = record_runs.frameworks.get

    def without_torch(name):
        if name == "torch":
            raise record_runs.frameworks.FrameworkMissing("torch", "PyTorch")
        return get(name)

    monkeypatch.setattr(record_runs.frameworks, "get", without_torch)
    table = two_questions()
    answers = {row.title: row.answers for row in table.rows if row.cut}
    assert answers["PyTorch"] == ("not installed",) * 4
    assert answers["JAX"] == ("9", "6", "9", "6")
    assert "python -m pip install torch" in table._repr_html_()


def test_load_is_import_where_the_framework_is_there():
    import torch

    assert load("torch") is torch


def test_a_missing_framework_takes_part_and_says_so(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "jax", None)
    jax = load("jax")
    assert "python -m pip install jax" in capsys.readouterr().out
    with jax.anything() as tape:
        y = 2.0 * tape.x + jax.y * 3
    assert f"{y.numpy()} {jax.grad(abs)(3.0)[0]}" == "not installed not installed"
    assert isinstance(y, Missing)
    assert list(y) == []
    assert Ledger("none").note(y) is y


def test_what_a_framework_itself_misses_is_no_missing_framework(monkeypatch):
    def broken(name):
        raise ModuleNotFoundError("no part of it", name="a_part")

    monkeypatch.setattr("helpers.frameworks.optional.importlib.import_module", broken)
    with pytest.raises(ModuleNotFoundError, match="no part"):
        load("torch")
