// The board of draft tables. Arrows move between chips, digits jump to a table, Escape puts a chip back, L locks a seat,
// and chips can be dragged.

import "./common.js";

const board = () => document.querySelector("[data-board]");
const chips = () => [...document.querySelectorAll("[data-board] .chip")];
let typed = "";
let dragged = null;

function step(chip, key) {
  const all = chips();
  if (key === "ArrowLeft" || key === "ArrowRight") return all[all.indexOf(chip) + (key === "ArrowRight" ? 1 : -1)];
  const tables = [...board().querySelectorAll("[data-table]")];
  const here = chip.closest("[data-table]");
  const row = Math.round(here.getBoundingClientRect().top);
  const perRow = tables.filter((table) => Math.round(table.getBoundingClientRect().top) === row).length;
  const inTable = [...here.querySelectorAll(".chip")];
  const at = inTable.indexOf(chip) + (key === "ArrowDown" ? 1 : -1);
  if (inTable[at]) return inTable[at];
  const next = tables[tables.indexOf(here) + (key === "ArrowDown" ? perRow : -perRow)];
  const seats = next ? [...next.querySelectorAll(".chip")] : [];
  return key === "ArrowDown" ? seats[0] : seats.at(-1);
}

function jump(digit) {
  typed = (typed + digit).slice(-4);
  const table = board().querySelector(`[data-table="${typed}"]`) ||
    board().querySelector(`[data-table="${(typed = digit)}"]`);
  table?.querySelector(".chip")?.focus();
}

function lock(chip) {
  const seat = chip.id.slice(5);
  htmx.ajax("POST", `${board().dataset.board}lock/${seat}/`, { target: "#board", swap: "outerHTML" });
}

document.addEventListener("keydown", (event) => {
  if (!board() || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) {
    return;
  }
  const chip = event.target.closest("[data-board] .chip");
  if (event.key === "Escape") document.querySelector("[data-put-back]")?.click();
  else if (/^[0-9]$/.test(event.key)) jump(event.key);
  else if (chip && event.key.startsWith("Arrow")) step(chip, event.key)?.focus();
  else if (chip && event.key.toLowerCase() === "l") lock(chip);
  else if (chip && event.key === " ") chip.click();
  else return;
  if (!/^[0-9]$/.test(event.key)) typed = "";
  event.preventDefault();
});

// While a chip is dragged, every other chip shows what a swap would cost.
document.addEventListener("dragstart", async (event) => {
  const chip = event.target.closest?.("[data-board] .chip[draggable]");
  if (!chip) return;
  dragged = chip.dataset.seat;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", chip.textContent.trim());
  const answer = await fetch(`${board().dataset.board}?pick=${dragged}`, { headers: { "HX-Request": "true" } });
  const seen = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const other of chips()) {
    const priced = seen.getElementById(other.id);
    if (!priced?.dataset.tone || !dragged) continue;
    other.dataset.tone = priced.dataset.tone;
    other.title = priced.querySelector(".chip-cost")?.textContent.trim() || "";
  }
});

document.addEventListener("dragover", (event) => {
  const chip = event.target.closest?.("[data-board] .chip");
  if (dragged && chip && chip.dataset.seat !== dragged) event.preventDefault();
});

document.addEventListener("drop", (event) => {
  const chip = event.target.closest?.("[data-board] .chip");
  if (!dragged || !chip?.dataset.seat) return;
  event.preventDefault();
  const path = `${board().dataset.board}swap/${dragged}/${chip.dataset.seat}/`;
  dragged = null;
  htmx.ajax("POST", path, { target: "#board", swap: "outerHTML" });
});

document.addEventListener("dragend", () => {
  dragged = null;
  for (const chip of chips()) {
    chip.removeAttribute("title");
    delete chip.dataset.tone;
  }
});
