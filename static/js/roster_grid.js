// Arrow keys move up and down in the roster grid, as in a spreadsheet. Enter moves down.

import "./common.js";
import { focusInput } from "./focus_input.js";
import { findKey, listKeys } from "./key_list.js";

const KEYS = listKeys("In the grid", [
  { keys: ["Enter", "ArrowDown"], label: "Go to the row below", step: 1 },
  { keys: ["ArrowUp"], label: "Go to the row above", step: -1 },
]);

document.addEventListener("keydown", (event) => {
  const cell = event.target.closest("[data-grid] input.cell");
  if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
  const key = findKey(KEYS, event.key);
  if (!key) return;
  event.preventDefault();
  const row = cell.closest("tr");
  const column = [...row.cells].indexOf(cell.closest("td"));
  const rows = [...row.parentElement.rows];
  focusInput(rows[rows.indexOf(row) + key.step]?.cells[column].querySelector("input"));
});
