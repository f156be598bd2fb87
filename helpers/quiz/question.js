// One question: two groups of radio buttons, a button that sends what is chosen, the feedback.
// Python sends `heading` and `feedback` as HTML that it escaped; all else is plain text.

function element(kind, properties, ...children) {
  const made = Object.assign(document.createElement(kind), properties);
  made.append(...children);
  return made;
}

function radios(model, trait, title, texts) {
  // radio buttons of one name are one group on the whole page, and each question loads this file anew
  const name = `course-question-${Math.random()}`;
  const buttons = texts.map(() => element("input", { type: "radio", name }));
  const labels = buttons.map((button, i) => element("label", {}, button, texts[i]));
  buttons.forEach((button, i) => {
    button.addEventListener("change", () => {
      model.set(trait, i);
      model.save_changes();
    });
  });
  const group = element("fieldset", {}, element("legend", { textContent: title }), ...labels);
  const follow = () => buttons.forEach((button, i) => (button.checked = i === model.get(trait)));
  return [group, follow];
}

function render({ model, el }) {
  const number = model.get("number");
  const heading = element("div", { innerHTML: model.get("heading") });
  const [answers, followAnswer] = radios(model, "chosen", `Answer ${number}`, model.get("answers"));
  const [sure, followSure] = radios(model, "sure", "How sure are you?", model.get("certainties"));
  const button = element("button", { textContent: `Check answer ${number}` });
  const feedback = element("div", {});
  let said = "";

  el.classList.add("course-question");
  sure.className = "course-sure";
  button.className = "jupyter-button widget-button";
  feedback.className = "course-feedback";
  feedback.setAttribute("role", "status");
  feedback.setAttribute("aria-live", "polite");
  el.append(heading, answers, sure, button, feedback);

  button.addEventListener("click", () => {
    model.send({ check: [model.get("chosen"), model.get("sure")] });
  });

  function follow() {
    followAnswer();
    followSure();
    // a screen reader reads what is written anew, so only what changed is written
    if (said !== model.get("feedback")) feedback.innerHTML = said = model.get("feedback");
  }
  model.on("change", follow);
  follow();
  return () => model.off("change", follow);
}

export default { render };
