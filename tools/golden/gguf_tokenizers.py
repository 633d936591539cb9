"""GGUF files that hold a tokenizer and no tensors, as llama.cpp's converter writes them, and what the tokenizers that they were made from make of texts.

The originals are transformers' and those of the library tokenizers. Where transformers reads such a GGUF by the same rules, its ids have to be
the same.
"""

import json
import tempfile
from pathlib import Path

import gguf
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors
from transformers import AutoTokenizer, PreTrainedTokenizerFast

import tokenizer_files
from tokenizers_of_kinds import byte_level, write_lines

FOLDER = "gguf-tokenizers"
Kind = gguf.TokenType
LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
TEKKEN = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
    r"|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
BYTES = pre_tokenizers.ByteLevel(add_prefix_space=False)
AFTER = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
END = "<|endoftext|>"
USERS = {"<|im_start|>": True, "<w>": False}  # added tokens: are they special?
# how the published tokenizers of a name cut texts: (normalizer, pre-tokenizers, is a token that is a word taken whole, has it a first token)
CUTS = {
    "gpt-2": (None, [BYTES], False, False),
    "llama-bpe": (None, [pre_tokenizers.Split(Regex(LLAMA3), "isolated"), AFTER], True, True),
    "qwen2": (normalizers.NFC(), [pre_tokenizers.Split(Regex(LLAMA3.replace("{1,3}", "")), "isolated"), AFTER], False, False),
    "smollm": (None, [pre_tokenizers.Digits(individual_digits=True), BYTES], False, False),
    "starcoder": (None, [pre_tokenizers.Digits(individual_digits=True), BYTES], False, False),
    "tekken": (None, [pre_tokenizers.Split(Regex(TEKKEN), "isolated"), AFTER], True, True),
    "falcon": (
        None,
        [pre_tokenizers.Punctuation("contiguous"), BYTES, pre_tokenizers.Digits(individual_digits=False), pre_tokenizers.Split(Regex("[0-9][0-9][0-9]"), "isolated")],
        False, False,
    ),
}
TEMPLATES = [
    {"name": "default", "template": "{{ bos_token }}{% for m in messages %}<{{ m.role }}>{{ m.content }}{{ eos_token }}{% endfor %}{% if add_generation_prompt %}<assistant>{% endif %}"},
    {"name": "tool_use", "template": "{{ unk_token }}{{ messages[0].content }}"},
]
MESSAGES = [{"role": "user", "content": "the words, 位置"}]
WHOLE = ["ĠTransformer", "Whereformer", "2024", "isn"]  # tokens that no merges make
ARCHITECTURES = {"gpt-2": "gpt2", "qwen2": "qwen2", "starcoder": "starcoder2", "falcon": "falcon"}
# names whose rules transformers' reader of GGUF does not know
UNREAD = {"smollm", "starcoder", "falcon"}


def write(path, architecture, model, tokens, types, **more):
    writer = gguf.GGUFWriter(path, architecture)
    writer.add_type("model")
    writer.add_tokenizer_model(model)
    if "pre" in more:
        writer.add_tokenizer_pre(more["pre"])
    writer.add_token_list(tokens)
    writer.add_token_types([int(one) for one in types])
    if "scores" in more:
        writer.add_token_scores(more["scores"])
    if "merges" in more:
        writer.add_token_merges(more["merges"])
    for name, value in more.get("numbers", {}).items():
        writer.add_uint32(f"tokenizer.ggml.{name}_token_id", value)
    if "templates" in more:
        writer.add_chat_template(more["templates"])
    for name, value in more.get("flags", {}).items():
        writer.add_bool(f"tokenizer.ggml.{name}", value)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def byte_level_original(pre):
    """The tokenizer of a name, over the merges of tokenizers_of_kinds."""
    normalizer, cuts, whole, begins = CUTS[pre]
    document = json.loads(byte_level().to_str())["model"]
    merges = [tuple(pair) if isinstance(pair, list) else tuple(pair.split(" ")) for pair in document["merges"]]
    vocab = dict(document["vocab"])
    for token in WHOLE:
        vocab[token] = len(vocab)
    tokenizer = Tokenizer(models.BPE(vocab=vocab, merges=merges, ignore_merges=whole))
    if normalizer:
        tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(cuts)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([END])
    for content, special in USERS.items():
        tokenizer.add_tokens([AddedToken(content, special=special, normalized=False)])
    if begins:
        tokenizer.post_processor = processors.TemplateProcessing(single=f"{END} $A", special_tokens=[(END, vocab[END])])
    return tokenizer, merges


