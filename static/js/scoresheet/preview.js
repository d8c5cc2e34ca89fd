// The preview of a scoresheet: the server computes totals, places, points, and warnings while someone types.

import { fetchPreview } from "../fetch_preview.js";

const DELAY = 140; // milliseconds after the last key
const NAME_LIST = new Intl.ListFormat("en-US");

export function createPreview(form, cells, page) {
  const { fields, saved, showState } = page;
  const { seats, grid, field, cell, position, isPlaying } = cells;
  let timer = null;
  let requests = 0;
  let stories = []; // for each shake, the points of each seat
  let wasSent = false;

  function requestSoon() {
    clearTimeout(timer);
    timer = setTimeout(requestPreview, DELAY);
  }

  async function requestPreview() {
    requests += 1;
    const number = requests;
    try {
      const answer = await fetchPreview(form.dataset.preview, fields());
      if (number !== requests) return; // a newer request is on its way
      showAnswer(answer);
      if (saved.dataset.state === "no network") showState("Saved on this device", "muted", "typing");
    } catch {
      if (number !== requests) return;
      for (const output of form.querySelectorAll("output")) output.textContent = "…";
      if (saved.dataset.state !== "waiting") showState("Offline. Saved on this device.", "warn", "no network");
    }
  }

  // -- the server's answer --------------------------------------------------------------------------------------------

  function showAnswer(answer) {
    showResults(answer);
    stories = answer.stories;
    fillFromStories();
    showRunningTotals(answer);
    for (const mark of grid.querySelectorAll("[data-row]")) mark.textContent = shakeCheck(mark.dataset.row, answer);
    markInputs(answer);
    if (form.dataset.mode !== "rekey") listWarnings(answer);
    showOthers(answer);
  }

  const outputOf = (name) => form.querySelector(`[data-out="${name}"]`);

  function showResults(answer) {
    answer.results.forEach((line, index) => {
      const seat = index + 1;
      outputOf(`sum-${seat}`).textContent = line.sum ?? "";
      const place = outputOf(`place-${seat}`); // the Cup has none
      if (place) place.textContent = line.place ?? "";
      outputOf(`points-${seat}`).textContent = line.points ?? "";
      outputOf(`points-${seat}`).title = line.why;
      grid.querySelector(`tr[data-seat="${seat}"]`).toggleAttribute("data-leads", line.leads);
    });
  }

  // Fill empty cells with the points that a story gives.
  function fillFromStories() {
    stories.forEach((story, index) =>
      story?.forEach((points, seat) => {
        const input = cell(index + 1, seat + 1);
        if (input && !input.value && points !== null && input !== document.activeElement) input.value = points;
      })
    );
  }

  function showRunningTotals(answer) {
    answer.running.forEach((totals, seat) =>
      totals.forEach((total, shake) => {
        const input = cell(shake + 1, seat + 1);
        if (input) input.closest("td").dataset.running = total;
      })
    );
  }

  // Return the sign below a shake: a warning, or a check mark once everyone has a score.
  function shakeCheck(number, answer) {
    if (answer.messages[`shake-${number}`] || answer.messages[`story-${number}`]) return "⚠";
    const inputs = [...Array(seats).keys()].map((seat) => seat + 1).filter(isPlaying).map((seat) => cell(number, seat));
    return inputs.every((input) => input.value && !answer.messages[input.name]) ? "✓" : "";
  }

  function markInputs(answer) {
    for (const input of form.querySelectorAll("[data-told], [aria-invalid]")) {
      input.removeAttribute("data-told");
      input.removeAttribute("aria-invalid");
      input.title = input.dataset.differs ?? "";
    }
    for (const [name, sentence] of Object.entries(answer.messages)) {
      const input = field(name);
      if (!input || input.type === "hidden" || isNotYetWarned(name, answer)) continue;
      if (answer.unreadable.includes(name)) input.setAttribute("aria-invalid", "true");
      else input.setAttribute("data-told", "");
      input.title = sentence;
    }
  }

  function listWarnings(answer) {
    const region = form.querySelector("[data-doubts]");
    const list = document.createElement("ul");
    list.className = "stack tight plain-list";
    for (const [name, sentence] of Object.entries(answer.messages)) {
      if (isNotYetWarned(name, answer)) continue;
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
  function isNotYetWarned(name, answer) {
    if (wasSent || answer.unreadable.includes(name)) return false;
    if (name === "rows" || name.endsWith("-initials")) return true;
    const shake = /^shake-(\d+)-\d+$/.exec(name)?.[1];
    return Boolean(shake) && Number(shake) >= position(cells.current)[0] && !field(name).value;
  }

  // Show who else has this scoresheet open.
  function showOthers(answer) {
    const line = form.querySelector("[data-others]");
    line.hidden = answer.others.length === 0;
    const names = NAME_LIST.format(answer.others);
    const one = `${names} also has this scoresheet open.`;
    const many = `${names} also have this scoresheet open.`;
    line.textContent = line.hidden ? "" : answer.others.length === 1 ? one : many;
  }

  // Show above each shake whether it is void, was replayed, or has a story.
  function showShakeMarks() {
    for (const head of grid.querySelectorAll(".shake-head")) {
      const number = head.dataset.shake;
      const status = field(`status-${number}`).value;
      const storyMark = field(`story-${number}`).value ? "details" : "";
      head.querySelector("[data-mark]").textContent = { void: "voided", replayed: "replayed" }[status] ?? storyMark;
    }
  }

  return {
    requestPreview,
    requestSoon,
    showAnswer,
    showShakeMarks,
    cancel: () => clearTimeout(timer),
    stories: () => stories,
    setSent: () => (wasSent = true),
  };
}
