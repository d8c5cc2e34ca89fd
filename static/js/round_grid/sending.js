// Sending rows of the round grid: one at a time, in table order. Without a network, all of them wait.

import { focusInput } from "../focus_input.js";
import * as outbox from "../outbox.js";
import { postForm } from "../post_form.js";

const RETRY_MILLISECONDS = 3000;

export function createSender(form, rows, messages, previews) {
  const { fieldOf, inputsOf, stateOf, isFilled } = rows;
  const { showState } = messages;
  let isSending = false;
  let retryTimer = null;

  function sendRow(row) {
    if (!isFilled(row) || ["saved", "sending"].includes(stateOf(row))) return;
    previews.cancel(row);
    outbox.storeDraft(rows.draftOf(row, "waiting"));
    showState(row, "waiting");
    sendWaitingRows();
  }

  const nextWaiting = () => rows.all().find((row) => stateOf(row) === "waiting");

  async function sendWaitingRows() {
    if (isSending) return;
    isSending = true;
    clearTimeout(retryTimer);
    for (let row = nextWaiting(); row; row = nextWaiting()) {
      const draft = rows.draftOf(row, "waiting");
      setReadOnly(row, true);
      showState(row, "sending");
      const result = await outbox.deliver(draft);
      setReadOnly(row, false);
      if (result.outcome === "waiting") {
        showState(row, "waiting", "Offline. It’s saved on this device and will send automatically.");
        retryTimer = setTimeout(sendWaitingRows, RETRY_MILLISECONDS);
        break;
      }
      if (result.outcome === "saved") showSaved(row, draft, result.answer);
      else showProblem(row, draft, result);
    }
    isSending = false;
  }

  function setReadOnly(row, isReadOnly) {
    for (const input of inputsOf(row)) input.readOnly = isReadOnly;
  }

  // Show a saved row. It can't be changed here anymore.
  function showSaved(row, draft, answer) {
    outbox.deleteDraft(draft);
    showState(row, "saved");
    messages.setBadge(row, `saved as entry ${answer.entry}`);
    row.removeAttribute("data-sheet");
    row.querySelector("[data-doubts]").hidden = true;
    for (const input of row.querySelectorAll("input")) {
      input.readOnly = true;
      input.tabIndex = -1;
      if (input.type === "checkbox") input.disabled = true;
    }
    row.querySelector("button[name=only]").hidden = true;
    previews.showSavedResults(row, draft.fields);
  }

  function showProblem(row, draft, { status, answer, message }) {
    outbox.storeDraft({ ...draft, state: "needs you", said: message });
    showState(row, "needs you", message);
    if (answer.results) messages.showAnswer(row, answer, true);
    const warnings = row.querySelector("[data-doubts]");
    // A single warning is the message itself.
    if (answer.doubtful && warnings.children.length === 1) warnings.hidden = true;
    row.querySelector("[data-compare]").hidden = status !== 409;
    row.querySelector("[data-reason]").hidden = !answer.doubtful && !fieldOf(row, "reason").value;
    if (mayTakeFocus(row)) focusInput(answer.doubtful ? fieldOf(row, "reason") : inputsOf(row)[0]);
  }

  // Return whether a row may take the focus: not from another row that someone has started to type.
  function mayTakeFocus(row) {
    const focused = document.activeElement?.closest("tr");
    return !focused || focused === row || !focused.dataset.sheet || !isFilled(focused);
  }

  form.addEventListener("click", (event) => {
    if (!event.target.closest("[data-compare]")) return;
    event.preventDefault();
    const row = event.target.closest("tr");
    // The scoresheet's own page shows both versions side by side, with everything that was typed.
    postForm(row.dataset.action, rows.fieldsOf(row));
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const only = event.submitter?.value;
    for (const row of rows.all()) if (!only || row.dataset.sheet === only) sendRow(row);
  });
  window.addEventListener("online", sendWaitingRows);

  return { sendRow, sendWaitingRows };
}
