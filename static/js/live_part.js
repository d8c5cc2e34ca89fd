// A part of a page that updates automatically while someone looks at it. Changes glow once.

let lastResponse = "";
let textsBefore = new Map(); // id → text before the swap

const textOf = (part) => part.textContent.replace(/\s+/g, " ").trim();
const glowingParts = () => document.querySelectorAll("[data-live] [data-glow]");

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.matches("[data-live]") && document.hidden) event.preventDefault();
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  for (const part of document.querySelectorAll("[data-live]")) part.dispatchEvent(new Event("look"));
});

// Don't swap in an identical response: it would remove the focus and close open details.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!event.target.matches("[data-live]") || event.detail.xhr.status !== 200) return;
  event.detail.shouldSwap = event.detail.xhr.responseText !== lastResponse;
  lastResponse = event.detail.xhr.responseText;
  textsBefore = new Map([...glowingParts()].map((part) => [part.id, textOf(part)]));
});

document.addEventListener("htmx:afterSettle", () => {
  const changed = [...glowingParts()].filter((part) => textsBefore.size && textsBefore.get(part.id) !== textOf(part));
  for (const part of changed) part.classList.add("news");
  textsBefore = new Map();
  const status = document.querySelector("[data-live-told]");
  if (!status || !changed.length) return;
  const names = changed.map((part) => part.dataset.glow).join(", ");
  status.textContent = status.dataset.words.replace("{names}", () => names);
});
