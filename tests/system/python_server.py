"""Runs Python code in an installation, like `bin/run manage shell`, but starts only once for many requests."""

from __future__ import annotations

import contextlib
import io
import json
import sys
import traceback

from config.processes import loading_code


def main() -> None:
    """Run each line of the input, and write a line with what the code printed or the traceback."""
    import django

    with loading_code():
        django.setup()
    from django.db import connections

    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        printed, problem = io.StringIO(), ""
        try:
            with contextlib.redirect_stdout(printed):
                exec(compile(json.loads(line), "<test>", "exec"), {"__name__": "python_server"})  # noqa: S102 -- the tests' own code
        except Exception:
            problem = traceback.format_exc()
        finally:
            connections.close_all()
        print(json.dumps({"printed": printed.getvalue(), "problem": problem}), file=answers, flush=True)


if __name__ == "__main__":
    main()
