// The sidebar shows where the reader is: it scrolls to the current page.
"use strict";

const here = document.querySelector(".sidebar-tree .current-page");
const tree = document.querySelector(".sidebar-scroll");
if (here && tree) {
  const top = here.getBoundingClientRect().top - tree.getBoundingClientRect().top;
  if (top + here.offsetHeight > tree.clientHeight) {
    tree.scrollTop += top - tree.clientHeight / 3;
  }
}
