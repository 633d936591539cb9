"""Where position enters every text model of transformers, measured by running it: which of them positionFromConfig may claim to know.

For each model type a tiny model of its defaults, and one for each field that changes a number. A change that nothing can be built with,
or that changes nothing, is left out.
"""

import hashlib
import inspect
import json
import signal
import warnings
from importlib.metadata import version

import numpy as np
from transformers import MODEL_MAPPING
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

from architecture_probe import GRID, QUERIES, TOKENS, NotMeasured, measured
from architecture_sizes import LAYERS, SECTIONS, changes_of, config_of, saved_form, written_fields
from golden_file import GoldenFile

SECONDS = 300  # for one tiny model: some classes have sizes that nothing makes small
NAME = "architectures"
STORED = ("relative_attention_bias", "rel_embeddings", "pos_proj", "pos_q_proj", "encoder.LayerNorm")
DEBERTA_V2 = ("query_proj", "key_proj")


class Pool:
    """Arrays by what is in them."""

    def __init__(self):
        self.arrays = {}

    def add(self, values):
        array = np.ascontiguousarray(values.numpy().astype(np.float32))
        name = hashlib.sha256(array.tobytes() + str(array.shape).encode()).hexdigest()[:10]
        self.arrays[name] = array
        return name


def model_types():
    """Types with a model that reads tokens; their parts and wrappers are types of their own."""
    for model_type in sorted(CONFIG_MAPPING.keys()):
        cls = CONFIG_MAPPING[model_type]
        try:
            models = MODEL_MAPPING[cls] if cls in MODEL_MAPPING else ()
        except ValueError:  # a name without a class
            continue
        model = models[0] if isinstance(models, tuple) and models else models
        reads_tokens = model and getattr(model, "_backends", None) is None and model.main_input_name == "input_ids"
        whole = not cls.sub_configs or model_type in SECTIONS or list(cls.sub_configs) == ["attn_config"]
        if (reads_tokens and whole) or model_type in SECTIONS:
            yield model_type


def tables_of(model, pool):
    """Tensors of relative positions."""
    parts = STORED + (DEBERTA_V2 if model.config.model_type == "deberta-v2" else ())
    found = {name: value for name, value in model.state_dict().items() if any(part in name for part in parts)}
    return {name: [list(value.shape), pool.add(value.float())] for name, value in found.items()}


def facts_of(written, pool):
    config = config_of(written)
    saved = saved_form(config)
    found = measured(config, LAYERS, grid=written["model_type"] in SECTIONS)
    facts = {"stacks": {stack: [layer and stored(layer, pool) for layer in layers] for stack, layers in found["stacks"].items()}}
    absolute = found["absolute"]
    if absolute:
        facts["absolute"] = absolute | ({"rows": pool.add(absolute["rows"])} if "rows" in absolute else {})
    tensors = tables_of(found["model"], pool)
    if tensors:
        facts["tensors"] = tensors
    return facts, saved


def stored(layer, pool):
    return [int(layer["causal"]), *(pool.add(layer[name]) for name in ("query", "key", "scores"))]


def limited(function, *arguments):
    """Some classes have sizes that nothing makes small."""

    def stop(*_):
        raise NotMeasured("takes too long")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        return function(*arguments)
    finally:
        signal.alarm(0)


def measured_type(model_type, pool):
    written = written_fields(model_type)
    facts, saved = limited(facts_of, written, pool)
    cases, seen = [], [facts]
    for name, change in changes_of(saved, CONFIG_MAPPING[model_type]).items():
        try:
            other, form = limited(facts_of, written | change, pool)
        except Exception:  # noqa: BLE001 what transformers refuses, in the words of whichever class
            continue
        if other in seen:
            continue
        seen.append(other)
        differs = {key: form.get(key) for key in {**saved, **form} if form.get(key) != saved.get(key)}
        change = {key: None if value is ... else value for key, value in change.items()}
        cases.append({"name": name, "written": change, "saved": differs, **other})
    return {"written": written, "saved": saved, **facts, "cases": cases}


def reason_of(error):
    return str(error) if isinstance(error, NotMeasured) else f"does not run with these sizes ({type(error).__name__})"


def survey(only=None):
    """({type: what was measured}, {type: why not}, pool)"""
    warnings.filterwarnings("ignore")
    pool, found, missing = Pool(), {}, {}
    for model_type in only or model_types():
        try:
            found[model_type] = measured_type(model_type, pool)
        except Exception as error:  # noqa: BLE001
            missing[model_type] = reason_of(error)
        print(model_type, len(found[model_type]["cases"]) if model_type in found else missing[model_type], flush=True)
    return found, missing, pool


_kept = {}


def kept():
    if not _kept:
        _kept["survey"] = survey()
    return _kept["survey"]


def tensor_files(_golden):
    _, _, pool = kept()
    yield GoldenFile(
        name=f"{NAME}.safetensors",
        tensors=dict(sorted(pool.arrays.items())),
        truth=["transformers: AutoModel.from_config of every model type that reads tokens"],
        precision="models in float32, products of queries and keys in float64",
        tolerance={"absolute": 2e-5, "relative": 2e-5},
        conventions=[f"arrays of {NAME}.json by the hash of their content"],
    )


def write_plain_files(golden):
    found, missing, _ = kept()
    head = {"transformers": version("transformers"), "layers": LAYERS, "tokens": TOKENS, "queries": QUERIES, "grid": GRID}
    types = ",\n".join(f"{json.dumps(name)}: {json.dumps(facts)}" for name, facts in found.items())
    text = f"{json.dumps(head)[:-1]},\n\"unmeasured\": {json.dumps(missing)},\n\"types\": {{\n{types}\n}}}}\n"
    (golden / f"{NAME}.json").write_text(text, encoding="utf-8")
    return {
        f"{NAME}.json": {
            "truth": [" ".join(inspect.getdoc(inspect.getmodule(survey)).split())],
            "tolerance": {},
            "conventions": [
                "written: the fields of a tiny config.json; saved: as transformers saves it; cases: other values of some of them",
                "stacks: per layer [causal, query, key, scores], null without attention: query [heads, d] and key [kvHeads, d] before "
                "any rotation, equal for all tokens; scores [heads, queries, tokens] with scale, bias and mask, −1e30 = not seen",
                "absolute: tables whose row p + offset belongs to position p, or rows of sines",
                "tensors: [shape, values] of tables of relative positions",
                "unmeasured: why nothing is known about a type",
            ],
        }
    }
