"use strict";
/* The page: it shows what the specification answers, and computes nothing of it. */

const $ = (id) => document.getElementById(id);
const SIGNS = {CROSS: "✕", NOUGHT: "○", X: "✕", O: "○"};
const COLOURS = new Set(["BLACK", "WHITE", "RED", "YELLOW", "BLUE", "GREEN"]);
const NOTHING = new Set(["EMPTY", "NONE", "", "false", "0"]);

const POSSIBLE = new Set(["accepted", "true"]);  // what a call on a cell with a dot comes to

let asked = {module: "", calls: [], edits: []};  // a link holds this
let description = null;
let view = null;      // the answer to the last request for a view
let before = null;    // the grid before the last call, by name of cell
let lit = [];         // cells that an explanation names
let askedCell = null;
let focused = null;   // the place of the cell that has the keyboard
let token = 0;        // answers to older requests are dropped

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

function say(text, kind = "") {
  $("status").textContent = text;
  $("status").className = kind;
}

async function ask(kind, more = {}) {
  return transport.ask({ask: kind, ...asked, ...more});
}

// -- modules -----------------------------------------------------------------------------------

async function openModule(name, calls = null, edits = []) {
  const found = await transport.ask({ask: "module", module: name});
  if (found.error) { say(found.error, "exception"); return; }
  description = found;
  asked = {module: name, calls: calls ?? found.begin, edits};
  focused = askedCell = before = null;
  lit = [];
  $("module").value = name;
  $("title").textContent = found.title;
  document.title = `${found.name} · Explorer`;
  showPrograms();
  showFunctions();
  $("explanation").replaceChildren();
  $("why-hint").hidden = false;
  await refresh();
  if (!edits.length && view) say(shown().grid ? "Click a cell, or press a button of an access program." : "Press a button of an access program.");
}

/* Show the state after the calls that were made; an edited text may be refused. */
async function refresh() {
  const mine = ++token;
  const found = await ask("view");
  if (mine !== token) return;
  if (found.error && asked.edits.length && found.line !== undefined) showEditError(found);
  else if (found.error) say(found.error, "exception");
  else show(found);
}

function show(found) {
  view = found;
  $("edit-error").textContent = "";
  showState();
  try {
    history.replaceState(null, "", "#" + encodeURIComponent(JSON.stringify(asked)));
  } catch { /* a page that was opened from a file may not change its address */ }
}

const shown = () => view.edited ?? view.original;

// -- calls -------------------------------------------------------------------------------------

async function makeCall(text) {
  const mine = ++token, calls = [...asked.calls, text];
  const found = await ask("view", {calls});
  if (mine !== token) return;
  if (found.error) { say(found.error, "exception"); return; }
  const step = (found.edited ?? found.original).steps.at(-1);
  if (step.kind === "state") {
    before = new Map(shown().grid?.cells.map((cell) => [cell.name, cell.value]));
    lit = []; askedCell = null;
    asked.calls = calls;
    show(found);
    say(`${name(text)}${step.text && ` = ${step.text}`}: the state is new`);
  } else {  // the state is the same: the call is shown, and not kept
    say(outcome(step), step.kind === "value" ? "" : "exception");
    if (step.kind !== "value" || step.since) await why(text, false);
  }
}

function outcome(step) {
  const since = step.since ? ` since ${step.since}` : "";
  const rules = step.rules.map((rule) => ` [${rule}]`).join("");
  if (step.kind === "exception") return `${name(step.call)} raises ${step.text}${since}${rules}`;
  if (step.kind === "undefined") return `${name(step.call)}: ${step.text}`;
  return `${name(step.call)} = ${step.text}${since}${rules}`;
}

/* The text of a call, with the name of the cell that it is about: move(2, 3) on d3. */
function name(call) {
  const grid = view && shown().grid;
  const program = description.programs.find((each) => call.startsWith(each.name + "("));
  if (!grid || !program) return call;
  const numbers = call.slice(program.name.length + 1, -1).split(",").map((each) => each.trim());
  const given = Object.fromEntries(program.parameters.map((each, n) => [each.name, numbers[n]]));
  const place = grid.fields.map((field) => given[field]);
  const cell = grid.cells.find((each) => each.place.join() === place.join());
  return cell && !cell.name.includes(",") ? `${call} on ${cell.name}` : call;
}

