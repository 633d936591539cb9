"""Folders that have no tokenizer.json: their files, and what transformers' class of each makes of texts.

vocab.txt, vocab.json with merges.txt, and SentencePiece models, which its library trains on the sentences of
tokenizers_of_kinds. The layouts of special pieces, in which the published models differ, are written into copies.
"""

import base64
import io
import json
import tempfile
from pathlib import Path
from types import SimpleNamespace

import sentencepiece
from charsmap import CHARSMAP
from sentencepiece import sentencepiece_model_pb2
from tokenizers_of_kinds import SENTENCES, TEXTS, byte_level, word_piece, write_lines
from tokenizers import normalizers
from transformers import AutoTokenizer, PreTrainedTokenizerFast
from transformers.convert_slow_tokenizer import DebertaV2Converter

FOLDER = "tokenizer-files"
CONTROL, USER, UNKNOWN = 3, 4, 2
UNIGRAM_SIZE, BPE_SIZE = 260, 480
MORE = [
    "<pad> and <mask> , <s>x</s>",
    "[CLS] a [SEP] [MASK].",
    "<extra_id_0> here <extra_id_99>",
    "``quoted'' text, 1,5 and 3,",
    "日本語のテキスト、カタカナ",
    "tab\tnew\nline\u2028end \u3000 wide",
    "word" * 60,
    "trailing   ",
    "<|endoftext|>Hi<|im_start|>user",
    "<w> <W> half<w>word",
    "\U00020000\U0001f600\u0000\ufffd\u00ad",
    "she'LL I'M 123456",
    "<bos>a <eos> <0x41>",
    "İstanbul ŞǅǄ ß ẞ",
]
PROTEINS = ["MKTAYIAKQR", "M K <mask> Q\nB.-", "MKj QR<cls>AA<null_1>"]
ALL = [*TEXTS, *PROTEINS, *MORE]
ESM = "<cls> <pad> <eos> <unk> L A G V S E R T I D P K Q N F Y M H W C X B U Z O . - <null_1> <mask>".split()
DECODED = 5  # the last texts are decoded as well


def trained(kind, **options):
    """A model of SentencePiece on the sentences."""
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(SENTENCES), model_writer=model, model_type=kind, num_threads=1, minloglevel=2,
        normalization_rule_name="identity", hard_vocab_limit=False, **options,
    )
    proto = sentencepiece_model_pb2.ModelProto()
    proto.ParseFromString(model.getvalue())
    proto.trainer_spec.input.clear()
    return proto


def laid_out(proto, first, unk):
    """A copy whose special pieces are these instead of <unk>, <s>, </s>."""
    copy = sentencepiece_model_pb2.ModelProto()
    copy.CopyFrom(proto)
    del copy.pieces[:]
    for i, (piece, kind) in enumerate(first):
        copy.pieces.add(piece=piece, score=0.0, type=UNKNOWN if i == unk else kind)
    copy.pieces.extend(proto.pieces[3:])
    spec = copy.trainer_spec
    spec.unk_id, spec.unk_piece = unk, first[unk][0]
    for name in ("bos", "eos", "pad"):
        setattr(spec, f"{name}_id", next((i for i, (piece, _) in enumerate(first) if piece == getattr(spec, f"{name}_piece")), -1))
    return copy


def control(*names):
    return [(name, CONTROL) for name in names]


def models():
    """SentencePiece models by the name of their file."""
    unigram = trained("unigram", vocab_size=UNIGRAM_SIZE, character_coverage=1.0)
    unigram.normalizer_spec.precompiled_charsmap = base64.b64decode(CHARSMAP)
    plain = sentencepiece_model_pb2.ModelProto()
    plain.CopyFrom(unigram)
    plain.normalizer_spec.precompiled_charsmap = b""
    bpe = trained("bpe", vocab_size=BPE_SIZE, byte_fallback=True, split_digits=True, remove_extra_whitespaces=False, allow_whitespace_only_pieces=True)
    bare = sentencepiece_model_pb2.ModelProto()
    bare.CopyFrom(bpe)
    bare.normalizer_spec.add_dummy_prefix = False
    xlnet = [*control("<unk>", "<s>", "</s>", "<cls>", "<sep>", "<pad>", "<mask>"), ("<eod>", USER), ("<eop>", USER)]
    return {
        "unigram.model": unigram,
        "plain.model": plain,
        "t5.model": laid_out(unigram, control("<pad>", "</s>", "<unk>"), 2),
        "albert.model": laid_out(unigram, control("<pad>", "<unk>", "[CLS]", "[SEP]", "[MASK]"), 1),
        "deberta.model": laid_out(unigram, control("[PAD]", "[CLS]", "[SEP]", "[UNK]"), 3),
        "xlnet.model": laid_out(unigram, xlnet, 0),
        "bpe.model": bpe,
        "gemma.model": laid_out(bare, [*control("<pad>", "<eos>", "<bos>", "<unk>"), ("<mask>", USER), ("<start_of_turn>", USER)], 3),
    }


