// The keys of a page. A module that handles keys describes them where it handles them, and the help panel lists them.

const lists = [];

// Names of keys whose KeyboardEvent.key isn't what is printed on them.
const NAMES = {
  " ": "Space",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  PageUp: "Page Up",
  PageDown: "Page Down",
};

// Add a list to the help panel. Each entry has its `keys`, as KeyboardEvent.key gives them, and a `label`. `press` is what
// it does, `shows` what the panel shows instead of all its keys, and `isHere` tells whether the page has a use for it.
export function listKeys(title, entries) {
  lists.push({ title, entries });
  return entries;
}

export const keyLists = () => lists;

export const findKey = (entries, key) => entries.find((entry) => entry.keys.includes(key));

export const keyName = (key) => NAMES[key] ?? key;
