// Small things on every page: the Back button, copy and print buttons, a notice when the server doesn't answer, and the
// current tab.

import { showToast } from "./toasts.js";

// -- Back button: a cached page is shown only if the server would still show it ------------------------------------

window.addEventListener("pageshow", (event) => {
  if (!event.persisted || !document.documentElement.dataset.who) return;
  fetch(location.href, { method: "HEAD", redirect: "manual", cache: "no-store" })
    .then((answer) => answer.ok || location.reload())
    .catch(() => undefined); // offline: keep the page
});

// -- copy -------------------------------------------------------------------------------------------------------

async function copy(button) {
  const source = document.querySelector(button.dataset.copy);
  const text = source.value ?? source.textContent.trim();
  try {
    await navigator.clipboard.writeText(text);
    showToast("Copied.", "ok");
  } catch {
    // Without HTTPS there is no clipboard for scripts, so select the text for the person to copy.
    if (source.select) source.select();
    else window.getSelection().selectAllChildren(source);
    showToast("Text selected. Copy it with your keyboard or your phone’s menu.", "info");
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) copy(button);
  if (event.target.closest("[data-print]")) window.print();
});

// -- a notice when the server doesn't answer --------------------------------------------------------------------

let lastAnswerAt = new Date();

// The time in the page's language. English and Spanish pages write it with a.m. and p.m.
function clockTime(moment) {
  return moment.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short", hour12: true });
}

function showConnection(isAnswering) {
  const line = document.querySelector(".stale");
  if (!line) return;
  if (isAnswering) lastAnswerAt = new Date();
  else line.querySelector("[data-since]").textContent = clockTime(lastAnswerAt);
  line.hidden = isAnswering;
}

document.addEventListener("htmx:sendError", () => showConnection(false));
document.addEventListener("htmx:timeout", () => showConnection(false));
document.addEventListener("htmx:afterOnLoad", () => showConnection(true));
document.addEventListener("htmx:responseError", (event) => {
  const { status } = event.detail.xhr;
  const words = document.querySelector(".toasts")?.dataset;
  if (words) showToast(status === 403 ? words.forbidden : words.failed.replace("{status}", status), "bad");
});

// -- scroll the navigation to the current tab -------------------------------------------------------------------

document.addEventListener("DOMContentLoaded", () => {
  // scrollIntoView would also scroll the page, away from a focused field.
  const bar = document.querySelector(".mainnav");
  const current = bar?.querySelector("[aria-current]");
  if (current) bar.scrollLeft = current.offsetLeft - (bar.clientWidth - current.offsetWidth) / 2;
});