def written(folder):
    """Writes the vocabularies, and returns their names."""
    folder.mkdir(parents=True, exist_ok=True)
    pieces = json.loads(word_piece().to_str())["model"]["vocab"]
    (folder / "vocab.txt").write_text("".join(f"{piece}\n" for piece in pieces), encoding="utf-8")
    names = {"<s>": "[CLS]", "<pad>": "[PAD]", "</s>": "[SEP]", "<mask>": "[MASK]"}
    back = {old: new for new, old in names.items()}
    (folder / "vocab-mpnet.txt").write_text("".join(f"{back.get(piece, piece)}\n" for piece in pieces), encoding="utf-8")
    (folder / "vocab-esm.txt").write_text("\n".join(ESM), encoding="utf-8")
    model = json.loads(byte_level().to_str())["model"]
    (folder / "vocab.json").write_text(json.dumps(model["vocab"], ensure_ascii=False), encoding="utf-8")
    special = ["<s>", "<pad>", "</s>", "<unk>"]
    roberta = {token: i for i, token in enumerate([*special, *(token for token in model["vocab"] if token != "<|endoftext|>"), "<mask>"])}
    (folder / "vocab-roberta.json").write_text(json.dumps(roberta, ensure_ascii=False), encoding="utf-8")
    deberta = {names.get(token, "[UNK]" if token == "<unk>" else token): i for token, i in roberta.items()}
    (folder / "vocab-deberta.json").write_text(json.dumps(deberta, ensure_ascii=False), encoding="utf-8")
    merges = [pair if isinstance(pair, str) else " ".join(pair) for pair in model["merges"]]
    (folder / "merges.txt").write_text("#version: 0.2\n" + "".join(f"{pair}\n" for pair in merges), encoding="utf-8")
    for name, proto in models().items():
        (folder / name).write_bytes(proto.SerializeToString(deterministic=True))


def token(content, **flags):
    return {"content": content, "lstrip": False, "rstrip": False, "normalized": False, "single_word": False, **flags}


