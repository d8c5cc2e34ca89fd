// The keyboard on a scoresheet: digits move to the next cell automatically, letters do the rest, and the buttons below
// the grid do the same.
export function listenToKeys(form, cells, page) {
  const { onTyped, openStory, discard } = page;
  const {
    field,
    cell,
    shakes,
    position,
    isPlaying,
    firstSeat,
    lastSeat,
    direction,
    addShake,
    following,
    go,
    inColumn,
    showDepth,
  } = cells;
  const scale = form.dataset.scale.split(" ");

  // The last automatic move. A penalty typed right after it belongs to the cell it came from.
  let lastMove = null;

  function advance(input) {
    const [shake, seat] = position(input);
    if (shake === shakes() && seat === (direction() === "down" ? lastSeat() : firstSeat())) addShake();
    const next = following(input);
    go(next);
    lastMove = next && { from: input, to: next };
  }

  // Return the cell that a letter is about: this one, or the one that was just completed.
  function targetOf(input) {
    if (!position(input)) return cells.last;
    return !input.value && lastMove?.to === input ? lastMove.from : input;
  }

  let key = ""; // the previous key
  let penalized = null;

  const commands = {
    penalty(input) {
      const target = targetOf(input);
      penalized = target;
      const initialed = target.value.endsWith("j");
      target.value = `${target.value.replace(/j$/, "")}-1${initialed ? "j" : ""}`;
      onTyped(target);
    },
    judge(input) {
      const target = targetOf(input);
      if (!target.value.includes("-")) return;
      target.value = target.value.endsWith("j") ? target.value.slice(0, -1) : `${target.value}j`;
      onTyped(target);
    },
    absent(input) {
      const target = position(input) ? input : cells.last;
      target.value = "a";
      onTyped(target);
      advance(target);
    },
    void: (input) => turn(input, "void"),
    replayed: (input) => turn(input, "replayed"),
    story: (input) => openStory(position(position(input) ? input : cells.last)[0]),
    initials() {
      const choices = [...form.querySelectorAll("[name$=-initials]")].filter((each) =>
        isPlaying(each.name.split("-")[1])
      );
      for (const choice of choices.filter((each) => !each.value)) choice.value = "yes";
      onTyped(cells.last);
    },
    totals: () => go(field("row-1-total")),
    turn() {
      cells.turnDirection();
      showDirection();
    },
    forget: discard,
  };
  const KEYS = {
    "-": "penalty",
    "−": "penalty",
    j: "judge",
    a: "absent",
    v: "void",
    r: "replayed",
    o: "story",
    i: "initials",
    t: "totals",
  };

  function turn(input, status) {
    const here = position(input) ? input : cells.last;
    const [shake] = position(status === "replayed" ? targetOf(here) : here);
    const choice = field(`status-${shake}`);
    choice.value = choice.value === status ? "" : status;
    onTyped(cell(shake, 1));
    if (choice.value && !cell(shake, 1).value) go(cell(shake + 1, 1));
  }

  function showDirection() {
    const button = form.querySelector("[data-turn]");
    button.textContent = direction() === "down" ? `Going down a ${form.dataset.shake}` : "Going along a player";
  }

  form.addEventListener("keydown", (event) => {
    const input = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || !input.matches("input.cell")) return;
    const before = key;
    key = event.key;
    if (KEYS[before] === "penalty" && /^[1-9]$/.test(key) && !scale.includes(key) && penalized) {
      penalized.value = penalized.value.replace(/-\d(j?)$/, `-${key}$1`); // "2-1" typed as it is written
      onTyped(penalized);
      return event.preventDefault();
    }
    const command = position(input) && KEYS[event.key.toLowerCase()];
    if (!position(input) && /^(Enter|ArrowDown|ArrowUp)$/.test(key) && inColumn(input, key === "ArrowUp" ? -1 : 1)) {
      go(inColumn(input, key === "ArrowUp" ? -1 : 1));
      return event.preventDefault();
    }
    const negative = event.key === "-" && !position(input);
    if (command) commands[command](input);
    else if (event.key === " ") go(nextField(input));
    else if (event.key === "Backspace" && !input.value && position(input)) go(following(input, -1));
    else if (event.key.startsWith("Arrow") && arrow(input, event.key)) return event.preventDefault();
    else if (negative || event.key.length > 1 || /[0-9]/.test(event.key)) return;
    if (event.key !== "Enter" && event.key !== "Tab") event.preventDefault();
  });

  const nextField = (
    input,
  ) => (position(input) ? following(input) : inColumn(input, 1) ?? form.querySelector(".button.primary"));

  function arrow(input, key) {
    const at = position(input);
    if (!at) return false;
    const [shake, seat] = at;
    const to = {
      ArrowUp: [shake, seat - 1],
      ArrowDown: [shake, seat + 1],
      ArrowLeft: [shake - 1, seat],
      ArrowRight: [shake + 1, seat],
    }[key];
    const found = to && cell(...to);
    if (found) go(found);
    return Boolean(found);
  }

  // A score is complete when no longer score starts with it.
  const complete = (text) => /^\d+$/.test(text) && !scale.some((each) => each !== text && each.startsWith(text));

  form.addEventListener("input", (event) => {
    const input = event.target;
    onTyped(input);
    if (position(input) && complete(input.value)) advance(input);
  });
  form.addEventListener("change", (event) => onTyped(event.target));
  form.addEventListener("focusin", (event) => {
    if (!position(event.target)) return;
    cells.last = event.target;
    if (cells.last !== lastMove?.to) lastMove = null;
  });

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
    const { does, toDepth, put, value, field: about } = button.dataset;
    if (does) {
      const here = cells.last;
      commands[does](here);
      if (["penalty", "judge"].includes(does)) go(here);
    }
    if (toDepth) {
      showDepth(toDepth);
      go(toDepth === "totals" ? field("row-1-total") : cells.last);
    }
    if (put) putValue(put, value);
    if (about !== undefined) {
      event.preventDefault();
      const details = field(about)?.closest("details");
      if (details) details.open = true;
      go(field(about) ?? cell(about.split("-")[1], 1));
    }
  });

  // Where two entries don't match, the cell shows both, and a click chooses one. One entry may have more shakes.
  const choices = [...document.querySelectorAll("[data-put]")];
  cells.widen(choices.map((button) => button.dataset.put));
  for (const button of choices) {
    const input = field(button.dataset.put);
    if (input && input.type !== "hidden") {
      input.dataset.differs = [input.dataset.differs, button.dataset.value || "–"].filter(Boolean).join(" / ");
    }
  }
  function putValue(name, value) {
    const input = field(name) ?? addHiddenInput(name);
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