// -- the state ---------------------------------------------------------------------------------

function showState() {
  const now = shown();
  showGrid(now.grid);
  $("variables").replaceChildren(...now.variables.flatMap(
    ([variable, value]) => [element("dt", {}, variable), element("dd", {}, value)]));
  showHistory();
  showQueries();
  showDifferences();
}

function showGrid(grid) {
  $("grid-frame").hidden = !grid;
  if (!grid) return;
  fillSelect($("click"), [...cellPrograms().map((each) => [each.template, `calls ${plain(each.template)}`]),
    ["?", "asks why"]]);
  fillSelect($("mark"), grid.marks.map((mark, n) => [String(n), markText(mark)]), String(grid.usual_mark));
  $("mark").parentElement.hidden = grid.marks.length === 0;
  const rows = [...new Set(grid.cells.map((cell) => cell.place[0]))];
  const columns = [...new Set(grid.cells.map((cell) => cell.place[1]))];
  const heads = headings(grid, rows, columns);
  const mark = Number($("mark").value || 0);
  const different = differentCells();
  const active = document.activeElement?.closest?.("#grid") ? focused : null;
  focused ??= grid.cells[0].place.join();
  const cellAt = new Map(grid.cells.map((cell) => [cell.place.join(), cell]));
  const line = (r) => columns.map((c) => {
    const cell = cellAt.get(`${r},${c}`), place = `${r},${c}`;
    const isPossible = POSSIBLE.has(cell.marks[mark]);
    const words = [cell.name, NOTHING.has(cell.value) ? "nothing" : cell.value.toLowerCase()];
    if (grid.marks.length) words.push(isPossible ? "dot" : "no dot");
    if (different.has(place)) words.push(different.get(place));
    const classes = [
      isPossible ? "possible" : "", different.has(place) ? "differs" : "",
      before?.has(cell.name) && before.get(cell.name) !== cell.value ? "changed" : "",
      lit.some((each) => each.join() === place) ? "lit" : "",
      askedCell === place ? "asked" : ""].filter(Boolean).join(" ");
    return element("div", {role: "gridcell"}, element("button", {
      class: classes, "data-place": place, "data-name": cell.name, "aria-label": words.join(", "),
      title: words.slice(3).join(", "), tabindex: focused === place ? 0 : -1, onclick: () => clickCell(place),
    }, picture(cell.value)));
  });
  const top = element("div", {role: "row"}, element("span", {class: "head", role: "columnheader", "aria-label": "row"}),
    ...heads.columns.map((text) => element("span", {class: "head", role: "columnheader"}, text)));
  $("grid").style.gridTemplateColumns = `1.4rem repeat(${columns.length}, minmax(0, 1fr))`;
  $("grid").replaceChildren(top, ...rows.map((r, n) => element("div", {role: "row"},
    element("span", {class: "head", role: "rowheader"}, heads.rows[n]), ...line(r))));
  if (active) cellButton(active)?.focus();
}

/* A template as people read it: move(row, col). */
const plain = (template) => template.replace(/[{}]/g, "");

function markText(mark) {
  const program = description.programs.find((each) => mark.startsWith(each.name + "("));
  return program.is_transition ? `${plain(mark)} is accepted` : `${plain(mark)} is true`;
}

/* The heading of a column is what the names of its cells have in common: a, for a1 to a8. */
function headings(grid, rows, columns) {
  const named = new Map(grid.cells.map((cell) => [cell.place.join(), cell.name]));
  const isNamed = grid.cells.every((cell) => /^[a-z]\d+$/.test(cell.name));
  return {
    rows: rows.map((r) => isNamed ? named.get(`${r},${columns[0]}`).slice(1) : String(r)),
    columns: columns.map((c) => isNamed ? named.get(`${rows[0]},${c}`)[0] : String(c)),
  };
}

