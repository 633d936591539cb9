"""Configurations of published models, what a reader must find in them, and a few made up to reach the corners.

The facts come from the classes and modules that transformers builds from a configuration (config_facts); what
transformers 5 has dropped (Transformer-XL, relative_key in BERT) is written down by hand from the last version that
had it.
"""

import inspect
import json

import numpy as np
import torch
from transformers.models.bart import modeling_bart
from transformers.models.bloom.modeling_bloom import build_alibi_tensor
from transformers.models.falcon.modeling_falcon import build_alibi_tensor as build_falcon_alibi
from transformers.models.gptj import modeling_gptj as gptj_model
from transformers.models.mbart import modeling_mbart
from transformers.models.mpt.modeling_mpt import build_mpt_alibi_tensor
from transformers.models.opt import modeling_opt
from transformers.models.roberta import modeling_roberta
from transformers.models.roformer import modeling_roformer as roformer_model

from config_facts import config_of, head_dim_of, layer_facts, pair_facts, rounded, scale_of, tensors_of, v5_form
from published_configs import ROTARY, TABLES, sizes
from rope_frequencies import torch_float_is_float64

FOLDER = "configs"
SCALED = ("deepseek", "gemma2", "gemma3", "granite")  # architectures with a scale of their own
LONGROPE_LISTS = {"short_factor": [1.0, 1.02, 1.03, 1.05], "long_factor": [1.08, 1.4, 9.2, 64.5]}
PHI3 = sizes("phi3", 32, 4, 2, 131072, original_max_position_embeddings=4096, rope_theta=10000.0)
NARROW = sizes("llama", 512, 32, 2, 8192, rope_theta=500000.0)  # heads of 16 channels


