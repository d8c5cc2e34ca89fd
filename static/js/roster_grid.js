// Arrow keys move up and down in the roster grid, as in a spreadsheet. Enter moves down.

import "./common.js";
import { focusInput } from "./focus_input.js";

document.addEventListener("keydown", (event) => {
  const cell = event.target.closest("[data-grid] input.cell");
  if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
  const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const row = cell.closest("tr");
  const column = [...row.cells].indexOf(cell.closest("td"));
  const rows = [...row.parentElement.rows];
  focusInput(rows[rows.indexOf(row) + step]?.cells[column].querySelector("input"));
});
