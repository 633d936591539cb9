"""Which fields of a config.json transformers' classes read, by the syntax trees of their sources.

A field that is read nowhere cannot change a number. Read is what occurs as `config.field`, `getattr(config, "field")`, `hasattr(…)`,
`kwargs.pop("field")` … in the modeling and configuration files of a model type or in the code that all of them share; where an
attribute map gives a field two names, both. Heads for tasks are not told apart, so that rather too much counts as read.
"""

import ast
import inspect
import re
from importlib.metadata import version
from pathlib import Path

import transformers
from transformers import MODEL_MAPPING
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

SOURCES = Path(transformers.__file__).parent
REASON = "its hash is in the manifest of the golden data"
MODEL_TYPES = (
    "albert", "bart", "bert", "bloom", "camembert", "deberta", "deberta-v2", "ernie", "falcon", "gemma3_text", "gpt2",
    "gpt_neox", "gptj", "llama", "llama4_text", "mistral", "mpt", "mt5", "qwen2", "qwen3", "roberta", "t5",
    "xlm-roberta", "xlnet",
)
# Those whose families come when their model type is seen, by the name of their chunk.
FURTHER = {
    "decoders": (
        *("arcee", "biogpt", "codegen", "cohere", "cohere2", "ernie4_5", "exaone4", "gemma", "gemma2", "glm", "glm4", "gpt_bigcode", "gpt_neo"),
        *("granite", "helium", "jais2", "ministral3", "nanochat", "nemotron", "olmo", "olmo2", "olmo3", "openai-gpt", "opt", "phi", "phi3", "qwen2_5_vl_text", "qwen2_vl_text", "qwen3_vl_text", "seed_oss", "smollm3", "stablelm", "starcoder2", "xglm"),
    ),
    "encoders": (
        *("big_bird", "data2vec-text", "distilbert", "electra", "esm", "eurobert", "flaubert", "longformer", "megatron-bert", "modernbert", "mpnet"),
        *("nomic_bert", "roformer", "xlm", "xlm-roberta-xl"),
    ),
    "vision": (
        *("clip_text_model", "clip_vision_model", "clipseg_text_model", "clipseg_vision_model", "deit", "dinov2", "dinov2_with_registers", "siglip_text_model", "siglip_vision_model", "vit"),
    ),
    "audio": ("hubert", "wav2vec2", "whisper"),
    "encoder-decoders": ("blenderbot", "led", "m2m_100", "marian", "mbart", "pegasus", "plbart", "umt5"),
}
ROTARY = (
    *("cohere", "cohere2", "deepseek_v2", "deepseek_v3", "ernie4_5", "ernie4_5_vl_moe_text", "esm", "falcon", "gemma"),
    *("gemma2", "gemma3_text", "glm", "glm4", "glm4v_text", "gpt_neox", "gpt_oss", "granite", "llama", "llama4_text"),
    *("ministral", "ministral3", "mistral", "mistral4", "mixtral", "modernbert", "nemotron", "olmo", "olmo2", "olmo3", "persimmon", "phi", "phi3"),
    *("phimoe", "qwen2", "qwen2_5_vl", "qwen2_5_vl_text", "qwen2_moe", "qwen2_vl", "qwen2_vl_text", "qwen3", "qwen3_moe"),
    *("qwen3_vl_moe_text", "qwen3_vl_text", "smollm3", "stablelm", "starcoder2", "cohere2_moe", "afmoe", "exaone4"),
    *("exaone_moe", "helium", "ernie4_5_moe", "granitemoe", "granitemoeshared"),
    *("arcee", "aria_text", "esmc", "eurobert", "higgs_audio_v2", "hyperclovax", "internlm3", "iquestcoder", "jais2", "molmo2_text"),
    *("olmoe", "seed_oss", "nanochat"),
    "nomic_bert",
)
ASKED = {"attn_logit_softcapping", "layer_types", "partial_rotary_factor"}  # fields that only some models with RoPE read
BESIDE_MODELS = {
    "mistral": {"layer_types"},  # with this field AutoConfig takes Mistral for Ministral
    "mistral4": {"partial_rotary_factor"},  # which its configuration sets to the rotated part of a head
}
SHARED = (
    "cache_utils.py",
    "configuration_utils.py",
    "conversion_mapping.py",
    "core_model_loading.py",
    "integrations/heterogeneity/*.py",
    "integrations/*_attention.py",
    "masking_utils.py",
    "modeling_attn_mask_utils.py",
    "modeling_layers.py",
    "modeling_rope_utils.py",
    "modeling_utils.py",
    "utils/generic.py",
    "utils/output_capturing.py",
)
BUILDERS = ("__init__", "__post_init__", "convert_rope_params_to_dict")  # their keyword arguments are fields
ROPE_DICTIONARIES = ("rope_parameters", "rope_parameters_dict")
ALWAYS_IN_ROPE = {"rope_type", "rope_theta", "partial_rotary_factor", "type"}  # set by standardize_rope_params
NO_FIELD = re.compile(r"_.*|is_heterogeneous|sub_configs.*|.*_attribute_access|num_shards_attribute")