function picture(value) {
  if (COLOURS.has(value)) return element("span", {class: "piece", style: `--piece: ${value.toLowerCase()}`});
  if (value === "true") return element("span", {class: "filled"});
  if (NOTHING.has(value)) return "";
  return SIGNS[value] ?? value;
}

function cellPrograms() {
  const fields = new Set(shown().grid?.fields ?? []);
  return description.programs.filter((each) => !each.is_initializer
    && each.parameters.some((parameter) => fields.has(parameter.name)))
    .sort((one, other) => Number(other.is_transition) - Number(one.is_transition));
}

const cellButton = (place) => $("grid").querySelector(`button[data-place="${place}"]`);

function callOn(template, place) {
  const grid = shown().grid, [r, c] = place.split(",");
  const program = description.programs.find((each) => template.startsWith(each.name + "("));
  const given = {[grid.fields[0]]: r, [grid.fields[1]]: c};
  return template.replace(/\{(\w+)\}/g, (_, field) => given[field] ?? valueInForm(program, field));
}

async function clickCell(place) {
  focused = place;
  if ($("click").value === "?") await whyCell(place);
  else await makeCall(callOn($("click").value, place));
}

async function whyCell(place) {
  const grid = shown().grid;
  const mark = grid.marks[Number($("mark").value || 0)] ?? cellPrograms()[0]?.template;
  if (mark) await why(callOn(mark, place));
}

function moveFocus(event) {
  const grid = view && shown().grid;
  if (!grid || !event.target.dataset.place) return;
  const steps = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
  if (steps) {
    const [r, c] = event.target.dataset.place.split(",").map(Number);
    const next = cellButton(`${r + steps[0]},${c + steps[1]}`);
    if (next) {
      event.target.tabIndex = -1;
      next.tabIndex = 0;
      focused = next.dataset.place;
      next.focus();
    }
    event.preventDefault();
  } else if (event.key === "?") {
    focused = event.target.dataset.place;
    whyCell(focused);
    event.preventDefault();
  } else if (event.key.toLowerCase() === "u" && !event.ctrlKey && !event.metaKey) {
    undo();
    event.preventDefault();
  }
}

function undo() {
  if (!asked.calls.length) { say("there is nothing to undo"); return; }
  goTo(asked.calls.length - 1);
}

async function goTo(number) {
  asked.calls = asked.calls.slice(0, number);
  before = null; lit = []; askedCell = null;
  await refresh();
  say(number ? `after ${name(asked.calls.at(-1))}` : "before the first call");
}

function showHistory() {
  const other = view.edited ? view.original.steps : null;
  $("history").replaceChildren(...shown().steps.map((step, n) => {
    const isLast = n === asked.calls.length - 1;
    const told = step.kind === "state" ? "" : outcome(step).slice(name(step.call).length);
    const differs = other && (other[n].kind !== step.kind || other[n].text !== step.text);
    const note = differs ? ` (the specification: ${other[n].text || "a new state"})` : "";
    return element("li", {class: isLast ? "now" : "", "aria-current": isLast ? "step" : false},
      element("button", {onclick: () => goTo(n + 1)}, name(step.call)),
      element("span", {class: "outcome"}, told + note));
  }));
  const last = $("history").lastElementChild;
  if (last) $("history").scrollTop = last.offsetTop;
}

// -- access programs and queries ---------------------------------------------------------------

function showPrograms() {
  $("programs").replaceChildren(...description.programs.map((program) => {
    const fields = program.parameters.map((parameter) => {
      const id = `value-${program.name}-${parameter.name}`;
      const label = element("label", {for: id}, `${parameter.name} `);
      const input = parameter.choices.length
        ? element("select", {id}, ...parameter.choices.map((each) => element("option", {value: each}, each)))
        : element("input", {id, value: parameter.example, autocomplete: "off"});
      return element("span", {class: "field"}, label, input);
    });
    const call = () => program.template.replace(/\{(\w+)\}/g, (_, field) => valueInForm(program, field));
    const raises = program.raises.length ? ` Raises ${program.raises.join(", ")}.` : "";
    return element("div", {class: "program"},
      element("form", {onsubmit: (event) => { event.preventDefault(); makeCall(call()); }},
        element("button", {type: "submit"}, program.name), ...fields,
        element("button", {type: "button", class: "plain", onclick: () => why(call())}, "why?")),
      element("p", {}, program.text + raises));
  }));
}

