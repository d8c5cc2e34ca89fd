// A judge's phone: a keypad for the table number, the length of the visit, and citing a case with one tap.

const arrivals = new WeakMap(); // element → performance.now() when it arrived

function showVisitTimes() {
  for (const element of document.querySelectorAll("[data-up]")) {
    if (!arrivals.has(element)) arrivals.set(element, performance.now());
    const seconds = Math.floor(Number(element.dataset.up) + (performance.now() - arrivals.get(element)) / 1000);
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (element.textContent !== text) element.textContent = text;
  }
}

function typeDigit(key) {
  const field = key.closest("form").elements.table;
  const digit = key.dataset.digit;
  const value = /\d/.test(digit) ? field.value + digit : field.value.slice(0, -1);
  field.value = value.slice(0, field.maxLength);
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-digit]");
  if (key) typeDigit(key);
  const cite = event.target.closest("[data-fill]");
  if (!cite) return;
  const field = document.getElementById(cite.dataset.fill);
  field.closest("details")?.setAttribute("open", "");
  field.value = cite.dataset.value;
  field.focus();
});

document.addEventListener("htmx:load", showVisitTimes);
setInterval(showVisitTimes, 500);
showVisitTimes();
