// The keyboard in the round grid: Enter and Space move on, and the arrows move between rows. At the end of a row, moving
// on sends it.

import { focusInput } from "../focus_input.js";
import { findKey, listKeys } from "../key_list.js";

export function listenToKeys(form, rows, sendRow) {
  const { inputsOf } = rows;

  const isCell = (input) => input.matches(".cell");

  // `press` returns whether it did what the key means. Otherwise the browser does what it always does.
  const KEYS = listKeys("In a row", [
    { keys: ["Enter"], label: "Go to the next cell, or save the row at its end", press: focusNext },
    {
      keys: [" "],
      label: "Go to the next cell, or check Initials",
      press: (row, input) => isCell(input) && focusNext(row, input),
    },
    { keys: ["ArrowDown"], label: "Go to the table below", press: (row, input) => focusInColumn(row, input, 1) },
    { keys: ["ArrowUp"], label: "Go to the table above", press: (row, input) => focusInColumn(row, input, -1) },
    { keys: ["a", "A"], shows: ["a"], label: "The player was a no-show", press: () => false }, // typed into the cell
  ]);

  function focusNext(row, input) {
    const inputs = inputsOf(row);
    const next = inputs[inputs.indexOf(input) + 1];
    if (next) focusInput(next);
    else {
      sendRow(row);
      focusNextRow(row);
    }
    return true;
  }

  function focusNextRow(row) {
    const all = rows.all();
    const next = all.slice(all.indexOf(row) + 1).find((each) =>
      !["saved", "waiting", "sending"].includes(rows.stateOf(each))
    );
    focusInput(next ? inputsOf(next)[0] : form.querySelector(".button.primary"));
  }

  // Focus the same input in the row above or below.
  function focusInColumn(row, input, step) {
    if (!isCell(input) && input.type !== "checkbox") return false;
    const all = rows.all();
    const other = all[all.indexOf(row) + step];
    if (other) focusInput(inputsOf(other)[inputsOf(row).indexOf(input)] ?? inputsOf(other)[0]);
    return true;
  }

  form.addEventListener("keydown", (event) => {
    const input = event.target;
    const row = input.closest("tr[data-sheet]");
    if (!row || !input.matches("input") || event.ctrlKey || event.metaKey || event.altKey) return;
    const entry = findKey(KEYS, event.key);
    const isDone = entry
      ? entry.press(row, input)
      : isCell(input) && event.key.length === 1 && !/[0-9-]/.test(event.key); // other characters are not typed
    if (isDone) event.preventDefault();
  });
}
