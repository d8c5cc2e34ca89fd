// The cells of a scoresheet: where each one is, their typing order, and adding a shake.

const DIRECTION = "headtable.sheet-way"; // where this device stores the typing order
const MAX_SHAKES = 40; // the same limit as on the server

const numbersTo = (last) => Array.from({ length: last }, (_, index) => index + 1);

export function cellsOf(form) {
  const seats = Number(form.dataset.seats);
  const grid = form.querySelector(".sheet-grid");
  const field = (name) => form.elements[name];
  const cell = (shake, seat) => field(`shake-${shake}-${seat}`);
  const shakes = () => grid.querySelectorAll("thead .shake-head").length;

  // Return the shake and the seat of a cell. Other inputs have no position.
  const position = (input) => /^shake-(\d+)-(\d+)$/.exec(input?.name ?? "")?.slice(1).map(Number);

  const isPlaying = (seat) => field(`row-${seat}-status`).value !== "absent";
  const playing = () => numbersTo(seats).filter(isPlaying);
  const firstSeat = () => Math.min(...playing());
  const lastSeat = () => Math.max(...playing());

  // -- typing order ---------------------------------------------------------------------------------------------------

  function direction() {
    try {
      return localStorage.getItem(DIRECTION) === "across" ? "across" : "down";
    } catch {
      return "down";
    }
  }

  function toggleDirection() {
    try {
      localStorage.setItem(DIRECTION, direction() === "down" ? "across" : "down");
    } catch {
      // The next page starts with the default again.
    }
  }

  // Return all positions in typing order: down each shake, or along each player. The rows of the other players end at the
  // last shake that the first player has.
  function typingOrder(isFirstPlayer) {
    if (direction() === "down") {
      return numbersTo(shakes()).flatMap((shake) => numbersTo(seats).map((seat) => [shake, seat]));
    }
    const filled = numbersTo(shakes()).filter((shake) => cell(shake, 1).value);
    const width = isFirstPlayer ? shakes() : Math.max(1, ...filled);
    return numbersTo(seats).flatMap((seat) => numbersTo(width).map((shake) => [shake, seat]));
  }

  // Return the next cell in typing order. A step of -1 returns the previous one.
  function nextCell(input, step = 1) {
    const [shake, seat] = position(input);
    const order = typingOrder(seat === 1).filter(([, each]) => isPlaying(each));
    const next = order[order.findIndex((each) => each[0] === shake && each[1] === seat) + step];
    return next && cell(...next);
  }

  // Return the input of the same name above or below, such as the total, of a player who played.
  function nextInColumn(input, step) {
    const column = [...form.querySelectorAll(`input.cell[name$="-${input.name.split("-").pop()}"]`)];
    return column.filter((each) => isPlaying(each.name.split("-")[1]))[column.indexOf(input) + step];
  }

  // -- more shakes ----------------------------------------------------------------------------------------------------

  // Return an empty copy of a part of the last shake, for the next one.
  function copyForShake(number, part) {
    const copy = part.cloneNode(true);
    for (const element of [copy, ...copy.querySelectorAll("*")]) {
      for (const { name, value } of [...element.attributes]) {
        if (name === "name") element.setAttribute(name, value.replace(`-${number - 1}`, `-${number}`));
        if (["data-shake", "data-mark", "data-row"].includes(name)) element.setAttribute(name, String(number));
        if (name === "aria-label") element.setAttribute(name, value.replace(/\d+$/, String(number)));
      }
      if (element.matches("input")) element.value = "";
      element.removeAttribute("data-told");
      element.removeAttribute("data-differs");
      if (element.matches("[data-mark], [data-row]")) element.textContent = "";
    }
    return copy;
  }

  function addShake() {
    const number = shakes() + 1;
    if (number > MAX_SHAKES) return;
    const head = grid.querySelector(`thead [data-shake="${number - 1}"]`);
    const newHead = copyForShake(number, head);
    for (const node of newHead.childNodes) {
      if (node.nodeType === Node.TEXT_NODE && node.textContent.trim()) node.textContent = ` ${number} `;
    }
    head.after(newHead);
    for (const seat of numbersTo(seats)) {
      const before = cell(number - 1, seat).closest("td");
      before.after(copyForShake(number, before));
    }
    const foot = grid.querySelector(`[data-row="${number - 1}"]`).closest("td");
    foot.after(copyForShake(number, foot));
  }

  // Add the shakes that inputs with these names need.
  function addShakesFor(names) {
    const last = Math.max(0, ...names.map((name) => Number(/^(?:shake|status|story)-(\d+)/.exec(name)?.[1] ?? 0)));
    while (shakes() < Math.min(last, MAX_SHAKES)) addShake();
  }

  // Show the totals only, each shake, or also what happened.
  function showDepth(depth) {
    form.dataset.depth = depth;
    for (const button of form.querySelectorAll("[data-to-depth]")) {
      button.setAttribute("aria-pressed", String(button.dataset.toDepth === depth));
    }
  }

  // `current` is the cell that has the focus, or had it last.
  return {
    seats,
    grid,
    field,
    cell,
    shakes,
    position,
    isPlaying,
    firstSeat,
    lastSeat,
    direction,
    toggleDirection,
    addShake,
    addShakesFor,
    nextCell,
    nextInColumn,
    showDepth,
    current: cell(1, 1),
  };
}
