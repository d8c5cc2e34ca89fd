"""Compares the installed packages with the index's list of known vulnerabilities: `python -m tests.audit`.

Without a network, or if the index has no such list, it says so and passes.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TIMEOUT = 20  # seconds, so that a machine without a network doesn't wait longer
COMMAND = ["--no-deps", "--disable-pip", "--require-hashes", "--progress-spinner", "off", "--format", "json"]
NO_ANSWER = "not checked, because the list of known vulnerabilities can’t be reached from here"


def main() -> int:
    command = [sys.executable, "-m", "pip_audit", "--timeout", "5", *COMMAND, "-r", str(ROOT / "requirements-test.txt")]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
        packages = json.loads(done.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        packages = []
    sentence, is_vulnerable = summarize(packages)
    print(sentence)
    return int(is_vulnerable)


def summarize(packages: list[dict]) -> tuple[str, bool]:
    """The sentence to print, and whether a package is vulnerable. Packages that the index doesn't know don't count."""
    known = [each for each in packages if "skip_reason" not in each]
    holes = [f"{each['name']} {each['version']}: {hole['id']}" for each in known for hole in each["vulns"]]
    if holes:
        return "\n".join(holes), True
    if not known:
        return NO_ANSWER, False
    return f"{len(known)} of {len(packages)} packages checked, no known vulnerabilities", False


if __name__ == "__main__":
    sys.exit(main())
