// The dialog "What happened": who did what in a shake. The server computes the points.

import { fetchPreview } from "../fetch_preview.js";
import { focusInput } from "../focus_input.js";

const ROLES = {
  challenger: "Challenger",
  mover: "Mover",
  third_party: "Third Party",
  now_challenger: "Now Challenger",
  player: "player",
  caller: "also called",
  other: "other player",
};
const ROLES_ON_A_SIDE = {
  "other/challenger": "sided with the Challenger",
  "other/mover": "sided with the Mover",
  "caller/challenger": "also called, sided with the Challenger",
  "caller/mover": "also called, sided with the Mover",
};

export function storyDialog(form, cells, page) {
  const { fields, onTyped, stories } = page;
  const { field, cell } = cells;
  const dialog = document.getElementById("story");
  const situations = JSON.parse(document.getElementById("situations").textContent);
  let shakeNumber = 0;
  let storyPoints = null; // the points of each seat. Null: the story isn't complete
  let requests = 0;

  const chosenSituation = () => situations[Number(dialog.querySelector("#story-situation").value)];
  const seatRows = () => [...dialog.querySelectorAll("[data-story-seat]")];

  // -- opening --------------------------------------------------------------------------------------------------------

  function open(shake) {
    shakeNumber = shake;
    const text = field(`story-${shake}`).value;
    const story = text ? JSON.parse(text) : null;
    const index = situations.findIndex((each) =>
      each.situation === story?.situation && each.together === Boolean(story?.simultaneous)
    );
    setOptions(
      dialog.querySelector("#story-situation"),
      situations.map((each, position) => [String(position), each.title]),
      String(Math.max(index, 0)),
    );
    dialog.querySelector("#story-self").checked = Boolean(story?.mover_also_challenged);
    dialog.querySelector("#story-declared").value = story?.declared_no_goal ?? "";
    fillSeats(story);
    dialog.querySelector("#story-head").textContent = `What happened in ${form.dataset.shake} ${shake}`;
    dialog.showModal();
    showPoints();
  }

  function setOptions(select, choices, value) {
    select.replaceChildren(...choices.map(([name, label]) => new Option(label, name, false, name === value)));
  }

  // Return the roles of a situation with their labels. "caller/mover" is a role and the side this player is on.
  function roleChoices(situation) {
    const choices = Object.keys(situation.roles).flatMap((role) => {
      if (!situation.sides || !["other", "caller"].includes(role)) {
        return [[role, role === "impossible_challenger" ? `${form.dataset.impossible} Challenger` : ROLES[role]]];
      }
      return ["challenger", "mover"].map((side) => [`${role}/${side}`, ROLES_ON_A_SIDE[`${role}/${side}`]]);
    });
    return [...choices, ["absent", "absent"]];
  }

  // Fill in each seat from a story. Without one, choose the roles that the situation needs, in the order of the seats.
  function fillSeats(story) {
    const { roles } = chosenSituation();
    const choices = roleChoices(chosenSituation());
    const needed = Object.entries(roles).flatMap(([role, [least]]) => Array(least).fill(role));
    const optional = Object.keys(roles).find((role) => roles[role][1] > roles[role][0]) ?? "absent";
    seatRows().forEach((row, index) => {
      const seat = story?.seats[index];
      const suggested = needed[index] ?? optional;
      const fallback = choices.find(([name]) => name === suggested || name.startsWith(`${suggested}/`))?.[0] ??
        "absent";
      const role = seat ? roleOf(seat) : fallback;
      const isKnown = choices.some(([name]) => name === role);
      setOptions(row.querySelector("[data-story-role]"), choices, isKnown ? role : fallback);
      row.querySelector("[data-story-deed]").value = deedOf(seat);
      row.querySelector("[data-story-accepted]").checked = Boolean(seat?.accepted_other_equation);
    });
  }

  function roleOf(seat) {
    const role = seat.challenge ? `${seat.challenge}_${seat.role}` : seat.role;
    return seat.sides_with ? `${role}/${seat.sides_with}` : role;
  }

  function deedOf(seat) {
    if (seat?.declared_presenting) return "bound";
    if (!seat?.presented) return "";
    return seat.correct ? "right" : "wrong";
  }

  // -- the story ------------------------------------------------------------------------------------------------------

  function seatOf(row) {
    const [role, side] = row.querySelector("[data-story-role]").value.split("/");
    const deed = row.querySelector("[data-story-deed]").value;
    const challenge = /^(now|impossible)_challenger$/.exec(role)?.[1];
    const seat = { seat: row.dataset.storySeat, role: challenge ? "challenger" : role };
    if (challenge) seat.challenge = challenge;
    if (side) seat.sides_with = side;
    if (deed === "bound") seat.declared_presenting = true;
    else if (deed) Object.assign(seat, { presented: true, correct: deed === "right" });
    if (row.querySelector("[data-story-accepted]").checked) seat.accepted_other_equation = true;
    return seat;
  }

  // Return the story as the field of its shake stores it.
  function storyText() {
    const { situation, together, procedure } = chosenSituation();
    const seats = seatRows().map(seatOf);
    const result = { situation, seats };
    if (together) result.simultaneous = true;
    if (procedure) result.procedure = procedure;
    if (dialog.querySelector("#story-self").checked) result.mover_also_challenged = true;
    const declared = dialog.querySelector("#story-declared").value;
    if (declared) result.declared_no_goal = declared;
    return JSON.stringify(result);
  }

  async function showPoints() {
    const line = dialog.querySelector("[data-story-told]");
    const storyField = `story-${shakeNumber}`;
    const otherFields = fields().filter(([name]) => name !== storyField);
    requests += 1;
    const number = requests;
    storyPoints = null;
    try {
      const answer = await fetchPreview(form.dataset.preview, [...otherFields, [storyField, storyText()]]);
      if (number !== requests) return; // a newer request is on its way
      storyPoints = answer.stories[shakeNumber - 1] ?? null;
      const names = seatRows().map((row) => row.querySelector("th").textContent);
      line.textContent = storyPoints
        ? storyPoints.map((points, index) => `${names[index]} ${points ?? "–"}`).join(" · ")
        : answer.messages[storyField] ?? "Add more details.";
      line.dataset.tone = storyPoints ? "info" : "warn";
    } catch {
      line.textContent = "Offline. Points appear when you’re back online.";
    }
    line.hidden = false;
  }

  dialog.addEventListener("change", (event) => {
    if (event.target.id === "story-situation") fillSeats(null);
    showPoints();
  });

  // -- closing --------------------------------------------------------------------------------------------------------

  dialog.addEventListener("close", () => {
    const decision = dialog.returnValue;
    dialog.returnValue = "";
    if (decision) {
      unvoidShake();
      if (decision === "keep") keepStory();
      else field(`story-${shakeNumber}`).value = "";
      onTyped(cell(shakeNumber, 1));
      if (shakeNumber === cells.shakes()) cells.addShake();
    }
    focusInput(cell(decision ? shakeNumber + 1 : shakeNumber, 1));
  });

  // A shake that the story voided counts again when the story changes or is removed.
  function unvoidShake() {
    const before = field(`story-${shakeNumber}`).value;
    const wasVoid = before && situations.some((each) => each.void && each.situation === JSON.parse(before).situation);
    const status = field(`status-${shakeNumber}`);
    if (wasVoid && status.value === "void") status.value = "";
  }

  // Store the story and fill in its points: in empty cells, and in those with the points of the story before.
  function keepStory() {
    const before = field(`story-${shakeNumber}`).value;
    const pointsBefore = stories()[shakeNumber - 1] ?? [];
    field(`story-${shakeNumber}`).value = storyText();
    for (let seat = 1; seat <= cells.seats; seat += 1) {
      const input = cell(shakeNumber, seat);
      if (before && input.value === String(pointsBefore[seat - 1])) input.value = "";
      if (!input.value) input.value = storyPoints?.[seat - 1] ?? "";
    }
    if (chosenSituation().void) field(`status-${shakeNumber}`).value = "void";
  }

  return { open };
}
