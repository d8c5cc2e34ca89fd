// The ceremony announces the places one by one, last to first. A key, a click, or a presenter remote shows the next one.
// An extra step before first place adds a pause.

import "./common.js";
import { findKey, listKeys } from "./key_list.js";

const KEYS = listKeys("During the ceremony", [
  { keys: [" ", "Enter", "ArrowRight", "ArrowDown", "PageDown"], label: "Show the next place", step: 1 },
  { keys: ["ArrowLeft", "ArrowUp", "PageUp", "Backspace"], label: "Go back one place", step: -1 },
]);

const stage = document.querySelector("[data-stage]");
if (stage) startCeremony();

function startCeremony() {
  const calls = [...stage.querySelectorAll("[data-call]")];
  let current = 0;

  function showCall(number) {
    current = Math.min(Math.max(number, 0), calls.length - 1);
    calls.forEach((call, index) => {
      call.hidden = call.dataset.call === "place" ? index > current : index !== current;
      call.toggleAttribute("data-now", index === current);
    });
  }

  async function begin() {
    showCall(0);
    // Full screen first: the dialog has to open on top of it.
    await document.documentElement.requestFullscreen?.().catch(() => {});
    stage.showModal();
  }

  document.querySelector("[data-begin]")?.addEventListener("click", begin);

  stage.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const key = findKey(KEYS, event.key);
    if (!key) return;
    if (event.target.closest("button") && [" ", "Enter"].includes(event.key)) return;
    event.preventDefault();
    showCall(current + key.step);
  });

  stage.addEventListener("click", (event) => {
    if (event.target.closest("[data-step-back]")) showCall(current - 1);
    else if (!event.target.closest("button")) showCall(current + 1);
  });

  stage.addEventListener("close", () => {
    showCall(0);
    if (document.fullscreenElement) document.exitFullscreen();
  });
}