BERT, BPE = {"vocab.txt": "vocab.txt"}, {"vocab.json": "vocab.json", "merges.txt": "merges.txt"}
ROBERTA = BPE | {"vocab.json": "vocab-roberta.json"}
CONFIG, MAP, ADDED = "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json"
LLAMA = {"tokenizer.model": "bpe.model"}
DEBERTA_V2 = {"spm.model": "deberta.model"}
# name: (config.json, files that are copied, files that are written here)
CASES = {
    "bert by model_type": ({"model_type": "bert"}, BERT, {}),
    "bert, cased": ({"model_type": "bert"}, BERT, {CONFIG: {"do_lower_case": False, "tokenizer_class": "BertTokenizer"}}),
    "bert, accents kept": ({"model_type": "bert"}, BERT, {CONFIG: {"strip_accents": False}}),
    "bert, accents stripped alone": ({"model_type": "bert"}, BERT, {CONFIG: {"strip_accents": True, "do_lower_case": False}}),
    "bert, Chinese in words": ({"model_type": "bert"}, BERT, {CONFIG: {"tokenize_chinese_chars": False}}),
    "bert with added tokens": (
        {"model_type": "bert"}, BERT,
        {CONFIG: {"do_lower_case": True}, MAP: {"mask_token": token("[MASK]", lstrip=True), "sep_token": "[SEP]"}, ADDED: {"<w>": 152}},
    ),
    "electra": ({"model_type": "electra"}, BERT, {CONFIG: {"tokenizer_class": "ElectraTokenizer", "do_lower_case": True}}),
    "mpnet": ({"model_type": "mpnet"}, {"vocab.txt": "vocab-mpnet.txt"}, {CONFIG: {"tokenizer_class": "MPNetTokenizer"}}),
    "gpt2": ({"model_type": "gpt2"}, BPE, {}),
    "gpt2 with its first token": ({"model_type": "opt"}, BPE, {CONFIG: {"tokenizer_class": "GPT2Tokenizer", "add_bos_token": True, "errors": "replace"}}),
    "roberta": ({"model_type": "roberta"}, ROBERTA, {MAP: {"mask_token": token("<mask>", lstrip=True)}}),
    "bart": ({"model_type": "bart"}, ROBERTA, {CONFIG: {"tokenizer_class": "BartTokenizer"}}),
    "qwen2": (
        {"model_type": "qwen2"}, BPE,
        {CONFIG: {
            "tokenizer_class": "Qwen2Tokenizer", "unk_token": None, "bos_token": None, "eos_token": "<|endoftext|>", "pad_token": "<|endoftext|>",
            "added_tokens_decoder": {"0": token("<|endoftext|>", special=True), "420": token("<|im_start|>", special=True), "421": token("<w>", special=False)},
        }},
    ),
    "esm": ({"model_type": "esm"}, {"vocab.txt": "vocab-esm.txt"}, {CONFIG: {"tokenizer_class": "EsmTokenizer"}}),
    "deberta": ({"model_type": "deberta"}, BPE | {"vocab.json": "vocab-deberta.json"}, {CONFIG: {"do_lower_case": False}}),
    "deberta-v2": ({"model_type": "deberta-v2"}, DEBERTA_V2, {CONFIG: {"do_lower_case": False, "vocab_type": "spm"}}),
    "deberta-v2, small letters, apart": (
        {"model_type": "deberta-v2"}, DEBERTA_V2, {CONFIG: {"do_lower_case": True, "split_by_punct": True}, ADDED: {"[MASK]": 197}},
    ),
    "t5": ({"model_type": "t5"}, {"spiece.model": "t5.model"}, {}),
    "t5 with ten sentinels": ({"model_type": "mt5"}, {"spiece.model": "t5.model"}, {CONFIG: {"tokenizer_class": "T5Tokenizer", "extra_ids": 10}}),
    "xlm-roberta": ({"model_type": "xlm-roberta"}, {"sentencepiece.bpe.model": "unigram.model"}, {MAP: {"mask_token": token("<mask>", lstrip=True)}}),
    "camembert": ({"model_type": "camembert"}, {"sentencepiece.bpe.model": "unigram.model"}, {}),
    "albert": ({"model_type": "albert"}, {"spiece.model": "albert.model"}, {}),
    "albert, cased": ({"model_type": "albert"}, {"spiece.model": "albert.model"}, {CONFIG: {"do_lower_case": False, "keep_accents": True}}),
    "xlnet": ({"model_type": "xlnet"}, {"spiece.model": "xlnet.model"}, {}),
    "mbart": ({"model_type": "mbart"}, {"sentencepiece.bpe.model": "plain.model"}, {}),
    "mbart with a map of characters": (
        {"model_type": "mbart"}, {"sentencepiece.bpe.model": "unigram.model"}, {CONFIG: {"tokenizer_class": "MBartTokenizer", "src_lang": "de_DE"}},
    ),
    "llama": ({"model_type": "llama"}, LLAMA, {CONFIG: {"tokenizer_class": "LlamaTokenizer", "add_bos_token": True, "add_eos_token": False, "legacy": False}}),
    "llama, legacy": ({"model_type": "llama"}, LLAMA, {CONFIG: {"tokenizer_class": "LlamaTokenizer", "add_bos_token": True, "legacy": True}}),
    "llama, both ends": ({"model_type": "llama"}, LLAMA, {CONFIG: {"tokenizer_class": "LlamaTokenizer", "add_bos_token": True, "add_eos_token": True}}),
    "gemma": ({"model_type": "gemma"}, {"tokenizer.model": "gemma.model"}, {CONFIG: {"tokenizer_class": "GemmaTokenizer", "add_bos_token": True}}),
}


def open_case(folder, config, copied, made):
    """transformers' tokenizer of a folder that has these files."""
    with tempfile.TemporaryDirectory() as place:
        place = Path(place)
        for name, source in copied.items():
            (place / name).write_bytes((folder / source).read_bytes())
        for name, document in {"config.json": config, **made}.items():
            (place / name).write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
        return AutoTokenizer.from_pretrained(place)


