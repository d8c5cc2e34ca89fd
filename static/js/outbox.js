// The outbox: a scoresheet is stored on this device before it is sent, and delivered when the network is back. Each draft
// carries its idempotency key, so the server saves it only once, even if it is sent several times.
//
// Drafts in localStorage may come from an earlier version of Headtable, so their format must stay readable:
//   {sheet, who, label, mode, page, action, key, fields, at, state: "typing" | "waiting" | "needs you", said}

import { csrfToken } from "./csrf.js";
import { showToast } from "./toasts.js";

const PREFIX = "headtable.sheet.";
const MESSAGE = "headtable.said";
const RESEND_MILLISECONDS = 4000;
const TIMEOUT = 20000; // milliseconds
const MAX_AGE = 7 * 24 * 3600 * 1000; // milliseconds
const SIGNED_OUT = "You’re signed out. Sign in again, then open this scoresheet. What you typed is still here.";

// -- drafts on this device --------------------------------------------------------------------------------------------

// The keys of the drafts that this page has deleted. A draft that is being listed may be one of them.
const deletedKeys = new Set();

const storageKey = (who, sheet) => `${PREFIX}${who}.${sheet}`;

export function storeDraft(draft) {
  try {
    localStorage.setItem(storageKey(draft.who, draft.sheet), JSON.stringify(draft));
    return true;
  } catch {
    return false; // no space, or storage is off: the form on the screen is the only copy
  }
}

export function findDraft(who, sheet) {
  try {
    return JSON.parse(localStorage.getItem(storageKey(who, sheet)));
  } catch {
    return null;
  }
}

export function deleteDraft(draft) {
  deletedKeys.add(draft.key);
  try {
    localStorage.removeItem(storageKey(draft.who, draft.sheet));
  } catch {
    // Storage is off, so nothing was stored.
  }
}

// Return this person's drafts on this device. Delete every draft that is older than a week.
function ownDrafts() {
  const drafts = [];
  try {
    for (const name of Object.keys(localStorage).filter((each) => each.startsWith(PREFIX))) {
      const draft = JSON.parse(localStorage.getItem(name));
      if (Date.now() - draft.at > MAX_AGE) localStorage.removeItem(name);
      else if (draft.who === document.documentElement.dataset.who) drafts.push(draft);
    }
  } catch {
    // Storage is off, so there are no drafts.
  }
  return drafts;
}

// -- delivery ---------------------------------------------------------------------------------------------------------

// Return the reason the server gives, such as a full disk. A proxy in front of it gives none.
async function errorTitle(response) {
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
      headers: { Accept: "application/json", "X-CSRFToken": csrfToken() },
      body: new URLSearchParams(draft.fields),
      signal: AbortSignal.timeout(TIMEOUT),
    });
  } catch {
    return { outcome: "waiting" };
  }
  if ([502, 503, 504].includes(response.status)) return { outcome: "waiting", message: await errorTitle(response) };
  if (response.redirected) return { outcome: "needs you", status: 401, answer: {}, message: SIGNED_OUT };
  let answer = {};
  try {
    answer = await response.json();
  } catch {
    if (response.ok) return { outcome: "waiting" }; // the response was cut off: send again with the same key
  }
  if (response.ok) return { outcome: "saved", answer };
  const isSignedOut = [401, 403].includes(response.status) && !answer.refused;
  const message = isSignedOut
    ? SIGNED_OUT
    : answer.refused || `This wasn’t saved (error ${response.status}). Save again.`;
  return { outcome: "needs you", status: response.status, answer, message };
}

// -- waiting drafts of other pages ------------------------------------------------------------------------------------

let isSending = false;

// The script of a scoresheet's own page delivers that scoresheet.
const isOpenHere = (sheet) => document.querySelector(`[data-sheet="${sheet}"]`) !== null;

async function sendWaitingDrafts() {
  if (isSending) return;
  isSending = true;
  for (const draft of ownDrafts()) {
    if (draft.state !== "waiting" || isOpenHere(draft.sheet) || deletedKeys.has(draft.key)) continue;
    const { outcome, message } = await deliver(draft);
    if (outcome === "waiting") break;
    if (outcome === "saved") {
      deleteDraft(draft);
      showToast(`${draft.label} saved.`, "ok");
    } else {
      storeDraft({ ...draft, state: "needs you", said: message });
    }
  }
  isSending = false;
  showWaitingList();
}

export function showWaitingList() {
  const list = document.querySelector("[data-outbox]");
  if (!list) return;
  const drafts = ownDrafts().filter((draft) => !isOpenHere(draft.sheet) && draft.state !== "typing");
  list.hidden = drafts.length === 0;
  list.replaceChildren(
    ...drafts.map((draft) => {
      const link = document.createElement("a");
      link.href = draft.page;
      const status = draft.state === "waiting" ? "waiting to send" : "needs attention";
      link.textContent = draft.said ? `${draft.label}: ${status}. ${draft.said}` : `${draft.label}: ${status}`;
      const item = document.createElement("li");
      item.append(link);
      return item;
    }),
  );
}

// -- a message for the next page, so that the server needn't remember it ----------------------------------------------

export function storeMessage(text) {
  try {
    sessionStorage.setItem(MESSAGE, text);
  } catch {
    // The message is lost. The scoresheet is saved.
  }
}

function showStoredMessage() {
  try {
    const text = sessionStorage.getItem(MESSAGE);
    sessionStorage.removeItem(MESSAGE);
    if (text) showToast(text, "ok");
  } catch {
    // Storage is off, so there is no message.
  }
}

window.addEventListener("online", sendWaitingDrafts);
setInterval(() => {
  if (ownDrafts().some((draft) => draft.state === "waiting")) sendWaitingDrafts();
}, RESEND_MILLISECONDS);
document.addEventListener("DOMContentLoaded", () => {
  showStoredMessage();
  showWaitingList();
  sendWaitingDrafts();
});
