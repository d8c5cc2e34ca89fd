"""The rehearsal: a whole fictitious tournament, played through the pages that everybody else uses, and checked."""
