"""Python inside an installation, as `bin/run manage shell` has it: started once, asked again and again."""

from __future__ import annotations

import contextlib
import io
import json
import sys
import traceback


def main() -> None:
    """Each line that comes in is code; each line that goes out is what it printed, or what went wrong."""
    import django

    django.setup()
    from django.db import connections

    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        printed, problem = io.StringIO(), ""
        try:
            with contextlib.redirect_stdout(printed):
                exec(compile(json.loads(line), "<inside>", "exec"), {"__name__": "inside"})  # noqa: S102 -- it is what the tests say
        except Exception:
            problem = traceback.format_exc()
        finally:
            connections.close_all()
        print(json.dumps({"printed": printed.getvalue(), "problem": problem}), file=answers, flush=True)


if __name__ == "__main__":
    main()
