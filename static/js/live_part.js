// A part of a page that updates automatically while someone looks at it. What changed glows once.

let shown = "";
let before = new Map();

const words = (part) => part.textContent.replace(/\s+/g, " ").trim();
const glowing = () => document.querySelectorAll("[data-live] [data-glow]");

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.matches("[data-live]") && document.hidden) event.preventDefault();
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  for (const part of document.querySelectorAll("[data-live]")) part.dispatchEvent(new Event("look"));
});

// Don't swap in an identical response: it would take the focus and close what is open.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!event.target.matches("[data-live]") || event.detail.xhr.status !== 200) return;
  event.detail.shouldSwap = event.detail.xhr.responseText !== shown;
  shown = event.detail.xhr.responseText;
  before = new Map([...glowing()].map((part) => [part.id, words(part)]));
});

document.addEventListener("htmx:afterSettle", () => {
  const changed = [...glowing()].filter((part) => before.size && before.get(part.id) !== words(part));
  for (const part of changed) part.classList.add("news");
  before = new Map();
  const told = document.querySelector("[data-live-told]");
  if (told && changed.length) told.textContent = `Changed: ${changed.map((part) => part.dataset.glow).join(", ")}`;
});
