// The preview of a row: the server computes places, points, and warnings while someone types.

import { fetchPreview } from "../fetch_preview.js";

const DELAY = 140; // milliseconds after the last key

export function createPreviews(rows, messages) {
  const timers = new Map();

  function requestSoon(row) {
    cancel(row);
    timers.set(row, setTimeout(() => requestPreview(row), DELAY));
  }

  function cancel(row) {
    clearTimeout(timers.get(row));
  }

  // Return null if the server doesn't answer. The row is stored on this device, and the next key asks again.
  const fetchRow = (row, fields) => fetchPreview(row.dataset.preview, fields).catch(() => null);

  async function requestPreview(row) {
    const fields = rows.fieldsOf(row);
    const answer = await fetchRow(row, fields);
    if (!answer || rows.stateOf(row) !== "typing") return;
    if (JSON.stringify(fields) !== JSON.stringify(rows.fieldsOf(row))) return; // a newer preview follows
    messages.showAnswer(row, rows.isFilled(row) ? answer : { ...answer, messages: {} }, false);
  }

  async function showSavedResults(row, fields) {
    const answer = await fetchRow(row, fields);
    if (answer) messages.showResults(row, answer);
  }

  return { requestSoon, requestPreview, showSavedResults, cancel };
}
