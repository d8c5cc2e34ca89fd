"""Finds secrets that were committed by mistake, with detect-secrets: `python -m tests.secret_scan`.

False positives are listed in tests/data/not-secrets.json by file, kind, and hash; `--accept` rewrites that list.
"""

import json
import subprocess
import sys
from pathlib import Path

from detect_secrets import SecretsCollection
from detect_secrets.settings import transient_settings

ROOT = Path(__file__).resolve().parent.parent
KNOWN = ROOT / "tests" / "data" / "not-secrets.json"
# Test data, rules, hashes of packages, styles, and pages, where no one types a password.
EXCLUDED = (
    "tests/data/",
    "requirements",
    "rulebooks/editions/",
    "judging/casebook/",
    "/migrations/",
    ".css",
    ".html",
    ".png",
)
KINDS = (
    "AWSKeyDetector", "Base64HighEntropyString", "BasicAuthDetector", "GitHubTokenDetector", "JwtTokenDetector",
    "KeywordDetector", "PrivateKeyDetector", "PypiTokenDetector",
)  # fmt: skip
KEYWORD = "Secret Keyword"  # a value for a name like `password`; tests are full of invented ones


def main(arguments: list[str]) -> int:
    files = tracked_files()
    found = sorted(find_secrets(files))
    if arguments == ["--accept"]:
        KNOWN.write_text(json.dumps(found, indent=0) + "\n")
    known = {tuple(each) for each in json.loads(KNOWN.read_text())}
    new = [each for each in found if each not in known]
    for file, kind, _ in new:
        print(f"{file}: {kind}")
    if not new:
        print(f"{len(files)} files scanned")
    return int(bool(new))


def tracked_files() -> list[str]:
    """The files in Git, without the excluded ones."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.splitlines() if not any(part in name for part in EXCLUDED)]


def find_secrets(names: list[str]) -> set[tuple[str, str, str]]:
    """File, kind, and hash of each secret, without its line, which may move."""
    found = SecretsCollection(root=str(ROOT))
    with transient_settings({"plugins_used": [{"name": kind} for kind in KINDS]}):
        found.scan_files(*names)
    listed = {(name, secret.type, secret.secret_hash) for name, secret in found}
    return {each for each in listed if not (each[0].startswith("tests/") and each[1] == KEYWORD)}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
