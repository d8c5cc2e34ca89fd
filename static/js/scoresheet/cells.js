// The cells of a scoresheet: where each one is, their typing order, and adding a shake.
export function cellsOf(form) {
  const DIRECTION = "headtable.sheet-way";
  const MOST = 40; // the same limit as on the server
  const seats = Number(form.dataset.seats);
  const grid = form.querySelector(".sheet-grid");
  const field = (name) => form.elements[name];
  const cell = (shake, seat) => field(`shake-${shake}-${seat}`);
  const shakes = () => grid.querySelectorAll("thead .shake-head").length;
  const position = (input) => /^shake-(\d+)-(\d+)$/.exec(input?.name ?? "")?.slice(1).map(Number);
  const isPlaying = (seat) => field(`row-${seat}-status`).value !== "absent";

  function direction() {
    try {
      return localStorage.getItem(DIRECTION) === "across" ? "across" : "down";
    } catch {
      return "down";
    }
  }

  function turnDirection() {
    try {
      localStorage.setItem(DIRECTION, direction() === "down" ? "across" : "down");
    } catch {
      // The next page starts with the default again.
    }
  }

  function addShake() {
    const number = shakes() + 1;
    if (number > MOST) return;
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
        element.removeAttribute("data-differs");
        if (element.matches("[data-mark], [data-row]")) element.textContent = "";
      }
      return copy;
    };
    const head = grid.querySelector(`thead [data-shake="${number - 1}"]`);
    const next = renumber(head);
    for (const node of next.childNodes) {
      if (node.nodeType === Node.TEXT_NODE && node.textContent.trim()) node.textContent = ` ${number} `;
    }
    head.after(next);
    for (let seat = 1; seat <= seats; seat += 1) {
      const before = cell(number - 1, seat).closest("td");
      before.after(renumber(before));
    }
    const foot = grid.querySelector(`[data-row="${number - 1}"]`).closest("td");
    foot.after(renumber(foot));
  }

  // Add the shakes that these inputs need.
  function widen(names) {
    const wide = Math.max(0, ...names.map((name) => Number(/^(?:shake|status|story)-(\d+)/.exec(name)?.[1] ?? 0)));
    while (shakes() < Math.min(wide, MOST)) addShake();
  }

  // Return the next cell in typing order.
  function following(input, step = 1) {
    const [shake, seat] = position(input);
    const order = [];
    const across = direction() === "across";
    const filled = across
      ? Math.max(1, ...[...Array(shakes()).keys()].filter((each) => cell(each + 1, 1).value).map((each) => each + 1))
      : shakes();
    const width = across && seat > 1 ? filled : shakes();
    for (let outer = 1; outer <= (across ? seats : shakes()); outer += 1) {
      for (let inner = 1; inner <= (across ? width : seats); inner += 1) {
        order.push(across ? [inner, outer] : [outer, inner]);
      }
    }
    const open = order.filter(([, each]) => isPlaying(each));
    const at = open.findIndex(([one, two]) => one === shake && two === seat);
    const found = open[at + step];
    return found && cell(...found);
  }

  function go(input) {
    if (!input) return;
    input.focus();
    input.select?.();
  }

  const present = () => [...Array(seats).keys()].map((each) => each + 1).filter(isPlaying);
  const lastSeat = () => Math.max(...present());
  const firstSeat = () => Math.min(...present());

  // Return the total above or below, of a player who played.
  function inColumn(input, step) {
    const column = [...form.querySelectorAll(`input.cell[name$="-${input.name.split("-").pop()}"]`)];
    return column.filter((each) => isPlaying(each.name.split("-")[1]))[column.indexOf(input) + step];
  }

  function showDepth(depth) {
    form.dataset.depth = depth;
    for (const button of form.querySelectorAll("[data-to-depth]")) {
      button.setAttribute("aria-pressed", String(button.dataset.toDepth === depth));
    }
  }

  // `last` is the cell that was typed in last.
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
    turnDirection,
    addShake,
    widen,
    following,
    go,
    inColumn,
    showDepth,
    last: cell(1, 1),
  };
}
