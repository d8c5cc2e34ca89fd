// What each row of the round grid shows about itself: its state, results, and warnings. A summary counts the states.

const LABELS = {
  typing: "not sent",
  waiting: "waiting",
  sending: "saving…",
  saved: "saved",
  "needs you": "needs attention",
};
const TONES = { typing: "muted", waiting: "warn", sending: "muted", saved: "ok", "needs you": "bad" };
const PLACES = ["", "1st", "2nd", "3rd", "4th", "5th"];

const pointsText = (points) => points === "1" ? "1 pt" : `${points} pts`;

export function createMessages(form, rows) {
  const { fieldOf, stateOf } = rows;
  const summary = form.querySelector("[data-summary]");

  function setBadge(row, label) {
    row.querySelector("[data-state]").textContent = label;
  }

  function showState(row, state, sentence = "") {
    row.dataset.saved = state;
    row.toggleAttribute("data-refused", state === "needs you");
    setBadge(row, LABELS[state]);
    row.querySelector("[data-state]").dataset.tone = TONES[state];
    const line = row.querySelector("[data-said]");
    line.textContent = sentence;
    line.dataset.tone = TONES[state];
    line.hidden = !sentence;
    showSummary();
  }

  function showSummary() {
    const counts = {};
    for (const row of form.querySelectorAll("tr[data-saved]")) counts[stateOf(row)] = (counts[stateOf(row)] ?? 0) + 1;
    const text = ["saved", "waiting", "needs you"]
      .filter((state) => counts[state])
      .map((state) => `${counts[state]} ${LABELS[state]}`)
      .join(" · ");
    if (summary.textContent !== text) summary.textContent = text;
    summary.dataset.tone = counts["needs you"] ? "bad" : counts.waiting ? "warn" : "ok";
  }

  // -- the server's answer --------------------------------------------------------------------------------------------

  function showResults(row, answer) {
    answer.results.forEach((line, index) => {
      const output = row.querySelector(`[data-out="${index + 1}"]`);
      output.textContent = [PLACES[line.place], line.points && pointsText(line.points)].filter(Boolean).join(" · ");
      output.title = line.why;
    });
  }

  // Return the input that a message is about. None: the message is about the whole scoresheet.
  function inputOf(row, name) {
    if (name === "games") return fieldOf(row, "games");
    const seat = /^row-(\d+)-total$/.exec(name)?.[1];
    return seat ? fieldOf(row, `total-${seat}`) : null;
  }

  // While someone types, empty totals, games and initials are no warning yet.
  const isIncomplete = (row, name) => name.endsWith("-initials") || !rows.isComplete(row);

  // Show results and warnings. Once a row was sent, it also warns about what is missing.
  function showAnswer(row, answer, wasSent) {
    showResults(row, answer);
    for (const input of row.querySelectorAll("[data-told], [aria-invalid]")) {
      input.removeAttribute("data-told");
      input.removeAttribute("aria-invalid");
      input.title = "";
    }
    const sentences = [];
    for (const [name, sentence] of Object.entries(answer.messages)) {
      const isWrong = answer.unreadable.includes(name);
      if (!wasSent && !isWrong && isIncomplete(row, name)) continue;
      sentences.push(sentence);
      const input = inputOf(row, name);
      if (!input) continue;
      input.setAttribute(isWrong ? "aria-invalid" : "data-told", isWrong ? "true" : "");
      input.title = sentence;
    }
    listWarnings(row, sentences);
  }

  function listWarnings(row, sentences) {
    const list = row.querySelector("[data-doubts]");
    list.replaceChildren(
      ...sentences.map((sentence) => {
        const item = document.createElement("li");
        item.textContent = sentence;
        return item;
      }),
    );
    list.hidden = sentences.length === 0;
    row.querySelector("[data-reason]").hidden = sentences.length === 0 && !fieldOf(row, "reason").value;
  }

  return { setBadge, showState, showResults, showAnswer };
}
