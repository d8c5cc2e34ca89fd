// A projector display turns its own pages: as many rows as fit, then the next rows, then the next list. Between two pages
// it asks for changes. Space pauses it, the arrow keys turn pages.

import "./common.js";

const EVERY = 9000;
const MARGIN = 8;
let page = 0;
let pages = [];
let paused = false;
let answer = null;
let timer = 0;

const wall = () => document.querySelector("[data-wall]");
const panels = () => [...document.querySelectorAll("[data-wall-panel]")];

function only(shown) {
  for (const panel of panels()) panel.hidden = panel !== shown;
}

function fitting(list, lines) {
  const foot = document.querySelector(".wall-foot");
  const bottom = foot ? foot.getBoundingClientRect().top : window.innerHeight;
  const style = getComputedStyle(list);
  const gap = parseFloat(style.rowGap) || 0;
  const room = bottom - list.getBoundingClientRect().top - MARGIN;
  const rows = Math.max(1, Math.floor((room + gap) / (lines[0].getBoundingClientRect().height + gap)));
  return rows * style.gridTemplateColumns.split(" ").length;
}

// Work out the pages of all lists for this screen, before the next paint.
function measure() {
  pages = [];
  for (const panel of panels()) {
    only(panel);
    const list = panel.querySelector("[data-wall-list]");
    const lines = [...list.children];
    for (const line of lines) line.hidden = false;
    if (!lines.length) continue;
    const fit = fitting(list, lines);
    for (let first = 0; first < lines.length; first += fit) pages.push({ panel, lines, first, last: first + fit });
  }
}

function show(wanted) {
  if (!pages.length) return;
  page = (wanted + pages.length) % pages.length;
  const { panel, lines, first, last } = pages[page];
  only(panel);
  lines.forEach((line, at) => {
    line.hidden = at < first || at >= last;
  });
  document.querySelector("[data-wall-page]").textContent = `${page + 1} of ${pages.length}`;
  document.querySelector("[data-wall-progress]").style.inlineSize = `${((page + 1) / pages.length) * 100}%`;
}

// Show the same rows again after the list or the screen size changed.
function again() {
  const before = pages[page];
  measure();
  const same = pages.findIndex(
    ({ panel, last }) => panel.dataset.wallPanel === before?.panel.dataset.wallPanel && last > before.first,
  );
  show(Math.max(same, 0));
}

function hold(wanted) {
  paused = wanted;
  document.querySelector("[data-wall-paused]").hidden = !paused;
}

function wind() {
  clearInterval(timer);
  timer = setInterval(() => window.htmx.trigger(wall(), "wall:ask"), EVERY);
}

function turn(steps) {
  show(page + steps);
  wind();
}

const KEYS = {
  " ": () => hold(!paused),
  ArrowRight: () => turn(1),
  PageDown: () => turn(1),
  ArrowLeft: () => turn(-1),
  PageUp: () => turn(-1),
};

document.addEventListener("keydown", (event) => {
  const act = KEYS[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("a, button, input")) return;
  event.preventDefault();
  act();
});

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.responseText === answer) event.detail.shouldSwap = false;
  answer = event.detail.xhr.responseText;
});
document.addEventListener("htmx:afterSwap", again);
document.addEventListener("htmx:afterRequest", () => {
  if (!paused) show(page + 1);
});
window.addEventListener("resize", again);
document.fonts?.ready.then(again);
measure();
show(0);
wind();
