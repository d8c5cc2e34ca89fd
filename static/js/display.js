// The wall turns its own pages: as many rows of a list as fit, then the next, then the next list. Between two pages it
// asks for news, and nothing is touched if there is none. Space holds it, the arrows turn it by hand.

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

// All pages of all lists, as they fit this screen. The browser paints nothing of it.
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

// The same rows as before, in a list that may have got longer or on a screen that has another size.
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
