// The page of one scoresheet.

import "./common.js";
import { findDraft } from "./outbox.js";
import { editScoresheet } from "./scoresheet/editor.js";
import { offerUnsavedDraft } from "./scoresheet/unsaved.js";

const form = document.getElementById("sheet");
if (form) openScoresheet();

function openScoresheet() {
  const { who, sheet, mode } = form.dataset;
  const isRefused = document.querySelector("[data-refused]") !== null; // the server shows what was typed
  const unsaved = isRefused ? null : findDraft(who, sheet);
  if (unsaved && unsaved.mode !== mode && mode !== "rekey") offerUnsavedDraft(form, unsaved);
  if (mode === "show" || mode === "check") {
    form.querySelector(".button.primary")?.focus();
    form.dataset.ready = "yes";
  } else {
    editScoresheet(form, unsaved);
  }
}
