// The outbox: a scoresheet is stored on this device before it is sent, and delivered when the network is back. Each draft
// carries its idempotency key, so it is saved once however often it is sent.

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
    return false; // no space, or storage is off: the form on the screen is the only copy
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
    // Storage is off, so nothing was stored.
  }
}

// Return this person's drafts on this device. Drafts older than a week are dropped.
function all() {
  const found = [];
  try {
    for (const name of Object.keys(localStorage).filter((each) => each.startsWith(PREFIX))) {
      const draft = JSON.parse(localStorage.getItem(name));
      if (Date.now() - draft.at > DAYS) localStorage.removeItem(name);
      else if (draft.who === document.documentElement.dataset.who) found.push(draft);
    }
  } catch {
    // Storage is off, so there are no drafts.
  }
  return found;
}

const AGAIN = "You are signed out. Sign in again, then open this sheet: what you typed is kept.";

// -- delivery -------------------------------------------------------------------------------------------------------

function token() {
  return JSON.parse(document.body.getAttribute("hx-headers") || "{}")["X-CSRFToken"] || "";
}

// Return the reason the server gives, such as a full disk. A proxy in front of it gives none.
async function reason(response) {
  try {
    return (await response.json()).title;
  } catch {
    return "";
  }
}

// Send a draft. The outcome is "saved", "waiting" (no answer), or "needs you" (the server has a question).
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
    if (response.ok) return { outcome: "waiting" }; // the response was cut off: send again with the same key
  }
  if (response.ok) return { outcome: "saved", answer };
  const closed = [401, 403].includes(response.status) && !answer.refused;
  const said = closed ? AGAIN : answer.refused || `Error ${response.status}. Save again.`;
  return { outcome: "needs you", status: response.status, answer, said };
}

// -- scoresheets of other pages that still wait ---------------------------------------------------------------------

let busy = false;

// This page's own script delivers the scoresheet that is open here.
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

// A message for the next page, so that the server needn't remember it.
const NEXT = "headtable.said";

export function sayNext(text) {
  try {
    sessionStorage.setItem(NEXT, text);
  } catch {
    // The message is lost. The scoresheet is saved.
  }
}

function sayNow() {
  try {
    const text = sessionStorage.getItem(NEXT);
    sessionStorage.removeItem(NEXT);
    if (text) showToast(text, "ok");
  } catch {
    // Storage is off, so there is no message.
  }
}

// -- the list of drafts ---------------------------------------------------------------------------------------------

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
