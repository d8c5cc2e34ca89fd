// Entering a whole round: one row per table. Each row is stored on this device and sent as one scoresheet, to the same URL
// as the scoresheet's own page. The server computes places and points while someone types.

import "./common.js";
import { focusInput } from "./focus_input.js";
import * as outbox from "./outbox.js";
import { listenToKeys } from "./round_grid/keys.js";
import { createMessages } from "./round_grid/messages.js";
import { createPreviews } from "./round_grid/previews.js";
import { rowsOf } from "./round_grid/rows.js";
import { createSender } from "./round_grid/sending.js";

const form = document.getElementById("bulk");
if (form) editRound();

function editRound() {
  const rows = rowsOf(form);
  const messages = createMessages(form, rows);
  const previews = createPreviews(rows, messages);
  const { sendRow, sendWaitingRows } = createSender(form, rows, messages, previews);
  listenToKeys(form, rows, sendRow);

  function onRowTyped(row) {
    if (rows.isFilled(row)) outbox.storeDraft(rows.draftOf(row));
    else outbox.deleteDraft(rows.draftOf(row));
    messages.showState(row, "typing");
    if (!rows.isFilled(row)) messages.setBadge(row, "empty");
    previews.requestSoon(row);
  }

  form.addEventListener("input", (event) => {
    const row = event.target.closest("tr[data-sheet]");
    if (row) onRowTyped(row);
  });

  // -- on arrival -----------------------------------------------------------------------------------------------------

  function restoreRow(row) {
    const draft = outbox.findDraft(form.dataset.who, row.dataset.sheet);
    if (draft?.mode !== "enter") return;
    if (rows.needsOwnPage(draft)) {
      messages.showState(row, "needs you", "This scoresheet has more details on its own page. Finish it there.");
      for (const input of row.querySelectorAll("input, button")) input.disabled = true;
      row.removeAttribute("data-sheet");
      return;
    }
    rows.restore(row, draft);
    messages.showState(row, draft.state, draft.said ?? "");
    if (draft.state !== "waiting") previews.requestPreview(row);
  }

  // The form was sent without this script, and the server shows what it refused. Drafts don't replace that.
  const isRefused = form.querySelector("tr[data-tone=bad]") !== null;
  if (!isRefused) rows.all().forEach(restoreRow);
  outbox.showWaitingList();
  sendWaitingRows();
  const firstEmpty = rows.all().find((row) => !rows.isFilled(row));
  if (firstEmpty && !isRefused) focusInput(rows.inputsOf(firstEmpty)[0]);
}
