// The dialog "What happened": who did what in a shake. The server computes the points.
export function storyDialog(sheet) {
  const { data, field, fields, cell, shakes, seats, addShake, go, onTyped, preview } = sheet;
  const dialog = document.getElementById("story");
  const known = JSON.parse(document.getElementById("situations").textContent);
  const ROLE = {
    challenger: "Challenger",
    mover: "Mover",
    third_party: "Third Party",
    player: "player",
    caller: "called too",
  };
  let telling = 0;
  let toldPoints = null;
  let toldAsked = 0;

  const chosen = () => known[Number(dialog.querySelector("#story-situation").value)];
  const storyRows = () => [...dialog.querySelectorAll("[data-story-seat]")];

  function roleChoices(situation) {
    const choices = [];
    for (const role of Object.keys(situation.roles)) {
      const sided = situation.sides && ["other", "caller"].includes(role);
      if (sided) {
        for (const side of ["challenger", "mover"]) {
          choices.push([`${role}/${side}`, `${role === "caller" ? "called, then " : ""}with the ${side}`]);
        }
      } else choices.push([role, ROLE[role] ?? role.replace("_", " ")]);
    }
    return [...choices, ["absent", "absent"]];
  }

  function options(select, choices, value) {
    select.replaceChildren(...choices.map(([name, label]) => new Option(label, name, false, name === value)));
  }

  function open(shake) {
    telling = shake;
    const text = field(`story-${shake}`).value;
    const story = text ? JSON.parse(text) : null;
    const at = story
      ? known.findIndex((each) => each.situation === story.situation && each.together === Boolean(story.simultaneous))
      : 0;
    options(
      dialog.querySelector("#story-situation"),
      known.map((each, index) => [String(index), each.title]),
      String(Math.max(at, 0)),
    );
    dialog.querySelector("#story-self").checked = Boolean(story?.mover_also_challenged);
    dialog.querySelector("#story-declared").value = story?.declared_no_goal ?? "";
    fillRoles(story);
    dialog.querySelector("#story-head").textContent = `What happened in ${data.shake} ${shake}`;
    dialog.showModal();
    tellPoints();
  }

  function fillRoles(story) {
    const choices = roleChoices(chosen());
    const needed = Object.entries(chosen().roles).flatMap(([role, [least]]) => Array(least).fill(role));
    const rest = Object.keys(chosen().roles).find((role) => chosen().roles[role][1] > chosen().roles[role][0]) ??
      "absent";
    storyRows().forEach((row, index) => {
      const seat = story?.seats[index];
      const role_ = needed[index] ?? rest;
      const fallback = choices.find(([name]) => name === role_ || name.startsWith(`${role_}/`))?.[0] ?? "absent";
      const role = seat
        ? [seat.challenge ? `${seat.challenge}_${seat.role}` : seat.role, seat.sides_with].filter(Boolean).join("/")
        : fallback;
      options(
        row.querySelector("[data-story-role]"),
        choices,
        choices.some(([name]) => name === role) ? role : fallback,
      );
      row.querySelector("[data-story-deed]").value = !seat
        ? ""
        : seat.declared_presenting
        ? "bound"
        : !seat.presented
        ? ""
        : seat.correct
        ? "right"
        : "wrong";
      row.querySelector("[data-story-accepted]").checked = Boolean(seat?.accepted_other_equation);
    });
  }

  function story() {
    const situation = chosen();
    const told = storyRows().map((row) => {
      const [role, side] = row.querySelector("[data-story-role]").value.split("/");
      const deed = row.querySelector("[data-story-deed]").value;
      const split = /^(now|impossible)_challenger$/.exec(role);
      const seat = { seat: row.dataset.storySeat, role: split ? "challenger" : role };
      if (split) seat.challenge = split[1];
      if (side) seat.sides_with = side;
      if (deed === "bound") seat.declared_presenting = true;
      else if (deed) Object.assign(seat, { presented: true, correct: deed === "right" });
      if (row.querySelector("[data-story-accepted]").checked) seat.accepted_other_equation = true;
      return seat;
    });
    const made = { situation: situation.situation, seats: told };
    if (situation.together) made.simultaneous = true;
    if (situation.procedure) made.procedure = situation.procedure;
    if (dialog.querySelector("#story-self").checked) made.mover_also_challenged = true;
    const declared = dialog.querySelector("#story-declared").value;
    if (declared) made.declared_no_goal = declared;
    return JSON.stringify(made);
  }

  async function tellPoints() {
    const line = dialog.querySelector("[data-story-told]");
    const asking = fields().filter(([name]) => name !== `story-${telling}`);
    toldAsked += 1;
    const mine = toldAsked;
    toldPoints = null;
    try {
      const answer = await preview([...asking, [`story-${telling}`, story()]]);
      if (mine !== toldAsked) return;
      toldPoints = answer.stories[telling - 1] ?? null;
      const names = storyRows().map((row) => row.querySelector("th").textContent);
      line.textContent = toldPoints
        ? toldPoints.map((points, index) => `${names[index]} ${points ?? "–"}`).join(" · ")
        : answer.messages[`story-${telling}`] ?? "Tell a little more.";
      line.dataset.tone = toldPoints ? "info" : "warn";
    } catch {
      line.textContent = "No network: the points follow when it is back.";
    }
    line.hidden = false;
  }

  dialog.addEventListener("change", (event) => {
    if (event.target.id === "story-situation") fillRoles(null);
    tellPoints();
  });
  // A shake that the story voided counts again when the story changes or is removed.
  dialog.addEventListener("close", () => {
    const decision = dialog.returnValue;
    dialog.returnValue = "";
    if (!decision) return go(cell(telling, 1));
    const before = field(`story-${telling}`).value;
    const wasVoid = before && known.some((each) => each.void && each.situation === JSON.parse(before).situation);
    const status = field(`status-${telling}`);
    if (wasVoid && status.value === "void") status.value = "";
    field(`story-${telling}`).value = decision === "keep" ? story() : "";
    if (decision === "keep") {
      const told = sheet.stories()[telling - 1] ?? [];
      for (let seat = 1; seat <= seats; seat += 1) {
        const input = cell(telling, seat);
        if (before && input.value === String(told[seat - 1])) input.value = "";
        if (!input.value) input.value = toldPoints?.[seat - 1] ?? "";
      }
      if (chosen().void) status.value = "void";
    }
    onTyped(cell(telling, 1));
    if (telling === shakes()) addShake();
    go(cell(telling + 1, 1));
  });

  return { open };
}