def byte_level_case(folder, pre):
    tokenizer, merges = byte_level_original(pre)
    size = tokenizer.get_vocab_size(with_added_tokens=True)
    tokens = [tokenizer.id_to_token(i) for i in range(size)]
    special = {END: Kind.CONTROL, **{content: Kind.CONTROL if is_special else Kind.USER_DEFINED for content, is_special in USERS.items()}}
    types = [special.get(token, Kind.NORMAL) for token in tokens]
    filled = [f"[PAD{i}]" for i in range(size, size + 3)]  # the table of embeddings is often larger
    end = tokens.index(END)
    file = f"{pre}.gguf"
    write(
        folder / file, ARCHITECTURES.get(pre, "llama"), "gpt2", tokens + filled, types + [Kind.UNUSED] * 3, pre=pre,
        merges=[" ".join(pair) for pair in merges], numbers={"bos": end, "eos": end}, flags={"add_bos_token": True} if CUTS[pre][3] else {},
    )
    return {"file": file, "reads": pre not in UNREAD, "whole": CUTS[pre][2]}, PreTrainedTokenizerFast(tokenizer_object=tokenizer)


def word_pieces_case(folder):
    """BERT's converter marks the pieces that begin a word, and takes the mark of the others away."""
    original = tokenizer_files.open_case(folder.parent / tokenizer_files.FOLDER, *tokenizer_files.CASES["bert by model_type"])
    plain = [token for token, _ in sorted(original.get_vocab().items(), key=lambda pair: pair[1])]
    in_brackets = [token.startswith("[") and token.endswith("]") for token in plain]
    marked = [
        token if apart else token[2:] if token.startswith("##") else "▁" + token
        for token, apart in zip(plain, in_brackets)
    ]
    types = [Kind.CONTROL if apart else Kind.NORMAL for apart in in_brackets]
    numbers = {name: plain.index(token) for name, token in {"cls": "[CLS]", "seperator": "[SEP]", "unknown": "[UNK]", "padding": "[PAD]", "mask": "[MASK]"}.items()}
    write(folder / "bert.gguf", "bert", "bert", marked, types, pre="jina-v2-en", numbers=numbers)
    return {"file": "bert.gguf", "reads": False}, original


def sentence_pieces_case(folder, name, model, architecture, templates=None, **flags):
    """`name`: a case of tokenizer_files that has a SentencePiece model."""
    proto = tokenizer_files.sentencepiece_model_pb2.ModelProto()
    proto.ParseFromString((folder.parent / tokenizer_files.FOLDER / model).read_bytes())
    kinds = {1: Kind.NORMAL, 2: Kind.UNKNOWN, 3: Kind.CONTROL, 4: Kind.USER_DEFINED, 5: Kind.UNUSED, 6: Kind.BYTE}
    tokens, scores, types = [], [], []
    for piece in proto.pieces:
        runs = architecture == "gemma2" and len(piece.piece) > 1 and set(piece.piece) == {"▁"}
        tokens.append(" " * len(piece.piece) if runs else piece.piece)
        scores.append(piece.score)
        types.append(Kind.USER_DEFINED if runs else kinds[piece.type])
    numbers = {name: tokens.index(token) for name, token in {"bos": "<bos>" if architecture == "gemma2" else "<s>", "eos": "<eos>" if architecture == "gemma2" else "</s>", "unknown": "<unk>"}.items()}
    file = f"{name.replace(',', '').replace(' ', '-')}.gguf"
    chats = {"templates": templates} if templates else {}
    write(folder / file, architecture, "llama", tokens, types, pre="default", scores=scores, numbers=numbers, flags=flags, **chats)
    return {"file": file, "reads": "add_space_prefix" not in flags, **chats}


def opened(folder, name):
    return tokenizer_files.open_case(folder.parent / tokenizer_files.FOLDER, *tokenizer_files.CASES[name])


def unspaced(folder):
    """LLaMA's without a space in front, as some models have it."""
    _, files, made = tokenizer_files.CASES["llama"]
    settings = made[tokenizer_files.CONFIG] | {"add_prefix_space": False}
    return tokenizer_files.open_case(folder.parent / tokenizer_files.FOLDER, {"model_type": "llama"}, files, {tokenizer_files.CONFIG: settings})


