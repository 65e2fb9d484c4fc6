"""What a page consists of besides its content: how it looks, and the few lines that step through a game."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root {
  color-scheme: light dark;
  --page: #fff; --ink: #1b2320; --soft: #5c6a64; --line: #d6ddd9; --card: #f5f8f6;
  --good: #1b7a3d; --bad: #b3261e; --open: #7a5c00; --link: #14639e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14181a; --ink: #e4ebe8; --soft: #9aa8a2; --line: #34403b; --card: #1c2224;
    --good: #6fcf8e; --bad: #ff8a80; --open: #e5c265; --link: #84c1f2;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 58rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
h1 { font-size: 1.45rem; line-height: 1.25; margin: 0 0 .75rem; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem; }
a { color: var(--link); }
code, .formula { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .92em; }
.held { color: var(--good); } .broken { color: var(--bad); } .open { color: var(--open); }
.soft { color: var(--soft); }
.fault { border: 1px solid var(--line); border-radius: .6rem; padding: 1rem; margin: 1rem 0; background: var(--card); }
.fault h2 { margin: 0 0 .25rem; }
.fault > p { margin: .25rem 0 .75rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .75rem 0; }
dt { color: var(--soft); } dd { margin: 0; min-width: 0; unicode-bidi: isolate; }
.hint { border-left: .25rem solid var(--open); padding-left: .6rem; }
.game { margin-top: 1rem; border-radius: .4rem; }
.game:focus-visible, button:focus-visible, a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.frames { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 1rem; }
.frame > p { margin: 0 0 .35rem; font-weight: 600; }
.frame ul { margin: .35rem 0 0; padding: 0; list-style: none; }
.figures { display: flex; flex-wrap: wrap; gap: .75rem; }
figure { margin: 0; } figcaption { color: var(--soft); }
.frame { flex: 0 1 auto; max-width: 100%; }
.frame svg { display: block; width: 17rem; max-width: 100%; height: auto; }
.stepping .frame { flex-basis: 100%; }
.stepping .frame[hidden] { display: none; }
.steps { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem; margin-bottom: .6rem; }
.steps output { margin-left: .4rem; color: var(--soft); }
button {
  font: inherit; min-width: 2.75rem; min-height: 2.5rem; padding: .2rem .6rem; cursor: pointer;
  border: 1px solid var(--line); border-radius: .4rem; background: var(--page); color: inherit;
}
button:disabled { opacity: .45; cursor: default; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-top: 1px solid var(--line); }
th { font-weight: 600; } td.points { white-space: nowrap; text-align: right; font-variant-numeric: tabular-nums; }
td:first-child, .standing { white-space: nowrap; }
@media (max-width: 40rem) {
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .4rem; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { display: flex; flex-wrap: wrap; gap: 0 1rem; border-top: 1px solid var(--line); padding: .35rem 0; }
  td { border: 0; padding: 0; } td:first-child { flex: 1; } td.text { flex-basis: 100%; order: 1; }
}
@media print { .steps { display: none; } .stepping .frame, .stepping .frame[hidden] { display: block; flex-basis: auto; } }
"""

SCRIPT: Final = """
"use strict";
for (const game of document.querySelectorAll(".game")) {
  const frames = [...game.querySelectorAll(".frame")];
  if (frames.length < 2) continue;
  const steps = document.createElement("div");
  const told = document.createElement("output");
  let shown = frames.length - 1;
  const show = (number) => {
    shown = Math.max(0, Math.min(frames.length - 1, number));
    frames.forEach((frame, n) => { frame.hidden = n !== shown; });
    buttons.forEach(([button, , goal]) => { button.disabled = goal() === shown; });
    told.textContent = `${shown + 1} of ${frames.length}: ${frames[shown].firstElementChild.textContent}`;
  };
  const limit = (number) => Math.max(0, Math.min(frames.length - 1, number));
  const buttons = [
    ["\\u21e4", "first position", () => 0, "Home"],
    ["\\u2190", "previous position", () => limit(shown - 1), "ArrowLeft"],
    ["\\u2192", "next position", () => limit(shown + 1), "ArrowRight"],
    ["\\u21e5", "the call that goes wrong", () => frames.length - 1, "End"],
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
  steps.append(told);
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
"""
