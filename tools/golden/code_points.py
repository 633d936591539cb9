"""Every code point between two letters, encoded by tokenizers that normalise text (those of bytes have no rules for characters)."""

import json
import unicodedata

from tokenizers import Tokenizer

FILE = "tokenizers/code-points.json"
KINDS = ("word-piece", "unigram", "unigram-precompiled")
# Planes 0 to 3 hold all characters; of plane 14, tags and variation selectors.
RANGES = ((0, 0xD800), (0xE000, 0x40000), (0xE0000, 0xE0200))
BATCH = 4096


def code_points():
    return [point for first, end in RANGES for point in range(first, end)]


def encoded(tokenizer, points):
    """Ids of a, the code point, b, as text."""
    for start in range(0, len(points), BATCH):
        texts = [f"a{chr(point)}b" for point in points[start : start + BATCH]]
        for encoding in tokenizer.encode_batch(texts, add_special_tokens=False):
            yield " ".join(map(str, encoding.ids))


def runs(points, ids):
    """[first code point, ids] wherever the ids change."""
    found = []
    for point, text in zip(points, ids, strict=True):
        if not found or found[-1][1] != text:
            found.append([point, text])
    return found


def write_plain_files(golden):
    points = code_points()
    files = {kind: f"tokenizers/{kind}/tokenizer.json" for kind in KINDS}
    truth = {kind: runs(points, encoded(Tokenizer.from_file(str(golden / file)), points)) for kind, file in files.items()}
    data = {"ranges": RANGES, "tokenizers": truth}
    (golden / FILE).write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")
    about = {
        "truth": [f"tokenizers: encode of a, the code point and b without special tokens; Python's Unicode {unicodedata.unidata_version}"],
        "conventions": [
            "ranges: [first, end) of the code points, in order; tokenizers: [first code point, ids] wherever the ids change",
        ],
        "reads": [f"tests/golden/{file}" for file in files.values()],
    }
    return {FILE: about}
