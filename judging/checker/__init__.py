"""The checker: tells judges and appeals panels whether a Solution is correct. Coaches may practice with it."""
