// The ceremony announces the places one by one, last to first. A key, a click, or a presenter remote shows the next one.
// An extra step before first place adds a pause.

import "./common.js";

const stage = document.querySelector("[data-stage]");
if (stage) startCeremony();

function startCeremony() {
  const calls = [...stage.querySelectorAll("[data-call]")];
  const FORWARD = ["PageDown", "ArrowRight", "ArrowDown", " ", "Enter"];
  const BACK = ["PageUp", "ArrowLeft", "ArrowUp", "Backspace"];
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
    const isForward = FORWARD.includes(event.key);
    if (!isForward && !BACK.includes(event.key)) return;
    if (event.target.closest("button") && [" ", "Enter"].includes(event.key)) return;
    event.preventDefault();
    showCall(current + (isForward ? 1 : -1));
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