def phi3(folder):
    """Phi-3's, whose tokenizer.json puts the space in front by a normalizer."""
    document = json.loads(opened(folder, "llama").backend_tokenizer.to_str())
    document["normalizer"] = {
        "type": "Sequence",
        "normalizers": [{"type": "Prepend", "prepend": "▁"}, {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}],
    }
    document["pre_tokenizer"] = None
    return PreTrainedTokenizerFast(tokenizer_object=Tokenizer.from_str(json.dumps(document)))


def cases(folder):
    for pre in CUTS:
        yield byte_level_case(folder, pre)
    yield word_pieces_case(folder)
    yield sentence_pieces_case(folder, "llama", "bpe.model", "llama", TEMPLATES, add_bos_token=True, add_eos_token=False), opened(folder, "llama")
    yield sentence_pieces_case(folder, "llama, both ends", "bpe.model", "llama", add_eos_token=True), opened(folder, "llama, both ends")
    yield sentence_pieces_case(folder, "llama, unspaced", "bpe.model", "llama", add_space_prefix=False), unspaced(folder)
    yield sentence_pieces_case(folder, "phi3", "bpe.model", "phi3"), phi3(folder)
    yield sentence_pieces_case(folder, "gemma", "gemma.model", "gemma2", add_bos_token=True), opened(folder, "gemma")


def requires_same_as_reader(folder, file, texts, ids, whole):
    """transformers' reader of GGUF; it takes words that are tokens apart, and composes no characters."""
    read = AutoTokenizer.from_pretrained(folder, gguf_file=file)
    apart = ["e\u0301", "A\u030a", "ｶ\uff9e"] if file == "qwen2.gguf" else [token.replace("Ġ", " ") for token in WHOLE if whole]
    for text, expected in zip(texts, ids):
        if any(part in text for part in apart):
            continue
        got = read(text)["input_ids"]
        if got != expected:
            raise AssertionError(f"{file}: {text!r}: {got}, not {expected}")


def chats_of(folder, case, tokenizer):
    """The text of messages by the name of a template; transformers' reader knows the first."""
    texts = {
        one["name"]: tokenizer.apply_chat_template(MESSAGES, chat_template=one["template"], tokenize=False, add_generation_prompt=True)
        for one in case["templates"]
    }
    read = AutoTokenizer.from_pretrained(folder, gguf_file=case["file"])
    if read.apply_chat_template(MESSAGES, tokenize=False, add_generation_prompt=True) != texts["default"]:
        raise AssertionError(f"{case['file']}: another chat")
    return texts


def entry(folder, case, tokenizer):
    texts = [*tokenizer_files.ALL, *OWN]
    ids = [tokenizer(text)["input_ids"] for text in texts]
    if case["reads"]:
        requires_same_as_reader(folder, case["file"], texts, ids, case.get("whole", False))
    decoded = [tokenizer.decode(one, clean_up_tokenization_spaces=False) for one in ids[-len(OWN):]]
    chats = {"chats": chats_of(folder, case, tokenizer)} if "templates" in case else {}
    return {"file": case["file"], "ids": [" ".join(map(str, one)) for one in ids], "decoded": decoded, **chats}


OWN = ["A Transformer isn't Whereformer 2024.", "1234567 tokens, 0.5!!! ...", "<w>x<|im_start|> y", "camelCaseWords HTTPServer", "  a\n\n b\t\tc   "]


def write_plain_files(golden):
    folder = golden / FOLDER
    folder.mkdir(exist_ok=True)
    write_lines(folder / "cases.json", [entry(folder, case, tokenizer) for case, tokenizer in cases(folder)])
    (folder / "texts.json").write_text(json.dumps([*tokenizer_files.ALL, *OWN], ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    about = {"truth": ["package gguf"], "conventions": ["a header without tensors"]}
    truth = ["transformers and tokenizers: the tokenizers that the files were made from", "transformers.AutoTokenizer.from_pretrained(gguf_file=…)"]
    return {
        **{f"{FOLDER}/{path.name}": dict(about) for path in sorted(folder.glob("*.gguf"))},
        f"{FOLDER}/cases.json": {"truth": truth, "conventions": ["ids: of each text of texts.json; decoded: of the last texts, with special tokens; chats: of one message, by the template's name"]},
        f"{FOLDER}/texts.json": {"truth": ["our own texts"], "conventions": ["the texts of cases.json, in order"]},
    }
