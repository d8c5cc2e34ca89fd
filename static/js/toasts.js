// Toasts: short messages about what just happened. Success messages disappear, errors stay until dismissed.
//
// The server sends them with the page (Django messages) or, after a partial update, as the event "toast" in HX-Trigger:
//   {"toast": {"text": "Round 2 closed.", "tone": "ok"}}

const TOAST_MILLISECONDS = 9000;

function removeLater(toast) {
  if (toast.dataset.tone === "bad") return;
  let timer = null;
  const stop = () => clearTimeout(timer);
  const start = () => {
    stop();
    timer = setTimeout(() => toast.remove(), TOAST_MILLISECONDS);
  };
  toast.addEventListener("pointerenter", stop);
  toast.addEventListener("focusin", stop);
  toast.addEventListener("pointerleave", start);
  toast.addEventListener("focusout", start);
  start();
}

export function showToast(text, tone = "ok") {
  const template = document.getElementById("toast-pattern");
  const region = document.querySelector(".toasts");
  if (!template || !region) return;
  const toast = template.content.firstElementChild.cloneNode(true);
  toast.dataset.tone = tone;
  toast.querySelector(".toast-text").textContent = text;
  region.append(toast);
  removeLater(toast);
}

document.addEventListener("toast", (event) => showToast(event.detail.text, event.detail.tone));

document.addEventListener("click", (event) => {
  const button = event.target.closest(".toast [data-dismiss]");
  if (button) button.closest(".toast").remove();
});

document.addEventListener("DOMContentLoaded", () => {
  const region = document.querySelector(".toasts");
  if (!region) return;
  // Screen readers announce only text that is added to a live region later.
  const toasts = [...region.querySelectorAll(".toast")];
  for (const toast of toasts) toast.remove();
  setTimeout(() => {
    for (const toast of toasts) {
      region.append(toast);
      removeLater(toast);
    }
  }, 50);
});
