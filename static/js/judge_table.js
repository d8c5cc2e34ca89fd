// A judge at a table: the keypad, the length of the visit, the round clock.

import "./common.js";
import "./clock.js";
import "./judge.js";
