// Forms: a submit is sent once, the first wrong answer gets the focus, and a typed word unlocks what destroys.

const sent = new WeakSet();

// A last day that lies before the first one moves along with it.
document.addEventListener("change", (event) => {
  const last = event.target.matches?.("[name=starts_on]") && event.target.form.elements.ends_on;
  if (last && last.value < event.target.value) last.value = event.target.value;
});

function submitButtons(form) {
  return [...form.elements].filter((element) =>
    element.matches("button:not([type=button], [type=reset]), [type=submit]")
  );
}

function release(form) {
  sent.delete(form);
  for (const button of submitButtons(form)) {
    if (button.getAttribute("aria-busy") !== "true") continue;
    button.disabled = false;
    button.removeAttribute("aria-busy");
  }
}

// What only a post needs is no part of an address, which a browser and a log keep.
function leaveOut(event) {
  for (const name of ["csrfmiddlewaretoken", "key"]) event.formData.delete(name);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const method = (event.submitter?.getAttribute("formmethod") ?? form.method).toLowerCase();
  if (method === "get" && form.method === "post") form.addEventListener("formdata", leaveOut, { once: true });
  // htmx and other scripts that send the form themselves have said so by now; a form with data-repeatable
  // answers with a file, so that the page stays and the button is wanted again.
  if (event.defaultPrevented || method !== "post" || form.target || "repeatable" in form.dataset) return;
  if (sent.has(form)) {
    event.preventDefault();
    return;
  }
  sent.add(form);
  // A disabled button is left out of what is sent: wait until the browser has collected it.
  setTimeout(() => {
    for (const button of submitButtons(form)) {
      if (button.disabled) continue;
      button.setAttribute("aria-busy", "true");
      button.disabled = true;
    }
  });
});

// Coming back with the browser's Back button shows the page as it was left, busy buttons and all.
window.addEventListener("pageshow", () => {
  for (const form of document.forms) release(form);
});

// -- confirm by typing ------------------------------------------------------------------------------------------

const plain = (text) => text.trim().replace(/\s+/g, " ").toLocaleLowerCase();

function check(input) {
  const matches = plain(input.value) === plain(input.dataset.mustEqual);
  for (const button of submitButtons(input.form)) button.disabled = !matches;
}

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-must-equal]")) check(event.target);
});

// -- on arrival -------------------------------------------------------------------------------------------------

function arrive() {
  for (const input of document.querySelectorAll("[data-must-equal]")) check(input);
  const wrong = document.querySelector("main form [aria-invalid=true]");
  if (wrong && !document.querySelector("dialog[open]")) wrong.focus();
}

document.addEventListener("DOMContentLoaded", arrive);
document.addEventListener("htmx:afterSettle", (event) => {
  for (const input of event.target.querySelectorAll("[data-must-equal]")) check(input);
});
