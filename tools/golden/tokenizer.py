"""Texts and their ids from the `tokenizers` library, with the tokenizer that both shipped checkpoints have."""

import json
from pathlib import Path

from tokenizers import Tokenizer

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = [f"web/demo/public/models/tiny-shakespeare-{kind}/tokenizer.json" for kind in ("rope", "learned")]
NAME = "character-tokenizer.json"
TEXTS = ["", "a", " ", "\n", "To be, or not to be", "  two  spaces ", "ROMEO:\nIs the day so young?\n\n", "3$&-'!?;:."]
FOREIGN = ["naïve", "第一", "a\tb", "\r\n", "e\u0301", "x😀y", "1234"]


def example(tokenizer, text):
    ids = tokenizer.encode(text).ids
    return {"text": text, "ids": ids, "decoded": tokenizer.decode(ids, skip_special_tokens=False)}


def write_plain_files(golden):
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in FILES]
    if texts[0] != texts[1]:
        raise AssertionError("the two checkpoints have different tokenizers")
    tokenizer = Tokenizer.from_str(texts[0])
    vocabulary = tokenizer.get_vocab()
    characters = "".join(sorted(vocabulary, key=vocabulary.get))
    document = {
        "vocabulary": characters,
        "examples": [example(tokenizer, text) for text in [*TEXTS, characters]],
        "foreign": [example(tokenizer, text) for text in FOREIGN],
    }
    (golden / NAME).write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return {
        NAME: {
            "reads": FILES,
            "truth": ["tokenizers.Tokenizer.encode and decode"],
            "conventions": [
                "vocabulary: the character of id i is its i-th character",
                "foreign: characters outside the vocabulary disappear without an error, so ids are fewer than characters",
            ],
        }
    }
