// What every page loads. A page with a script of its own loads that instead, and it imports this file.

import "./forms.js";
import "./dialogs.js";
import "./toasts.js";
import "./help.js";
import "./shortcuts.js";
import "./times.js";
import "./page.js";
