// The outbox: what is typed on a sheet is on this device before it is sent, and what could not be sent is delivered when
// the network is back. Each draft carries the key that was made with it, so that it arrives once, however often it is sent.

import { showToast } from "./toasts.js";

const PREFIX = "headtable.sheet.";
const EVERY = 4000;
const PATIENCE = 20000;
const DAYS = 7 * 24 * 3600 * 1000;
const gone = new Set();

// -- drafts on this device ------------------------------------------------------------------------------------------

const place = (who, sheet) => `${PREFIX}${who}.${sheet}`;

export function keep(draft) {
  try {
    localStorage.setItem(place(draft.who, draft.sheet), JSON.stringify(draft));
    return true;
  } catch {
    return false; // no room, or a browser that keeps nothing: then what is on the screen is all there is
  }
}

export function find(who, sheet) {
  try {
    return JSON.parse(localStorage.getItem(place(who, sheet)));
  } catch {
    return null;
  }
}

export function forget(draft) {
  gone.add(draft.key);
  try {
    localStorage.removeItem(place(draft.who, draft.sheet));
  } catch {
    // Nothing was kept.
  }
}

// What this person has on this device; what has lain here for days is dropped.
function all() {
  const found = [];
  try {
    for (const name of Object.keys(localStorage).filter((each) => each.startsWith(PREFIX))) {
      const draft = JSON.parse(localStorage.getItem(name));
      if (Date.now() - draft.at > DAYS) localStorage.removeItem(name);
      else if (draft.who === document.documentElement.dataset.who) found.push(draft);
    }
  } catch {
    // A browser that keeps nothing has nothing.
  }
  return found;
}

const AGAIN = "You are signed out. Sign in again, then open this sheet: what you typed is kept.";

// -- delivery -------------------------------------------------------------------------------------------------------

function token() {
  return JSON.parse(document.body.getAttribute("hx-headers") || "{}")["X-CSRFToken"] || "";
}

// What the server says is wrong with it, such as a full disk; a proxy in front of it has nothing to say.
async function reason(response) {
  try {
    return (await response.json()).title;
  } catch {
    return "";
  }
}

// What became of it: saved, waiting (nobody answered), or needs you (the server has a question).
export async function deliver(draft) {
  let response;
  try {
    response = await fetch(draft.action, {
      method: "POST",
      headers: { Accept: "application/json", "X-CSRFToken": token() },
      body: new URLSearchParams(draft.fields),
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch {
    return { outcome: "waiting" };
  }
  if ([502, 503, 504].includes(response.status)) return { outcome: "waiting", said: await reason(response) };
  if (response.redirected) return { outcome: "needs you", status: 401, answer: {}, said: AGAIN };
  let answer = {};
  try {
    answer = await response.json();
  } catch {
    if (response.ok) return { outcome: "waiting" }; // the answer broke off: ask again with the same key
  }
  if (response.ok) return { outcome: "saved", answer };
  const closed = [401, 403].includes(response.status) && !answer.refused;
  const said = closed ? AGAIN : answer.refused || `Error ${response.status}. Save again.`;
  return { outcome: "needs you", status: response.status, answer, said };
}

// -- the others: sheets that were left while they waited ---------------------------------------------------------------

let busy = false;

// A sheet that is being typed on this page is delivered by this page's own script.
const isHere = (sheet) => document.querySelector(`[data-sheet="${sheet}"]`) !== null;

async function sendOthers() {
  if (busy) return;
  busy = true;
  for (const draft of all()) {
    if (draft.state !== "waiting" || isHere(draft.sheet) || gone.has(draft.key)) continue;
    const { outcome, said } = await deliver(draft);
    if (outcome === "waiting") break;
    if (outcome === "saved") {
      forget(draft);
      showToast(`${draft.label}: saved.`, "ok");
    } else {
      keep({ ...draft, state: "needs you", said });
    }
  }
  busy = false;
  show();
}

// A sentence for the page that comes next, so that the server need not remember it.
const NEXT = "headtable.said";

export function sayNext(text) {
  try {
    sessionStorage.setItem(NEXT, text);
  } catch {
    // Then it is not said; the sheet is saved all the same.
  }
}

function sayNow() {
  try {
    const text = sessionStorage.getItem(NEXT);
    sessionStorage.removeItem(NEXT);
    if (text) showToast(text, "ok");
  } catch {
    // Nothing was to be said.
  }
}

// -- what is said about them ----------------------------------------------------------------------------------------

export function show() {
  const list = document.querySelector("[data-outbox]");
  if (!list) return;
  const open = all().filter((draft) => !isHere(draft.sheet) && draft.state !== "typing");
  list.hidden = open.length === 0;
  list.replaceChildren(
    ...open.map((draft) => {
      const link = document.createElement("a");
      link.href = draft.page;
      link.textContent = `${draft.label}: ${draft.state}${draft.said ? `. ${draft.said}` : ""}`;
      const item = document.createElement("li");
      item.append(link);
      return item;
    }),
  );
}

window.addEventListener("online", sendOthers);
setInterval(() => {
  if (all().some((draft) => draft.state === "waiting")) sendOthers();
}, EVERY);
document.addEventListener("DOMContentLoaded", () => {
  sayNow();
  show();
  sendOthers();
});
