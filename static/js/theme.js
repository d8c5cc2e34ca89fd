// Puts the light or dark the person chose on this device in place before the first paint.
//
// Loaded without defer, since a page that flashes white and then turns dark is worse than one that waits a moment.
// dark.css is linked once, for devices that ask for dark; the choice only changes which media that link is for.
(() => {
  "use strict";

  const KEY = "headtable.theme";
  const BY_DEVICE = "screen and (prefers-color-scheme: dark)";
  const device = window.matchMedia("(prefers-color-scheme: dark)");

  // A browser may forbid storage; the switch then works for this page only.
  let chosen = null;
  try {
    chosen = localStorage.getItem(KEY);
  } catch {
    chosen = null;
  }

  const isDark = () => (chosen ? chosen === "dark" : device.matches);

  function apply() {
    const sheet = document.querySelector("link[data-dark]");
    if (sheet) sheet.media = chosen === "dark" ? "screen" : chosen === "light" ? "not all" : BY_DEVICE;
    document.documentElement.dataset.theme = isDark() ? "dark" : "light";
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      const label = isDark() ? "Switch to light" : "Switch to dark";
      button.title = label;
      button.querySelector("[data-theme-label]").textContent = label;
    }
  }

  function turn() {
    const wanted = isDark() ? "light" : "dark";
    // Back to what the device says means following it again, not holding on to today's answer.
    chosen = wanted === (device.matches ? "dark" : "light") ? null : wanted;
    try {
      if (chosen) localStorage.setItem(KEY, chosen);
      else localStorage.removeItem(KEY);
    } catch {
      // Nothing to remember it in.
    }
    apply();
  }

  document.documentElement.classList.add("js");
  apply();
  document.addEventListener("DOMContentLoaded", apply);
  device.addEventListener("change", apply);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-theme-switch]")) turn();
  });
})();
