"""Folders of Marian: SentencePiece models of both languages with vocab.json, and what transformers' MarianTokenizer makes
of texts and of ids.

The models are trained here, with a map of characters whose entries begin alike. The vocabulary numbers the pieces of both
otherwise than they do, lacks some of the source's, and has characters that the source does not know.
"""

import io
import json
import random
import tempfile
from pathlib import Path

import sentencepiece
from sentencepiece import sentencepiece_model_pb2
from tokenizers_of_kinds import SENTENCES, TEXTS, write_lines
from transformers import MarianTokenizer

FOLDER = "marian-tokenizer"
CONFIG, MAP, ADDED = "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json"
SIZE = 200
# what SentencePiece replaces: long entries beside their beginnings, spaces, and what goes away
RULES = {
    "\t": " ", "\n": " ", "\u00a0": " ", "\u3000": " ", "\u200b": "", "\u0001": "", "ﬁ": "fi", "…": "...", "①": "1", "½": " 1/2 ",
    "e\u0301": "é", "e\u0301\u0301": "ë", "A\u030a": "Å", "Ａ": "A", "ａ": "a", "！": "!", "ｶ\uff9e": "ガ", "ｶ": "カ", "👨‍👩‍👧": "family",
}
GERMAN = [
    "Der Ort eines Wortes im Satz: früher, später, größer, schön, Straße.",
    "Wohin kommt das Wort, und was weiß der Satz davon?",
    "Ein Modell ohne Orte liest einen Satz wie einen Sack voll Wörter.",
    "位置编码告诉模型每个词在哪里。注意力本身不知道顺序。",
    "旋转位置编码把查询和键按角度旋转。",
]
MORE = [
    ">>de<< The position of a word.",
    ">>de<<The position",
    ">>cmn_Hans<< where is the word",
    ">>xx<< an unknown language",
    ">>de << a name with a space",
    ">>de the end is missing",
    "the word >>de<< inside",
    " >>de<< behind a space",
    ">><< nothing",
    ">>de<<",
    ">>de<< >>de<< twice",
    "</s>>>de<< behind a token",
    ">>de<< 位",
    "word 位 置 中文字 word",
    "中",
    "☃ ☃☃ \U0001f600",
    "a☃b位c",
    "<unk> and <pad></s>.",
    "<s> is no token",
    "▁ marks ▁▁word ▁",
    "e\u0301\u0301 e\u0301 👨‍👩‍👧",
    "   ",
    "\t\n",
    "\u0001",
    "a \u0001 b",
    "x½y ½",
    "trailing   ",
    "<w>word <w>",
    "word" * 40,
]
ALL = [*TEXTS, *MORE]


def trained(sentences):
    """A model of SentencePiece with our map of characters."""
    model = io.BytesIO()
    with tempfile.TemporaryDirectory() as place:
        rules = Path(place) / "rules.tsv"
        code = lambda text: " ".join(f"{ord(character):X}" for character in text)
        rules.write_text("".join(f"{code(old)}\t{code(new)}\n" for old, new in RULES.items()), encoding="utf-8")
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(sentences), model_writer=model, model_type="unigram", num_threads=1, minloglevel=2, vocab_size=SIZE,
            character_coverage=1.0, hard_vocab_limit=False, normalization_rule_tsv=str(rules),
        )
    proto = sentencepiece_model_pb2.ModelProto()
    proto.ParseFromString(model.getvalue())
    proto.normalizer_spec.ClearField("normalization_rule_tsv")  # a path of this run
    return proto.SerializeToString(deterministic=True)


def pieces_of(model):
    library = sentencepiece.SentencePieceProcessor(model_proto=model)
    return [library.id_to_piece(i) for i in range(3, len(library))]


