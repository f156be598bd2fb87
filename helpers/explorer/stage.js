// A picture, a line of text that is read aloud when it changes, and buttons inside the picture.
// Python sends `svg` (made by helpers.drawing, never by a learner) and `text`; a press goes back.

function pressed(event) {
  if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return null;
  return event.target.closest("[data-press]");
}

// Makes an old node the same as a fresh one and keeps what is alike: the focus stays where it is,
// a screen reader hears a button change, and the page is not laid out twice.
function update(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName) return old.replaceWith(fresh);
  if (old.nodeType === Node.TEXT_NODE) {
    old.data = fresh.data;
    return;
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  const before = [...old.childNodes];
  const after = [...fresh.childNodes];
  after.forEach((node, i) => (before[i] ? update(before[i], node) : old.append(node)));
  before.slice(after.length).forEach((node) => node.remove());
}

function render({ model, el }) {
  const picture = document.createElement("div");
  const readout = document.createElement("div");
  el.classList.add("course-stage");
  picture.className = "course-picture";
  readout.className = "course-readout";
  readout.setAttribute("role", "status");
  readout.setAttribute("aria-live", "polite");
  el.append(picture, readout);

  function draw() {
    const fresh = picture.cloneNode();
    fresh.innerHTML = model.get("svg");
    update(picture, fresh);
  }

  function say() {
    readout.textContent = model.get("text");
    readout.classList.toggle("course-trouble", model.get("trouble"));
  }

  // what is wider than the page is scrolled with the arrow keys; buttons scroll it themselves
  function reach() {
    const buttons = picture.querySelector("[data-press]");
    picture.tabIndex = picture.scrollWidth > picture.clientWidth && !buttons ? 0 : -1;
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
  const watcher = new ResizeObserver(reach);
  watcher.observe(picture);
  return () => {
    watcher.disconnect();
    model.off("change:svg", draw);
    model.off("change:text change:trouble", say);
  };
}

export default { render };
