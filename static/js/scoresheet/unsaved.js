// An unsaved draft of this scoresheet, found on a page that can't continue it.

import * as outbox from "../outbox.js";
import { postForm } from "../post_form.js";

export async function offerUnsavedDraft(form, draft) {
  // A waiting draft may have been saved with only the response lost. Sending it again shows which.
  if (draft.state === "waiting" && (await outbox.deliver(draft)).outcome === "saved") outbox.deleteDraft(draft);
  else showNotice(form, draft);
}

// Offer to continue a correction where it was left. If someone else was faster with the first entry, offer to compare:
// the server shows both versions side by side and saves nothing.
function showNotice(form, draft) {
  const notice = document.querySelector("[data-kept]");
  const isFirstEntry = draft.mode === "enter" && new Map(draft.fields).get("base") === "0";
  const base = form.elements.base?.value ?? "0";
  notice.querySelector("[data-kept-compare]").hidden = !isFirstEntry || base === "0";
  notice.querySelector("[data-kept-edit]").hidden = draft.mode !== "edit";
  notice.querySelector("[data-kept-at]").textContent = new Date(draft.at).toLocaleTimeString([], {
    timeStyle: "short",
  });
  notice.hidden = false;
  notice.querySelector("[data-kept-forget]").addEventListener("click", () => {
    outbox.deleteDraft(draft);
    notice.hidden = true;
  });
  notice.querySelector("[data-kept-compare]").addEventListener("click", () => postForm(draft.action, draft.fields));
}