def converted(folder, settings):
    """DeBERTa v2 as its converter has it: its class leaves out the map of characters, unlike SentencePiece."""
    lower, apart = settings.get("do_lower_case", False), settings.get("split_by_punct", False)
    slow = SimpleNamespace(
        vocab_file=str(folder / "deberta.model"), do_lower_case=lower, split_by_punct=apart, add_prefix_space=True,
        convert_tokens_to_ids={"[CLS]": 1, "[SEP]": 2}.get,
    )
    names = {"unk_token": "[UNK]", "sep_token": "[SEP]", "pad_token": "[PAD]", "cls_token": "[CLS]", "mask_token": "[MASK]"}
    return PreTrainedTokenizerFast(tokenizer_object=DebertaV2Converter(slow).converted(), **names)


def tokenizer_of(folder, case):
    config, copied, made = CASES[case]
    if copied == DEBERTA_V2:
        return converted(folder, made[CONFIG])
    tokenizer = open_case(folder, config, copied, made)
    if case == "mbart with a map of characters":  # which the class leaves out, unlike SentencePiece and every tokenizer.json of it
        tokenizer.backend_tokenizer.normalizer = normalizers.Precompiled(base64.b64decode(CHARSMAP))
    return tokenizer


def requires_same_as_sentencepiece(folder, case, tokenizer):
    """Texts without special tokens: as the library of the file has them, behind the offset of fairseq."""
    copied = CASES[case][1]
    library = sentencepiece.SentencePieceProcessor(model_file=str(folder / copied["sentencepiece.bpe.model"]))
    for text in [*SENTENCES, *(text for text in TEXTS if "<" not in text and "\n" not in text)]:
        expected = [3 if i == 0 else i + 1 for i in library.encode(text)]
        if tokenizer(text)["input_ids"][: len(expected)] != expected:
            raise AssertionError(f"{case}: {text!r}")


def entry(folder, case):
    """A case: ids of each text, how many of them are special in front and behind, and what some ids are as text."""
    config, copied, made = CASES[case]
    tokenizer = tokenizer_of(folder, case)
    if case.startswith("mbart with"):
        requires_same_as_sentencepiece(folder, case, tokenizer)
    ids = [tokenizer(text)["input_ids"] for text in ALL]
    own = [tokenizer(text, add_special_tokens=False)["input_ids"] for text in ALL]
    empty = tokenizer("")["input_ids"]
    behind = next(n for n in range(len(empty) + 1) if all(a[len(a) - n - len(b) : len(a) - n] == b for a, b in zip(ids, own)))
    decoded = [[tokenizer.decode(one, skip_special_tokens=skip, clean_up_tokenization_spaces=False) for one in ids[-DECODED:]] for skip in (True, False)]
    return {
        "name": case, "config": config, "files": copied, "made": made, "class": type(tokenizer).__name__,
        "behind": behind, "ids": [" ".join(map(str, one)) for one in ids], "decoded": decoded[0], "decodedWithSpecial": decoded[1],
    }


def write_plain_files(golden):
    folder = golden / FOLDER
    written(folder)
    write_lines(folder / "cases.json", [entry(folder, case) for case in CASES])
    (folder / "texts.json").write_text(json.dumps(ALL, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    about = {
        "vocab.txt": "word_piece of tokenizers_of_kinds, a token in each line", "vocab-mpnet.txt": "the same, with the names of MPNet's tokens",
        "vocab.json": "byte_level of tokenizers_of_kinds", "vocab-esm.txt": "amino acids, in the order of ESM-2", "vocab-roberta.json": "the same, with the tokens of RoBERTa",
        "vocab-deberta.json": "the same, with the tokens of DeBERTa", "merges.txt": "the merges of both",
        **{name: "sentencepiece.SentencePieceTrainer on the sentences of tokenizers_of_kinds" for name in models()},
    }
    conventions = [
        "a case: config.json, files: copies of files beside this one by the name that they have in its folder, made: other files",
        "ids: of each text of texts.json, with special tokens, of which `behind` stand behind the text",
        f"decoded: of the last {DECODED} texts, without and with special tokens",
    ]
    truth = ["transformers.AutoTokenizer.from_pretrained of such a folder", "mbart with a map of characters: sentencepiece, too", "deberta-v2: transformers.convert_slow_tokenizer.DebertaV2Converter"]
    return {
        **{f"{FOLDER}/{name}": {"truth": ["sentencepiece and tokenizers"], "about": text} for name, text in about.items()},
        f"{FOLDER}/cases.json": {"truth": truth, "conventions": conventions},
        f"{FOLDER}/texts.json": {"truth": ["our own texts"], "conventions": ["the texts of cases.json, in order"]},
    }
