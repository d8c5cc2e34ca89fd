// The board of draft tables. A chip is a player. Arrow keys move between chips, digits jump to a table, Space picks up a
// chip, Escape puts it back, L locks its seat, and chips can be dragged.

import "./common.js";
import { findKey, listKeys } from "./key_list.js";

const board = () => document.querySelector("[data-board]");
const chips = () => [...document.querySelectorAll("[data-board] .chip")];
let typedDigits = "";
let draggedSeat = null;

// Return the chip in the direction of an arrow key.
function neighborOf(chip, key) {
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

// Add a digit to the table number. If there is no such table, the digit starts a new number.
function focusTable(digit) {
  const find = (number) => board().querySelector(`[data-table="${number}"]`);
  typedDigits = (typedDigits + digit).slice(-4);
  if (!find(typedDigits)) typedDigits = digit;
  const table = find(typedDigits);
  table?.querySelector(".chip")?.focus();
}

function toggleLock(chip) {
  const seat = chip.id.slice(5);
  htmx.ajax("POST", `${board().dataset.board}lock/${seat}/`, { target: "#board", swap: "outerHTML" });
}

const DIGITS = [..."0123456789"];
const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

// Those with `onChip` are for the focused chip. Enter clicks it anyway, as it does every button.
const KEYS = listKeys("On the tables", [
  { keys: ARROWS, label: "Move between players", onChip: true, press: (chip, key) => neighborOf(chip, key)?.focus() },
  { keys: DIGITS, shows: ["0", "–", "9"], label: "Go to a table", press: (_, key) => focusTable(key) },
  {
    keys: [" "],
    shows: ["Space", "Enter"],
    label: "Pick up a player, then swap",
    onChip: true,
    press: (chip) => chip.click(),
  },
  { keys: ["Escape"], label: "Put the player back", press: () => document.querySelector("[data-put-back]")?.click() },
  { keys: ["l", "L"], shows: ["l"], label: "Lock or unlock the seat", onChip: true, press: toggleLock },
]);

document.addEventListener("keydown", (event) => {
  if (!board() || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) {
    return;
  }
  const entry = findKey(KEYS, event.key);
  const chip = event.target.closest("[data-board] .chip");
  if (!entry || (entry.onChip && !chip)) return;
  entry.press(chip, event.key);
  if (!DIGITS.includes(event.key)) typedDigits = "";
  event.preventDefault();
});

// While a chip is dragged, every other chip shows what a swap would cost.
document.addEventListener("dragstart", async (event) => {
  const chip = event.target.closest?.("[data-board] .chip[draggable]");
  if (!chip) return;
  draggedSeat = chip.dataset.seat;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", chip.textContent.trim());
  const answer = await fetch(`${board().dataset.board}?pick=${draggedSeat}`, { headers: { "HX-Request": "true" } });
  const pickedBoard = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const other of chips()) {
    const priced = pickedBoard.getElementById(other.id);
    if (!priced?.dataset.tone || !draggedSeat) continue;
    other.dataset.tone = priced.dataset.tone;
    other.title = priced.querySelector(".chip-cost")?.textContent.trim() || "";
  }
});

document.addEventListener("dragover", (event) => {
  const chip = event.target.closest?.("[data-board] .chip");
  if (draggedSeat && chip && chip.dataset.seat !== draggedSeat) event.preventDefault();
});

document.addEventListener("drop", (event) => {
  const chip = event.target.closest?.("[data-board] .chip");
  if (!draggedSeat || !chip?.dataset.seat) return;
  event.preventDefault();
  const path = `${board().dataset.board}swap/${draggedSeat}/${chip.dataset.seat}/`;
  draggedSeat = null;
  htmx.ajax("POST", path, { target: "#board", swap: "outerHTML" });
});

document.addEventListener("dragend", () => {
  draggedSeat = null;
  for (const chip of chips()) {
    chip.removeAttribute("title");
    delete chip.dataset.tone;
  }
});
