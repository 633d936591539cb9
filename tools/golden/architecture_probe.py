"""How position enters the attention of a model that transformers builds from a configuration, by running it.

A tiny model of random weights is run on one repeated token. Every layer gets the same input, and its attention answers zeros, so that
nothing but position can differ between tokens. A second run, whose rotary modules answer angles of 0, gives the queries and keys before
rotation; a model that turns them in another way is told by queries that differ between positions.
"""

import re
import sys
import zlib
from contextlib import contextmanager, nullcontext

import torch
from transformers import AutoModel, AttentionInterface, AttentionMaskInterface
from transformers.masking_utils import eager_mask

TOKENS = 24
QUERIES = (11, 23)  # the rows that are kept: one with keys after it, and the last
TOKEN = 3
GRID = tuple(tuple(row) for row in ([*range(TOKENS)], [(7 * i) % 11 for i in range(TOKENS)], [(3 * i) % 13 for i in range(TOKENS)]))
NAME = "whereformer_probe"
ROTARY = re.compile(r"Rotary|Rope|RoPE")
HIDDEN = -1e30  # scores below are of keys that are not seen

CROSS = re.compile(r"encoder_attn|EncDec|cross")
OWN_CODE = {  # attention that is not handed to transformers' interface: what the method is given
    "codegen": "_attn",
    "gptj": "_attn",
    "openai-gpt": "_attn",
    "gpt_neo": "_attn",
    "bloom": "_reshape",
}
PROJECTIONS = {  # … or the names of the modules whose outputs are queries and keys
    "mpnet": (".q", ".k"),
    "roformer": (".query", ".key"),
    "mpt": (".Wqkv", None),
    "deberta": (".in_proj", None),
    "deberta-v2": (".query_proj", ".key_proj"),
}
calls = []


class NotMeasured(Exception):
    """A model that this probe cannot run, and why."""


def attention(module, query, key, value, attention_mask, scaling=None, softcap=None, **more):
    """Notes what an attention module hands to attention: [batch, heads, tokens, width]."""
    calls.append(
        {
            "module": module, "query": query[0].detach().double(), "key": key[0].detach().double(),
            "mask": None if attention_mask is None else attention_mask.detach(), "bias": more.get("position_bias"),
            "scale": query.shape[-1] ** -0.5 if scaling is None else float(scaling), "softcap": softcap,
        }
    )
    zeros = torch.zeros(query.shape[0], query.shape[2], query.shape[1], value.shape[-1])
    return zeros, None


AttentionInterface.register(NAME, attention)
AttentionMaskInterface.register(NAME, eager_mask)


def computed_tables(model):
    """Tables of sines."""
    return {
        id(value)
        for module in model.modules()
        if "Sinusoid" in type(module).__name__
        for value in [*module.parameters(), *module.buffers()]
    }


def seeded(model):
    """Random weights that depend on names without numbers, hence are those of every layer. Computed tables stay."""
    computed = computed_tables(model)
    stored = set(model.state_dict())
    with torch.no_grad():
        for name, value in [*model.named_parameters(), *model.named_buffers()]:
            if not value.is_floating_point() or name not in stored or id(value) in computed or "inv_freq" in name:
                continue
            seed = zlib.crc32(re.sub(r"\.\d+\.", ".N.", f".{name}").encode())
            noise = torch.randn(value.shape, generator=torch.Generator().manual_seed(seed))
            if name.endswith("q_bias"):  # DeBERTa's, added to queries after their projection
                value.zero_()
                continue
            value.copy_(1 + 0.2 * noise if value.dim() == 1 and name.endswith("weight") else 0.4 * noise)
    return model


def layers_of(model, count):
    """The blocks whose inputs are replaced: lists of as many modules as there are layers, or of shared layers."""
    lists = [m for m in model.modules() if isinstance(m, torch.nn.ModuleList) and len(m) > 0]
    blocks = [block for blocks in lists if len(blocks) == count for block in blocks]
    return blocks or [b for blocks in lists for b in blocks if re.search("Layer$|Block$", type(b).__name__)]


def neutral(value):
    """Angles of 0 in the form in which a rotary module answers."""
    if isinstance(value, dict):
        return {key: neutral(inner) for key, inner in value.items()}
    if isinstance(value, (tuple, list)) and len(value) == 2 and all(torch.is_tensor(v) for v in value):
        return type(value)([torch.ones_like(value[0]), torch.zeros_like(value[1])])
    if isinstance(value, (tuple, list)):
        return type(value)([neutral(inner) for inner in value])
    if not torch.is_tensor(value):
        return value
    return torch.ones_like(value) if value.is_complex() else torch.zeros_like(value)


