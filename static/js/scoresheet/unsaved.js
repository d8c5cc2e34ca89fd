// An unsaved draft of this scoresheet, found on a page that can't continue it.

import * as outbox from "../outbox.js";

export function settleUnsaved(form, kept) {
  // Offer to continue a correction where it was left. A first entry that came too late is shown by the server beside the
  // one that was faster, and isn't saved by that.
  function offerKept() {
    const notice = document.querySelector("[data-kept]");
    const first = kept.mode === "enter" && new Map(kept.fields).get("base") === "0";
    notice.querySelector("[data-kept-compare]").hidden = !first || !form.elements.base ||
      form.elements.base.value === "0";
    notice.querySelector("[data-kept-edit]").hidden = kept.mode !== "edit";
    notice.querySelector("[data-kept-at]").textContent = new Date(kept.at).toLocaleTimeString([], {
      timeStyle: "short",
    });
    notice.hidden = false;
    notice.querySelector("[data-kept-forget]").addEventListener("click", () => {
      outbox.forget(kept);
      notice.hidden = true;
    });
    notice.querySelector("[data-kept-compare]").addEventListener("click", () => {
      const again = document.createElement("form");
      again.method = "post";
      again.action = kept.action;
      const token = form.elements.csrfmiddlewaretoken.value;
      for (const [name, value] of [...kept.fields, ["csrfmiddlewaretoken", token]]) {
        const input = document.createElement("input");
        Object.assign(input, { type: "hidden", name, value });
        again.append(input);
      }
      document.body.append(again);
      again.submit();
    });
  }

  // A waiting draft may have been saved with only the response lost. Sending it again shows which.
  async function settle() {
    if (kept.state === "waiting" && (await outbox.deliver(kept)).outcome === "saved") return outbox.forget(kept);
    return offerKept();
  }

  settle();
}