def written(folder):
    folder.mkdir(parents=True, exist_ok=True)
    source, target = trained([one for one in SENTENCES if "位" not in one]), trained(GERMAN)
    (folder / "source.spm").write_bytes(source)
    (folder / "target.spm").write_bytes(target)
    order = random.Random(41)
    both = sorted({*pieces_of(source)[::7], *pieces_of(source)[1::3], *pieces_of(source)[2::3], *pieces_of(target)})
    order.shuffle(both)
    ids = {token: i for i, token in enumerate(["</s>", "<unk>", *both, ">>de<<", ">>cmn_Hans<<", "<pad>"])}
    apart = sorted({*pieces_of(target), "<s>"})
    order.shuffle(apart)
    targets = {token: i for i, token in enumerate(["</s>", "<unk>", *apart, "<pad>"])}
    unpadded = {token: i for token, i in ids.items() if token != "<pad>"}
    for name, vocabulary in {"vocab.json": ids, "target_vocab.json": targets, "vocab-unpadded.json": unpadded}.items():
        (folder / name).write_text(json.dumps(vocabulary, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


SPM = {name: name for name in ("source.spm", "target.spm")}
SHARED = SPM | {"vocab.json": "vocab.json"}
# name: (files that are copied, files that are written here)
CASES = {
    "by model_type": (SHARED, {}),
    "by its class": (SHARED, {CONFIG: {"tokenizer_class": "MarianTokenizer", "source_lang": "en", "target_lang": "de", "separate_vocabs": False}}),
    "with another vocabulary to decode": (
        SHARED | {"target_vocab.json": "target_vocab.json"}, {CONFIG: {"tokenizer_class": "MarianTokenizer", "separate_vocabs": True}},
    ),
    "with tokens behind the vocabulary": (
        SPM | {"vocab.json": "vocab-unpadded.json"}, {MAP: {"eos_token": "</s>", "unk_token": "<unk>", "pad_token": "<pad>"}},
    ),
    "with a token of its own": (SHARED, {CONFIG: {"tokenizer_class": "MarianTokenizer", "extra_special_tokens": ["<w>"]}}),
}


def some_ids(tokenizer):
    """Lists of ids of all kinds, but for a <pad> that the class does not take for special, since its id is that of the target alone."""
    order = random.Random(7)
    known = [i for i, name in tokenizer.decoder.items() if name != "<pad>" or i == tokenizer.pad_token_id]
    return [[order.choice(known) for _ in range(order.randrange(1, 12))] for _ in range(40)]


def entry(folder, case):
    copied, made = CASES[case]
    with tempfile.TemporaryDirectory() as place:
        place = Path(place)
        for name, source in copied.items():
            (place / name).write_bytes((folder / source).read_bytes())
        for name, document in {"config.json": {"model_type": "marian"}, **made}.items():
            (place / name).write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
        tokenizer = MarianTokenizer.from_pretrained(place)
    ids = [tokenizer(text)["input_ids"] for text in ALL]
    own = [tokenizer(text, add_special_tokens=False)["input_ids"] for text in ALL]
    lists = [*(one for one in ids if max(one) < len(tokenizer.decoder)), *some_ids(tokenizer)]
    decoded = [[tokenizer.decode(one, skip_special_tokens=skip, clean_up_tokenization_spaces=False) for one in lists] for skip in (True, False)]
    line = lambda one: " ".join(map(str, one))
    return {
        "name": case, "files": copied, "made": made, "ids": [line(one) for one in ids], "own": [line(one) for one in own],
        "lists": [line(one) for one in lists], "decoded": decoded[0], "decodedWithSpecial": decoded[1],
    }


def write_plain_files(golden):
    folder = golden / FOLDER
    written(folder)
    write_lines(folder / "cases.json", [entry(folder, case) for case in CASES])
    (folder / "texts.json").write_text(json.dumps(ALL, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    conventions = [
        "a case: files: copies of files beside this one by the name that they have in its folder, made: other files; model_type marian",
        "ids: of each text of texts.json, with the end token, own: without; decoded: of lists, without and with special tokens",
    ]
    truth = ["transformers.MarianTokenizer.from_pretrained of such a folder, which encodes and decodes by SentencePiece"]
    models = {"source.spm": "the sentences of tokenizers_of_kinds but for those in Chinese", "target.spm": "sentences in German and Chinese"}
    vocabularies = {
        "vocab.json": "pieces of both models in another order, without some of the source's", "vocab-unpadded.json": "the same without <pad>",
        "target_vocab.json": "pieces of the target, with <s>",
    }
    return {
        **{f"{FOLDER}/{name}": {"truth": ["sentencepiece"], "about": f"SentencePieceTrainer on {text}"} for name, text in models.items()},
        **{f"{FOLDER}/{name}": {"truth": ["our own choice"], "about": text} for name, text in vocabularies.items()},
        f"{FOLDER}/cases.json": {"truth": truth, "conventions": conventions},
        f"{FOLDER}/texts.json": {"truth": ["our own texts"], "conventions": ["the texts of cases.json, in order"]},
    }
