// The preview of a scoresheet: the server computes totals, places, points and warnings while someone types.
export function previewOf(form, cells, page) {
  const { fields, saved, say } = page;
  const { seats, grid, field, cell, position, isPlaying } = cells;
  let timer = null;
  let requests = 0;

  function askSoon() {
    clearTimeout(timer);
    timer = setTimeout(ask, 140);
  }

  async function request(fields) {
    const response = await fetch(form.dataset.preview, {
      method: "POST",
      headers: { "X-CSRFToken": field("csrfmiddlewaretoken").value },
      body: new URLSearchParams(fields),
    });
    if (!response.ok) throw new Error(response.status);
    return response.json();
  }

  async function ask() {
    requests += 1;
    const mine = requests;
    try {
      const answer = await request(fields());
      if (mine !== requests) return;
      render(answer);
      if (saved.dataset.state === "no network") say("Kept on this device", "muted", "typing");
    } catch {
      if (mine !== requests) return;
      for (const output of form.querySelectorAll("output")) output.textContent = "…";
      if (saved.dataset.state !== "waiting") say("No network. Kept on this device.", "warn", "no network");
    }
  }

  // Fill empty cells with the points that a story gives.
  let stories = [];

  function fillFromStories() {
    stories.forEach((told, index) =>
      told?.forEach((points, seat) => {
        const input = cell(index + 1, seat + 1);
        if (input && !input.value && points !== null && input !== document.activeElement) input.value = points;
      })
    );
  }

  const out = (name) => form.querySelector(`[data-out="${name}"]`);

  function render(answer) {
    answer.results.forEach((line, index) => {
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
      })
    );
    for (const mark of grid.querySelectorAll("[data-row]")) mark.textContent = rowMark(mark.dataset.row, answer);
    for (const [name, sentence] of Object.entries(answer.messages)) {
      const input = field(name);
      if (!input || input.type === "hidden" || quiet(name, answer)) continue;
      if (answer.unreadable.includes(name)) input.setAttribute("aria-invalid", "true");
      else input.setAttribute("data-told", "");
      input.title = sentence;
    }
    if (form.dataset.mode !== "rekey") listWarnings(answer);
    others(answer);
  }

  function rowMark(number, answer) {
    if (answer.messages[`shake-${number}`] || answer.messages[`story-${number}`]) return "⚠";
    const seatsTaken = [...Array(seats).keys()].map((seat) => seat + 1).filter(isPlaying);
    return seatsTaken.map((seat) => cell(number, seat)).every((each) => each.value && !answer.messages[each.name])
      ? "✓"
      : "";
  }

  function listWarnings(answer) {
    const region = form.querySelector("[data-doubts]");
    const list = document.createElement("ul");
    list.className = "stack tight plain-list";
    for (const [name, sentence] of Object.entries(answer.messages)) {
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
    if (reason && !field("reason").value) reason.hidden = !reason.dataset.asked || answer.warning_count === 0;
  }

  // While someone types, an unfinished shake and missing initials are no warning yet. Saving shows them.
  let tried = false;

  function quiet(name, answer) {
    if (tried || answer.unreadable.includes(name)) return false;
    if (name === "rows" || name.endsWith("-initials")) return true;
    const at = /^shake-(\d+)-\d+$/.exec(name);
    return Boolean(at) && Number(at[1]) >= position(cells.last)[0] && !field(name).value;
  }

  function others(answer) {
    const line = form.querySelector("[data-others]");
    line.hidden = answer.others.length === 0;
    line.textContent = line.hidden
      ? ""
      : `${answer.others.join(" and ")} ${answer.others.length > 1 ? "have" : "has"} this sheet open too.`;
  }

  function marks() {
    for (const head of grid.querySelectorAll(".shake-head")) {
      const number = head.dataset.shake;
      const status = field(`status-${number}`).value;
      const told = field(`story-${number}`).value ? "told" : "";
      head.querySelector("[data-mark]").textContent = { void: "void", replayed: "again" }[status] ?? told;
    }
  }

  return {
    ask,
    askSoon,
    request,
    render,
    marks,
    stop: () => clearTimeout(timer),
    stories: () => stories,
    showEverything: () => (tried = true), // from now on, warn about unfinished parts too
  };
}
