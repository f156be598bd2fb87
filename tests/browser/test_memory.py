"""The whole course, open in one JupyterLab with Binder's 2 GB: it fits, and nothing is lost."""

from __future__ import annotations

import pytest

from tests.benchmarks.memory import ALLOWED, follow, small_machine

sync_api = pytest.importorskip("playwright.sync_api")
expect = sync_api.expect


def test_every_chapter_run_and_none_closed_fits(browser, tmp_path):
    with small_machine(browser, tmp_path) as (window, watch):
        steps = list(follow(window, watch))
        print(*steps, sep="\n")
        assert sum(step.kernel for step in steps) > ALLOWED, "there was nothing to make room for"
        assert max(step.peak for step in steps) < ALLOWED
        assert steps[-1].alive < len(steps)
        # what JupyterLab says to itself of a kernel that was shut down
        assert set(window.errors) <= {"Kernel is dead", "Canceled future for execute_request"}

        first = window.bring("01_cut_a_path.ipynb")
        expect(first.get_by_text("No Kernel", exact=True)).to_be_visible(timeout=60_000)
        sandbox = first.locator(".course-readout").filter(has_text="finite difference")
        expect(sandbox).to_contain_text("cut 1 of 4 edges")
        # Run All Cells would start a kernel, run the first cell and leave the others
        first.get_by_role("button", name="Restart the kernel and run all cells").click()
        waiting = first.locator(".jp-InputPrompt", has_text="[*]")
        expect(waiting).not_to_have_count(0, timeout=60_000)
        expect(waiting).to_have_count(0, timeout=120_000)
        first.get_by_role("button", name="heal all").click()
        expect(sandbox).to_contain_text("cut 0 of 4 edges")
        assert watch.restart() < ALLOWED
