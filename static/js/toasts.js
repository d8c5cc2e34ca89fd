// Toasts: short messages about what just happened. Success messages disappear, errors stay until dismissed.
//
// The server sends them with the page (Django messages) or, after a partial update, as the event "toast" in HX-Trigger:
//   {"toast": {"text": "Round 2 is closed.", "tone": "ok"}}

const STAYS_FOR = 9000;

function leaveLater(toast) {
  if (toast.dataset.tone === "bad") return;
  let timer = null;
  const stop = () => clearTimeout(timer);
  const start = () => {
    stop();
    timer = setTimeout(() => toast.remove(), STAYS_FOR);
  };
  toast.addEventListener("pointerenter", stop);
  toast.addEventListener("focusin", stop);
  toast.addEventListener("pointerleave", start);
  toast.addEventListener("focusout", start);
  start();
}

export function showToast(text, tone = "ok") {
  const pattern = document.getElementById("toast-pattern");
  const region = document.querySelector(".toasts");
  if (!pattern || !region) return;
  const toast = pattern.content.firstElementChild.cloneNode(true);
  toast.dataset.tone = tone;
  toast.querySelector(".toast-text").textContent = text;
  region.append(toast);
  leaveLater(toast);
}

document.addEventListener("toast", (event) => showToast(event.detail.text, event.detail.tone));

document.addEventListener("click", (event) => {
  const button = event.target.closest(".toast [data-dismiss]");
  if (button) button.closest(".toast").remove();
});

document.addEventListener("DOMContentLoaded", () => {
  const region = document.querySelector(".toasts");
  if (!region) return;
  // Screen readers announce only what is added to a live region later.
  const waiting = [...region.querySelectorAll(".toast")];
  for (const toast of waiting) toast.remove();
  setTimeout(() => {
    for (const toast of waiting) {
      region.append(toast);
      leaveLater(toast);
    }
  }, 50);
});
