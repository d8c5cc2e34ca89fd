// Keyboard shortcuts: data-key names the key of an element, "/" focuses the search, "?" lists the keys of the page.

import { toggleExactTimes } from "./times.js";

const KEY = "headtable.keys";
const TYPING =
  "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]";

function on() {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

function remember(wanted) {
  try {
    if (wanted) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch {
    // Storage is off: the choice lasts for this page.
  }
}

const visible = (element) => element.getClientRects().length > 0;
const keyed = () => [...document.querySelectorAll("[data-key]")].filter(visible);
const search = () => document.querySelector("[data-search]");

function entry(list, key, label) {
  const term = document.createElement("dt");
  const sign = document.createElement("kbd");
  const words = document.createElement("dd");
  sign.textContent = key;
  words.textContent = label;
  term.append(sign);
  list.append(term, words);
}

function help() {
  const dialog = document.getElementById("key-help");
  if (!dialog || dialog.open) return;
  const list = dialog.querySelector(".keys");
  list.replaceChildren();
  for (const element of keyed()) {
    entry(list, element.dataset.key, element.dataset.keyLabel || element.textContent.trim());
  }
  if (search()) entry(list, "/", "Search");
  if (document.querySelector("time[data-when]")) entry(list, "t", "Times: exact or relative");
  entry(list, "?", "Show these keys");
  entry(list, "Esc", "Close what is open");
  dialog.querySelector("[data-keys-on]").checked = on();
  dialog.showModal();
}

function act(element) {
  if (element.matches(TYPING)) element.focus();
  else element.click();
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target.closest?.(TYPING) || document.querySelector("dialog[open]") || !on()) return;
  const element = keyed().find((candidate) => candidate.dataset.key.toLowerCase() === event.key.toLowerCase());
  if (element) act(element);
  else if (event.key === "?") help();
  else if (event.key === "/" && search()) search().focus();
  else if (event.key === "t") toggleExactTimes();
  else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-key-help]")) help();
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-keys-on]")) remember(event.target.checked);
});

document.addEventListener("DOMContentLoaded", () => {
  for (const element of document.querySelectorAll("[data-key]")) {
    element.setAttribute("aria-keyshortcuts", element.dataset.key);
  }
});
