// Entering one scoresheet: each change is stored on this device, previewed by the server, and then sent.
// The cells, the keyboard, the preview and the story dialog have their own modules.

import * as outbox from "../outbox.js";
import { cellsOf } from "./cells.js";
import { previewOf } from "./preview.js";
import { storyDialog } from "./story.js";
import { listenToKeys } from "./typing.js";

const RETRY = 3000; // milliseconds

export function editScoresheet(form, unsaved) {
  const data = form.dataset;
  const saved = document.querySelector("[data-saved]");

  // Where two entries don't match, someone has to choose what the paper says.
  const undecided = new Set(
    data.mode === "settle" ? [...document.querySelectorAll("[data-put]")].map((each) => each.dataset.put) : [],
  );

  const cells = cellsOf(form);
  const { field, go } = cells;
  const preview = previewOf(form, cells, { fields, saved, say });
  const story = storyDialog({ ...cells, data, fields, onTyped, preview: preview.request, stories: preview.stories });
  listenToKeys(form, cells, { onTyped, openStory: story.open, discard });
  let retry = null;

  function onTyped(input) {
    undecided.delete(input.name);
    if (cells.position(input)) cells.last = input;
    preview.marks();
    clearTimeout(retry);
    keep("typing");
    preview.askSoon();
  }

  function discard() {
    outbox.forget(draft());
    location.assign(data.page);
  }

  // -- storing and sending --------------------------------------------------------------------------------------------

  function fields() {
    return [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
  }

  function draft(state = "typing") {
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

  function keep(state) {
    const isKept = outbox.keep(draft(state));
    form.querySelector("[data-forget]").hidden = false;
    if (state === "typing") say(isKept ? "Kept on this device" : "Not saved yet", "muted", "typing");
  }

  function say(text, tone, state) {
    saved.textContent = text;
    saved.dataset.tone = tone;
    saved.dataset.state = state;
  }

  let sending = false;

  async function send() {
    if (sending) return;
    sending = true;
    preview.stop();
    keep("waiting");
    say("Saving …", "muted", "sending");
    const sent = draft("waiting");
    const at = document.activeElement;
    form.inert = true; // typing now would not be part of this save
    const { outcome, status, answer, said } = await outbox.deliver(sent);
    form.inert = false;
    at?.focus();
    sending = false;
    if (outcome === "saved") {
      outbox.forget(sent);
      say(answer.said, "ok", "saved");
      outbox.sayNext(answer.said);
      location.assign(answer.next);
    } else if (outcome === "waiting") {
      const why = said || "Waiting for the network.";
      say(`${why} It is kept on this device and will be sent by itself.`, "warn", "waiting");
      retry = setTimeout(send, RETRY);
    } else if (status === 409) {
      outbox.keep({ ...sent, state: "needs you" });
      form.submit(); // the server shows both versions side by side, with everything that was typed
    } else {
      needsYou(sent, answer, said);
    }
  }

  function needsYou(sent, answer, said) {
    outbox.keep({ ...sent, state: "needs you", said });
    preview.showEverything();
    say(said, "bad", "needs you");
    if (answer.results) preview.render({ others: [], ...answer });
    const reason = form.querySelector("[data-reason]");
    if (answer.doubtful && reason) {
      reason.hidden = false;
      reason.dataset.asked = "yes";
      field("reason").focus();
    } else if (answer.field && field(answer.field)) {
      go(field(answer.field));
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [open] = undecided;
    if (!open) return send();
    say("Choose what the paper says, for each difference.", "warn", "needs you");
    return document.querySelector(`[data-put="${open}"]`).focus();
  });
  window.addEventListener("online", () => {
    if (saved.dataset.state === "waiting") send();
  });

  // -- on arrival -----------------------------------------------------------------------------------------------------

  function restore(unsaved) {
    const values = new Map(unsaved.fields);
    cells.widen(unsaved.fields.map(([name]) => name));
    for (const [name, value] of values) {
      if (field(name) && !["key", "base"].includes(name)) field(name).value = value;
    }
    field("key").value = values.get("key") ?? field("key").value;
    field("base").value = values.get("base") ?? field("base").value;
    form.querySelector("[data-forget]").hidden = false;
  }

  field("source").value = matchMedia("(pointer: coarse)").matches ? "phone" : "paper";
  cells.showDepth(data.depth);
  // A draft from before someone else entered the sheet was made without seeing theirs, so it's a double entry.
  const isSecondReading = unsaved?.mode === "enter" && data.mode === "rekey" &&
    new Map(unsaved.fields).get("base") === "0";
  if (unsaved && (unsaved.mode === data.mode || isSecondReading)) {
    const { key, base } = { key: field("key").value, base: field("base").value };
    restore(unsaved);
    if (isSecondReading) Object.assign(field("key"), { value: key });
    if (isSecondReading) Object.assign(field("base"), { value: base });
    const clock = new Date(unsaved.at).toLocaleTimeString([], { timeStyle: "short" });
    say(`What you typed at ${clock} is back.`, "warn", "typing");
    if (unsaved.state === "waiting" && !isSecondReading) send();
  }
  preview.marks();
  preview.ask();
  setInterval(() => document.visibilityState === "visible" && preview.ask(), 10000);
  const first = data.depth === "totals"
    ? field("row-1-total")
    : [...cells.grid.querySelectorAll("[name^=shake]")].find((each) => !each.value);
  go(first ?? cells.cell(1, 1));
  data.ready = "yes";
}
