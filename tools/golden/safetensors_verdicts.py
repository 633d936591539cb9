"""Verdicts of the Python package safetensors on the files of tests/lib/support/safetensors-verdicts.json, written back to it.

The files (base64) are 500 cases of the target `safetensors` of the fuzzer. Usage, with safetensors==0.6.2 installed:

    python safetensors_verdicts.py
"""

import base64
import json
from pathlib import Path

import safetensors

PATH = Path(__file__).parents[2] / "tests/lib/support/safetensors-verdicts.json"


def accepts(file: bytes) -> bool:
    try:
        safetensors.deserialize(file)
    except safetensors.SafetensorError:
        return False
    return True


def main() -> None:
    known = json.loads(PATH.read_text(encoding="utf-8"))
    cases = [{"file": case["file"], "accepted": accepts(base64.b64decode(case["file"]))} for case in known["cases"]]
    content = {"package": f"safetensors {safetensors.__version__}", "cases": cases}
    PATH.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
