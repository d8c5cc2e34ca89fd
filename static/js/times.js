// Update relative times ("5 min ago") while the page is open. The template tag "time" writes them, so change both.

const MINUTE = 60000;
let showsExactTimes = false;

function textOf(time) {
  if (showsExactTimes || time.dataset.exact) return time.title;
  const minutes = Math.trunc((Date.now() - Date.parse(time.dateTime)) / MINUTE);
  if (Math.abs(minutes) >= 60) return time.dataset.far;
  if (minutes === 0) return Date.parse(time.dateTime) > Date.now() ? "in a moment" : "just now";
  return minutes > 0 ? `${minutes} min ago` : `in ${-minutes} min`;
}

function refresh() {
  for (const time of document.querySelectorAll("time[data-when]")) {
    const text = textOf(time);
    if (time.textContent !== text) time.textContent = text;
  }
}

export function toggleExactTimes() {
  showsExactTimes = !showsExactTimes;
  refresh();
}

document.addEventListener("click", (event) => {
  const time = event.target.closest("time[data-when]");
  if (!time || time.closest("a, button")) return;
  if (time.dataset.exact) delete time.dataset.exact;
  else time.dataset.exact = "yes";
  refresh();
});

setInterval(refresh, MINUTE / 4);
document.addEventListener("visibilitychange", refresh);
document.addEventListener("htmx:afterSettle", refresh);
