"use strict";
/* Steps through each game by buttons, keys and swipes. Without this script the page shows the last
   position of a game, and those before it folded. */
const SWIPE = 40; // pixels; less is a touch
const games = [...document.querySelectorAll(".game")].filter((game) => game.querySelector(".earlier"));
const steppers = new Map(games.map((game) => [game, stepper(game)]));

function stepper(game) {
  const frames = [...game.querySelectorAll(".frame:not(.last)"), game.querySelector(".frame.last")];
  const limit = (number) => Math.max(0, Math.min(frames.length - 1, number));
  const steps = document.createElement("div");
  const position = document.createElement("output");
  const stage = document.createElement("div");
  let shown = frames.length - 1;
  const show = (number) => {
    shown = limit(number);
    frames.forEach((frame, n) => { frame.hidden = n !== shown; });
    buttons.forEach(([button, , goal]) => { button.disabled = goal() === shown; });
    position.textContent = `${shown + 1} of ${frames.length}`;
  };
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
  stage.className = "frames stepping";
  stage.append(...frames);
  game.replaceChildren(steps, stage);
  game.tabIndex = 0;
  let touched = null;
  game.addEventListener("touchstart", (event) => {
    touched = event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  game.addEventListener("touchend", (event) => {
    if (touched === null) return;
    const across = event.changedTouches[0].clientX - touched.clientX;
    const down = event.changedTouches[0].clientY - touched.clientY;
    if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) show(shown - Math.sign(across));
    touched = null;
  });
  show(shown);
  return (key) => {
    const pressed = buttons.find(([, each]) => each === key);
    if (pressed) show(pressed[2]());
    return Boolean(pressed);
  };
}

/* The arrows step the game that has the focus; else the first one in sight. */
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  let game = games.find((each) => each.contains(event.target));
  if (!game && event.target === document.body && event.key.startsWith("Arrow")) {
    game = games.find((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
  }
  if (game && steppers.get(game)(event.key)) event.preventDefault();
});
