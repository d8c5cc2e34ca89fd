// A projector display turns its own pages: as many rows as fit, then the next rows, then the next list. Between two pages
// it asks for changes. Space pauses it, the arrow keys turn pages.

import "./common.js";

const PAGE_MILLISECONDS = 9000;
const MARGIN = 8; // pixels above the foot
let page = 0;
let pages = []; // the rows of each page: {panel, lines, first, last}
let isPaused = false;
let lastResponse = null;
let timer = 0;

const wall = () => document.querySelector("[data-wall]");
const panels = () => [...document.querySelectorAll("[data-wall-panel]")];

function showPanel(shown) {
  for (const panel of panels()) panel.hidden = panel !== shown;
}

function linesThatFit(list, lines) {
  const foot = document.querySelector(".wall-foot");
  const bottom = foot ? foot.getBoundingClientRect().top : window.innerHeight;
  const style = getComputedStyle(list);
  const gap = parseFloat(style.rowGap) || 0;
  const room = bottom - list.getBoundingClientRect().top - MARGIN;
  const rows = Math.max(1, Math.floor((room + gap) / (lines[0].getBoundingClientRect().height + gap)));
  return rows * style.gridTemplateColumns.split(" ").length;
}

// Compute the pages of all lists for this screen, before the next paint.
function computePages() {
  pages = [];
  for (const panel of panels()) {
    showPanel(panel);
    const list = panel.querySelector("[data-wall-list]");
    const lines = [...list.children];
    for (const line of lines) line.hidden = false;
    if (!lines.length) continue;
    const perPage = linesThatFit(list, lines);
    for (let first = 0; first < lines.length; first += perPage) {
      pages.push({ panel, lines, first, last: first + perPage });
    }
  }
}

// Show a page. After the last page comes the first one.
function showPage(number) {
  if (!pages.length) return;
  page = (number + pages.length) % pages.length;
  const { panel, lines, first, last } = pages[page];
  showPanel(panel);
  lines.forEach((line, index) => {
    line.hidden = index < first || index >= last;
  });
  const counter = document.querySelector("[data-wall-page]");
  counter.textContent = counter.dataset.words.replace("{page}", page + 1).replace("{pages}", pages.length);
  document.querySelector("[data-wall-progress]").style.inlineSize = `${((page + 1) / pages.length) * 100}%`;
}

// Show the page with the same rows after the list or the screen size changed.
function showSamePage() {
  const before = pages[page];
  computePages();
  const same = pages.findIndex(
    ({ panel, last }) => panel.dataset.wallPanel === before?.panel.dataset.wallPanel && last > before.first,
  );
  showPage(Math.max(same, 0));
}

function setPaused(wanted) {
  isPaused = wanted;
  document.querySelector("[data-wall-paused]").hidden = !isPaused;
}

function restartTimer() {
  clearInterval(timer);
  timer = setInterval(() => window.htmx.trigger(wall(), "wall:ask"), PAGE_MILLISECONDS);
}

function turnPages(steps) {
  showPage(page + steps);
  restartTimer();
}

const KEYS = {
  " ": () => setPaused(!isPaused),
  ArrowRight: () => turnPages(1),
  PageDown: () => turnPages(1),
  ArrowLeft: () => turnPages(-1),
  PageUp: () => turnPages(-1),
};

document.addEventListener("keydown", (event) => {
  const act = KEYS[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("a, button, input")) return;
  event.preventDefault();
  act();
});

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.responseText === lastResponse) event.detail.shouldSwap = false;
  lastResponse = event.detail.xhr.responseText;
});
document.addEventListener("htmx:afterSwap", showSamePage);
document.addEventListener("htmx:afterRequest", () => {
  if (!isPaused) showPage(page + 1);
});
window.addEventListener("resize", showSamePage);
document.fonts?.ready.then(showSamePage);
computePages();
showPage(0);
restartTimer();