@contextmanager
def without_angles(model):
    """Tables of sines that belong to the attention itself (GPT-J, CodeGen: [sin, cos]; RoFormer: the same) say 0 as well."""
    tables = [m.embed_positions for m in model.modules() if hasattr(m, "embed_positions")]
    tables = [t if torch.is_tensor(t) else t.weight for t in tables if torch.is_tensor(t) or "Roformer" in type(t).__name__ or "RoFormer" in type(t).__name__]
    before = [table.detach().clone() for table in tables]
    code = sys.modules[type(model).__module__]
    reordering = vars(code).get("apply_rotary_pos_emb_interleave")
    if reordering:  # answers in another order of channels, with angles of 0 as well
        code.apply_rotary_pos_emb_interleave = lambda query, key, *_, **__: (query, key)
    temperature = vars(code).get("get_llama_4_attn_scale")
    if temperature:  # queries that grow with their position
        code.get_llama_4_attn_scale = lambda *given: torch.ones_like(temperature(*given))
    hooks = [
        m.register_forward_hook(lambda _, given, out: neutral(out))
        for m in model.modules()
        if ROTARY.search(type(m).__name__)
    ]
    try:
        with torch.no_grad():
            for table in tables:
                half = table.shape[-1] // 2
                table[..., :half], table[..., half:] = 0, 1
        yield
    finally:
        if reordering:
            code.apply_rotary_pos_emb_interleave = reordering
        if temperature:
            code.get_llama_4_attn_scale = temperature
        with torch.no_grad():
            for table, values in zip(tables, before):
                table.copy_(values)
        for hook in hooks:
            hook.remove()


@contextmanager
def same_input(blocks, seen):
    """Every block gets one vector for all tokens; what the first would have got goes to `seen`."""

    def replace(_, given, named):
        hidden = named.get("hidden_states", given[0] if given else None)
        if not torch.is_tensor(hidden) or hidden.dim() < 3:
            return None
        if not seen:
            seen.append(hidden.detach().double())
        fixed = torch.randn(hidden.shape[-1], generator=torch.Generator().manual_seed(5)).expand(hidden.shape).clone()
        if "hidden_states" in named:
            return given, {**named, "hidden_states": fixed}
        return (fixed, *given[1:]), named

    hooks = [block.register_forward_pre_hook(replace, with_kwargs=True) for block in blocks]
    try:
        yield
    finally:
        for hook in hooks:
            hook.remove()


def heads_first(tensor, heads):
    """[heads, tokens, width] of [1, tokens, heads · width]."""
    return tensor[0].unflatten(-1, (heads, -1)).transpose(0, 1)


@contextmanager
def own_code(model):
    """Architectures with attention code of their own: queries and keys where they are made, scores where their softmax is taken."""
    config = model.config
    heads = config.num_attention_heads
    pending, undo = [], []

    def note(module, query, key):
        pending.append((module, query.detach().double(), key.detach().double()))

    method, names = OWN_CODE.get(config.model_type), PROJECTIONS.get(config.model_type)
    for name, module in model.named_modules():
        if method and hasattr(module, method):
            undo.append((module, method))
            original = getattr(module, method)
            taken = (lambda o, m: lambda *a, **k: noted(o, m, note, a, k))(original, module)
            setattr(module, method, taken)
        if names and name.endswith(names[0]) and names[1] is None:
            order = "mpt" if config.model_type == "mpt" else "by head"
            undo.append(module.register_forward_hook(lambda m, _, out, order=order: note(m, *fused(out, heads, order))))
        elif names and names[1] and name.endswith(names):
            undo.append(module.register_forward_hook(lambda m, _, out: pending.append((m, heads_first(out.detach().double(), heads), None))))
    softmax = torch.nn.functional.softmax

    def taking(scores, *more, **named):
        if scores.dim() == 4 and scores.shape[-2:] == (TOKENS, TOKENS):
            if names and names[1]:  # DeBERTa-v2 projects its position tables with the same modules, afterwards
                (module, query, _), (_, key, _) = pending[0], pending[1]
            else:
                module, query, key = pending[-1]
            pending.clear()
            calls.append({"module": module, "query": query, "key": key, "final": scores[0].detach().double()})
        return softmax(scores, *more, **named)

    torch.nn.functional.softmax = taking
    try:
        yield
    finally:
        torch.nn.functional.softmax = softmax
        for one in undo:
            one.remove() if hasattr(one, "remove") else delattr(*one)