function valueInForm(program, parameter) {
  return $(`value-${program.name}-${parameter}`)?.value ?? "";
}

function showQueries() {
  const other = view.edited ? new Map(view.original.queries.map((each) => [each.call, each.text])) : null;
  $("queries").replaceChildren(...shown().queries.map((query) => element("li", {},
    element("code", {}, query.call),
    element("span", {}, query.kind === "exception" ? `raises ${query.text}` : query.kind === "undefined" ? "—" : query.text),
    other && other.get(query.call) !== query.text
      ? element("span", {class: "other"}, `the specification: ${other.get(query.call)}`) : "",
    element("button", {onclick: () => why(query.call), "aria-label": `why ${query.call}`}, "why?"))));
}

// -- why ---------------------------------------------------------------------------------------

async function why(call, isTold = true) {
  const found = await ask("why", {call});
  if (found.error) { say(found.error, "exception"); return; }
  if (isTold) say(outcome(found), found.kind === "exception" || found.kind === "undefined" ? "exception" : "");
  $("why-hint").hidden = true;
  $("explanation").replaceChildren(
    element("p", {}, element("strong", {}, name(call)), ": ",
      found.kind === "exception" ? `raises ${found.text}` : found.kind === "state" ? "a new state" : found.text),
    ...found.clauses.map((clause) => element("div", {class: "clause"},
      element("h3", {}, clause.heading), showLine(clause.line, 0))));
  lit = deciding(found.clauses.at(-1)?.line);
  askedCell = found.cells[0]?.join() ?? null;
  for (const button of $("grid").querySelectorAll("button.asked")) button.classList.remove("asked");
  if (askedCell) cellButton(askedCell)?.classList.add("asked");
  light(lit);
  openTab("why");
  if (window.innerWidth < 900) $("side").scrollIntoView({block: "start"});
}

/* The cells of the lines that are open at first. */
function deciding(line, depth = 0) {
  if (!line) return [];
  const inner = isOpen(line, depth) ? line.parts.flatMap((part) => deciding(part, depth + 1)) : [];
  return [...(line.parts.length ? [] : line.cells), ...(line.text.startsWith("yields") ? line.cells : []), ...inner];
}

const isOpen = (line, depth) => depth < 9 && !line.binding.length;

function showLine(line, depth) {
  const value = line.value === true ? ["yes", "✓"] : line.value === false ? ["no", "✗"] : ["is", ""];
  const spoken = line.value === true ? "holds: " : line.value === false ? "does not hold: " : "";
  const binding = line.binding.map(([dummy, at]) => `${dummy} = ${at}`).join(", ");
  const text = [
    value[1] ? element("span", {class: `tick ${value[0]}`, "aria-hidden": "true"}, value[1]) : "",
    element("span", {class: "spoken"}, spoken),
    binding ? element("span", {class: "binding"}, binding) : "",
    element("span", {class: "formula"}, line.text),
    typeof line.value === "string" && line.value ? element("span", {class: "is"}, ` = ${line.value}`) : ""];
  const events = {onmouseenter: () => light(line.cells), onmouseleave: () => light(lit), onfocus: () => light(line.cells)};
  const rules = line.rules.map((rule) => showRule(rule));
  const notes = rules.map((rule) => rule.note), labels = rules.map((rule) => rule.button);
  if (!line.parts.length) {
    return element("div", {}, element("div", {class: "row-of-line"}, element("span", {class: "line", ...events}, ...text), ...labels), ...notes);
  }
  const parts = element("div", {class: "lines", hidden: !isOpen(line, depth)}, ...line.parts.map((part) => showLine(part, depth + 1)));
  const toggle = disclosure(parts, {class: "line", ...events}, ...text);
  return element("div", {}, element("div", {class: "row-of-line"}, toggle, ...labels), ...notes, parts);
}

