"""A character-level tokenizer in the ordinary tokenizer.json form.

It is a byte-pair model without merges: its vocabulary is the sorted list of characters of the text, so
a token is a character. There is no normaliser, no pre-tokenizer and no unknown token; the `Fuse` decoder
joins the tokens without putting spaces between them.
"""

from tokenizers import Tokenizer, decoders, models
from transformers import PreTrainedTokenizerFast


def build_tokenizer(text, context):
    """A tokenizer whose ids are the ranks of the characters of `text`."""
    vocabulary = {character: rank for rank, character in enumerate(sorted(set(text)))}
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[], fuse_unk=False))
    tokenizer.decoder = decoders.Fuse()
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        model_max_length=context,
        clean_up_tokenization_spaces=False,
    )


def encode_all(tokenizer, text):
    """The ids of a whole text; stops when the way back does not give the same text."""
    ids = tokenizer.backend_tokenizer.encode(text).ids
    if tokenizer.backend_tokenizer.decode(ids, skip_special_tokens=False) != text:
        raise ValueError("the tokenizer does not give the text back: decode(encode(text)) differs")
    return ids
