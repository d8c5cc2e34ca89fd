// The list of scoresheets: delivers and lists what waits on this device.

import "./common.js";
import "./outbox.js";