function showRule(rule) {
  const told = description.rules[rule];
  const note = element("div", {class: "rule", hidden: true}, told ? told.text : "no text",
    ...(told?.sources ?? []).map((each) => element("small", {}, each)));
  return {note, button: disclosure(note, {class: "label"}, `[${rule}]`)};
}

/* A button that shows and hides an element. */
function disclosure(target, attributes, ...content) {
  const button = element("button", {...attributes, "aria-expanded": String(!target.hidden), onclick: () => {
    target.hidden = !target.hidden;
    button.setAttribute("aria-expanded", String(!target.hidden));
  }}, ...content);
  return button;
}

function light(cells) {
  for (const button of $("grid").querySelectorAll("button.lit")) button.classList.remove("lit");
  for (const cell of cells) cellButton(cell.join())?.classList.add("lit");
}

// -- edited texts ------------------------------------------------------------------------------

const functionKey = (each) => `${each.module} ${each.name}`;

function showFunctions() {
  const groups = new Map();
  for (const each of description.functions) {
    if (!groups.has(each.short)) groups.set(each.short, element("optgroup", {label: each.short}));
    groups.get(each.short).append(element("option", {value: functionKey(each)}, each.name));
  }
  $("function").replaceChildren(...groups.values());
  const first = asked.edits[0];
  if (first) $("function").value = `${first[0]} ${first[1]}`;
  showText();
}

function chosenFunction() {
  return description.functions.find((each) => functionKey(each) === $("function").value);
}

function showText() {
  const chosen = chosenFunction();
  const edit = asked.edits.find(([module, name]) => module === chosen.module && name === chosen.name);
  $("text").value = edit ? edit[2] : chosen.text;
  $("text").rows = Math.max(6, $("text").value.split("\n").length + 4);
  $("edit-error").textContent = "";
}

async function useText(text) {
  const chosen = chosenFunction();
  const others = asked.edits.filter(([module, name]) => module !== chosen.module || name !== chosen.name);
  asked.edits = text.trim() === chosen.text.trim() ? others : [...others, [chosen.module, chosen.name, text]];
  before = null; lit = []; askedCell = null;
  $("edit-error").textContent = "";
  const kept = asked.edits;
  await refresh();
  if ($("edit-error").textContent) asked.edits = kept.filter(([module, name]) => module !== chosen.module || name !== chosen.name);
}

function showEditError(found) {
  $("edit-error").textContent = found.line ? `line ${found.line}: ${found.error}` : found.error;
  if (found.line) {
    const rows = $("text").value.split("\n");
    const start = rows.slice(0, found.line - 1).join("\n").length + (found.line > 1 ? 1 : 0);
    $("text").setSelectionRange(start, start + (rows[found.line - 1] ?? "").length);
  }
  openTab("edit");
}

function differentCells() {
  const found = new Map();
  if (!view.edited?.grid || !view.original.grid) return found;
  const original = new Map(view.original.grid.cells.map((cell) => [cell.place.join(), cell]));
  for (const cell of view.edited.grid.cells) {
    const place = cell.place.join(), due = original.get(place);
    if (!due) continue;
    const marks = cell.marks.flatMap((mark, n) => mark === due.marks[n] ? []
      : [`${plain(view.edited.grid.marks[n])}: ${mark}, the specification: ${due.marks[n]}`]);
    if (cell.value !== due.value) marks.unshift(`${cell.value || "nothing"}, the specification: ${due.value}`);
    if (marks.length) found.set(place, marks.join("; "));
  }
  return found;
}

