// A picture that does not change. Wider than the page, it is scrolled with the arrow keys.

function render({ model, el }) {
  el.style.overflowX = "auto";
  el.innerHTML = model.get("svg");
  const watcher = new ResizeObserver(() => {
    el.tabIndex = el.scrollWidth > el.clientWidth ? 0 : -1;
  });
  watcher.observe(el);
  return () => watcher.disconnect();
}

export default { render };
