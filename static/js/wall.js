// A wall list that turns its own pages: as many lines as fit, then the next, with a line that shows how far it is.
(() => {
  "use strict";

  const EVERY = 9000;
  let first = 0;

  function turn(next) {
    const list = document.querySelector("[data-wall]");
    if (!list) return;
    const lines = [...list.children];
    for (const line of lines) line.hidden = false;
    if (next !== undefined) first = next >= lines.length ? 0 : next;
    if (first >= lines.length) first = 0;
    const room = window.innerHeight - list.getBoundingClientRect().top - 40;
    const height = lines[0].getBoundingClientRect().height + 4;
    const columns = getComputedStyle(list).gridTemplateColumns.split(" ").length;
    const fit = Math.max(1, Math.floor(room / height)) * columns;
    lines.forEach((line, at) => {
      line.hidden = at < first || at >= first + fit;
    });
    list.dataset.fit = fit;
    const progress = document.querySelector("[data-wall-progress]");
    if (progress) progress.style.inlineSize = `${Math.min(100, ((first + fit) / lines.length) * 100)}%`;
  }

  document.addEventListener("htmx:load", () => turn());
  window.addEventListener("resize", () => turn());
  setInterval(() => turn(first + Number(document.querySelector("[data-wall]")?.dataset.fit || 1)), EVERY);
  turn(0);
})();