function showDifferences() {
  const target = $("differences");
  if (!view.edited) { target.replaceChildren(); return; }
  const cells = differentCells();
  const names = new Map(view.edited.grid?.cells.map((cell) => [cell.place.join(), cell.name]) ?? []);
  const due = new Map(view.original.queries.map((query) => [query.call, query.text]));
  const other = (n) => view.original.variables[n]?.[1] ?? "no value";
  const step = view.edited.steps.findIndex((each, n) =>
    each.kind !== view.original.steps[n].kind || each.text !== view.original.steps[n].text);
  const lines = [
    ...(step >= 0 ? [`call ${step + 1}, ${name(asked.calls[step])}, comes to something else`] : []),
    ...[...cells].map(([place, text]) => `${names.get(place)} · ${text}`),
    ...view.edited.variables.flatMap(([variable, value], n) => value === other(n) ? []
      : [`${variable} = ${value}, the specification: ${other(n)}`]),
    ...view.edited.queries.flatMap((query) => due.get(query.call) === query.text ? []
      : [`${query.call} = ${query.text}, the specification: ${due.get(query.call)}`]),
  ];
  target.replaceChildren(element("p", {}, lines.length
    ? `By your text, this is otherwise here${cells.size ? " (such cells are hatched)" : ""}:` : "By your text, nothing on this page is otherwise here. Other calls may be."),
    element("ul", {}, ...lines.map((line) => element("li", {}, line))));
  say(lines.length ? `your text changes ${lines.length} ${lines.length === 1 ? "answer" : "answers"} here` : "your text changes nothing here");
}

// -- exercises ---------------------------------------------------------------------------------

const drafts = new Map();  // by exercise: the text as the learner left it
let exercise = null;

async function showExercises() {
  const found = await transport.ask({ask: "exercises"});
  if (found.error) { $("exercise-task").textContent = found.error; return; }
  const chapters = new Map();
  for (const each of found.exercises) {
    if (!chapters.has(each.chapter)) chapters.set(each.chapter, element("optgroup", {label: each.chapter}));
    chapters.get(each.chapter).append(element("option", {value: each.name}, each.title));
  }
  $("exercise-name").replaceChildren(...chapters.values());
  $("exercise-method").textContent = found.has_solver
    ? "A right text is proved for all values where the solver can; else it is compared in many calls."
    : "There is no solver here: your text is compared in many calls, and proved in none.";
  await openExercise();
}

async function openExercise() {
  const found = await transport.ask({ask: "exercise", name: $("exercise-name").value});
  if (found.error) { $("exercise-task").textContent = found.error; return; }
  exercise = found;
  $("exercise-task").textContent = found.task;
  $("exercise-used").replaceChildren(...found.used.map((each) => element("details", {},
    element("summary", {}, `The module ${each.name}`),
    element("pre", {tabindex: 0, "aria-label": `The module ${each.name}`}, each.text))));
  $("exercise-above").textContent = found.above;
  $("exercise-below").textContent = found.below;
  $("exercise-rest").hidden = !found.below;
  $("exercise-text").value = drafts.get(found.name) ?? found.text;
  $("exercise-feedback").textContent = "";
  for (const button of document.querySelectorAll(".hint-level")) button.hidden = true;
}

async function judge(hint = null) {
  const mine = exercise.name;
  $("exercise-judge").disabled = true;
  $("exercise-feedback").textContent = "";
  const found = await transport.ask({ask: "judge", name: mine, text: $("exercise-text").value, hint});
  $("exercise-judge").disabled = false;
  if (mine !== exercise.name) return;
  const feedback = $("exercise-feedback");
  feedback.textContent = found.error
    ? (found.line ? `line ${found.line}: ${found.error}` : found.error) : found.lines.join("\n");
  feedback.className = found.is_right ? "right" : "wrong";
  const levels = [...document.querySelectorAll(".hint-level")];
  const reached = hint ? levels.findIndex((each) => each.dataset.level === hint) + 1 : 0;
  levels.forEach((button, n) => { button.hidden = !found.has_hint || n > reached; });
}

function moveExercise() {
  const select = $("exercise-name");
  select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
  openExercise();
}

// -- verdicts ----------------------------------------------------------------------------------

let verdict = null;

async function openVerdict(file) {
  try {
    verdict = JSON.parse(await file.text());
  } catch (error) {
    $("fault-text").textContent = `${file.name} is no JSON; give what check --json prints`;
    return;
  }
  await showFault(0);
}

