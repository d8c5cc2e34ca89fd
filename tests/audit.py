"""Known holes in what we install, asked of the vulnerability list of the package index: `python -m tests.audit`.

Without a network, or where the index has no such list, nothing can be asked: the line says so, and the check passes.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 20  # seconds; a machine without a network must not wait longer
COMMAND = ["--no-deps", "--disable-pip", "--require-hashes", "--progress-spinner", "off", "--format", "json"]
NOT_ASKED = "could not ask: no list of known vulnerabilities is reached from here"


def main() -> int:
    command = [sys.executable, "-m", "pip_audit", "--timeout", "5", *COMMAND, "-r", str(ROOT / "requirements-test.txt")]
    try:
        asked = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        packages = json.loads(asked.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        packages = []
    sentence, is_bad = verdict(packages)
    print(sentence)
    return int(is_bad)


def verdict(packages: list[dict]) -> tuple[str, bool]:
    """What to say of the answer, and whether it is bad news. A package that was not found was not asked about."""
    answered = [each for each in packages if "skip_reason" not in each]
    holes = [f"{each['name']} {each['version']}: {hole['id']}" for each in answered for hole in each["vulns"]]
    if holes:
        return "\n".join(holes), True
    if not answered:
        return NOT_ASKED, False
    return f"{len(answered)} of {len(packages)} packages asked about, no known vulnerability", False


if __name__ == "__main__":
    sys.exit(main())
