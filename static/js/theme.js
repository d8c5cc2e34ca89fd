// Applies the light or dark theme chosen on this device before the first paint.
//
// Loaded without defer, so that the page doesn't flash white first. dark.css is linked for devices that ask for dark;
// the choice only changes the media of that link.
(() => {
  "use strict";

  const SETTING = "headtable.theme";
  const LIKE_DEVICE = "screen and (prefers-color-scheme: dark)";
  const device = window.matchMedia("(prefers-color-scheme: dark)");

  // Storage may be off. Then the switch works for this page only.
  let chosen = null;
  try {
    chosen = localStorage.getItem(SETTING);
  } catch {
    chosen = null;
  }

  const isDark = () => (chosen ? chosen === "dark" : device.matches);

  function apply() {
    const sheet = document.querySelector("link[data-dark]");
    if (sheet) sheet.media = chosen === "dark" ? "screen" : chosen === "light" ? "not all" : LIKE_DEVICE;
    document.documentElement.dataset.theme = isDark() ? "dark" : "light";
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      const label = isDark() ? button.dataset.toLight : button.dataset.toDark;
      button.title = label;
      button.querySelector("[data-theme-label]").textContent = label;
    }
  }

  function toggleTheme() {
    const wanted = isDark() ? "light" : "dark";
    // If someone chooses what the device prefers, follow the device again.
    chosen = wanted === (device.matches ? "dark" : "light") ? null : wanted;
    try {
      if (chosen) localStorage.setItem(SETTING, chosen);
      else localStorage.removeItem(SETTING);
    } catch {
      // Storage is off: the choice lasts for this page.
    }
    apply();
  }

  document.documentElement.classList.add("js");
  apply();
  document.addEventListener("DOMContentLoaded", apply);
  device.addEventListener("change", apply);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-theme-switch]")) toggleTheme();
  });
})();