async function showFault(fault) {
  const found = await transport.ask({ask: "verdict", verdict, fault});
  if (found.error) { $("fault-text").textContent = found.error; $("fault-label").hidden = true; return; }
  fillSelect($("fault"), found.faults.map((text, n) => [String(n), text]), String(fault), true);
  $("fault-label").hidden = false;
  await openModule(found.module, found.calls);
  $("fault-text").replaceChildren(
    element("p", {}, element("strong", {}, `[${found.rule}] `), found.text),
    element("p", {}, `The last call shows the fault. Due: ${found.expected}. The program says: ${found.got}.`),
    element("button", {onclick: () => why(found.calls.at(-1))}, "Why is that due?"));
  openTab("verdict");
  say(`fault ${fault + 1} of ${found.faults.length}: step through the calls on the left`);
}

// -- selects, tabs, beginning ------------------------------------------------------------------

/* Fill a select, and keep what was chosen if it is still there. */
function fillSelect(select, options, usual = null, isForced = false) {
  const key = options.map((each) => each.join("=")).join("|");
  const chosen = select.dataset.key === key && !isForced ? select.value : usual;
  if (select.dataset.key !== key) {
    select.replaceChildren(...options.map(([value, text]) => element("option", {value}, text)));
    select.dataset.key = key;
  }
  if (chosen !== null) select.value = chosen;
}

function openTab(name, isFocused = false) {
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const isChosen = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    $(tab.getAttribute("aria-controls")).hidden = !isChosen;
    if (isChosen && name === "exercise" && !exercise) showExercises();
    if (isChosen && isFocused) tab.focus();
  }
}

const tabs = [...document.querySelectorAll("[role=tab]")];
tabs.forEach((tab, number) => {
  const tabName = tab.id.replace("tab-", "");
  tab.addEventListener("click", () => openTab(tabName));
  tab.addEventListener("keydown", (event) => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (step) openTab(tabs[(number + step + tabs.length) % tabs.length].id.replace("tab-", ""), true);
  });
});
$("grid").addEventListener("keydown", moveFocus);
$("module").addEventListener("change", () => openModule($("module").value));
$("mark").addEventListener("change", () => showGrid(shown().grid));
$("undo").addEventListener("click", undo);
$("again").addEventListener("click", () => { asked.calls = description.begin; before = null; lit = []; askedCell = null; refresh().then(() => say("a new beginning")); });
$("link").addEventListener("click", async () => {
  try { await navigator.clipboard.writeText(location.href); say("the link is copied: it holds the calls and your texts"); }
  catch { say(`copy the address of this page: it holds the calls and your texts`); }
});
$("function").addEventListener("change", showText);
$("apply").addEventListener("click", () => useText($("text").value));
$("restore").addEventListener("click", () => { $("text").value = chosenFunction().text; useText(chosenFunction().text); say("the specification's own text is used"); });
$("exercise-name").addEventListener("change", openExercise);
$("exercise-text").addEventListener("input", () => drafts.set(exercise.name, $("exercise-text").value));
$("exercise-judge").addEventListener("click", () => judge());
$("exercise-next").addEventListener("click", moveExercise);
for (const button of document.querySelectorAll(".hint-level")) {
  button.addEventListener("click", () => judge(button.dataset.level));
}
$("verdict-file").addEventListener("change", (event) => event.target.files[0] && openVerdict(event.target.files[0]));
$("fault").addEventListener("change", () => showFault(Number($("fault").value)));

async function begin() {
  const listed = await transport.ask({ask: "modules"});
  if (listed.error) { say(listed.error, "exception"); return; }
  $("module").replaceChildren(...listed.modules.map((each) => element("option", {value: each}, each)));
  let kept = null;
  try { kept = JSON.parse(decodeURIComponent(location.hash.slice(1))); } catch { /* no link */ }
  const isKept = kept && listed.modules.includes(kept.module) && Array.isArray(kept.calls);
  await (isKept
    ? openModule(kept.module, kept.calls.map(String), Array.isArray(kept.edits) ? kept.edits : [])
    : openModule(listed.modules[0]));
  document.body.dataset.ready = "true";
}

begin();
