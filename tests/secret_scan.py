"""Secrets that were committed by mistake, looked for by detect-secrets in our files: `python -m tests.secret_scan`.

What only looks like one is listed in tests/data/not-secrets.json by file, kind and hash; `--accept` writes it anew.
"""

import json
import subprocess
import sys
from pathlib import Path

from detect_secrets import SecretsCollection
from detect_secrets.settings import transient_settings

ROOT = Path(__file__).resolve().parent.parent
KNOWN = ROOT / "tests" / "data" / "not-secrets.json"
# Figures, words of the rules, hashes of packages, looks: nobody types a password there.
LEFT_OUT = (
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
WORDS = "Secret Keyword"  # of a name like `password`; tests have invented ones on every page


def main(arguments: list[str]) -> int:
    found = sorted(looks_secret(ours()))
    if arguments == ["--accept"]:
        KNOWN.write_text(json.dumps(found, indent=0) + "\n")
    known = {tuple(each) for each in json.loads(KNOWN.read_text())}
    new = [each for each in found if each not in known]
    for file, kind, _ in new:
        print(f"{file}: {kind}")
    if not new:
        print(f"{len(ours())} files looked through")
    return int(bool(new))


def ours() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.splitlines() if not any(part in name for part in LEFT_OUT)]


def looks_secret(names: list[str]) -> set[tuple[str, str, str]]:
    """File, kind and hash: a line that moves is still the same."""
    found = SecretsCollection(root=str(ROOT))
    with transient_settings({"plugins_used": [{"name": kind} for kind in KINDS]}):
        found.scan_files(*names)
    listed = {(name, secret.type, secret.secret_hash) for name, secret in found}
    return {each for each in listed if not (each[0].startswith("tests/") and each[1] == WORDS)}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
