// A filter for the rows of a traceability table. Without this script the whole table is there.
"use strict";

const KINDS = ["clause", "theorem", "test", "specimen"];

for (const table of document.querySelectorAll("table.mis-traceability")) {
  const rows = [...table.tBodies[0].rows];
  const form = document.createElement("form");
  form.className = "mis-filter";
  form.innerHTML = `
    <label>Show rules with <input type="search" placeholder="any text"></label>
    <label>and <select><option value="">anything</option>${["has", "lacks"].map((verb) => KINDS.map((kind) =>
      `<option value="${verb}-${kind}">${verb === "has" ? "a" : "no"} ${kind}</option>`).join("")).join("")}
    </select></label> <output aria-live="polite"></output>`;
  const [text, kind, count] = form.querySelectorAll("input, select, output");
  const show = () => {
    const [verb, name] = kind.value.split("-");
    let shown = 0;
    for (const row of rows) {
      const wanted = row.textContent.toLowerCase().includes(text.value.trim().toLowerCase())
        && (!verb || row.classList.contains(`has-${name}`) === (verb === "has"));
      row.hidden = !wanted;
      shown += wanted;
    }
    count.value = `${shown} of ${rows.length} rules`;
  };
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  (table.closest(".table-wrapper") ?? table).before(form);
  show();
}
