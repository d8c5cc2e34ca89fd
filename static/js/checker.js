// The judge's checker: the keypad types into the field that had the focus last.

import "./common.js";
import { listKeys } from "./key_list.js";

let field = document.querySelector("[data-cubes]");

// A key can place the caret inside the text it types: `sw(|)`.
function insertText(text) {
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

function deleteBackward() {
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
  if (key.dataset.types === "⌫") deleteBackward();
  else insertText(key.dataset.types);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  markTargetField();
});

// Mark the field that the keypad types into. On a phone there is no caret to show it.
function markTargetField() {
  for (const each of document.querySelectorAll("[data-cubes]")) each.toggleAttribute("data-typing", each === field);
}

document.addEventListener("focusin", markTargetField);
markTargetField();

// On a touch screen the keypad replaces the on-screen keyboard, which would cover it.
if (matchMedia("(pointer: coarse)").matches) {
  for (const each of document.querySelectorAll("[data-cubes]")) each.inputMode = "none";
}

// What to type on a keyboard for the keys that show something else.
const typed = (key) => key.dataset.types.replace("|", "").trim() || " ";
const isShown = (key) => key.textContent.replaceAll(/\s/g, "") === typed(key);
listKeys(
  "Typing cubes on a keyboard",
  [...document.querySelectorAll("[data-types]:not([data-types='⌫'])")]
    .filter((key) => !isShown(key))
    .map((key) => ({ keys: [typed(key)], label: `${key.textContent.trim()} (${key.getAttribute("aria-label")})` })),
);
