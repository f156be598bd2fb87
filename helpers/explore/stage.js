// A picture, a line of text that is read aloud when it changes, and buttons inside the picture.
// Python sends `svg` (made by helpers.draw, never by a learner) and `text`; a press goes back.

function pressed(event) {
  if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return null;
  return event.target.closest("[data-press]");
}

function render({ model, el }) {
  const picture = document.createElement("div");
  const readout = document.createElement("div");
  el.classList.add("course-stage");
  picture.className = "course-picture";
  readout.className = "course-readout";
  readout.setAttribute("role", "status");
  readout.setAttribute("aria-live", "polite");
  // JupyterLab would take Enter and the arrows for itself
  el.dataset.lmSuppressShortcuts = "true";
  el.append(picture, readout);

  function draw() {
    const inside = picture.contains(document.activeElement);
    const focused = inside ? document.activeElement.dataset.press : null;
    picture.innerHTML = model.get("svg");
    if (focused) picture.querySelector(`[data-press="${CSS.escape(focused)}"]`)?.focus();
  }

  function say() {
    readout.textContent = model.get("text");
    readout.classList.toggle("course-trouble", model.get("trouble"));
  }

  function press(event) {
    const button = pressed(event);
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    button.focus();
    model.send({ press: button.dataset.press });
  }

  picture.addEventListener("click", press);
  picture.addEventListener("keydown", press);
  model.on("change:svg", draw);
  model.on("change:text change:trouble", say);
  draw();
  say();
  return () => {
    model.off("change:svg", draw);
    model.off("change:text change:trouble", say);
  };
}

export default { render };
