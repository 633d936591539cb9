"""Masks of who sees whom, and the soft-cap of scores.

Masks are predicates on indices in NumPy after attention-gym; torch's and transformers' own masks are held against those
that they have. Every case stores the mask as `visible` and the attention behind it.
"""

import warnings

import numpy as np
import torch
from torch.nn.attention.bias import causal_lower_right
from torch.nn.attention.flex_attention import create_mask, flex_attention
from transformers.masking_utils import (
    causal_mask_function, packed_sequence_mask_function, sliding_window_bidirectional_mask_function,
    sliding_window_causal_mask_function,
)
from transformers.models.bloom.modeling_bloom import build_alibi_tensor
from transformers.models.gemma2.modeling_gemma2 import eager_attention_forward as gemma2_attention
from x_transformers.attend import softclamp

from encoding_calls import scene
from encoding_cases import HF, EncodingCases, attention
from golden_file import require_close
from turned_pairs import angles, frequencies, turn

GYM = "NumPy construction after meta-pytorch/attention-gym"

# Predicates on index arrays q [queries, 1] and k [1, keys]


def causal(q, k):
    return k <= q


def prefix(q, k, length):
    return (k < length) | causal(q, k)


def window(q, k, left=None, right=None):
    behind = True if left is None else q - k <= left
    return np.broadcast_to(behind & (True if right is None else k - q <= right), np.broadcast_shapes(q.shape, k.shape))


def dilated(q, k, left, right, dilation):
    return window(q, k, left, right) & (abs(q - k) % dilation == 0)


def global_window(q, k, left, right, global_tokens):
    return window(q, k, left, right) | (q < global_tokens) | (k < global_tokens)


def document(q, k, ids):
    ids = np.asarray(ids)
    return ids[q] == ids[k]


