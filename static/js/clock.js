// Clocks tick between two responses. They use only elapsed time on this device, never its time of day.

const seen = new WeakMap(); // clock → performance.now() when it arrived

function figures(seconds) {
  const over = seconds < 0;
  const whole = over ? Math.floor(-seconds) : Math.ceil(seconds);
  const sign = over && whole ? "-" : "";
  return `${sign}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function tick(card) {
  if (card.dataset.state !== "running" || card.dataset.paused !== undefined) return;
  if (!seen.has(card)) seen.set(card, performance.now());
  const elapsed = Number(card.dataset.elapsed) + (performance.now() - seen.get(card)) / 1000;
  for (const mark of card.dataset.marks.split(";")) {
    const [ends, countsTo, label] = mark.split("|");
    if (ends !== "" && elapsed >= Number(ends)) continue;
    set(card.querySelector("[data-left]"), countsTo === "" ? "" : figures(Number(countsTo) - elapsed));
    set(card.querySelector("[data-phase]"), label);
    return;
  }
}

function set(element, text) {
  if (element && element.textContent.trim() !== text) element.textContent = text;
}

function all() {
  for (const card of document.querySelectorAll(".clock-card")) tick(card);
}

document.addEventListener("htmx:load", all);
setInterval(all, 200);
all();
