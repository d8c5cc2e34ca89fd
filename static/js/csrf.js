// The CSRF token of this page. htmx sends it too.

export function csrfToken() {
  return JSON.parse(document.body.getAttribute("hx-headers") || "{}")["X-CSRFToken"] || "";
}
