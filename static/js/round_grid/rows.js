// The rows of the round grid. Each one is a scoresheet: its fields, its state, and its draft on this device.

// The fields of a draft that a row can show.
const ROW_FIELDS = /^(key|base|source|reason|games|row-\d+-(total|status|initials))$/;

export function rowsOf(form) {
  const all = () => [...form.querySelectorAll("tr[data-sheet]")];
  const fieldOf = (row, name) => form.elements[`${row.dataset.sheet}-${name}`];
  const totalsOf = (row) => [...row.querySelectorAll("input[name*='-total-']")];
  const stateOf = (row) => row.dataset.saved ?? "";

  // Return the inputs of a row that someone can see and focus.
  const inputsOf = (row) =>
    [...row.querySelectorAll("input:not([type=hidden])")].filter((input) => input.getClientRects().length > 0);

  const isFilled = (row) =>
    totalsOf(row).some((input) => input.value.trim()) || Boolean(fieldOf(row, "games")?.value.trim());

  const isComplete = (row) => totalsOf(row).every((input) => input.value.trim()) && fieldOf(row, "games")?.value !== "";

  // Return the fields as the scoresheet's own page would send them, so that it can open the draft too.
  function fieldsOf(row) {
    const fields = [
      ["key", fieldOf(row, "key").value],
      ["base", fieldOf(row, "base").value],
      ["source", "paper"],
      ["reason", fieldOf(row, "reason").value],
    ];
    totalsOf(row).forEach((input, index) => {
      const prefix = `row-${index + 1}`;
      const total = input.value.trim();
      const isAbsent = total.toLowerCase() === "a";
      fields.push([`${prefix}-status`, isAbsent ? "absent" : ""], [`${prefix}-total`, isAbsent ? "" : total]);
      fields.push([`${prefix}-initials`, fieldOf(row, "initialed").checked && !isAbsent ? "yes" : ""]);
    });
    if (fieldOf(row, "games")) fields.push(["games", fieldOf(row, "games").value.trim()]);
    return fields;
  }

  function draftOf(row, state = "typing") {
    const { sheet, label, page, action } = row.dataset;
    return {
      sheet,
      who: form.dataset.who,
      label,
      mode: "enter",
      page,
      action,
      key: fieldOf(row, "key").value,
      fields: fieldsOf(row),
      at: Date.now(),
      state,
    };
  }

  function restore(row, draft) {
    const values = new Map(draft.fields);
    totalsOf(row).forEach((input, index) => {
      const prefix = `row-${index + 1}`;
      input.value = values.get(`${prefix}-status`) === "absent" ? "a" : values.get(`${prefix}-total`) ?? "";
    });
    if (fieldOf(row, "games")) fieldOf(row, "games").value = values.get("games") ?? "";
    fieldOf(row, "initialed").checked = draft.fields.some(([name, value]) =>
      name.endsWith("-initials") && value === "yes"
    );
    fieldOf(row, "reason").value = values.get("reason") ?? "";
    fieldOf(row, "key").value = draft.key;
    fieldOf(row, "base").value = values.get("base") ?? "0";
  }

  // Return whether a draft holds more than a row can show. It has to be finished on the scoresheet's own page.
  const needsOwnPage = (draft) =>
    draft.fields.some(([name, value]) =>
      value && (!ROW_FIELDS.test(name) || ["refused", "disqualified"].includes(value))
    );

  return {
    all,
    fieldOf,
    totalsOf,
    stateOf,
    inputsOf,
    isFilled,
    isComplete,
    fieldsOf,
    draftOf,
    restore,
    needsOwnPage,
  };
}
