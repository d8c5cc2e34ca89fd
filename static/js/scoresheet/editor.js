// Entering one scoresheet: each change is stored on this device, previewed by the server, and then sent.
// The cells, the keyboard, the preview, and the story dialog have their own modules.

import { focusInput } from "../focus_input.js";
import * as outbox from "../outbox.js";
import { cellsOf } from "./cells.js";
import { createPreview } from "./preview.js";
import { storyDialog } from "./story.js";
import { listenToKeys } from "./typing.js";

const RETRY_MILLISECONDS = 3000;
const PREVIEW_MILLISECONDS = 10000; // how often the server hears that this scoresheet is open

export function editScoresheet(form, unsaved) {
  const data = form.dataset;
  const saved = document.querySelector("[data-saved]");

  // Where two entries don't match, someone has to choose what the paper says.
  const undecided = new Set(
    data.mode === "settle" ? [...document.querySelectorAll("[data-put]")].map((each) => each.dataset.put) : [],
  );

  const cells = cellsOf(form);
  const { field } = cells;
  const preview = createPreview(form, cells, { fields, saved, showState });
  const story = storyDialog(form, cells, { fields, onTyped, stories: preview.stories });
  listenToKeys(form, cells, { onTyped, openStory: story.open, discard });
  let retryTimer = null;

  function onTyped(input) {
    undecided.delete(input.name);
    if (cells.position(input)) cells.current = input;
    preview.showShakeMarks();
    clearTimeout(retryTimer);
    storeDraft("typing");
    preview.requestSoon();
  }

  function discard() {
    outbox.deleteDraft(draftOf("typing"));
    location.assign(data.page);
  }

  // -- storing and sending --------------------------------------------------------------------------------------------

  function fields() {
    return [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
  }

  function draftOf(state) {
    return {
      sheet: data.sheet,
      who: data.who,
      label: data.label,
      mode: data.mode,
      page: data.page,
      action: form.action,
      key: field("key").value,
      fields: fields(),
      at: Date.now(),
      state,
    };
  }

  function storeDraft(state) {
    const isStored = outbox.storeDraft(draftOf(state));
    form.querySelector("[data-forget]").hidden = false;
    if (state === "typing") showState(isStored ? "Saved on this device" : "Not saved yet", "muted", "typing");
  }

  function showState(text, tone, state) {
    saved.textContent = text;
    saved.dataset.tone = tone;
    saved.dataset.state = state;
  }

  let isSending = false;

  async function send() {
    if (isSending) return;
    isSending = true;
    preview.cancel();
    storeDraft("waiting");
    showState("Saving…", "muted", "sending");
    const draft = draftOf("waiting");
    const focused = document.activeElement;
    form.inert = true; // typing now would not be part of this save
    const { outcome, status, answer, message } = await outbox.deliver(draft);
    form.inert = false;
    focused?.focus();
    isSending = false;
    if (outcome === "saved") {
      outbox.deleteDraft(draft);
      showState(answer.said, "ok", "saved");
      outbox.storeMessage(answer.said);
      location.assign(answer.next);
    } else if (outcome === "waiting") {
      const reason = message || "Offline.";
      showState(`${reason} It’s saved on this device and will send automatically.`, "warn", "waiting");
      retryTimer = setTimeout(send, RETRY_MILLISECONDS);
    } else if (status === 409) {
      outbox.storeDraft({ ...draft, state: "needs you" });
      form.submit(); // the server shows both versions side by side, with everything that was typed
    } else {
      showProblem(draft, answer, message);
    }
  }

  function showProblem(draft, answer, message) {
    outbox.storeDraft({ ...draft, state: "needs you", said: message });
    preview.setSent();
    showState(message, "bad", "needs you");
    if (answer.results) preview.showAnswer({ others: [], ...answer });
    const reason = form.querySelector("[data-reason]");
    if (answer.doubtful && reason) {
      reason.hidden = false;
      reason.dataset.asked = "yes";
      field("reason").focus();
    } else if (answer.field) {
      focusInput(field(answer.field));
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [open] = undecided;
    if (!open) return send();
    showState("For each difference, choose what the paper says.", "warn", "needs you");
    return document.querySelector(`[data-put="${open}"]`).focus();
  });
  window.addEventListener("online", () => {
    if (saved.dataset.state === "waiting") send();
  });

  // -- on arrival -----------------------------------------------------------------------------------------------------

  function restore() {
    const { key, base, ...values } = Object.fromEntries(unsaved.fields);
    cells.addShakesFor(Object.keys(values));
    for (const [name, value] of Object.entries(values)) if (field(name)) field(name).value = value;
    // A draft from before someone else entered the sheet was made without seeing theirs, so it's a double entry.
    const isDoubleEntry = unsaved.mode !== data.mode;
    if (!isDoubleEntry) {
      field("key").value = key ?? field("key").value;
      field("base").value = base ?? field("base").value;
    }
    form.querySelector("[data-forget]").hidden = false;
    const clock = new Date(unsaved.at).toLocaleTimeString([], { timeStyle: "short" });
    showState(`Restored what you typed at ${clock}.`, "warn", "typing");
    if (unsaved.state === "waiting" && !isDoubleEntry) send();
  }

  // Return whether the draft can be continued here: made on a page like this one, or a first entry that came too late.
  function isForThisPage(draft) {
    if (draft.mode === data.mode) return true;
    return draft.mode === "enter" && data.mode === "rekey" && new Map(draft.fields).get("base") === "0";
  }

  field("source").value = matchMedia("(pointer: coarse)").matches ? "phone" : "paper";
  cells.showDepth(data.depth);
  if (unsaved && isForThisPage(unsaved)) restore();
  preview.showShakeMarks();
  preview.requestPreview();
  setInterval(() => document.visibilityState === "visible" && preview.requestPreview(), PREVIEW_MILLISECONDS);
  const first = data.depth === "totals"
    ? field("row-1-total")
    : [...cells.grid.querySelectorAll("[name^=shake]")].find((each) => !each.value);
  focusInput(first ?? cells.cell(1, 1));
  data.ready = "yes";
}
