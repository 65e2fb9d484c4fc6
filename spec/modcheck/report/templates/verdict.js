"use strict";
for (const game of document.querySelectorAll(".game")) {
  const frames = [...game.querySelectorAll(".frame")];
  if (frames.length < 2) continue;
  const steps = document.createElement("div");
  const position = document.createElement("output");
  let shown = frames.length - 1;
  const show = (number) => {
    shown = Math.max(0, Math.min(frames.length - 1, number));
    frames.forEach((frame, n) => { frame.hidden = n !== shown; });
    buttons.forEach(([button, , goal]) => { button.disabled = goal() === shown; });
    position.textContent = `${shown + 1} of ${frames.length}: ${frames[shown].firstElementChild.textContent}`;
  };
  const limit = (number) => Math.max(0, Math.min(frames.length - 1, number));
  const buttons = [
    ["\u21e4", "first position", () => 0, "Home"],
    ["\u2190", "previous position", () => limit(shown - 1), "ArrowLeft"],
    ["\u2192", "next position", () => limit(shown + 1), "ArrowRight"],
    ["\u21e5", "the call that goes wrong", () => frames.length - 1, "End"],
  ].map(([sign, name, goal, key]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.setAttribute("aria-label", name);
    button.setAttribute("aria-keyshortcuts", key);
    button.title = `${name} (${key})`;
    button.addEventListener("click", () => show(goal()));
    steps.append(button);
    return [button, key, goal];
  });
  steps.className = "steps";
  steps.append(position);
  game.classList.add("stepping");
  game.tabIndex = 0;
  game.prepend(steps);
  game.addEventListener("keydown", (event) => {
    const pressed = buttons.find(([, key]) => key === event.key);
    if (!pressed || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(pressed[2]());
  });
  show(shown);
}
