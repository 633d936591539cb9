"""Small tokenizers of the four kinds that the models use, made from the text below, and what they make of texts.

Byte-level BPE as GPT-2's, WordPiece as BERT's, Unigram as T5's, BPE with byte fallback as LLaMA's. The library trains
the two BPEs; its other trainers give another vocabulary at every run, so that theirs is counted here.
"""

import base64
import json
import math
from collections import Counter

from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

from charsmap import CHARSMAP

FOLDER = "tokenizers"
SENTENCES = [
    "Where does the position of a word enter a Transformer, and what does it do there?",
    "A model without positions reads a sentence as a bag of words: the order is lost.",
    "The first encoders add a sinusoid to the input; later ones learn a table of rows.",
    "Relative positions bias the scores: a word looks back ten words, not at word forty-two.",
    "Rotary positions turn queries and keys, so that their product knows the distance alone.",
    "Long texts need scaled frequencies, or the angles are ones that training never saw.",
    "It's easy to say; isn't it harder to show? We'll test 12 models, 345 times each.",
    "Der Ort eines Wortes im Satz: früher, später, größer, schön, Straße.",
    "Où va le mot ? À la fin, déjà vu, naïve façade, garçon, forêt.",
    "位置编码告诉模型每个词在哪里。注意力本身不知道顺序。",
    "旋转位置编码把查询和键按角度旋转。",
    "for (let i = 0; i < n; i += 1) { sum += x[i] * y[i] }",
]
TEXTS = [
    "",
    " ",
    "a",
    "Hello world",
    "The position of a word, and the order of words.",
    " leading space",
    "  two  spaces   three ",
    "line\nbreak\r\n\ttab",
    "naïve façade, déjà vu",
    "e\u0301 is e with an accent, é is one letter",
    "位置编码",
    "注意力 attention 机制。",
    "smile 😀, family 👨‍👩‍👧, flag 🇨🇳",
    "It's we'll isn't I'd",
    "12 345 6.78",
    "UPPER lower MiXeD",
    "<s> [CLS] </s> <unk>",
    "zero\u200bwidth \u00a0 no-break",
    "ﬁne ①② Ａａ！",
    "e\u0301 A\u030a",
    "㍿ ½ …",
    "a\u0001b\tc\u00a0d",
    "ｶ\uff9e ｶ",
    "x² ™ ﬂ",
]


def byte_level():
    """GPT-2's kind: bytes as letters, merges, no unknown token, a space belongs to the word after it."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    trainer = trainers.BpeTrainer(
        vocab_size=420, initial_alphabet=alphabet, special_tokens=["<|endoftext|>"], show_progress=False
    )
    tokenizer.train_from_iterator(SENTENCES, trainer)
    return tokenizer


def words():
    """Words of the text as BERT's uncased tokenizer splits them, with how often they occur."""
    normalizer, splitter = normalizers.BertNormalizer(lowercase=True), pre_tokenizers.BertPreTokenizer()
    return Counter(word for line in SENTENCES for word, _ in splitter.pre_tokenize_str(normalizer.normalize_str(line)))


def word_pieces():
    """Letters, words, beginnings and "##" endings that occur often enough."""
    starts, ends = Counter(), Counter()
    for word, times in words().items():
        starts.update({word[:size]: times for size in range(1, len(word) + 1)})
        ends.update({f"##{word[i : i + size]}": times for i in range(1, len(word)) for size in (1, 2, 3)})
    often = [piece for piece, times in (starts + ends).items() if times > 3 or len(piece.removeprefix("##")) == 1]
    return sorted(often)


def word_piece():
    """BERT's kind, uncased: lower case, accents removed, Chinese characters apart, [CLS] … [SEP]."""
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    vocabulary = {piece: i for i, piece in enumerate(special + word_pieces())}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece(prefix="##")
    tokenizer.add_special_tokens(special)
    ids = [(token, tokenizer.token_to_id(token)) for token in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=ids
    )
    return tokenizer


