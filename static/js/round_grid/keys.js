// The keyboard in the round grid: Enter and Space move on, and the arrows move between rows. At the end of a row, moving
// on sends it.

import { focusInput } from "../focus_input.js";

export function listenToKeys(form, rows, sendRow) {
  const { inputsOf } = rows;

  function focusNext(row, input) {
    const inputs = inputsOf(row);
    const next = inputs[inputs.indexOf(input) + 1];
    if (next) return focusInput(next);
    sendRow(row);
    return focusNextRow(row);
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
    const all = rows.all();
    const other = all[all.indexOf(row) + step];
    if (other) focusInput(inputsOf(other)[inputsOf(row).indexOf(input)] ?? inputsOf(other)[0]);
  }

  form.addEventListener("keydown", (event) => {
    const input = event.target;
    const row = input.closest("tr[data-sheet]");
    if (!row || !input.matches("input") || event.ctrlKey || event.metaKey || event.altKey) return;
    const isCell = input.matches(".cell");
    if (event.key === "Enter" || (event.key === " " && isCell)) focusNext(row, input);
    else if (["ArrowDown", "ArrowUp"].includes(event.key) && (isCell || input.type === "checkbox")) {
      focusInColumn(row, input, event.key === "ArrowDown" ? 1 : -1);
    } else if (!isCell || event.key.length > 1 || /[0-9aA-]/.test(event.key)) return;
    event.preventDefault();
  });
}
