// A scoresheet at the keyboard: digits advance by themselves, letters do the rest, and what follows is asked of the server
// while one types. Nothing is computed here.
(() => {
  "use strict";

  const form = document.getElementById("sheet");
  if (!form) return;
  const data = form.dataset;
  const seats = Number(data.seats);
  const scale = data.scale.split(" ");
  const saved = document.querySelector("[data-saved]");
  const WAY = "headtable.sheet-way";
  const RETRY = 3000;

  const refusedPage = Boolean(document.querySelector("[data-refused]"));
  const kept = refusedPage ? null : outbox.find(data.who, data.sheet);

  // What was typed here and not saved: a correction goes on where it was left; a first entry that came too late is shown
  // by the server beside the one that was faster, and never saved by that.
  function offerKept() {
    const notice = document.querySelector("[data-kept]");
    const first = kept.mode === "enter" && new Map(kept.fields).get("base") === "0";
    notice.querySelector("[data-kept-compare]").hidden = !first || !form.elements.base || form.elements.base.value === "0";
    notice.querySelector("[data-kept-edit]").hidden = kept.mode !== "edit";
    notice.querySelector("[data-kept-at]").textContent = new Date(kept.at).toLocaleTimeString([], { timeStyle: "short" });
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

  // What waits may have been saved already, and only the answer got lost: that is known when it is sent again.
  async function settleKept() {
    if (kept.state === "waiting" && (await outbox.deliver(kept)).outcome === "saved") return outbox.forget(kept);
    return offerKept();
  }

  if (kept && kept.mode !== data.mode && data.mode !== "rekey") settleKept();
  if (data.mode === "show" || data.mode === "check") {
    form.querySelector(".button.primary")?.focus();
    data.ready = "yes";
    return;
  }

  // Where two readings differ, somebody looks at the paper before one of them counts.
  const undecided = new Set(data.mode === "settle" ? [...document.querySelectorAll("[data-put]")].map((each) => each.dataset.put) : []);

  // -- the grid -------------------------------------------------------------------------------------------------------

  const grid = form.querySelector(".sheet-grid");
  const field = (name) => form.elements[name];
  const cell = (shake, seat) => field(`shake-${shake}-${seat}`);
  const shakes = () => grid.querySelectorAll("thead .shake-head").length;
  const position = (input) => /^shake-(\d+)-(\d+)$/.exec(input?.name ?? "")?.slice(1).map(Number);
  const comes = (seat) => field(`row-${seat}-status`).value !== "absent";
  let last = cell(1, 1); // the cell that was typed in last

  function way() {
    try {
      return localStorage.getItem(WAY) === "across" ? "across" : "down";
    } catch {
      return "down";
    }
  }

  function addShake() {
    const number = shakes() + 1;
    if (number > 40) return;
    const renumber = (node) => {
      const copy = node.cloneNode(true);
      for (const element of [copy, ...copy.querySelectorAll("*")]) {
        for (const { name, value } of [...element.attributes]) {
          if (name === "name") element.setAttribute(name, value.replace(`-${number - 1}`, `-${number}`));
          if (["data-shake", "data-mark", "data-row"].includes(name)) element.setAttribute(name, String(number));
          if (name === "aria-label") element.setAttribute(name, value.replace(/\d+$/, String(number)));
        }
        if (element.matches("input")) element.value = "";
        element.removeAttribute("data-told");
        if (element.matches("[data-mark], [data-row]")) element.textContent = "";
      }
      return copy;
    };
    const head = grid.querySelector(`thead [data-shake="${number - 1}"]`);
    const next = renumber(head);
    for (const node of next.childNodes) if (node.nodeType === Node.TEXT_NODE && node.textContent.trim()) node.textContent = ` ${number} `;
    head.after(next);
    for (let seat = 1; seat <= seats; seat += 1) {
      const before = cell(number - 1, seat).closest("td");
      before.after(renumber(before));
    }
    const foot = grid.querySelector(`[data-row="${number - 1}"]`).closest("td");
    foot.after(renumber(foot));
  }

  // The cells in the order in which they are typed.
  function following(input, step = 1) {
    const [shake, seat] = position(input);
    const order = [];
    const across = way() === "across";
    const filled = across ? Math.max(1, ...[...Array(shakes()).keys()].filter((each) => cell(each + 1, 1).value).map((each) => each + 1)) : shakes();
    const width = across && seat > 1 ? filled : shakes();
    for (let outer = 1; outer <= (across ? seats : shakes()); outer += 1) {
      for (let inner = 1; inner <= (across ? width : seats); inner += 1) order.push(across ? [inner, outer] : [outer, inner]);
    }
    const open = order.filter(([, each]) => comes(each));
    const at = open.findIndex(([one, two]) => one === shake && two === seat);
    const found = open[at + step];
    return found && cell(...found);
  }

  function go(input) {
    if (!input) return;
    input.focus();
    input.select?.();
  }

  // Where the focus went by itself: a penalty typed there is about the cell it came from.
  let left = null;

  function advance(input) {
    const [shake, seat] = position(input);
    if (shake === shakes() && seat === (way() === "down" ? lastSeat() : firstSeat())) addShake();
    const next = following(input);
    go(next);
    left = next && { from: input, to: next };
  }

  const present = () => [...Array(seats).keys()].map((each) => each + 1).filter(comes);
  const lastSeat = () => Math.max(...present());
  const firstSeat = () => Math.min(...present());

  // -- keys -----------------------------------------------------------------------------------------------------------

  // The cell that a letter is about: this one, or the one that was just completed.
  function meant(input) {
    if (!position(input)) return last;
    return !input.value && left?.to === input ? left.from : input;
  }

  let key = ""; // the one before
  let penalized = null;

  const deeds = {
    penalty(input) {
      const target = meant(input);
      penalized = target;
      const initialed = target.value.endsWith("j");
      target.value = `${target.value.replace(/j$/, "")}-1${initialed ? "j" : ""}`;
      typed(target);
    },
    judge(input) {
      const target = meant(input);
      if (!target.value.includes("-")) return;
      target.value = target.value.endsWith("j") ? target.value.slice(0, -1) : `${target.value}j`;
      typed(target);
    },
    absent(input) {
      const target = position(input) ? input : last;
      target.value = "a";
      typed(target);
      advance(target);
    },
    void: (input) => turn(input, "void"),
    replayed: (input) => turn(input, "replayed"),
    story: (input) => telling.open(position(position(input) ? input : last)[0]),
    initials() {
      const choices = [...form.querySelectorAll("[name$=-initials]")].filter((each) => comes(each.name.split("-")[1]));
      for (const choice of choices.filter((each) => !each.value)) choice.value = "yes";
      typed(last);
    },
    totals: () => go(field("row-1-total")),
    turn() {
      try {
        localStorage.setItem(WAY, way() === "down" ? "across" : "down");
      } catch {
        // The next page begins again with going down.
      }
      sayWay();
    },
    forget() {
      outbox.forget(draft());
      location.assign(data.page);
    },
  };
  const KEYS = { "-": "penalty", "−": "penalty", j: "judge", a: "absent", v: "void", r: "replayed", o: "story", i: "initials", t: "totals" };

  function turn(input, status) {
    const here = position(input) ? input : last;
    const [shake] = position(status === "replayed" ? meant(here) : here);
    const choice = field(`status-${shake}`);
    choice.value = choice.value === status ? "" : status;
    typed(cell(shake, 1));
    if (choice.value && !cell(shake, 1).value) go(cell(shake + 1, 1));
  }

  function sayWay() {
    const button = form.querySelector("[data-turn]");
    button.textContent = way() === "down" ? `Going down a ${data.shake}` : "Going along a player";
  }

  form.addEventListener("keydown", (event) => {
    const input = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || !input.matches("input.cell")) return;
    const before = key;
    key = event.key;
    if (KEYS[before] === "penalty" && /^[1-9]$/.test(key) && !scale.includes(key) && penalized) {
      penalized.value = penalized.value.replace(/-\d(j?)$/, `-${key}$1`); // 2-1 typed as it is written
      typed(penalized);
      return event.preventDefault();
    }
    const deed = position(input) && KEYS[event.key.toLowerCase()];
    if (!position(input) && /^(Enter|ArrowDown|ArrowUp)$/.test(key) && inColumn(input, key === "ArrowUp" ? -1 : 1)) {
      go(inColumn(input, key === "ArrowUp" ? -1 : 1));
      return event.preventDefault();
    }
    const negative = event.key === "-" && !position(input);
    if (deed) deeds[deed](input);
    else if (event.key === " ") go(nextField(input));
    else if (event.key === "Backspace" && !input.value && position(input)) go(following(input, -1));
    else if (event.key.startsWith("Arrow") && arrow(input, event.key)) return event.preventDefault();
    else if (negative || event.key.length > 1 || /[0-9]/.test(event.key)) return;
    if (event.key !== "Enter" && event.key !== "Tab") event.preventDefault();
  });

  // The total above or below, of somebody who came.
  function inColumn(input, step) {
    const column = [...form.querySelectorAll(`input.cell[name$="-${input.name.split("-").pop()}"]`)];
    return column.filter((each) => comes(each.name.split("-")[1]))[column.indexOf(input) + step];
  }

  const nextField = (input) => (position(input) ? following(input) : inColumn(input, 1) ?? form.querySelector(".button.primary"));

  function arrow(input, key) {
    const at = position(input);
    if (!at) return false;
    const [shake, seat] = at;
    const to = { ArrowUp: [shake, seat - 1], ArrowDown: [shake, seat + 1], ArrowLeft: [shake - 1, seat], ArrowRight: [shake + 1, seat] }[key];
    const found = to && cell(...to);
    if (found) go(found);
    return Boolean(found);
  }

  // A score is complete when nothing longer begins with it.
  const complete = (text) => /^\d+$/.test(text) && !scale.some((each) => each !== text && each.startsWith(text));

  form.addEventListener("input", (event) => {
    const input = event.target;
    typed(input);
    if (position(input) && complete(input.value)) advance(input);
  });
  form.addEventListener("change", (event) => typed(event.target));
  form.addEventListener("focusin", (event) => {
    if (!position(event.target)) return;
    last = event.target;
    if (last !== left?.to) left = null;
  });

  // The buttons below the grid are about the cell in focus, which keeps it; a click on a cell is for typing it anew.
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("[data-does]")) event.preventDefault();
  });
  form.addEventListener("click", (event) => {
    if (event.target.matches("input.cell") && document.getSelection().isCollapsed) event.target.select();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-does], [data-to-depth], [data-put], [data-field]");
    if (!button) return;
    const { does, toDepth, put, value, field: about } = button.dataset;
    if (does) {
      const here = last;
      deeds[does](here);
      if (["penalty", "judge"].includes(does)) go(here);
    }
    if (toDepth) {
      showDepth(toDepth);
      go(toDepth === "totals" ? field("row-1-total") : last);
    }
    if (put) putValue(put, value);
    if (about !== undefined) {
      event.preventDefault();
      const details = field(about)?.closest("details");
      if (details) details.open = true;
      go(field(about) ?? cell(about.split("-")[1], 1));
    }
  });

  // Where two readings differ, the cell itself says both; one is chosen by a click.
  for (const button of document.querySelectorAll("[data-put]")) {
    const input = field(button.dataset.put);
    if (input && input.type !== "hidden") input.dataset.differs = [input.dataset.differs, button.dataset.value || "–"].filter(Boolean).join(" / ");
  }
  function putValue(name, value) {
    const input = field(name);
    if (!input) return;
    input.value = value;
    typed(input);
  }

  function showDepth(depth) {
    data.depth = depth;
    for (const button of form.querySelectorAll("[data-to-depth]")) {
      button.setAttribute("aria-pressed", String(button.dataset.toDepth === depth));
    }
  }

  // -- what follows ---------------------------------------------------------------------------------------------------

  let timer = null;
  let retry = null;
  let asked = 0;

  function typed(input) {
    undecided.delete(input.name);
    if (position(input)) last = input;
    marks();
    clearTimeout(retry);
    keep("typing");
    clearTimeout(timer);
    timer = setTimeout(ask, 140);
  }

  async function preview(fields) {
    const response = await fetch(data.preview, {
      method: "POST",
      headers: { "X-CSRFToken": field("csrfmiddlewaretoken").value },
      body: new URLSearchParams(fields),
    });
    if (!response.ok) throw new Error(response.status);
    return response.json();
  }

  async function ask() {
    asked += 1;
    const mine = asked;
    try {
      const answer = await preview(fields());
      if (mine !== asked) return;
      render(answer);
      if (saved.dataset.state === "no network") say("Kept on this device", "muted", "typing");
    } catch {
      if (mine !== asked) return;
      for (const output of form.querySelectorAll("output")) output.textContent = "…";
      if (saved.dataset.state !== "waiting") say("No network. Kept on this device.", "warn", "no network");
    }
  }

  // Points that a story gives go into the cells that are still empty, as soon as they are known.
  let stories = [];

  function fillFromStories() {
    stories.forEach((told, index) =>
      told?.forEach((points, seat) => {
        const input = cell(index + 1, seat + 1);
        if (input && !input.value && points !== null && input !== document.activeElement) input.value = points;
      }),
    );
  }

  const out = (name) => form.querySelector(`[data-out="${name}"]`);

  function render(answer) {
    answer.lines.forEach((line, index) => {
      const seat = index + 1;
      out(`sum-${seat}`).textContent = line.sum ?? "";
      if (out(`place-${seat}`)) out(`place-${seat}`).textContent = line.place ?? "";
      out(`points-${seat}`).textContent = line.points ?? "";
      out(`points-${seat}`).title = line.why ? `${line.why} (${line.rule})` : "";
      grid.querySelector(`tr[data-seat="${seat}"]`).toggleAttribute("data-leads", line.leads);
    });
    stories = answer.stories;
    fillFromStories();
    for (const input of form.querySelectorAll("[data-told], [aria-invalid]")) {
      input.removeAttribute("data-told");
      input.removeAttribute("aria-invalid");
      input.title = input.dataset.differs ?? "";
    }
    answer.running.forEach((totals, seat) =>
      totals.forEach((total, shake) => {
        const input = cell(shake + 1, seat + 1);
        if (input) input.closest("td").dataset.running = total;
      }),
    );
    for (const mark of grid.querySelectorAll("[data-row]")) mark.textContent = rowMark(mark.dataset.row, answer);
    for (const [name, sentence] of Object.entries(answer.told)) {
      const input = field(name);
      if (!input || input.type === "hidden" || quiet(name, answer)) continue;
      if (answer.wrong.includes(name)) input.setAttribute("aria-invalid", "true");
      else input.setAttribute("data-told", "");
      input.title = sentence;
    }
    if (data.mode !== "rekey") listDoubts(answer);
    others(answer);
  }

  function rowMark(number, answer) {
    if (answer.told[`shake-${number}`] || answer.told[`story-${number}`]) return "⚠";
    const cells = [...Array(seats).keys()].map((seat) => cell(number, seat + 1)).filter((each, seat) => comes(seat + 1));
    return cells.every((each) => each.value && !answer.told[each.name]) ? "✓" : "";
  }

  function listDoubts(answer) {
    const region = form.querySelector("[data-doubts]");
    const list = document.createElement("ul");
    list.className = "stack tight plain-list";
    for (const [name, sentence] of Object.entries(answer.told)) {
      if (quiet(name, answer)) continue;
      const link = document.createElement("a");
      link.href = "#";
      link.dataset.field = name;
      link.textContent = `⚠ ${sentence}`;
      const item = document.createElement("li");
      item.append(link);
      list.append(item);
    }
    if (region.textContent !== list.textContent) region.replaceChildren(list);
    const reason = form.querySelector("[data-reason]");
    if (reason && !field("reason").value) reason.hidden = !reason.dataset.asked || answer.doubts === 0;
  }

  // While somebody types, an unfinished shake and missing initials are not yet wrong; they are said when it is saved.
  let tried = false;

  function quiet(name, answer) {
    if (tried || answer.wrong.includes(name)) return false;
    if (name === "rows" || name.endsWith("-initials")) return true;
    const at = /^shake-(\d+)-\d+$/.exec(name);
    return Boolean(at) && Number(at[1]) >= position(last)[0] && !field(name).value;
  }

  function others(answer) {
    const line = form.querySelector("[data-others]");
    line.hidden = answer.others.length === 0;
    line.textContent = line.hidden ? "" : `${answer.others.join(" and ")} ${answer.others.length > 1 ? "have" : "has"} this sheet open too.`;
  }

  function marks() {
    for (const head of grid.querySelectorAll(".shake-head")) {
      const number = head.dataset.shake;
      const status = field(`status-${number}`).value;
      const told = field(`story-${number}`).value ? "told" : "";
      head.querySelector("[data-mark]").textContent = { void: "void", replayed: "again" }[status] ?? told;
    }
  }

  // -- keeping and sending --------------------------------------------------------------------------------------------

  const fields = () => [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");

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
    const kept = outbox.keep(draft(state));
    form.querySelector("[data-forget]").hidden = false;
    if (state === "typing") say(kept ? "Kept on this device" : "Not saved yet", "muted", "typing");
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
    clearTimeout(timer);
    keep("waiting");
    say("Saving …", "muted", "sending");
    const sent = draft("waiting");
    const at = document.activeElement;
    form.inert = true; // what would be typed now would not be part of what is being saved
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
      say("Waiting for the network. It is kept on this device and will be sent by itself.", "warn", "waiting");
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
    tried = true;
    say(said, "bad", "needs you");
    if (answer.lines) render({ others: [], ...answer });
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
    const open = [...undecided].find((name) => field(name));
    if (!open) return send();
    say("Choose what the paper says, for each difference.", "warn", "needs you");
    return document.querySelector(`[data-put="${open}"]`).focus();
  });
  window.addEventListener("online", () => {
    if (saved.dataset.state === "waiting") send();
  });

  const telling = storyOf({
    data, field, fields, cell, shakes, seats, addShake, go, typed, preview, stories: () => stories,
  });

  // -- on arrival -----------------------------------------------------------------------------------------------------

  function restore(kept) {
    const values = new Map(kept.fields);
    const wide = Math.max(0, ...kept.fields.map(([name]) => Number(/^shake-(\d+)-/.exec(name)?.[1] ?? 0)));
    while (shakes() < wide) addShake();
    for (const [name, value] of values) {
      if (field(name) && !["key", "base"].includes(name)) field(name).value = value;
    }
    field("key").value = values.get("key") ?? field("key").value;
    field("base").value = values.get("base") ?? field("base").value;
    form.querySelector("[data-forget]").hidden = false;
  }

  field("source").value = matchMedia("(pointer: coarse)").matches ? "phone" : "paper";
  showDepth(data.depth);
  sayWay();
  // Whoever typed it before somebody else did has read it blind: it is the second reading.
  const isSecondReading = kept?.mode === "enter" && data.mode === "rekey" && new Map(kept.fields).get("base") === "0";
  if (kept && (kept.mode === data.mode || isSecondReading)) {
    const { key, base } = { key: field("key").value, base: field("base").value };
    restore(kept);
    if (isSecondReading) Object.assign(field("key"), { value: key });
    if (isSecondReading) Object.assign(field("base"), { value: base });
    const clock = new Date(kept.at).toLocaleTimeString([], { timeStyle: "short" });
    say(`What you typed at ${clock} is back.`, "warn", "typing");
    if (kept.state === "waiting" && !isSecondReading) send();
  }
  marks();
  ask();
  setInterval(() => document.visibilityState === "visible" && ask(), 10000);
  const first = data.depth === "totals" ? field("row-1-total") : [...grid.querySelectorAll("[name^=shake]")].find((each) => !each.value);
  go(first ?? cell(1, 1));
  data.ready = "yes";
})();