def likely_pieces():
    """Pieces of up to six letters and whole words, with the logarithm of how often they occur."""
    counts = Counter()
    for line in SENTENCES:
        for word in line.split():
            marked = f"▁{word}"
            counts.update(
                marked[i : i + size] for i in range(len(marked)) for size in range(1, 7) if i + size <= len(marked)
            )
    kept = {piece: times for piece, times in counts.items() if times > 3 or len(piece) == 1}
    total = sum(kept.values())
    likely = [(piece, round(math.log(times / total), 4)) for piece, times in kept.items()]
    return sorted(likely, key=lambda pair: (-pair[1], pair[0]))


def unigram():
    """T5's kind: likeliest pieces, "▁" for a space, </s> at the end."""
    special = ["<pad>", "</s>", "<unk>"]
    pieces = [(piece, 0.0) for piece in special] + likely_pieces()
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=special.index("<unk>"), byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace("\n", " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.add_special_tokens(special)
    end = [("</s>", tokenizer.token_to_id("</s>"))]
    tokenizer.post_processor = processors.TemplateProcessing(
        single="$A </s>", pair="$A </s> $B </s>", special_tokens=end
    )
    return tokenizer


def unigram_precompiled():
    """Unigram after a compiled map of characters, as T5's files have it, and runs of spaces made one."""
    tokenizer = unigram()
    compiled = normalizers.Precompiled(base64.b64decode(CHARSMAP))
    tokenizer.normalizer = normalizers.Sequence([compiled, normalizers.Replace(Regex(" {2,}"), " ")])
    return tokenizer


def byte_fallback():
    """LLaMA's kind: merges over characters, "▁" for a space, bytes <0x00> … for what is unknown, <s> in front."""
    bytes_ = [f"<0x{byte:02X}>" for byte in range(256)]
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    prepare = [normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]
    tokenizer.normalizer = normalizers.Sequence(prepare)
    trainer = trainers.BpeTrainer(vocab_size=700, special_tokens=["<unk>", "<s>", "</s>", *bytes_], show_progress=False)
    tokenizer.train_from_iterator([sentence for sentence in SENTENCES if sentence.isascii()], trainer)
    tokenizer = without_special(tokenizer, bytes_)
    restore = [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    tokenizer.decoder = decoders.Sequence(restore)
    start = [("<s>", tokenizer.token_to_id("<s>"))]
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A", pair="<s> $A <s>:1 $B:1", special_tokens=start
    )
    return tokenizer


def without_special(tokenizer, names):
    """Bytes are pieces of the vocabulary, not tokens that a text may contain."""
    document = json.loads(tokenizer.to_str())
    document["added_tokens"] = [token for token in document["added_tokens"] if token["content"] not in names]
    return Tokenizer.from_str(json.dumps(document))


BYTES = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
SPACED = BYTES | {"add_prefix_space": True}
APART = [
    {"type": "Split", "pattern": {"Regex": "\\s+"}, "behavior": "Removed", "invert": False},
    {"type": "Digits", "individual_digits": True},
    BYTES | {"use_regex": False},
]
DECOMPOSED = [{"type": "Strip", "strip_left": True, "strip_right": True}, {"type": "NFD"}, {"type": "StripAccents"}, {"type": "Lowercase"}]
CASED = {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": False, "lowercase": False}
FIRST = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first", "split": False}


def added(first, **values):
    """An added token, with the id of a token that the vocabulary has."""
    token = {"id": first, "content": "<mask>", "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    return {"added_tokens": [token | values]}


# Other rules of the same kinds, by which offsets differ: {kind: {name: changed parts of its tokenizer.json}}
RULES = {
    "byte-level-bpe": {
        "trimmed": {"post_processor": BYTES},
        "spaced and trimmed": {"pre_tokenizer": SPACED, "post_processor": SPACED},
        "spaced": {"pre_tokenizer": SPACED},
        "composed": {"normalizer": {"type": "NFC"}},
        "compatible": {"normalizer": {"type": "NFKC"}},
        "apart": {"pre_tokenizer": {"type": "Sequence", "pretokenizers": APART}},
        "mask with its spaces": added(420, lstrip=True, rstrip=True),
    },
    "word-piece": {
        "decomposed": {"normalizer": {"type": "Sequence", "normalizers": DECOMPOSED}},
        "cased": {"normalizer": CASED},
        "by spaces": {"pre_tokenizer": {"type": "WhitespaceSplit"}},
        "mask in small letters": added(4, content="[MASK]", normalized=True, special=False),
    },
    "unigram": {"first word": {"pre_tokenizer": FIRST}, "small letters": {"normalizer": {"type": "Lowercase"}}},
    "unigram-precompiled": {},
    "byte-fallback-bpe": {
        "without marks": {"normalizer": {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}},
        "quotes": {"normalizer": {"type": "Replace", "pattern": {"String": "is"}, "content": "a"}},
        "mask with its spaces": added(700, lstrip=True),
    },
}
PLACED = [
    "a <mask> b", " <mask>  <mask> c", "the [MASK] and [mask]", "xe\u0301\u0302y \u1112\u1161\u11ab\u1112\u1161", "ᾳ Ế\u0323z İz", "is this it?",
    "  \u00e9\u00e9  ", "日本語のテキスト 12", "the\n\nend ", "\U0001d400\U0001d401 \U00020000x",
]

KINDS = {
    "byte-level-bpe": byte_level, "word-piece": word_piece, "unigram": unigram,
    "unigram-precompiled": unigram_precompiled, "byte-fallback-bpe": byte_fallback,
}


def example(tokenizer, text):
    encoded = tokenizer.encode(text)
    return {
        "text": text,
        "ids": encoded.ids,
        "idsWithoutSpecial": tokenizer.encode(text, add_special_tokens=False).ids,
        "decoded": tokenizer.decode(encoded.ids, skip_special_tokens=True),
        "decodedWithSpecial": tokenizer.decode(encoded.ids, skip_special_tokens=False),
    }


def of_rules(path, name, changes):
    """ids and offsets of a tokenizer with other rules."""
    tokenizer = Tokenizer.from_str(json.dumps(json.loads(path.read_text(encoding="utf-8")) | changes))
    encoded = [tokenizer.encode(text) for text in [*TEXTS, *PLACED]]
    examples = [[text, one.ids, [list(pair) for pair in one.offsets]] for text, one in zip([*TEXTS, *PLACED], encoded)]
    return {"name": name, "changes": changes, "examples": examples}


def write_lines(path, entries):
    """A list of which each entry is a line."""
    lines = [json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in entries]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def write(path, document):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def write_plain_files(golden):
    entries = {}
    for kind, build in KINDS.items():
        folder = golden / FOLDER / kind
        write(folder / "tokenizer.json", json.loads(build().to_str()))
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        write(folder / "expected.json", [example(tokenizer, text) for text in TEXTS])
        rules = {"its own rules": {}} | RULES[kind]
        write_lines(folder / "offsets.json", [of_rules(folder / "tokenizer.json", *rule) for rule in rules.items()])
        entries[f"{FOLDER}/{kind}/tokenizer.json"] = {"truth": ["tokenizers"], "about": build.__doc__}
        entries[f"{FOLDER}/{kind}/offsets.json"] = {
            "truth": ["tokenizers.Tokenizer.encode"],
            "conventions": [
                "changes: parts of tokenizer.json that are replaced; examples: [text, ids, offsets]",
                "offsets: [start, end) of each id in code points",
            ],
        }
        entries[f"{FOLDER}/{kind}/expected.json"] = {
            "truth": ["tokenizers.Tokenizer.encode and decode"],
            "conventions": [
                "ids with special tokens; decoded leaves special tokens out, decodedWithSpecial keeps them",
                "an entry is exact: ids and strings are compared for equality",
            ],
        }
    return entries
