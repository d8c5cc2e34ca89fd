// The page of one scoresheet.

import "./common.js";
import * as outbox from "./outbox.js";
import { editScoresheet } from "./scoresheet/editor.js";
import { settleUnsaved } from "./scoresheet/unsaved.js";

const form = document.getElementById("sheet");
if (form) openScoresheet();

function openScoresheet() {
  const { who, sheet, mode } = form.dataset;
  const refused = Boolean(document.querySelector("[data-refused]"));
  const unsaved = refused ? null : outbox.find(who, sheet);
  if (unsaved && unsaved.mode !== mode && mode !== "rekey") settleUnsaved(form, unsaved);
  if (mode === "show" || mode === "check") {
    form.querySelector(".button.primary")?.focus();
    form.dataset.ready = "yes";
  } else {
    editScoresheet(form, unsaved);
  }
}
