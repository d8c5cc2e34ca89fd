// Open the page that a POST answers with, as if a form with these fields had been sent.

import { csrfToken } from "./csrf.js";

export function postForm(action, fields) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  for (const [name, value] of [...fields, ["csrfmiddlewaretoken", csrfToken()]]) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
