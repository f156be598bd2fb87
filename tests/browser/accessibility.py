"""What axe-core finds on a page, apart from what is known of the page around our outputs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from axe_playwright_python.base import AXE_SCRIPT

if TYPE_CHECKING:
    from playwright.sync_api import Page


@dataclass(frozen=True)
class Known:
    """A finding in what JupyterLab or Notebook draws; nothing inside an output can be one.

    Attributes:
        rule: axe-core's name of the rule.
        inside: a selector of what it is found in.
        reason: why the course cannot mend it.
    """

    rule: str
    inside: str
    reason: str


KNOWN = (
    Known("aria-allowed-attr", ".jp-Toolbar", "the debugger's button is a jp-button, no toggle"),
    Known("aria-input-field-name", ".cm-editor", "CodeMirror gives a cell's editor no name"),
    Known("aria-required-children", ".jp-WindowedPanel", "the list of cells is a feed of divs"),
    Known(
        "button-name", ".jp-collapseHeadingButton", "JupyterLab does not name what folds a section"
    ),
    Known("link-name", "#jp-NotebookLogo", "Notebook's logo is a link without a name"),
    Known("tabindex", ".skip-link", "Notebook puts its link to the first cell before all others"),
    Known("label-title-only", "#jp-title-panel-title", "the file's name has a tooltip, no label"),
    Known("scrollable-region-focusable", ".cm-editor", "Escape leaves the editor: not a tab stop"),
    Known(
        "scrollable-region-focusable",
        ".jp-OutputArea:has(> .jp-OutputArea-promptOverlay[style])",
        "in JupyterLab 4.4 the strip beside an output keeps the height of the output before it",
    ),
)

# An element is ours if it lies in an output or in rendered Markdown; a finding is known if one of
# the entries for its rule is around it and it is not ours.
_RUN = """async known => {
  const options = {resultTypes: ['violations'], elementRef: true};
  const {violations} = await axe.run(document, options);
  const bad = violations.filter(v => ['serious', 'critical'].includes(v.impact));
  const said = node => [...node.any, ...node.all, ...node.none].map(c => c.message).join('; ');
  const isOurs = e => e.closest('.jp-OutputArea-output, .jp-MarkdownOutput');
  const isKnown = (rule, e) => !isOurs(e) && known.some(k => k[0] === rule && e.closest(k[1]));
  return bad.flatMap(v => v.nodes
    .filter(node => !isKnown(v.id, node.element))
    .map(node => `${v.id}: ${node.html.slice(0, 160)}: ${said(node)}`));
}"""


def findings(page: Page) -> list[str]:
    """Return the serious and critical findings that are not known, as rule, element, message."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(_RUN, [[known.rule, known.inside] for known in KNOWN])
