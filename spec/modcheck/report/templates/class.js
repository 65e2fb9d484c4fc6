"use strict";
/* Sorts and filters the table of a class. Without this script the page is the same table. */
const body = document.querySelector(".submissions tbody");
const rows = [...body.rows];
const filters = document.querySelector(".filters");
const [search, status] = filters.querySelectorAll("input, select");
const bars = [...document.querySelectorAll(".failures li")].map((line) => {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...line.childNodes);
  button.addEventListener("click", () => {
    const chosen = button.getAttribute("aria-pressed") !== "true";
    bars.forEach((bar) => bar.setAttribute("aria-pressed", String(chosen && bar === button)));
    filter();
  });
  button.setAttribute("aria-pressed", "false");
  button.title = "Show only these submissions";
  line.append(button);
  return button;
});

function filter() {
  const pressed = bars.find((bar) => bar.getAttribute("aria-pressed") === "true");
  const rule = pressed?.parentElement.dataset.rule;
  const words = search.value.toLowerCase().split(/\s+/);
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !(
      (rule === undefined || row.dataset.rules.split(" ").includes(rule)) &&
      (status.value === "" || row.dataset.status === status.value) &&
      words.every((word) => text.includes(word))
    );
  }
  const shown = rows.filter((row) => !row.hidden).length;
  filters.querySelector("output").textContent = `${shown} of ${rows.length} shown`;
}

/* Numbers as numbers, other texts as people sort them; empty cells are last in either direction. */
function compare(left, right, direction) {
  if (!left || !right) return Number(!left) - Number(!right);
  const difference = Number(left) - Number(right);
  const order = Number.isNaN(difference) ? left.localeCompare(right, "en", { numeric: true }) : difference;
  return direction * order;
}

document.querySelectorAll(".submissions th").forEach((heading, column, headings) => {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...heading.childNodes);
  button.addEventListener("click", () => {
    const up = heading.getAttribute("aria-sort") !== "ascending";
    headings.forEach((each) => each.removeAttribute("aria-sort"));
    heading.setAttribute("aria-sort", up ? "ascending" : "descending");
    const text = (row) => row.cells[column].textContent.trim();
    rows.sort((a, b) => compare(text(a), text(b), up ? 1 : -1));
    body.append(...rows);
  });
  heading.append(button);
});
search.addEventListener("input", filter);
status.addEventListener("change", filter);
filters.hidden = false;
filter();
