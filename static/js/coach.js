// A coach page: the part with ranks and seats updates while someone looks at it.

import "./common.js";
import "./live_part.js";
