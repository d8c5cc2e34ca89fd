// The keyboard on a scoresheet: digits move to the next cell automatically, letters do the rest, and the buttons below
// the grid do the same. Each button names its command in data-does and its letters in data-cell-key.

import { focusInput } from "../focus_input.js";
import { findKey, listKeys } from "../key_list.js";

const ARROWS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

export function listenToKeys(form, cells, page) {
  const { onTyped, openStory, discard } = page;
  const scale = form.dataset.scale.split(" ");

  // The last automatic move. A penalty typed right after it belongs to the cell it came from.
  let lastMove = null;
  let penalizedCell = null;
  let previousKey = "";

  function advance(cell) {
    const [shake, seat] = cells.position(cell);
    const lastSeat = cells.direction() === "down" ? cells.lastSeat() : cells.firstSeat();
    if (shake === cells.shakes() && seat === lastSeat) cells.addShake();
    const next = cells.nextCell(cell);
    focusInput(next);
    lastMove = next && { from: cell, to: next };
  }

  // Return the cell that a letter is about: this one, or the one that was just completed.
  const targetOf = (cell) => (!cell.value && lastMove?.to === cell ? lastMove.from : cell);

  // Each command gets the cell that has the focus, or had it last.
  const commands = {
    penalty(cell) {
      const target = targetOf(cell);
      penalizedCell = target;
      const isInitialed = target.value.endsWith("j");
      target.value = `${target.value.replace(/j$/, "")}-1${isInitialed ? "j" : ""}`;
      onTyped(target);
    },
    judge(cell) {
      const target = targetOf(cell);
      if (!target.value.includes("-")) return;
      target.value = target.value.endsWith("j") ? target.value.slice(0, -1) : `${target.value}j`;
      onTyped(target);
    },
    absent(cell) {
      cell.value = "a";
      onTyped(cell);
      advance(cell);
    },
    void: (cell) => setShakeStatus(cell, "void"),
    replayed: (cell) => setShakeStatus(targetOf(cell), "replayed"),
    story: (cell) => openStory(cells.position(cell)[0]),
    initials() {
      for (const choice of form.querySelectorAll("[name$=-initials]")) {
        if (!choice.value && cells.isPlaying(choice.name.split("-")[1])) choice.value = "yes";
      }
      onTyped(cells.current);
    },
    totals: () => focusInput(cells.field("row-1-total")),
    turn() {
      cells.toggleDirection();
      showDirection();
    },
    forget: discard,
  };

  // Set the status of a cell's shake, or remove it if the shake has it.
  function setShakeStatus(cell, status) {
    const [shake] = cells.position(cell);
    const choice = cells.field(`status-${shake}`);
    choice.value = choice.value === status ? "" : status;
    const first = cells.cell(shake, 1);
    onTyped(first);
    if (choice.value && !first.value) focusInput(cells.cell(shake + 1, 1));
  }

  function showDirection() {
    const button = form.querySelector("[data-turn]");
    const isDown = cells.direction() === "down";
    button.textContent = isDown ? "Enter by player" : `Enter by ${form.dataset.shake}`;
  }

  // -- keys -----------------------------------------------------------------------------------------------------------

  form.addEventListener("keydown", (event) => {
    const input = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || !input.matches("input.cell")) return;
    const handle = cells.position(input) ? handleCellKey : handleTotalKey;
    if (handle(input, event.key)) event.preventDefault();
    previousKey = event.key;
  });

  // Both functions return whether they did what the key means. Otherwise the browser does what it always does.
  function handleCellKey(input, key) {
    if (isPenaltySize(key)) {
      setPenaltySize(key);
      return true;
    }
    const entry = findKey(CELL_KEYS, key.toLowerCase()) ?? findKey(CELL_KEYS, key);
    return entry ? entry.press(input, key) : key.length === 1 && !/[0-9]/.test(key); // other characters are not typed
  }

  // The totals and the points as written. A total may be negative, and points may have decimals.
  function handleTotalKey(input, key) {
    const entry = findKey(TOTAL_KEYS, key);
    return entry ? entry.press(input, key) : key.length === 1 && !/[0-9.,-]/.test(key);
  }

  const goTo = (input) => {
    focusInput(input);
    return true;
  };
  const goToNext = (input, step) => {
    const next = cells.nextInColumn(input, step);
    focusInput(next);
    return Boolean(next);
  };

  const letterKeys = [...form.querySelectorAll("[data-cell-key]")].map((button) => {
    const keys = button.dataset.cellKey.split(" ");
    const press = (input) => {
      commands[button.dataset.does](input);
      return true;
    };
    return { keys, shows: keys.slice(0, 1), label: button.dataset.keyLabel, press };
  });

  const CELL_KEYS = listKeys("In a score", [
    ...letterKeys,
    { keys: [" "], label: "Go to the next score", press: (input) => goTo(cells.nextCell(input)) },
    {
      keys: ["Backspace"],
      label: "Go back from an empty score",
      press: (input) => !input.value && goTo(cells.nextCell(input, -1)),
    },
    { keys: ARROWS, label: "Move between scores", press: focusNeighbor },
    { keys: ["Enter"], label: "Save the scoresheet", press: () => false }, // the browser submits the form
  ]);

  const TOTAL_KEYS = listKeys("In a total", [
    {
      keys: ["Enter", "ArrowDown"],
      label: "Go to the next player",
      press: (input) => goToNext(input, 1),
    },
    { keys: ["ArrowUp"], label: "Go to the player before", press: (input) => goToNext(input, -1) },
    {
      keys: [" "],
      label: "Go to the next player, then to Save",
      press: (input) => goTo(cells.nextInColumn(input, 1) ?? form.querySelector(".button.primary")),
    },
  ]);

  // "2-1" can be typed as it is written: "-" takes off one point, and a digit right after it changes that number.
  const isPenaltySize = (key) =>
    ["-", "−"].includes(previousKey) && /^[1-9]$/.test(key) && !scale.includes(key) && penalizedCell;

  function setPenaltySize(key) {
    penalizedCell.value = penalizedCell.value.replace(/-\d(j?)$/, `-${key}$1`);
    onTyped(penalizedCell);
  }

  function focusNeighbor(input, key) {
    const [shake, seat] = cells.position(input);
    const neighbor = {
      ArrowUp: cells.cell(shake, seat - 1),
      ArrowDown: cells.cell(shake, seat + 1),
      ArrowLeft: cells.cell(shake - 1, seat),
      ArrowRight: cells.cell(shake + 1, seat),
    }[key];
    focusInput(neighbor);
    return Boolean(neighbor);
  }

  // A score is complete when no longer score starts with it.
  const isComplete = (text) => /^\d+$/.test(text) && !scale.some((each) => each !== text && each.startsWith(text));

  form.addEventListener("input", (event) => {
    const input = event.target;
    onTyped(input);
    if (cells.position(input) && isComplete(input.value)) advance(input);
  });
  form.addEventListener("change", (event) => onTyped(event.target));
  form.addEventListener("focusin", (event) => {
    if (!cells.position(event.target)) return;
    cells.current = event.target;
    if (cells.current !== lastMove?.to) lastMove = null;
  });

  // -- buttons --------------------------------------------------------------------------------------------------------

  // The buttons below the grid act on the focused cell, so they must not take the focus.
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("[data-does]")) event.preventDefault();
  });
  form.addEventListener("click", (event) => {
    if (event.target.matches("input.cell") && document.getSelection().isCollapsed) event.target.select();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-does], [data-to-depth], [data-put], [data-field]");
    if (!button) return;
    const { does, toDepth, put, value, field } = button.dataset;
    if (does) runCommand(does);
    if (toDepth) {
      cells.showDepth(toDepth);
      focusInput(toDepth === "totals" ? cells.field("row-1-total") : cells.current);
    }
    if (put) putValue(put, value);
    if (field !== undefined) {
      event.preventDefault();
      focusField(field);
    }
  });

  function runCommand(name) {
    const here = cells.current;
    commands[name](here);
    if (["penalty", "judge"].includes(name)) focusInput(here);
  }

  // Focus the field that a warning is about. A warning about a whole shake names no field, so use its first cell.
  function focusField(name) {
    const input = cells.field(name);
    const details = input?.closest("details");
    if (details) details.open = true;
    focusInput(input ?? cells.cell(name.split("-")[1], 1));
  }

  // -- differences between two entries --------------------------------------------------------------------------------

  // The cell shows both values, and a click chooses one. One entry may have more shakes.
  const choices = [...document.querySelectorAll("[data-put]")];
  cells.addShakesFor(choices.map((button) => button.dataset.put));
  for (const button of choices) {
    const input = cells.field(button.dataset.put);
    if (input && input.type !== "hidden") {
      input.dataset.differs = [input.dataset.differs, button.dataset.value || "–"].filter(Boolean).join(" / ");
    }
  }

  function putValue(name, value) {
    const input = cells.field(name) ?? addHiddenInput(name);
    input.value = value;
    onTyped(input);
  }

  // A value from a file or the API that this page has no input for.
  function addHiddenInput(name) {
    const input = Object.assign(document.createElement("input"), { type: "hidden", name });
    form.append(input);
    return input;
  }

  showDirection();
}
