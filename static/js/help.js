// The help panel. The server writes what the page is for. The keys and the abbreviations are collected from the page when
// the panel opens, so they are those of this page at this moment.

import { keyLists, keyName } from "./key_list.js";

const SETTING = "headtable.keys";

export function areShortcutsOn() {
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

const openPanel = () => document.querySelector("#help[open]");
const isVisible = (element) => element.getClientRects().length > 0;

// Return the elements that a key clicks or focuses.
export const elementsWithKeys = () => [...document.querySelectorAll("[data-key]")].filter(isVisible);

function elementOf(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function keyRow({ keys, shows, label }) {
  const term = document.createElement("dt");
  term.append(...(shows ?? keys.map(keyName)).map((key) => elementOf("kbd", key)));
  return [term, elementOf("dd", label)];
}

function keySection({ title, entries }) {
  const list = document.createElement("dl");
  list.className = "keys";
  list.append(...entries.flatMap(keyRow));
  return [elementOf("h4", title), list];
}

function showKeys(area) {
  const ofElements = elementsWithKeys().map(({ dataset, textContent }) => ({
    keys: [dataset.key],
    label: dataset.keyLabel || textContent.trim(),
  }));
  const sections = [{ title: "On this page", entries: ofElements }, ...keyLists()]
    .map(({ title, entries }) => ({ title, entries: entries.filter(({ isHere }) => !isHere || isHere()) }))
    .filter(({ entries }) => entries.length);
  area.replaceChildren(...sections.flatMap(keySection));
}

function showAbbreviations(section) {
  const meanings = new Map(
    [...document.querySelectorAll("main abbr[title]")].map((each) => [each.textContent.trim(), each.title]),
  );
  const rows = [...meanings].sort().flatMap(([short, long]) => [elementOf("dt", short), elementOf("dd", long)]);
  section.querySelector("dl").replaceChildren(...rows);
  section.hidden = rows.length === 0;
}

// The panel is in a template until someone opens it. Return null on a page without help.
function findPanel() {
  const template = document.querySelector("[data-help-panel]");
  if (template && !document.getElementById("help")) document.body.append(template.content.cloneNode(true));
  return document.getElementById("help");
}

export function openHelp() {
  const panel = findPanel();
  if (!panel || panel.open) return;
  showAbbreviations(panel.querySelector("[data-help-abbreviations]"));
  const keyArea = panel.querySelector("[data-help-keys]"); // families read on phones, so their pages have none
  if (keyArea) {
    showKeys(keyArea);
    panel.querySelector("[data-keys-on]").checked = areShortcutsOn();
  }
  panel.showModal();
  panel.scrollTop = 0;
}

// Ctrl+/ also works while someone types, and in another dialog.
const isHelpKey = (event) => event.ctrlKey && !event.metaKey && !event.altKey && ["/", "?"].includes(event.key);

document.addEventListener("keydown", (event) => {
  if (!isHelpKey(event)) return;
  event.preventDefault();
  if (openPanel()) openPanel().close();
  else openHelp();
});

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-help]")) return;
  event.preventDefault(); // without this script, it is a link to the guide
  openHelp();
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-keys-on]")) setShortcutsOn(event.target.checked);
});
