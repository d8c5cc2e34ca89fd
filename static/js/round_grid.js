// Entering a whole round: one row per table. Each row is stored on this device and sent as one scoresheet, to the same URL
// as the scoresheet's own page. The server computes places and points while someone types.

import "./common.js";
import * as outbox from "./outbox.js";

const form = document.getElementById("bulk");
if (form) editRound();

function editRound() {
  const RETRY = 3000;
  const who = form.dataset.who;
  const summary = form.querySelector("[data-summary]");
  const rows = () => [...form.querySelectorAll("tr[data-sheet]")];
  const field = (row, name) => form.elements[`${row.dataset.sheet}-${name}`];
  const totals = (row) => [...row.querySelectorAll("input[name*='-total-']")];
  const state = (row) => row.dataset.saved ?? "";

  // -- a row is a sheet -------------------------------------------------------------------------------------------------

  // Return the fields as the scoresheet's own page would send them, so a draft can be opened there too.
  function fields(row) {
    const found = [
      ["key", field(row, "key").value],
      ["base", field(row, "base").value],
      ["source", "paper"],
      ["reason", field(row, "reason").value],
    ];
    totals(row).forEach((input, index) => {
      const at = `row-${index + 1}`;
      const absent = input.value.trim().toLowerCase() === "a";
      found.push([`${at}-status`, absent ? "absent" : ""], [`${at}-total`, absent ? "" : input.value.trim()]);
      found.push([`${at}-initials`, field(row, "initialed").checked && !absent ? "yes" : ""]);
    });
    if (field(row, "games")) found.push(["games", field(row, "games").value.trim()]);
    return found;
  }

  const filled = (row) => totals(row).some((input) => input.value.trim()) || Boolean(field(row, "games")?.value.trim());

  function draft(row, kept = "typing") {
    const { sheet, label, page, action } = row.dataset;
    return {
      sheet,
      who,
      label,
      mode: "enter",
      page,
      action,
      key: field(row, "key").value,
      fields: fields(row),
      at: Date.now(),
      state: kept,
    };
  }

  function restore(row, kept) {
    const values = new Map(kept.fields);
    totals(row).forEach((input, index) => {
      input.value = values.get(`row-${index + 1}-status`) === "absent"
        ? "a"
        : values.get(`row-${index + 1}-total`) ?? "";
    });
    if (field(row, "games")) field(row, "games").value = values.get("games") ?? "";
    field(row, "initialed").checked = kept.fields.some(([name, value]) =>
      name.endsWith("-initials") && value === "yes"
    );
    field(row, "reason").value = values.get("reason") ?? "";
    field(row, "key").value = kept.key;
    field(row, "base").value = values.get("base") ?? "0";
  }

  // The draft holds more than a row can show, so it has to be finished on the scoresheet's own page.
  const HOLDS = /^(key|base|source|reason|games|row-\d+-(total|status|initials))$/;
  const isDeeper = (kept) =>
    kept.fields.some(([name, value]) => value && (!HOLDS.test(name) || ["refused", "disqualified"].includes(value)));

  // -- messages ---------------------------------------------------------------------------------------------------------

  const LABELS = {
    typing: "kept here",
    waiting: "waiting",
    sending: "saving …",
    saved: "saved",
    "needs you": "needs you",
  };
  const TONES = { typing: "muted", waiting: "warn", sending: "muted", saved: "ok", "needs you": "bad" };

  function say(row, now, sentence = "") {
    row.dataset.saved = now;
    row.toggleAttribute("data-refused", now === "needs you");
    const badge = row.querySelector("[data-state]");
    badge.textContent = LABELS[now];
    badge.dataset.tone = TONES[now];
    const line = row.querySelector("[data-said]");
    line.textContent = sentence;
    line.dataset.tone = TONES[now];
    line.hidden = !sentence;
    sum();
  }

  function sum() {
    const counts = {};
    for (const row of form.querySelectorAll("tr[data-saved]")) counts[state(row)] = (counts[state(row)] ?? 0) + 1;
    const parts = ["saved", "waiting", "needs you"].filter((each) => counts[each]).map((each) =>
      `${counts[each]} ${each}`
    );
    const text = parts.join(" · ");
    if (summary.textContent !== text) summary.textContent = text;
    summary.dataset.tone = counts["needs you"] ? "bad" : counts.waiting ? "warn" : "ok";
  }

  const PLACES = ["", "1st", "2nd", "3rd", "4th", "5th"];

  function figures(row, lines) {
    lines.forEach((line, index) => {
      const out = row.querySelector(`[data-out="${index + 1}"]`);
      out.textContent = [PLACES[line.place], line.points && `${line.points} p`].filter(Boolean).join(" · ");
      out.title = line.why ? `${line.why} (${line.rule})` : "";
    });
  }

  function render(row, answer, tried) {
    figures(row, answer.results);
    for (const input of row.querySelectorAll("[data-told], [aria-invalid]")) {
      input.removeAttribute("data-told");
      input.removeAttribute("aria-invalid");
      input.title = "";
    }
    const said = [];
    for (const [name, sentence] of Object.entries(answer.messages)) {
      const wrong = answer.unreadable.includes(name);
      if (!tried && !wrong && quiet(row, name)) continue;
      said.push(sentence);
      const at = /^row-(\d+)-total$/.exec(name)?.[1];
      const input = at ? field(row, `total-${at}`) : name === "games" ? field(row, "games") : null;
      if (!input) continue;
      input.setAttribute(wrong ? "aria-invalid" : "data-told", wrong ? "true" : "");
      input.title = sentence;
    }
    const list = row.querySelector("[data-doubts]");
    list.replaceChildren(
      ...said.map((sentence) => {
        const item = document.createElement("li");
        item.textContent = sentence;
        return item;
      }),
    );
    list.hidden = said.length === 0;
    row.querySelector("[data-reason]").hidden = said.length === 0 && !field(row, "reason").value;
  }

  // While someone types, empty totals, games and initials are no warning yet.
  function quiet(row, name) {
    const finished = totals(row).every((input) => input.value.trim()) && field(row, "games")?.value !== "";
    return name.endsWith("-initials") || !finished;
  }

  // -- typing -----------------------------------------------------------------------------------------------------------

  const timers = new Map();

  function typed(row) {
    if (!filled(row)) {
      outbox.forget(draft(row));
      say(row, "typing");
      row.querySelector("[data-state]").textContent = "empty";
    } else {
      outbox.keep(draft(row));
      say(row, "typing");
    }
    clearTimeout(timers.get(row));
    timers.set(row, setTimeout(() => ask(row), 140));
  }

  async function preview(row, sent) {
    try {
      const response = await fetch(row.dataset.preview, {
        method: "POST",
        headers: { "X-CSRFToken": form.elements.csrfmiddlewaretoken.value },
        body: new URLSearchParams(sent),
      });
      return response.ok ? await response.json() : null;
    } catch {
      return null; // offline: the row is stored, and the preview follows later
    }
  }

  async function ask(row) {
    const sent = fields(row);
    const answer = await preview(row, sent);
    const changed = !row.dataset.sheet || JSON.stringify(sent) !== JSON.stringify(fields(row));
    if (!answer || changed || state(row) !== "typing") return;
    render(row, filled(row) ? answer : { ...answer, messages: {} }, false);
  }

  // -- keys -------------------------------------------------------------------------------------------------------------

  const inputs = (row) =>
    [...row.querySelectorAll("input:not([type=hidden])")].filter((input) => input.getClientRects().length > 0);

  function go(input) {
    input?.focus();
    input?.select?.();
  }

  function goOn(row, input) {
    const order = inputs(row);
    const next = order[order.indexOf(input) + 1];
    if (next) return go(next);
    send(row);
    goDown(row);
  }

  function goDown(row) {
    const all = rows();
    const after = all.slice(all.indexOf(row) + 1).find((each) =>
      !["saved", "waiting", "sending"].includes(state(each))
    );
    go(after ? inputs(after)[0] : form.querySelector(".button.primary"));
  }

  form.addEventListener("keydown", (event) => {
    const input = event.target;
    const row = input.closest("tr[data-sheet]");
    if (!row || !input.matches("input") || event.ctrlKey || event.metaKey || event.altKey) return;
    const tick = input.type === "checkbox";
    const cell = input.matches(".cell");
    if (event.key === "Enter" || (event.key === " " && cell)) {
      event.preventDefault();
      goOn(row, input);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && (cell || tick)) {
      event.preventDefault();
      const all = rows();
      const other = all[all.indexOf(row) + (event.key === "ArrowDown" ? 1 : -1)];
      if (other) go(inputs(other)[inputs(row).indexOf(input)] ?? inputs(other)[0]);
    } else if (cell && event.key.length === 1 && !/[0-9aA-]/.test(event.key)) {
      event.preventDefault();
    }
  });
  form.addEventListener("input", (event) => {
    const row = event.target.closest("tr[data-sheet]");
    if (row) typed(row);
  });

  // -- sending ----------------------------------------------------------------------------------------------------------

  let busy = false;
  let again = null;

  function send(row) {
    if (!filled(row) || ["saved", "sending"].includes(state(row))) return;
    clearTimeout(timers.get(row));
    outbox.keep(draft(row, "waiting"));
    say(row, "waiting");
    pump();
  }

  // Send rows one at a time, in table order. Offline, all of them wait.
  async function pump() {
    if (busy) return;
    busy = true;
    clearTimeout(again);
    for (let row = nextWaiting(); row; row = nextWaiting()) {
      const sent = draft(row, "waiting");
      lock(row, true);
      say(row, "sending");
      const { outcome, status, answer, said } = await outbox.deliver(sent);
      lock(row, false);
      if (outcome === "waiting") {
        say(row, "waiting", "Waiting for the network. It is kept on this device and will be sent by itself.");
        again = setTimeout(pump, RETRY);
        break;
      }
      if (outcome === "saved") finish(row, sent, answer);
      else needsYou(row, sent, status, answer, said);
    }
    busy = false;
  }

  const nextWaiting = () => rows().find((row) => state(row) === "waiting");

  function lock(row, locked) {
    for (const input of inputs(row)) input.readOnly = locked;
  }

  function finish(row, sent, answer) {
    outbox.forget(sent);
    say(row, "saved");
    row.querySelector("[data-state]").textContent = `saved as entry ${answer.entry}`;
    row.removeAttribute("data-sheet");
    row.querySelector("[data-doubts]").hidden = true;
    for (const input of row.querySelectorAll("input")) {
      input.readOnly = true;
      input.tabIndex = -1;
      if (input.type === "checkbox") input.disabled = true;
    }
    row.querySelector("button[name=only]").hidden = true;
    preview(row, sent.fields).then((computed) => computed && figures(row, computed.results));
  }

  function needsYou(row, sent, status, answer, said) {
    outbox.keep({ ...sent, state: "needs you", said });
    say(row, "needs you", said);
    if (answer.results) render(row, answer, true);
    const doubts = row.querySelector("[data-doubts]");
    if (answer.doubtful && doubts.children.length === 1) doubts.hidden = true;
    row.querySelector("[data-compare]").hidden = status !== 409;
    row.querySelector("[data-reason]").hidden = !answer.doubtful && !field(row, "reason").value;
    const resting = !document.activeElement || document.activeElement === document.body ||
      !document.activeElement.closest("tr");
    if (resting || row.contains(document.activeElement) || !started(document.activeElement.closest("tr"))) {
      go(answer.doubtful ? field(row, "reason") : inputs(row)[0]);
    }
  }

  // Don't pull the focus away from a row that someone has started.
  const started = (row) => row.dataset.sheet && filled(row);

  // Show both versions side by side on the scoresheet's own page, with everything that was typed.
  function compare(row) {
    const post = document.createElement("form");
    post.method = "post";
    post.action = row.dataset.action;
    for (const [name, value] of [...fields(row), ["csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value]]) {
      const input = document.createElement("input");
      Object.assign(input, { type: "hidden", name, value });
      post.append(input);
    }
    document.body.append(post);
    post.submit();
  }

  form.addEventListener("click", (event) => {
    if (!event.target.closest("[data-compare]")) return;
    event.preventDefault();
    compare(event.target.closest("tr"));
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const only = event.submitter?.value;
    for (const row of rows()) if (!only || row.dataset.sheet === only) send(row);
  });
  window.addEventListener("online", pump);

  // -- on arrival -------------------------------------------------------------------------------------------------------

  const refusedPage = form.querySelector("tr[data-tone=bad]") !== null;
  for (const row of rows()) {
    const kept = outbox.find(who, row.dataset.sheet);
    if (!kept || kept.mode !== "enter" || refusedPage) continue;
    if (isDeeper(kept)) {
      say(row, "needs you", "More of this sheet was typed on its own page. Finish it there.");
      for (const input of row.querySelectorAll("input, button")) input.disabled = true;
      row.removeAttribute("data-sheet");
      continue;
    }
    restore(row, kept);
    say(row, kept.state, kept.said ?? "");
    if (kept.state !== "waiting") ask(row);
  }
  outbox.show();
  pump();
  const first = rows().find((row) => !filled(row));
  if (first && !refusedPage) go(inputs(first)[0]);
}
