#!/usr/bin/env python3
"""Adds seeds for the fuzz target `validate`, taken from the contract's case files.

Of all cases under 4 KiB it keeps adding the one that shows the most words and rules not shown yet, until it has 60.
Files are named by content, so a second run adds nothing; nothing is ever removed, because mended findings live in
the same folder. Needs the `jsonschema` module, as schemas/check.py does.
"""

import hashlib
import json
import pathlib
import re
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
CORPUS = REPOSITORY / "fuzz/corpus/validate"
SEEDS = 60
LARGEST = 4096

sys.path.insert(0, str(REPOSITORY / "schemas"))
from check import TESTS, expand, input_text  # noqa: E402


def main():
    candidates = {}
    for file in sorted((TESTS / "cases").rglob("*.json")):
        case = expand(json.loads(file.read_text()))
        seed = input_text(case).encode()
        if len(seed) <= LARGEST:
            shows = set(re.findall(rb"\w+", seed)) | {rule.encode() for rule in case["rules"]}
            candidates.setdefault(seed, set()).update(shows)

    shown = set()
    CORPUS.mkdir(parents=True, exist_ok=True)
    for _ in range(min(SEEDS, len(candidates))):
        best = max(candidates, key=lambda seed: (len(candidates[seed] - shown), -len(seed), seed))
        shown |= candidates.pop(best)
        (CORPUS / hashlib.sha256(best).hexdigest()[:16]).write_bytes(best)
    print(f"{len(list(CORPUS.iterdir()))} seeds in {CORPUS.relative_to(REPOSITORY)}")


if __name__ == "__main__":
    main()
