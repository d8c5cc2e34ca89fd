// Clocks run on between two responses. They use only elapsed time on this device, never its time of day.

const arrivals = new WeakMap(); // clock → performance.now() when it arrived

function clockTime(seconds) {
  const isOver = seconds < 0;
  const whole = isOver ? Math.floor(-seconds) : Math.ceil(seconds);
  const sign = isOver && whole ? "-" : "";
  return `${sign}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function updateClock(card) {
  if (card.dataset.state !== "running" || card.dataset.paused !== undefined) return;
  if (!arrivals.has(card)) arrivals.set(card, performance.now());
  const elapsed = Number(card.dataset.elapsed) + (performance.now() - arrivals.get(card)) / 1000;
  // Each mark is a phase: when it ends, which time it counts down to, and its label.
  for (const mark of card.dataset.marks.split(";")) {
    const [ends, countsTo, label] = mark.split("|");
    if (ends !== "" && elapsed >= Number(ends)) continue;
    setText(card.querySelector("[data-left]"), countsTo === "" ? "" : clockTime(Number(countsTo) - elapsed));
    setText(card.querySelector("[data-phase]"), label);
    return;
  }
}

function setText(element, text) {
  if (element && element.textContent.trim() !== text) element.textContent = text;
}

function updateAll() {
  for (const card of document.querySelectorAll(".clock-card")) updateClock(card);
}

document.addEventListener("htmx:load", updateAll);
setInterval(updateAll, 200);
updateAll();