def name_of(node):
    """`config`, `self.config`, `config.get_text_config()` … by their last name."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


class Reads(ast.NodeVisitor):
    """Collects the fields that one file reads; in the file of a configuration `self` is one."""

    def __init__(self, path):
        self.of_configuration = "configuration" in path.name or path.name == "modeling_rope_utils.py"
        self.inside = []
        self.found = set()
        self.methods = set()
        self.visit(ast.parse(path.read_text(encoding="utf-8")))

    @property
    def fields(self):
        return {name for name in self.found - self.methods if not NO_FIELD.fullmatch(name)}

    def is_config(self, node):
        name = name_of(node)
        return name.endswith("config") or (self.of_configuration and name == "self" and isinstance(node, ast.Name))

    def is_given(self, node):
        return self.of_configuration and name_of(node) == "kwargs" and self.inside and self.inside[-1] in BUILDERS

    def add(self, node):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            self.found.add(node.value)

    def visit_FunctionDef(self, node):
        self.inside.append(node.name)
        self.generic_visit(node)
        self.inside.pop()

    def visit_Attribute(self, node):
        if isinstance(node.ctx, ast.Load) and self.is_config(node.value):
            self.found.add(node.attr)
        self.generic_visit(node)

    def visit_Subscript(self, node):
        if self.is_given(node.value):
            self.add(node.slice)
        self.generic_visit(node)

    def visit_Compare(self, node):
        if isinstance(node.ops[0], ast.In | ast.NotIn) and self.is_given(node.comparators[0]):
            self.add(node.left)
        self.generic_visit(node)

    def visit_Call(self, node):
        function = node.func
        if name_of(function) in ("getattr", "hasattr") and self.is_config(node.args[0]):
            self.add(node.args[1])
        if isinstance(function, ast.Attribute):
            if function.attr in ("get", "pop") and self.is_given(function.value):
                self.add(node.args[0])
            if self.is_config(function.value):
                self.methods.add(function.attr)
        self.generic_visit(node)


def shared_fields():
    paths = [path for pattern in SHARED for path in SOURCES.glob(pattern)]
    return set().union(*(Reads(path).fields for path in paths))


def files_of(config):
    """In which the class of the configuration and its models are written."""
    path = Path(inspect.getfile(config))
    models = path.with_name(path.name.replace("configuration_", "modeling_"))
    return path, models if models.exists() else Path(inspect.getfile(MODEL_MAPPING[config]))  # InternLM3 is LLaMA's class


def fields_of(model_type):
    config = CONFIG_MAPPING[model_type]
    path, models = files_of(config)
    fields = Reads(path).fields | Reads(models).fields
    names = [{alias, name} for alias, name in config.attribute_map.items()]
    return fields.union(*(pair for pair in names if pair & fields))


def asked_fields(model_type):
    """Which of the asked fields the models name themselves, as an attribute or in quotes; code that all share apart."""
    _, models = files_of(CONFIG_MAPPING[model_type])
    nodes = list(ast.walk(ast.parse(models.read_text(encoding="utf-8"))))
    named = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    quoted = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return ASKED & (named | quoted | BESIDE_MODELS.get(model_type, set()))


def rope_fields(function):
    """Parameters that the computation of one kind of frequencies reads."""
    tree = ast.parse(inspect.getsource(function))
    keys = [
        node.slice if isinstance(node, ast.Subscript) else node.args[0]
        for node in ast.walk(tree)
        if (isinstance(node, ast.Subscript) and name_of(node.value) in ROPE_DICTIONARIES)
        or (isinstance(node, ast.Call) and node.args and name_of(getattr(node.func, "value", None)) in ROPE_DICTIONARIES)
    ]
    return {key.value for key in keys if isinstance(key, ast.Constant)} - ALWAYS_IN_ROPE


def line(name, fields):
    key = name if name.isidentifier() else f"'{name}'"
    return f"  {key}: '{' '.join(sorted(fields))}',"


def module(about, *lines):
    """Generated TypeScript, which the formatter leaves as it is."""
    head = ["// Generated by tools/golden/read_fields.py. Do not edit.", f"// biome-ignore-all format: {REASON}", ""]
    return "\n".join([*head, f"/** {about} Names with spaces between them. */", *lines, ""])


def aliases_of(model_type):
    return {f"{alias}={name}" for alias, name in CONFIG_MAPPING[model_type].attribute_map.items()}


def of_models():
    shared = shared_fields()
    return module(
        f"What transformers {version('transformers')} reads of a config.json: in code that all classes share.",
        f"export const SHARED = '{' '.join(sorted(shared))}'",
        "",
        "/** Read by the classes of one model type besides. */",
        *read_by(MODEL_TYPES, shared),
        "",
        "/** Other names of fields, as name=field: either sets the same value. */",
        *aliases(MODEL_TYPES),
    )


def of_chunk(model_types):
    """What a chunk of further families needs."""
    return module(
        f"What transformers {version('transformers')} reads of a config.json beside what all classes read, by model type.",
        *read_by(model_types, shared_fields()),
        "",
        "/** Other names of fields, as name=field: either sets the same value. */",
        *aliases(model_types),
    )


def read_by(model_types, shared):
    lines = (line(model_type, fields_of(model_type) - shared) for model_type in model_types)
    return ["export const READ_BY: Readonly<Record<string, string>> = {", *lines, "}"]


def aliases(model_types):
    lines = (line(model_type, aliases_of(model_type)) for model_type in model_types if aliases_of(model_type))
    return ["export const ALIASES: Readonly<Record<string, string>> = {", *lines, "}"]


def of_rope():
    return module(
        f"What transformers {version('transformers')} reads inside rope_scaling, by the kind of frequencies.",
        "export const READ_BY_ROPE: Readonly<Record<string, string>> = {",
        line("default", set()),
        *(line(kind, rope_fields(function)) for kind, function in ROPE_INIT_FUNCTIONS.items()),
        "}",
        "",
        f"/** Which of {', '.join(sorted(ASKED))} a model type with RoPE reads. */",
        "export const ASKED_BY: Readonly<Record<string, string>> = {",
        "  __proto__: null as never,",
        *(line(model_type, asked_fields(model_type)) for model_type in ROTARY),
        "}",
    )


def write_plain_files(golden):
    """The modules that web/lib/families asks: positions need the second one, models both, further families their own."""
    entries = {}
    texts = {"read-fields": of_models(), "read-rope-fields": of_rope()}
    texts |= {f"further/{chunk}-fields": of_chunk(model_types) for chunk, model_types in FURTHER.items()}
    for name, text in texts.items():
        target = f"../../web/lib/families/{name}.generated.ts"
        (golden / target).write_text(text, encoding="utf-8")
        entries[target] = {
            "truth": ["transformers: the sources of configuration classes and models"],
            "tolerance": {},
            "conventions": ["a field that is in none of the lists of a model type is read by nothing"],
        }
    return entries
