"""A small sentence encoder as sentence-transformers saves it, and the vectors of ten sentences by each kind of pooling.

Needs the packages of sentence-embeddings.txt besides the others (README.md).
"""

import json
import shutil

import torch
from sentence_transformers import SentenceTransformer
from sentence_transformers.models import Normalize, Pooling, Transformer
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

FOLDER = "sentence-encoder"
TOKENIZER = "tokenizers/word-piece/tokenizer.json"
SENTENCES = [
    "Rotary positions turn queries and keys.",
    "The angle of a rotation follows the position.",
    "A bias falls with the distance of two words.",
    "Tables of learned rows end where training ended.",
    "Sinusoids need no parameters.",
    "Where is the word in the sentence?",
    "位置编码告诉模型每个词在哪里。",
    "Naïve façade, déjà vu!",
    "a",
    "Long texts need scaled frequencies, or the angles are ones that training never saw, and so the order of words is lost in them.",
]
MOST_TOKENS = 24
KINDS = {"mean": "mean", "cls": "cls", "last": "lasttoken", "max": "max"}


def write_base(folder, tokenizer_file):
    """A bare BERT over the WordPiece tokenizer of the golden data."""
    tokens = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    tokenizer = PreTrainedTokenizerFast(tokenizer_file=str(tokenizer_file), model_max_length=40, **tokens)
    torch.manual_seed(11)
    sizes = {"hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": 2, "num_attention_heads": 2}
    config = BertConfig(vocab_size=len(tokenizer), max_position_embeddings=40, initializer_range=0.4, **sizes)
    BertModel(config, add_pooling_layer=False).eval().save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def write_plain_files(golden):
    folder, base = golden / FOLDER, golden / f"{FOLDER}-base"
    shutil.rmtree(folder, ignore_errors=True)
    try:
        write_base(base, golden / TOKENIZER)
        transformer = Transformer(str(base), max_seq_length=MOST_TOKENS)
        width = transformer.auto_model.config.hidden_size
        vectors = {}
        for kind, mode in KINDS.items():
            model = SentenceTransformer(modules=[transformer, Pooling(width, pooling_mode=mode)], device="cpu")
            vectors[kind] = model.encode(SENTENCES, batch_size=len(SENTENCES)).tolist()
        model = SentenceTransformer(modules=[transformer, Pooling(width, pooling_mode="mean"), Normalize()], device="cpu")
        model.save(str(folder), create_model_card=False)
        (folder / "model.safetensors").chmod(0o644)
        vectors["saved"] = model.encode(SENTENCES, batch_size=len(SENTENCES)).tolist()
    finally:
        shutil.rmtree(base, ignore_errors=True)
    (folder / "expected.json").write_text(json.dumps({"sentences": SENTENCES, "vectors": vectors}, ensure_ascii=False) + "\n", encoding="utf-8")
    about = {
        "truth": ["sentence-transformers: encode of SentenceTransformer(Transformer, Pooling[, Normalize])"],
        "conventions": [
            "expected.json: vectors of the sentences [10, 16] by the kind of pooling without Normalize; saved: by the modules of the folder",
            f"texts are cut to {MOST_TOKENS} tokens, special ones included; sentences are padded to the longest in one batch",
        ],
        "reads": [f"tests/golden/{TOKENIZER}"],
    }
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(golden).as_posix(): dict(about) for path in files}
