// A judge's phone: a keypad for the number of a table, how long the visit takes, and citing a case with one tap.

const seen = new WeakMap(); // element → performance.now() when it arrived

function count() {
  for (const figures of document.querySelectorAll("[data-up]")) {
    if (!seen.has(figures)) seen.set(figures, performance.now());
    const seconds = Math.floor(Number(figures.dataset.up) + (performance.now() - seen.get(figures)) / 1000);
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (figures.textContent !== text) figures.textContent = text;
  }
}

function typed(key) {
  const field = key.closest("form").elements.table;
  const digit = key.dataset.digit;
  const value = /\d/.test(digit) ? field.value + digit : field.value.slice(0, -1);
  field.value = value.slice(0, field.maxLength);
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-digit]");
  if (key) typed(key);
  const cite = event.target.closest("[data-fill]");
  if (!cite) return;
  const field = document.getElementById(cite.dataset.fill);
  field.closest("details")?.setAttribute("open", "");
  field.value = cite.dataset.value;
  field.focus();
});

document.addEventListener("htmx:load", count);
setInterval(count, 500);
count();