def made_up():
    """stem -> (fields, length of the sequence)"""
    yarn = {"rope_type": "yarn", "factor": 4.0}
    odd_mscale = {"type": "yarn", "factor": 40, "mscale": 1.0, "mscale_all_dim": 0.707, "beta_fast": 32, "beta_slow": 1}
    qwen = sizes("qwen2", 3584, 28, 28, 32768, rope_theta=1000000.0)
    return {
        "llama-dynamic": ({**NARROW, "rope_scaling": {"type": "dynamic", "factor": 4.0}}, 20000),
        "llama-yarn-mscale": (
            {**NARROW, "rope_scaling": odd_mscale | {"original_max_position_embeddings": 4096}},
            None,
        ),
        "llama-yarn-without-original": ({**NARROW, "rope_scaling": yarn}, None),
        "phi3-longrope": ({**PHI3, "rope_scaling": {"type": "longrope", **LONGROPE_LISTS}}, 4097),
        "phi3-longrope-half": (
            {
                **PHI3,
                "partial_rotary_factor": 0.5,
                "rope_scaling": {
                    "rope_type": "longrope", "factor": 16.0,
                    **{name: values[:2] for name, values in LONGROPE_LISTS.items()},
                },
            },
            4096,
        ),
        "qwen2-yarn": (
            {**qwen, "rope_scaling": {"type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}},
            None,
        ),
        "qwen2-with-windows": (
            {**qwen, "use_sliding_window": True, "sliding_window": 4096, "max_window_layers": 20},
            None,
        ),
        "gemma3-without-a-rhythm": (
            {
                **ROTARY["google/gemma-3-1b-pt"], "num_hidden_layers": 6,
                "layer_types": ["full_attention", "sliding_attention", "sliding_attention"] + ["full_attention"] * 3,
            },
            None,
        ),
    }


def rotary(written, length=None):
    config = config_of(written)
    facts = [layer_facts(config, layer, length) for layer in range(min(config.num_hidden_layers, 24))]
    expected = {
        "headDim": head_dim_of(config), **({} if length is None else {"length": length}),
        "layers": [fact for i, fact in enumerate(facts) if is_telling(facts, i)],
    }
    if getattr(config, "attn_logit_softcapping", None):
        expected["softcap"] = config.attn_logit_softcapping
    if config.model_type.startswith(SCALED):
        expected["scale"] = scale_of(config)
    return {"config": written, "configV5": v5_form(written, config), "expected": expected}


def is_telling(facts, index):
    """The first layer of each kind, and the second where layers differ."""
    bare = [{**fact, "layer": 0} for fact in facts]
    limit = 1 if all(fact == bare[0] for fact in bare) else 2
    return bare[:index].count(bare[index]) < limit


def turned_at_one(model_type):
    """[d, d] for the two architectures whose rotation is no module of its own: GPT-J and RoFormer."""
    with torch_float_is_float64():
        if model_type != "roformer":
            width = 64 if model_type == "gptj" else 32
            angles = gptj_model.create_sinusoidal_positions(2, width)[1:]
            sin, cos = (part[None].repeat(1, width, 1) for part in angles.chunk(2, dim=-1))
            rows = torch.eye(width, dtype=torch.float64)[None, :, None]  # [batch, tokens, heads, d]
            return gptj_model.apply_rotary_pos_emb(rows, sin, cos)[0, :, 0].double().numpy()
    table = roformer_model.RoFormerSinusoidalPositionalEmbedding(2, 64)
    table.weight.data = table.create_weight()
    angles = table.weight[1:].double()[None, None]
    rows = torch.eye(64, dtype=torch.float64)[None, None]
    function = roformer_model.RoFormerSelfAttention.apply_rotary_position_embeddings
    return function(angles, rows, rows)[0][0, 0].detach().numpy()


def turned_rows(written, width, head_dim):
    """Architectures with one rotation for all layers: cosines at position 1."""
    matrix = turned_at_one(written["model_type"])
    facts = {"layer": 0, "window": None, "rotates": True, **pair_facts(matrix), "cosines": rounded(np.diag(matrix))}
    return {"config": written, "expected": {"headDim": head_dim, "rotaryDim": width, "layers": [facts]}}


def slopes_of(build, heads):
    return build(torch.ones(1, 2, dtype=torch.long), heads, torch.float32)[:, 0, 1].tolist()


def alibi(written, heads, slopes, **more):
    return {"config": written, "expected": {"heads": heads, "slopes": rounded(slopes), **more}}


def mpt(bias_max):
    slopes = (-build_mpt_alibi_tensor(12, 2, bias_max)[:, 0, 0]).tolist()
    attention = {"alibi": True, "alibi_bias_max": bias_max}
    return alibi({"model_type": "mpt", "d_model": 768, "n_heads": 12, "attn_config": attention}, 12, slopes)


def table(written, pattern, parameters, layers=(0,), **more):
    """`parameters`: what the position says besides its tensors."""
    expected = {"tensors": tensors_of(written, pattern), "position": parameters, "tableLayers": list(layers)}
    return {"config": written, "expected": expected | more}


def learned_tables():
    """stem -> sample"""
    plain = {"type": "learned"}
    after_padding = {"type": "learned", "offset": 2}
    position = r"embeddings\.position_embeddings\.weight$"
    for_name = {
        "openai-community/gpt2": (r"^wpe\.", plain),
        "openai-community/openai-gpt": (r"^positions_embed\.", plain),
        "bigcode/gpt_bigcode-santacoder": (r"^wpe\.", plain),
        "google-bert/bert-base-uncased": (position, plain),
        "albert/albert-base-v2": (position, plain),
        "google/electra-small-discriminator": (position, plain),
        "distilbert/distilbert-base-uncased": (position, plain),
        "FacebookAI/roberta-base": (position, after_padding),
        "FacebookAI/xlm-roberta-base": (position, after_padding),
        "almanach/camembert-base": (position, after_padding),
        "facebook/bart-base": (r"embed_positions\.weight$", after_padding),
        "facebook/mbart-large-50": (r"embed_positions\.weight$", after_padding),
        "facebook/opt-125m": (r"embed_positions\.weight$", after_padding),
    }
    require_offsets()
    return {stem_of(name): table(TABLES[name], *facts) for name, facts in for_name.items()}


def require_offsets():
    """BART's class has its offset as a number; RoBERTa's positions start after the padding id."""
    for module in (modeling_bart, modeling_mbart, modeling_opt):
        name = next(n for n in vars(module) if n.endswith("LearnedPositionalEmbedding"))
        embedding = vars(module)[name](3, 4)
        if embedding.offset != 2 or embedding.weight.shape[0] != 5:
            raise AssertionError(f"{name}: another offset")
    create = modeling_roberta.RobertaEmbeddings.create_position_ids_from_input_ids
    if create(torch.tensor([[5, 6, 1]]), 1).tolist() != [[2, 3, 1]]:
        raise AssertionError("roberta: another offset")


def relative_tables():
    deberta = r"rel_embeddings|encoder\.LayerNorm|layer\.[01]\..*self\.(pos_|key_proj|query_proj)"
    xlnet = r"layer\.[01]\.rel_attn\.(r|r_w_bias|r_r_bias|r_s_bias|seg_embed)$"
    swin_base = "microsoft/swinv2-base-patch4-window12to16-192to256-22kto1k-ft"
    t5 = {"type": "t5", "bidirectional": True, "maxDistance": 128}
    bias = r"encoder.*relative_attention_bias"
    return {
        "eleutherai-gpt-neo-1.3b": table(
            TABLES["EleutherAI/gpt-neo-1.3B"], r"^wpe\.", {"type": "learned"}, layers=(0, 1),
            tableWindows=[None, [255, None]],
        ),
        "google-umt5-small": table(TABLES["google/umt5-small"], bias, t5, layers=(0, 3)),
        "google-mt5-small": table(TABLES["google/mt5-small"], bias, t5),
        "microsoft-deberta-base": table(
            TABLES["microsoft/deberta-base"], deberta, {"type": "deberta", "buckets": 0, "maxDistance": 512},
            layers=(0, 1),
        ),
        "microsoft-deberta-v3-base": table(
            TABLES["microsoft/deberta-v3-base"], deberta, {"type": "deberta", "buckets": 256, "maxDistance": 512},
            layers=(0, 1),
        ),
        "xlnet-base-cased": table(
            TABLES["xlnet/xlnet-base-cased"], xlnet, {"type": "xlnet", "clampLength": 0}, layers=(0, 1)
        ),
        "microsoft-swin-tiny": swin("microsoft/swin-tiny-patch4-window7-224", {"type": "swin", "width": 7}),
        "microsoft-swinv2-tiny": swin("microsoft/swinv2-tiny-patch4-window8-256", {"type": "swinV2", "width": 8}),
        "microsoft-swinv2-base": swin(swin_base, {"type": "swinV2", "width": 16, "pretrainedWidth": 12}),
    }


def swin(name, position):
    """In today's models the table of Swin has a module of its own; checkpoints keep the older name."""
    pattern = r"blocks\.[01]\..*(relative_position_bias_table|position_bias_mlp|logit_scale)"
    sample = table(TABLES[name], pattern, position, layers=(0, 3))
    inner = "attention.relative_position_bias.relative_position_bias_table"
    sample["expected"]["tensors"] = {
        name.replace(inner, "attention.self.relative_position_bias_table"): shape
        for name, shape in sample["expected"]["tensors"].items()
    }
    return sample


def by_hand():
    """From transformers 4.x: modeling_bert.BertSelfAttention and deprecated/transfo_xl."""
    relative = sizes("bert", 768, 12, 12, 512, position_embedding_type="relative_key_query")
    attention = "encoder.layer.1.attention.self.distance_embedding.weight"
    transformer_xl = {
        "model_type": "transfo-xl", "attn_type": 0, "clamp_len": 1000, "d_head": 64, "d_model": 1024, "n_head": 16,
        "n_layer": 18, "untie_r": True,
    }
    layer = "layers.1.dec_attn."
    tensors = {f"{layer}r_net.weight": [1024, 1024], f"{layer}r_w_bias": [16, 64], f"{layer}r_r_bias": [16, 64]}
    return {
        "zhiheng-huang-bert-base-relative-key-query": {
            "config": relative,
            "expected": {
                "tensors": {attention: [1023, 64]}, "position": {"type": "relativeKey", "terms": "keyQuery"},
                "tableLayers": [1],
            },
        },
        "transfo-xl-wt103": {
            "config": transformer_xl,
            "expected": {
                "tensors": tensors, "position": {"type": "transformerXl", "clampLength": 1000}, "tableLayers": [1],
            },
        },
    }


def t5_small():
    written = {"model_type": "t5", "d_kv": 64, "d_model": 512, "num_heads": 8, "relative_attention_num_buckets": 32}
    position = {"type": "t5", "bidirectional": True, "maxDistance": 128}
    return table(written, r"relative_attention_bias", position, decoder=position | {"bidirectional": False})


def sinusoidal(model_type):
    position = {"type": "sinusoidal", "layout": "concatenated"}
    return {"config": {"model_type": model_type, "d_model": 512}, "expected": {"position": position}}


def stem_of(name):
    return name.lower().replace("/", "-")


def all_samples():
    """file stem -> {config, configV5?, expected}"""
    falcon_rw = {"model_type": "falcon", "alibi": True, "hidden_size": 2048, "num_attention_heads": 32}
    bloom = {"model_type": "bloom", "hidden_size": 1024, "n_head": 16, "n_layer": 24}
    gptj = {"model_type": "gptj", "n_embd": 4096, "n_head": 16, "n_layer": 28, "rotary_dim": 64}
    codegen = {"model_type": "codegen", "n_embd": 1024, "n_head": 16, "n_layer": 20, "rotary_dim": 32}
    roformer = sizes("roformer", 768, 12, 12, 1536, embedding_size=768, rotary_value=False)
    esm = sizes("esm", 320, 20, 6, 1026, position_embedding_type="rotary")
    return {
        **{stem_of(name): rotary(written) for name, written in ROTARY.items()},
        **{stem: rotary(*arguments) for stem, arguments in made_up().items()},
        "facebook-esm2_t6_8m_ur50d": rotary(esm),
        "eleutherai-gpt-j-6b": turned_rows(gptj, 64, 256),
        "salesforce-codegen-350m-mono": turned_rows(codegen, 32, 64),
        "junnyu-roformer_chinese_base": turned_rows(roformer, 64, 64),
        "bigscience-bloom-560m": alibi(bloom, 16, slopes_of(build_alibi_tensor, 16)),
        "mosaicml-mpt": mpt(8),
        "mpt-bias-max-4": mpt(4),
        "tiiuae-falcon-rw-1b": alibi(
            falcon_rw, 32, slopes_of(build_alibi_tensor, 32),
            slopesInBfloat16=rounded(slopes_of(build_falcon_alibi, 32)), beforeScale=True,
        ),
        **learned_tables(),
        **relative_tables(),
        **by_hand(),
        "google-t5-small": t5_small(),
        "helsinki-nlp-opus-mt": sinusoidal("marian"),
        "google-pegasus-xsum": sinusoidal("pegasus"),
    }


def compact(sample):
    """Lists of numbers on one line."""
    text = json.dumps(sample, indent=1)
    lines, inside = [], False
    for line in text.split("\n"):
        stripped = line.strip()
        number = stripped.rstrip(",").lstrip("-").replace(".", "").replace("e-", "").replace("e+", "").isdigit()
        if inside and (number or stripped.startswith("]")):
            lines[-1] += (" " if number and not lines[-1].endswith("[") else "") + stripped
        else:
            lines.append(line)
        inside = stripped.endswith("[") or (inside and number)
    return "\n".join(lines) + "\n"


def write_plain_files(golden):
    """One JSON file per configuration; name -> manifest entry."""
    folder = golden / FOLDER
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    entries = {}
    hand = by_hand()
    for stem, sample in all_samples().items():
        name = f"{FOLDER}/{stem}.json"
        (golden / name).write_text(compact(sample), encoding="utf-8")
        truth = inspect.getdoc(by_hand) if stem in hand else "transformers: configuration and modules"
        entries[name] = {
            "truth": [f"{truth} of {sample['config']['model_type']}"],
            "tolerance": {"unitsInTheLastPlace": 1},
            "conventions": [
                "inverseFrequencies: transformers' functions in float64, rounded to float32 once; float32Error is how "
                "far (relative) their own float32 results are from that",
                "length, when present: inverseFrequencies are those of a sequence of that length",
                "start, partner: the first channel that turns, and the one it turns with",
                "cosines: of every channel at position 1, or at the three positions of `grid`",
                "window: keys before and after the query that a layer sees, null = all",
            ],
        }
    return entries
