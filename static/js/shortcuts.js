// Keyboard shortcuts: data-key names the key of an element, and a few keys work on every page.

import { areShortcutsOn, elementsWithKeys, openHelp } from "./help.js";
import { findKey, listKeys } from "./key_list.js";
import { toggleExactTimes } from "./times.js";

const TEXT_FIELDS =
  "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]";

const searchField = () => document.querySelector("[data-search]");
const hasTimes = () => document.querySelector("time[data-when]") !== null;

const KEYS = [
  { keys: ["/"], label: "Search", isHere: () => searchField() !== null, press: () => searchField().focus() },
  { keys: ["t"], label: "Show exact or relative times", isHere: hasTimes, press: toggleExactTimes },
  { keys: ["?"], label: "Open help", press: openHelp },
];

// The browser or another module handles these.
const OTHER_KEYS = [
  { shows: ["Ctrl", "/"], label: "Open help, also while you type" },
  { shows: ["Esc"], label: "Close a dialog or menu" },
];

function activate(element) {
  if (element.matches(TEXT_FIELDS)) element.focus();
  else element.click();
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target.closest?.(TEXT_FIELDS) || document.querySelector("dialog[open]") || !areShortcutsOn()) return;
  const element = elementsWithKeys().find((candidate) =>
    candidate.dataset.key.toLowerCase() === event.key.toLowerCase()
  );
  const key = findKey(KEYS, event.key);
  if (element) activate(element);
  else if (key && (!key.isHere || key.isHere())) key.press();
  else return;
  event.preventDefault();
});

document.addEventListener("DOMContentLoaded", () => {
  listKeys("On every page", [...KEYS, ...OTHER_KEYS]); // after the lists of the page's own modules
  for (const element of document.querySelectorAll("[data-key]")) {
    element.setAttribute("aria-keyshortcuts", element.dataset.key);
  }
});
