// A slider with a name: the browser's own, worked with arrows, Home and End, by mouse and by touch.

function render({ model, el }) {
  const label = document.createElement("label");
  const name = document.createElement("span");
  const handle = document.createElement("input");
  el.classList.add("course-slider");
  handle.type = "range";
  label.append(name, handle);
  el.append(label);

  function follow() {
    name.textContent = model.get("description");
    handle.min = model.get("min");
    handle.max = model.get("max");
    handle.step = model.get("step");
    handle.value = model.get("value");
    handle.setAttribute("aria-valuetext", model.get("words") || model.get("value"));
  }

  handle.addEventListener("input", () => {
    model.set("value", handle.valueAsNumber);
    model.save_changes();
  });
  model.on("change", follow);
  follow();
  return () => model.off("change", follow);
}

export default { render };
