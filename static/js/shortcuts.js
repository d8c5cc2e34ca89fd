// Keyboard shortcuts: data-key names the key of an element, "/" focuses the search, "?" lists the keys of the page.

import { toggleExactTimes } from "./times.js";

const SETTING = "headtable.keys";
const TEXT_FIELDS =
  "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]";

function areShortcutsOn() {
  try {
    return localStorage.getItem(SETTING) !== "off";
  } catch {
    return true;
  }
}

function setShortcutsOn(wanted) {
  try {
    if (wanted) localStorage.removeItem(SETTING);
    else localStorage.setItem(SETTING, "off");
  } catch {
    // Storage is off: the choice lasts for this page.
  }
}

const isVisible = (element) => element.getClientRects().length > 0;
const elementsWithKeys = () => [...document.querySelectorAll("[data-key]")].filter(isVisible);
const searchField = () => document.querySelector("[data-search]");

function addHelpRow(list, key, label) {
  const term = document.createElement("dt");
  const keyCap = document.createElement("kbd");
  const description = document.createElement("dd");
  keyCap.textContent = key;
  description.textContent = label;
  term.append(keyCap);
  list.append(term, description);
}

function showHelp() {
  const dialog = document.getElementById("key-help");
  if (!dialog || dialog.open) return;
  const list = dialog.querySelector(".keys");
  list.replaceChildren();
  for (const element of elementsWithKeys()) {
    addHelpRow(list, element.dataset.key, element.dataset.keyLabel || element.textContent.trim());
  }
  if (searchField()) addHelpRow(list, "/", "Search");
  if (document.querySelector("time[data-when]")) addHelpRow(list, "t", "Show exact or relative times");
  addHelpRow(list, "?", "Show keyboard shortcuts");
  addHelpRow(list, "Esc", "Close a dialog or menu");
  dialog.querySelector("[data-keys-on]").checked = areShortcutsOn();
  dialog.showModal();
}

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
  if (element) activate(element);
  else if (event.key === "?") showHelp();
  else if (event.key === "/" && searchField()) searchField().focus();
  else if (event.key === "t") toggleExactTimes();
  else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-key-help]")) showHelp();
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-keys-on]")) setShortcutsOn(event.target.checked);
});

document.addEventListener("DOMContentLoaded", () => {
  for (const element of document.querySelectorAll("[data-key]")) {
    element.setAttribute("aria-keyshortcuts", element.dataset.key);
  }
});
