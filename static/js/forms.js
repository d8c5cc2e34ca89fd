// Forms: a form is sent once, the first invalid field gets the focus, and typing a word unlocks a destructive button.

const sentForms = new WeakSet();

// If the first day is after the last day, make it the last day too.
document.addEventListener("change", (event) => {
  const last = event.target.matches?.("[name=starts_on]") && event.target.form.elements.ends_on;
  if (last && last.value < event.target.value) last.value = event.target.value;
});

function submitButtons(form) {
  return [...form.elements].filter((element) =>
    element.matches("button:not([type=button], [type=reset]), [type=submit]")
  );
}

function allowSending(form) {
  sentForms.delete(form);
  for (const button of submitButtons(form)) {
    if (button.getAttribute("aria-busy") !== "true") continue;
    button.disabled = false;
    button.removeAttribute("aria-busy");
  }
}

// Keep tokens out of the URL of a GET, since browsers and logs store it.
function removeTokens(event) {
  for (const name of ["csrfmiddlewaretoken", "key"]) event.formData.delete(name);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const method = (event.submitter?.getAttribute("formmethod") ?? form.method).toLowerCase();
  if (method === "get" && form.method === "post") form.addEventListener("formdata", removeTokens, { once: true });
  // Scripts that send the form themselves, like htmx, have called preventDefault by now. A form with data-repeatable
  // downloads a file, so its button must stay usable.
  if (event.defaultPrevented || method !== "post" || form.target || "repeatable" in form.dataset) return;
  if (sentForms.has(form)) {
    event.preventDefault();
    return;
  }
  sentForms.add(form);
  // A disabled button isn't sent, so wait until the browser has collected the fields.
  setTimeout(() => {
    for (const button of submitButtons(form)) {
      if (button.disabled) continue;
      button.setAttribute("aria-busy", "true");
      button.disabled = true;
    }
  });
});

// The Back button shows the page as it was, with busy buttons.
window.addEventListener("pageshow", () => {
  for (const form of document.forms) allowSending(form);
});

// -- confirm by typing ------------------------------------------------------------------------------------------

const normalized = (text) => text.trim().replace(/\s+/g, " ").toLocaleLowerCase();

function unlockIfEqual(input) {
  const matches = normalized(input.value) === normalized(input.dataset.mustEqual);
  for (const button of submitButtons(input.form)) button.disabled = !matches;
}

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-must-equal]")) unlockIfEqual(event.target);
});

// -- on arrival -------------------------------------------------------------------------------------------------

document.addEventListener("DOMContentLoaded", () => {
  for (const input of document.querySelectorAll("[data-must-equal]")) unlockIfEqual(input);
  const invalid = document.querySelector("main form [aria-invalid=true]");
  if (invalid && !document.querySelector("dialog[open]")) invalid.focus();
});
document.addEventListener("htmx:afterSettle", (event) => {
  for (const input of event.target.querySelectorAll("[data-must-equal]")) unlockIfEqual(input);
});