def noted(original, module, note, given, named):
    if original.__name__ == "_reshape":
        query, key, value = original(*given, **named)
        note(module, query[0], key[0])
        return query, key, value
    query, key = (named.get(name, given[i] if i < len(given) else None) for i, name in enumerate(("query", "key")))
    note(module, query[0], key[0] if key.shape[-2] == TOKENS else key[0].transpose(-1, -2))  # GPT turns keys over
    return original(*given, **named)


def fused(out, heads, order):
    """Queries and keys of one projection: [3, heads, width] for MPT, [heads, 3, width] for DeBERTa."""
    parts = out[0].unflatten(-1, (3, heads, -1) if order == "mpt" else (heads, 3, -1))
    parts = parts if order == "mpt" else parts.transpose(1, 2)
    return parts[:, 0].transpose(0, 1), parts[:, 1].transpose(0, 1)


@contextmanager
def fused_attention():
    """Falcon: what is handed to torch's own attention."""
    original = torch.nn.functional.scaled_dot_product_attention

    def taking(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, **named):
        mask = attn_mask
        if is_causal:
            mask = torch.zeros(1, 1, TOKENS, TOKENS).masked_fill(torch.ones(TOKENS, TOKENS).triu(1).bool(), HIDDEN)
        attention(names.get("now"), query, key, value, mask, scale)
        return torch.zeros_like(value.expand(-1, query.shape[1], -1, -1))

    names = {}
    torch.nn.functional.scaled_dot_product_attention = taking
    try:
        yield
    finally:
        torch.nn.functional.scaled_dot_product_attention = original


def run(model, blocks, turning, inputs):
    calls.clear()
    seen, outputs = [], []
    kind = model.config.model_type
    tap = fused_attention() if kind == "falcon" else own_code(model) if kind in OWN_CODE | PROJECTIONS else nullcontext()
    with torch.no_grad(), same_input(blocks, seen), tap, nullcontext() if turning else without_angles(model):
        with projected(model, outputs):
            model(**inputs)
    for call in calls if not turning else ():
        call["query"] = call["query"] / scaled_before(call, outputs)
    return list(calls), seen


@contextmanager
def projected(model, outputs):
    """Collects the outputs of the modules called q_proj or query, [tokens, heads · width] each."""
    modules = [m for name, m in model.named_modules() if re.search(r"\.(q_proj|query)$", name)]
    hooks = [m.register_forward_hook(lambda m, _, out: outputs.append(out[0].detach().double())) for m in modules]
    try:
        yield
    finally:
        for hook in hooks:
            hook.remove()


def scaled_before(call, outputs):
    """Queries that were scaled after their projection: the factor belongs to the scale."""
    query = call["query"]
    flat = query.transpose(0, 1).flatten(1)
    for out in outputs:
        if out.shape != flat.shape:
            continue
        factor = float((flat * out).sum() / (out * out).sum())
        if abs(factor - 1) > 1e-3 and (flat - factor * out).abs().max() < 1e-5 * out.abs().max():
            return factor
    return 1.0


