// Ask the server for the totals, places, points, and warnings of a scoresheet with these fields. It stores nothing.

import { csrfToken } from "./csrf.js";

export async function fetchPreview(url, fields) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "X-CSRFToken": csrfToken() },
    body: new URLSearchParams(fields),
  });
  if (!response.ok) throw new Error(`The preview failed with status ${response.status}`);
  return response.json();
}
