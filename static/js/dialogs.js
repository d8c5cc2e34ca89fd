// Dialogs and menus: opened by data-open, closed by data-close, Esc, or a click outside.

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-open]");
  if (opener) {
    const dialog = document.getElementById(opener.dataset.open);
    if (dialog) {
      // The opener may be a link to a page that asks the same question without a script.
      event.preventDefault();
      dialog.showModal();
    }
    return;
  }
  const closer = event.target.closest("[data-close]");
  if (closer) {
    event.preventDefault();
    closer.closest("dialog")?.close();
    return;
  }
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

// A click on the dialog element itself is on its backdrop, because the dialog's content fills the rest. If the pointer
// goes down elsewhere and up on the backdrop, someone has selected text.
let pointerDownTarget = null;
document.addEventListener("pointerdown", (event) => {
  pointerDownTarget = event.target;
});
document.addEventListener("pointerup", (event) => {
  if (event.target === pointerDownTarget && event.target.matches("dialog[open]")) event.target.close();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

document.addEventListener("focusout", (event) => {
  const menu = event.target.closest("details.menu[open]");
  if (menu && event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
});
