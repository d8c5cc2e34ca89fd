// A page with a round clock.

import "./common.js";
import "./clock.js";