def neighborhood(q, k, width, height, kernel):
    """The centre of the kernel stays half a kernel away from every border."""
    half = kernel // 2
    row, column = np.clip(q // width, half, height - 1 - half), np.clip(q % width, half, width - 1 - half)
    return (abs(row - k // width) <= half) & (abs(column - k % width) <= half)


def block_diffusion(q, k, clean, block):
    """`clean` noised tokens, then as many clean ones."""
    noised_q, noised_k = q < clean, k < clean
    block_q, block_k = q % clean // block, k % clean // block
    own = (block_q == block_k) & (noised_q == noised_k)
    return own | ((block_q > block_k) & noised_q & ~noised_k) | ((block_q >= block_k) & ~noised_q & ~noised_k)


def neighborhood_by_rows(width, height, kernel):
    """Another way to say it: the kernel × kernel patch that holds the query and lies inside the grid, moved least."""
    seen = np.zeros((width * height, width * height), bool)
    for query in range(width * height):
        first = [
            min(max(at - kernel // 2, 0), side - kernel)
            for at, side in ((query // width, height), (query % width, width))
        ]
        for row in range(first[0], first[0] + kernel):
            seen[query, row * width + first[1] : row * width + first[1] + kernel] = True
    return seen


def from_function(function, tokens):
    """[queries, keys] of a mask function of transformers or FlexAttention."""
    return create_mask(function, 1, 1, tokens, tokens, device="cpu")[0, 0].numpy()


def check_masks():
    q, k = np.arange(12)[:, None], np.arange(12)[None]
    require_close("causal", from_function(causal_mask_function, 12), causal(q, k), 0)
    lower_right = causal_lower_right(5, 12)._materialize("cpu").numpy()
    require_close("causal_lower_right", lower_right, causal(q[:5] + 7, k), 0)
    sliding = from_function(sliding_window_causal_mask_function(4), 12)
    require_close("transformers counts the query itself", sliding, window(q, k, 3, 0), 0)
    both_ways = from_function(sliding_window_bidirectional_mask_function(3), 12)
    require_close("both ways", both_ways, window(q, k, 3, 3), 0)
    packed = from_function(packed_sequence_mask_function(torch.tensor([DOCUMENTS])), 12)
    require_close("documents", packed, document(q, k, DOCUMENTS), 0)
    check_before_first_key()
    for width, height, kernel in ((4, 3, 3), (3, 5, 3), (5, 5, 5), (4, 4, 1)):
        cells = np.arange(width * height)
        found = neighborhood(cells[:, None], cells[None], width, height, kernel)
        require_close("neighborhood", found, neighborhood_by_rows(width, height, kernel), 0)
        require_close("neighbours", found.sum(1), kernel * kernel, 0)


def check_before_first_key():
    """Four queries, the last two of them at the only keys: the mask functions of a sequence whose first two keys are cut off. What
    stands before the first key is in a document of its own."""
    q, k = np.arange(4)[:, None] - 2, np.arange(2)[None]
    for name, function, predicate in (
        ("causal", causal_mask_function, causal),
        ("sliding", sliding_window_causal_mask_function(2), lambda q, k: window(q, k, 1, 0)),
        ("both ways", sliding_window_bidirectional_mask_function(2), lambda q, k: window(q, k, 2, 2)),
        ("documents", packed_sequence_mask_function(torch.tensor([[-1, -1, 0, 1]])), known_document),
    ):
        require_close(f"{name} before the first key", from_function(function, 4)[:, 2:], predicate(q, k), 0)


def known_document(q, k):
    return (q >= 0) & document(np.maximum(q, 0), k, [0, 1])


DOCUMENTS = [0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 3, 3]
SCATTERED = [4, 1, 4, 1, 1, 2, 2, 4, 2, 2, 1, 4]


# name -> (kind and its parameters, predicate of q and k, (queries, keys), causal besides)
MASKS = {
    "causal": ({}, causal, (9, 9)),
    "causal-last-queries": ({"kind": "causal"}, causal, (4, 11)),
    "prefix": ({"kind": "prefix", "prefix": 4}, lambda q, k: prefix(q, k, 4), (9, 9)),
    "prefix0": ({"kind": "prefix"}, causal, (5, 5)),
    "prefix-last-queries": ({"kind": "prefix", "prefix": 7}, lambda q, k: prefix(q, k, 7), (6, 10)),
    "window-causal": ({"kind": "window", "left": 3, "right": 0}, lambda q, k: window(q, k, 3, 0), (10, 10)),
    "window-last-queries": ({"kind": "window", "left": 3, "right": 0}, lambda q, k: window(q, k, 3, 0), (3, 10)),
    "window-both": ({"kind": "window", "left": 2, "right": 3}, lambda q, k: window(q, k, 2, 3), (9, 9)),
    "window-left-alone": ({"kind": "window", "left": 2}, lambda q, k: window(q, k, 2), (7, 7)),
    "window-right-alone": ({"kind": "window", "right": 1}, lambda q, k: window(q, k, None, 1), (7, 7)),
    "window-and-causal": ({"kind": "window", "left": 2, "right": 3}, lambda q, k: window(q, k, 2, 3), (8, 8), True),
    "dilated": (
        {"kind": "dilated", "left": 4, "right": 4, "dilation": 2}, lambda q, k: dilated(q, k, 4, 4, 2), (12, 12),
    ),
    "dilated-causal": (
        {"kind": "dilated", "left": 6, "right": 0, "dilation": 3}, lambda q, k: dilated(q, k, 6, 0, 3), (5, 12),
    ),
    "global-window": (
        {"kind": "globalWindow", "left": 2, "right": 2, "globals": 2}, lambda q, k: global_window(q, k, 2, 2, 2),
        (11, 11),
    ),
    "global-window-causal": (
        {"kind": "globalWindow", "left": 3, "right": 3, "globals": 1}, lambda q, k: global_window(q, k, 3, 3, 1),
        (11, 11), True,
    ),
    "documents": ({"kind": "document", "documents": DOCUMENTS}, lambda q, k: document(q, k, DOCUMENTS), (12, 12)),
    "causal-before-the-keys": ({"kind": "causal"}, causal, (5, 3)),
    "window-before-the-keys": ({"kind": "window", "left": 1, "right": 2}, lambda q, k: window(q, k, 1, 2), (7, 3)),
    "documents-before-the-keys": ({"kind": "document", "documents": [0, 1]}, known_document, (4, 2)),
    "documents-causal": (
        {"kind": "document", "documents": DOCUMENTS}, lambda q, k: document(q, k, DOCUMENTS), (12, 12), True,
    ),
    "documents-scattered": (
        {"kind": "document", "documents": SCATTERED}, lambda q, k: document(q, k, SCATTERED), (5, 12),
    ),
    "neighborhood": (
        {"kind": "neighborhood", "width": 4, "height": 4, "kernel": 3}, lambda q, k: neighborhood(q, k, 4, 4, 3),
        (16, 16),
    ),
    "neighborhood-wide": (
        {"kind": "neighborhood", "width": 6, "height": 3, "kernel": 3}, lambda q, k: neighborhood(q, k, 6, 3, 3),
        (18, 18),
    ),
    "neighborhood-high": (
        {"kind": "neighborhood", "width": 3, "height": 6, "kernel": 3}, lambda q, k: neighborhood(q, k, 3, 6, 3),
        (5, 18),
    ),
    "block-diffusion": (
        {"kind": "blockDiffusion", "width": 8, "block": 4}, lambda q, k: block_diffusion(q, k, 8, 4), (16, 16),
    ),
    "block-diffusion-uneven": (
        {"kind": "blockDiffusion", "width": 7, "block": 3}, lambda q, k: block_diffusion(q, k, 7, 3), (14, 14),
    ),
}


MASK_NOTES = {
    "window-causal": "transformers calls this sliding_window 4 (it counts the query), attention-gym window_size 3",
    "neighborhood-wide": "attention-gym's generate_natten clamps rows with the width: right for square grids alone",
}
TRUTH_OF_MASK = {
    "causal": f"{HF} causal_mask_function; torch causal_lower_right",
    "window": f"{HF} sliding_window_causal_mask_function; attention-gym generate_sliding_window",
    "document": f"{HF} packed_sequence_mask_function; attention-gym generate_doc_mask_mod",
}


def mask_cases():
    cases = EncodingCases(
        "mask",
        [
            "NumPy after attention-gym masks: causal, prefix_lm, sliding_window, dilated_sliding_window, "
            "global_sliding_window, document_mask, natten, block_diffusion",
            "compared with transformers.masking_utils and torch.nn.attention.bias where they have the mask",
        ],
        ["visible [queries, keys]: 1 where the mask lets the query see the key, options.isCausal included"],
    )
    check_masks()
    for number, (name, (given, predicate, (queries, keys), *also_causal)) in enumerate(MASKS.items()):
        call = scene(900 + 3 * number, queries, keys, heads=1, dim=4, causal=bool(also_causal))
        visible = predicate(*call.indices)
        own = cases.of([68], TRUTH_OF_MASK.get(given.get("kind", "causal"), GYM))
        more = {"visible": call.visible[0, 0] & visible}
        options = {"causalAlignment": "bottom-right"} if queries != keys else {}
        own.attention(name, given, call, more=more, options=options, note=MASK_NOTES.get(name), visible=visible)
    add_masked_mixtures(cases)
    return cases


def add_masked_mixtures(cases):
    """A mask with grouped heads, padding, a rotation whose ids start again in every document."""
    call = scene(1000, 10, heads=4, kv_heads=2, dim=4, padded=[0, 3, -6])
    note = "rows of the second and third sequence see nothing: they look at padding only"
    own, visible = cases.of([68], TRUTH_OF_MASK["window"]), window(*call.indices, 3, 0)
    own.attention("window-padding", {"kind": "window", "left": 3, "right": 0}, call, note=note, visible=visible)
    ids = np.array([0, 1, 2, 0, 1, 0, 1, 2, 3, 4, 0, 1])
    call = scene(1010, 12, causal=True, query_positions=ids, key_positions=ids)
    given = [{"type": "mask", "kind": "document", "documents": DOCUMENTS}, {"type": "rope", "layout": "half"}]
    note = "position ids start again in every document; the mask goes by index"
    own, visible = cases.of([68, 24], TRUTH_OF_MASK["document"]), document(*call.indices, DOCUMENTS)
    own.attention("documents-rope", given, call, note=note, visible=visible, **call.turned(rope))
    call = scene(1020, 9, dim=4)
    visible = prefix(*call.indices, 4) & window(*call.indices, 2, 5)
    given = [{"kind": "prefix", "prefix": 4}, {"kind": "window", "left": 2, "right": 5}]
    given = [{"type": "mask"} | one for one in given]
    cases.of([68], GYM).attention("prefix-and-window", given, call, visible=visible)


def rope(rows, positions, _):
    return turn(rows, angles(positions, frequencies(8)))


# Soft-cap


def check_softcap(given, cap, wanted):
    """x-transformers' softclamp, FlexAttention and Gemma 2's attention."""
    scores = torch.from_numpy(np.float64(given.query)) @ torch.from_numpy(np.float64(given.key)).transpose(-1, -2)
    scores = softclamp(scores * given.query.shape[-1] ** -0.5, cap)
    found = attention(given.query, given.key, given.value, softcap=cap)["scores"]
    require_close("x-transformers", scores, found, 1e-12)
    query, key, value = (torch.from_numpy(np.float64(rows)) for rows in (given.query, given.key, given.value))

    def capped(score, batch, head, query_index, key_index):
        return torch.where(query_index >= key_index, cap * torch.tanh(score / cap), -torch.inf)

    require_close("flex_attention", flex_attention(query, key, value, score_mod=capped), wanted, 1e-12)
    module = torch.nn.Module()
    module.num_key_value_groups, module.head_dim = 1, query.shape[-1]
    mask = torch.where(torch.from_numpy(given.visible), 0.0, -torch.inf).double()
    output = gemma2_attention(module, query, key, value, mask, softcap=cap)[0]
    require_close("gemma2", output.transpose(1, 2), wanted, 1e-6)


def louder(given, size):
    """Queries so large that the cap bites."""
    given.query *= np.float32(size)
    return given


def softcap_cases():
    warnings.filterwarnings("ignore", message="flex_attention called without torch.compile")
    cases = EncodingCases(
        "softcap",
        ["torch float64, compared with FlexAttention, x_transformers.softclamp and transformers' Gemma 2"],
        ["cap·tanh(score/cap) on the scaled scores, before biases and masks"],
        [67],
        f"torch float64; FlexAttention, x-transformers softclamp and {HF} Gemma 2 agree",
    )
    for name, call, cap in (
        ("causal", louder(scene(1100, 8, causal=True), 4), 2.5),
        ("defaults", louder(scene(1110, 8, causal=True), 40), 50.0),
        ("groups", louder(scene(1120, 4, 9, heads=4, kv_heads=2, causal=True), 10), 5.0),
        ("padding", louder(scene(1130, 6, causal=True, padded=[0, 2]), 10), 5.0),
        ("small-scores", scene(1140, 5), 1000.0),
    ):
        found = cases.attention(name, {"cap": cap} if cap != 50 else {}, call, softcap=cap)
        if name in ("causal", "defaults"):
            check_softcap(call, cap, found["output"])
    call = louder(scene(1150, 8, heads=4, causal=True), 4)
    slopes = build_alibi_tensor(torch.ones(1, 2, dtype=torch.long), 4, torch.float32)[:, 0, 1].double().numpy()
    bias, given = slopes[:, None, None] * call.distance, [{"type": "softcap", "cap": 2.5}, {"type": "alibi"}]
    note = "the cap comes first, the bias is added to capped scores; x-transformers does it the other way round"
    cases.of([67, 46], cases.source).attention("alibi-after", given, call, bias=bias, softcap=2.5, note=note)
    call = louder(scene(1160, 7, causal=True), 4)
    given = [{"type": "rope", "layout": "half"}, {"type": "softcap", "cap": 2.5}]
    cases.of([67, 24], cases.source).attention("rope", given, call, softcap=2.5, **call.turned(rope))
    call = louder(scene(1170, 6, causal=True), 4)
    cases.attention("option", [], call, softcap=2.5, options={"softcap": 2.5})
    return cases


def tensor_files(golden):
    return [cases().file() for cases in (mask_cases, softcap_cases)]
