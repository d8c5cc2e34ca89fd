// Small things of every page: what the browser kept of it, times that stay true, copy and print buttons, the current tab in sight, word of a lost server.
(() => {
  "use strict";

  // -- back: what the browser has kept of a page is shown only to whom the server would show it ------------------------

  window.addEventListener("pageshow", (event) => {
    if (!event.persisted || !document.documentElement.dataset.who) return;
    fetch(location.href, { method: "HEAD", redirect: "manual", cache: "no-store" })
      .then((answer) => answer.ok || location.reload())
      .catch(() => undefined); // without a network nobody is signed out
  });

  // -- when: the words are made by the template tag of the same name; here they only stay true --------------------------

  const MINUTE = 60000;
  let exact = false;

  function words(time) {
    if (exact || time.dataset.exact) return time.title;
    const minutes = Math.trunc((Date.now() - Date.parse(time.dateTime)) / MINUTE);
    if (Math.abs(minutes) >= 60) return time.dataset.far;
    if (minutes === 0) return Date.parse(time.dateTime) > Date.now() ? "in a moment" : "just now";
    return minutes > 0 ? `${minutes} min ago` : `in ${-minutes} min`;
  }

  function refresh() {
    for (const time of document.querySelectorAll("time[data-when]")) {
      const now = words(time);
      if (time.textContent !== now) time.textContent = now;
    }
  }

  document.addEventListener("when:turn", () => {
    exact = !exact;
    refresh();
  });

  document.addEventListener("click", (event) => {
    const time = event.target.closest("time[data-when]");
    if (!time || time.closest("a, button")) return;
    if (time.dataset.exact) delete time.dataset.exact;
    else time.dataset.exact = "yes";
    refresh();
  });

  setInterval(refresh, MINUTE / 4);
  document.addEventListener("visibilitychange", refresh);
  document.addEventListener("htmx:afterSettle", refresh);

  // -- copy -------------------------------------------------------------------------------------------------------

  async function copy(button) {
    const source = document.querySelector(button.dataset.copy);
    const text = source.value ?? source.textContent.trim();
    try {
      await navigator.clipboard.writeText(text);
      say("Copied.", "ok");
    } catch {
      // Without HTTPS there is no clipboard for scripts, so the text is selected for the person's own keys.
      if (source.select) source.select();
      else window.getSelection().selectAllChildren(source);
      say("Selected. Copy it with your keyboard or the menu of your phone.", "info");
    }
  }

  function say(text, tone) {
    document.dispatchEvent(new CustomEvent("toast", { detail: { text, tone } }));
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) copy(button);
    if (event.target.closest("[data-print]")) window.print();
  });

  // -- a page whose server does not answer says so ------------------------------------------------------------------

  let since = new Date();

  function connected(answer) {
    const line = document.querySelector(".stale");
    if (!line) return;
    if (answer) since = new Date();
    else line.querySelector("[data-since]").textContent = since.toLocaleTimeString([], { timeStyle: "short" });
    line.hidden = answer;
  }

  document.addEventListener("htmx:sendError", () => connected(false));
  document.addEventListener("htmx:timeout", () => connected(false));
  document.addEventListener("htmx:afterOnLoad", () => connected(true));
  document.addEventListener("htmx:responseError", (event) => {
    const closed = event.detail.xhr.status === 403;
    const what = closed ? "This cannot be changed now." : `The server answered with an error (${event.detail.xhr.status}).`;
    say(`${what} Reload the page to see where things stand.`, "bad");
  });

  document.addEventListener("DOMContentLoaded", () => {
    // Not scrollIntoView: that would also move the page, away from a field that has just got the focus.
    const bar = document.querySelector(".mainnav");
    const current = bar?.querySelector("[aria-current]");
    if (current) bar.scrollLeft = current.offsetLeft - (bar.clientWidth - current.offsetWidth) / 2;
  });
})();
