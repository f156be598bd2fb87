// JupyterLab takes arrows, Enter, x, d, … for itself wherever the focus is in a notebook. A control
// that has the focus keeps them; Escape, Shift and Enter, and keys with Ctrl, Alt or ⌘ stay the page's.

const MARK = "data-lm-suppress-shortcuts"; // JupyterLab reads it on what has the focus

function keep({ target, key, ctrlKey, altKey, metaKey, shiftKey }) {
  if (!target.closest?.(".jupyter-widgets")) return;
  const isThePage = ctrlKey || altKey || metaKey || key === "Escape" || (shiftKey && key === "Enter");
  target.toggleAttribute(MARK, !isThePage);
}

function render() {
  // once a page, and before the document's own listeners; adding the same function again does nothing
  window.courseKeepsKeys ??= keep;
  window.addEventListener("keydown", window.courseKeepsKeys, { capture: true });
}

export default { render };
