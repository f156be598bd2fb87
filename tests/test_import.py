"""`import helpers` costs nothing: no framework, no widget, no plotting library."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {
    *("torch", "jax", "tensorflow", "mxnet"),
    *("ipywidgets", "anywidget", "matplotlib", "numpy", "networkx", "sympy"),
}


def loaded_after(code: str) -> set[str]:
    """Return the heavy packages in `sys.modules` of a new interpreter that ran `code`."""
    report = f"{code}\nimport sys; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", report], capture_output=True, text=True, check=True)
    return HEAVY & set(ran.stdout.split())


@pytest.mark.parametrize(
    "module",
    [
        "helpers",
        "helpers.engine",
        "helpers.chapters",
        "helpers.exercise",
        "helpers.quiz",
        "helpers.quiz.bank",
        "helpers.style",
    ],
)
def test_a_light_module_loads_nothing_heavy(module):
    assert loaded_after(f"import {module}") == set()


def test_the_contract_loads_no_framework():
    frameworks = {"torch", "jax", "tensorflow", "mxnet"}
    assert loaded_after("import helpers.frameworks") & frameworks == set()


def test_the_explorers_load_no_framework():
    code = "from helpers.chapters.move_x import MoveX, quiz"
    assert loaded_after(code) & {"torch", "jax", "tensorflow", "mxnet"} == set()


def test_asking_for_one_framework_loads_that_one():
    code = "from helpers import frameworks; frameworks.get('torch')"
    assert loaded_after(code) & {"torch", "jax", "tensorflow", "mxnet"} == {"torch"}


def test_the_sandbox_opens_without_sympy():
    code = "from helpers.sandbox import Sandbox; Sandbox('cube', cuts=['x to z'])"
    loaded = loaded_after(code)
    assert "networkx" in loaded and "sympy" not in loaded
