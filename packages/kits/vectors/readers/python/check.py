"""Checks every case of the vector files: python3 check.py [file or folder ...]

It needs Python 3.9 or newer and its standard library, and nothing of Countersign. It is for test keys only: nothing
here takes constant time.
"""

import json
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # Writes no bytecode beside the sources, which are published.

from operations import OPERATIONS  # noqa: E402
from refusal import Refused  # noqa: E402

FOLDER = Path(__file__).resolve().parent.parent.parent / "json"


def same(one, other):
    """Equal as JSON: in Python True equals 1, and here it does not."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def fault(case):
    """The fault of a case, or None."""
    try:
        value = OPERATIONS[case["operation"]](case["input"])
    except Refused as refused:
        if case["valid"]:
            return f"is refused as {refused.check}"
        if refused.check != case["check"]:
            return f"is refused as {refused.check}, not as {case['check']}"
        if case.get("cause", refused.innermost) != refused.innermost:
            return f"is refused because of {refused.innermost}, not of {case['cause']}"
        return None
    if not case["valid"]:
        return f"is accepted, and must be refused as {case['check']}"
    return None if same(value, case["value"]) else f"gives {json.dumps(value)}"


def faults(path):
    """The number of cases of a file, and their faults."""
    found = json.loads(path.read_text(encoding="utf-8"))
    if found["version"] != 1 or not found["cases"]:
        raise ValueError("another version, or no cases")
    wrong = []
    for case in found["cases"]:
        try:
            what = fault(case)
        except Exception as error:  # A case that cannot run counts as wrong, and the others still run.
            what = f"cannot be run: {error!r}"
        if what is not None:
            wrong.append(f"{found['group']}: {case['operation']}, {case['name']}: {what}")
    return len(found["cases"]), wrong


def main(arguments):
    cases, wrong = 0, []
    for path in [Path(argument) for argument in arguments] or [FOLDER]:
        files = sorted(path.glob("*.json")) if path.is_dir() else [path]
        if not files:
            wrong.append(f"{path}: no vector files")
        for file in files:
            try:
                count, found = faults(file)
            except Exception as error:
                count, found = 0, [f"{file}: cannot be read: {error!r}"]
            cases += count
            wrong += found
    for line in wrong:
        print(line[:400])
    print(f"{cases} cases, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
