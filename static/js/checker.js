// The judge's checker: cubes under the thumb type into the field that was touched last.

import "./common.js";

let field = document.querySelector("[data-cubes]");

// A key may put the caret inside what it types: `sw(|)`.
function put(text) {
  const [before, after = ""] = text.split("|");
  const start = field.selectionStart ?? field.value.length;
  const end = field.selectionEnd ?? start;
  const inside = field.value.slice(start, end);
  field.setRangeText(before + (after ? inside : "") + after, start, end, "end");
  if (after) {
    const caret = start + before.length + inside.length;
    field.setSelectionRange(caret, caret);
  }
}

function takeBack() {
  const end = field.selectionEnd;
  const start = field.selectionStart === end ? Math.max(0, end - 1) : field.selectionStart;
  field.setRangeText("", start, end, "end");
}

document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-cubes]")) field = event.target;
});

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-types]");
  if (!key || !field) return;
  if (key.dataset.types === "⌫") takeBack();
  else put(key.dataset.types);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  mark();
});

// Which field the keys type into, for who does not see a caret because the phone's keyboard stays away.
function mark() {
  for (const each of document.querySelectorAll("[data-cubes]")) each.toggleAttribute("data-typing", each === field);
}

document.addEventListener("focusin", mark);
mark();

// On a touch screen the cubes are the keyboard; a keyboard of its own would cover them.
if (matchMedia("(pointer: coarse)").matches) {
  for (const each of document.querySelectorAll("[data-cubes]")) each.inputMode = "none";
}