def scores_of(call):
    """[heads, queries, keys] float64."""
    if "final" in call:
        return call["final"]
    query, key = call["query"], call["key"]
    key = key.repeat_interleave(query.shape[0] // key.shape[0], 0)
    scores = call["scale"] * query @ key.transpose(1, 2)
    if call["bias"] is not None:
        scores = scores + call["bias"][0].double()
    if call["softcap"]:
        scores = call["softcap"] * torch.tanh(scores / call["softcap"])
    if call["mask"] is not None:
        mask = call["mask"][0].double()
        if call["mask"].dtype == torch.bool:
            mask = torch.where(call["mask"][0], 0.0, HIDDEN)
        scores = scores + mask[..., : scores.shape[-1]]
    return scores


def same_everywhere(rows):
    return bool(((rows - rows[:, :1]).abs().max() <= 1e-5).item())


def layer_facts(turned, still):
    query, key = still["query"], still["key"]
    for rows in (query, key, turned["query"], turned["key"]):
        if rows.shape[1] != TOKENS:
            raise NotMeasured(f"attention among {rows.shape[1]} of {TOKENS} tokens")
    if not (same_everywhere(query) and same_everywhere(key)):
        raise NotMeasured("queries or keys differ between positions without angles")
    scores = scores_of(turned)
    scores = torch.where(scores == -1e4, HIDDEN, scores)  # the mask of the first GPT
    visible = scores > -1e20
    rows = scores[:, list(QUERIES)]
    if torch.isnan(rows).any():
        raise NotMeasured("scores that are no numbers")
    return {
        "causal": not bool(visible.triu(1).any()), "query": query[:, 0].float(), "key": key[:, 0].float(),
        "scores": torch.where(rows > -1e20, rows, torch.tensor(HIDDEN, dtype=torch.float64)).float(),
    }


def build(config):
    implementation = {"falcon": "sdpa"}.get(config.model_type, "eager" if config.model_type in OWN_CODE | PROJECTIONS else NAME)
    config._attn_implementation = implementation
    for inner in vars(config).values():
        if hasattr(inner, "_attn_implementation"):
            inner._attn_implementation = implementation
    return seeded(AutoModel.from_config(config).eval().float())


def inputs_for(model, grid):
    inputs = {"input_ids": torch.full((1, TOKENS), TOKEN)}
    if grid:
        inputs["position_ids"] = torch.tensor(GRID)[:, None]
    if model.config.is_encoder_decoder:
        inputs["decoder_input_ids"] = inputs["input_ids"]
    return inputs


def place_of(name):
    """(stack, number of the layer or None) of an attention module."""
    stack = "cross" if CROSS.search(name) else "decoder" if name.startswith("decoder") else "encoder"
    number = re.search(r"\.(\d+)\.", name)
    return stack, int(number[1]) if number else None


def measured(config, layers, grid=False):
    """{"stacks": {stack: one entry per layer: facts, or None where a layer has no attention}, "table": …}"""
    model = build(config)
    blocks = layers_of(model, layers)
    if not blocks:
        raise NotMeasured("no list of layers")
    inputs = inputs_for(model, grid)
    turned, seen = run(model, blocks, True, inputs)
    still, _ = run(model, blocks, False, inputs)
    if not turned:
        raise NotMeasured("its attention is not computed by transformers' interface")
    if len(turned) != len(still):
        raise NotMeasured("another number of calls without angles")
    return {
        "stacks": stacks_of(model, layers, turned, still), "absolute": absolute_of(model, blocks, inputs, seen),
        "model": model,
    }


def stacks_of(model, layers, turned, still):
    name_of = {id(module): name for name, module in model.named_modules()}
    two = model.config.is_encoder_decoder
    stacks = {}
    for a, b in zip(turned, still):
        stack, number = place_of(name_of.get(id(a["module"]), ""))
        if stack == "cross":
            continue
        stack = stack if two else "only"
        stacks.setdefault(stack, []).append((number, layer_facts(a, b)))
    if two and len(stacks) < 2:
        raise NotMeasured("one of its two stacks computes attention in another way")
    return {stack: placed(found, layers) for stack, found in stacks.items()}


def placed(found, layers):
    numbers = [number for number, _ in found]
    if len(found) == layers and (None in numbers or len(set(numbers)) < layers):
        return [facts for _, facts in found]  # in the order of the calls: layers that share a block
    if len(set(numbers)) < len(numbers) or None in numbers:
        raise NotMeasured("several attentions in a layer")
    by_number = dict(found)
    return [by_number.get(i) for i in range(layers)]


def absolute_of(model, blocks, inputs, seen):
    """The difference between tokens before the first layer: tables of positions and where they start, or rows of sines."""
    if not seen or same_everywhere(seen[0]):
        return None
    computed = computed_tables(model)
    found = []
    for name, table in [*model.named_parameters(), *model.named_buffers()]:
        if table.dim() != 2 or table.shape[0] < TOKENS or not name.endswith("weight") or table.shape[1] not in widths(model.config):
            continue
        moved = moved_by(model, blocks, inputs, seen[0], table)
        if len(moved) == 1 and id(table) in computed:
            return {"offset": 11 - moved[0], "rows": table[:TOKENS].detach().float()}
        if len(moved) == 1:
            found.append({"tensor": name, "shape": list(table.shape), "offset": 11 - moved[0]})
    if not found:
        raise NotMeasured("positions of tokens that are no table")
    return {"tables": found}


def widths(config):
    return {getattr(config, key) for key in ("hidden_size", "embedding_size", "word_embed_proj_dim") if hasattr(config, key)}


def moved_by(model, blocks, inputs, before, table):
    """The tokens whose embedding depends on row 11 of a table."""
    with torch.no_grad():
        kept = table[11].clone()
        table[11] += torch.randn(table.shape[1], generator=torch.Generator().manual_seed(9))
        _, seen = run(model, blocks, True, inputs)
        table[11] = kept
    return [i for i in range(TOKENS) if (seen[0][0, i] - before[0, i]).abs().max() > 1e-6]
