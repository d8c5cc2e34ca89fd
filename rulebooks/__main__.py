"""`python -m rulebooks score-shake | place`: JSON lines on standard input, one answer for each, and `list`."""

from __future__ import annotations

import sys

from rulebooks.shelf import editions
from rulebooks.wire import COMMANDS, answer_line

USAGE = f"usage: python -m rulebooks list | {' | '.join(COMMANDS)}"


def main(arguments: list[str]) -> int:
    match arguments:
        case ["list"]:
            for edition in editions().values():
                print(f"{edition.id}\t{edition.title}")
        case [command] if command in COMMANDS:
            for line in sys.stdin:
                if line.strip():
                    print(answer_line(command, line))
        case _:
            print(USAGE, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
