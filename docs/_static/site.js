// What the theme leaves open. Every page can be read without this script.
"use strict";

// The sidebar scrolls to the current page.
const here = document.querySelector(".sidebar-tree .current-page");
const tree = document.querySelector(".sidebar-scroll");
if (here && tree) {
  const top = here.getBoundingClientRect().top - tree.getBoundingClientRect().top;
  if (top + here.offsetHeight > tree.clientHeight) {
    tree.scrollTop += top - tree.clientHeight / 3;
  }
}

// A heading has a level, and what scrolls sideways can be scrolled by keyboard.
for (const caption of document.querySelectorAll("p.caption[role=heading]")) {
  caption.ariaLevel = 2;
}
const reach = () => {
  for (const each of document.querySelectorAll("article pre, article .table-wrapper, .mis-lines, dt.sig")) {
    if (each.scrollWidth > each.clientWidth) {
      each.tabIndex = 0;
    }
  }
};
reach();
addEventListener("resize", reach);
