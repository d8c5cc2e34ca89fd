// The ceremony calls one place after the other, last to first, by a key, a click, or a presenter remote. An extra step
// before first place adds a pause.

import "./common.js";

const stage = document.querySelector("[data-stage]");
if (stage) startCeremony();

function startCeremony() {
  const calls = [...stage.querySelectorAll("[data-call]")];
  const FORWARD = ["PageDown", "ArrowRight", "ArrowDown", " ", "Enter"];
  const BACK = ["PageUp", "ArrowLeft", "ArrowUp", "Backspace"];
  let now = 0;

  function go(wanted) {
    now = Math.min(Math.max(wanted, 0), calls.length - 1);
    calls.forEach((call, at) => {
      call.hidden = call.dataset.call === "place" ? at > now : at !== now;
      call.toggleAttribute("data-now", at === now);
    });
  }

  async function begin() {
    go(0);
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
    go(now + (isForward ? 1 : -1));
  });

  stage.addEventListener("click", (event) => {
    if (event.target.closest("[data-step-back]")) go(now - 1);
    else if (!event.target.closest("button")) go(now + 1);
  });

  stage.addEventListener("close", () => {
    go(0);
    if (document.fullscreenElement) document.exitFullscreen();
  });
}
