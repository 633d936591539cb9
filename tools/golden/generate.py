"""Writes the golden data of tests/golden from PyTorch, transformers and NumPy, never from our own code.

    python generate.py                  everything (see README.md for the environment)
    python generate.py --only attention one topic
    python generate.py --check          no libraries needed: names every file that is stale or was edited

Each file that is written is compared with the one that was there, bit by bit.
"""

import argparse
import ast
import functools
import hashlib
import importlib
import json
import os
import re
import sys
from decimal import Decimal
from importlib.metadata import version
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # more threads add in another order
os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")  # sizes this small draw warnings

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
GOLDEN = ROOT / "tests" / "golden"
MANIFEST = GOLDEN / "MANIFEST.json"
DIFFERENCES = GOLDEN / "DIFFERENCES.json"  # how far our results are from the golden ones: npm run golden:differences
FORMAT_VERSION = 1
# In this order: later topics read the checkpoints that earlier ones write.
TOPICS = """
onnx_rotary attention
encodings_absolute encodings_distance encodings_mlp_bias encodings_content encodings_disentangled encodings_gated
encodings_rotary encodings_grid encodings_positions encodings_masks
configs architectures read_fields field_types published_models published_checkpoints
tokenizer random_models trained_models chat_templates
models_encoders models_relative_encoders models_encoder_decoders models_decoders models_llama_decoders
models_gemma_llama4 models_falcon models_llama_relatives models_layer_norm_decoders models_xglm
models_olmo_relatives models_squared_relu models_vision models_audio models_text_parts models_clipseg models_gte
models_without_class models_task_heads models_as_published models_as_saved
models_small_encoders models_rotary_encoders models_modernbert models_bert_relatives models_bart_relatives models_m2m_100 models_led
changed_fields config_verdicts default_positions hidden_tokens query_stream far_positions padded_generation
sampling sentence_embeddings training saved_models tokenizers_of_kinds tokenizer_files marian_tokenizer code_points identify identify_bugs identify_axes identify_outside recent_mechanisms
weight_files gguf_tokenizers
""".split()
LIBRARIES = """
gguf networkx numpy onnx rotary-embedding-torch safetensors tokenizers torch transformers x-transformers
""".split()
HINT = "python tools/golden/generate.py --only {topic}"


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def programs(topic):
    """The module of a topic and all modules of this folder that it imports, itself or through others."""
    found, waiting = {}, [topic]
    while waiting:
        path = HERE / f"{waiting.pop()}.py"
        if path.stem not in found and path.exists():
            found[path.stem] = path
            waiting += imports(path)
    return [path for _, path in sorted(found.items())]


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module


@functools.cache
def program_sha256(topic):
    return hashlib.sha256(b"".join(path.read_bytes() for path in programs(topic))).hexdigest()


def read_manifest():
    if not MANIFEST.exists():
        return {"version": FORMAT_VERSION, "files": {}}
    return json.loads(MANIFEST.read_text(encoding="utf-8"))


def write_manifest(manifest):
    MANIFEST.write_text(manifest_text(manifest), encoding="utf-8")


def manifest_text(manifest):
    """The manifest as npm run golden:differences writes it too: files by name, rows by number."""
    rows = sorted(manifest.get("rows", {}).items(), key=lambda row: int(row[0]))
    ordered = {**manifest, "files": dict(sorted(manifest["files"].items())), "rows": dict(rows)}
    text = json.dumps(ordered, indent=2, ensure_ascii=False)
    return re.sub(r"(?<=\"largestDifference\": )[\de.-]+", as_in_javascript, text) + "\n"


def as_in_javascript(number):
    """A number in the form that npm run golden:differences writes: 0.00002 and 4.8e-7 instead of 2e-05 and 4.8e-07."""
    value = Decimal(number.group())
    return f"{value:f}" if value >= Decimal("1e-6") else number.group().replace("e-0", "e-")


def provenance(topic, path, reads):
    """Hashes that --check compares: of the file, of the modules that wrote it and of the files that they read."""
    return {
        "topic": topic, "generator": f"tools/golden/{topic}.py", "generatorSha256": program_sha256(topic),
        "regenerate": HINT.format(topic=topic), "libraries": {name: version(name) for name in LIBRARIES},
        "reads": {name: sha256(ROOT / name) for name in reads}, "bytes": path.stat().st_size, "sha256": sha256(path),
    }


def write_tensors(topic, golden):
    """One safetensors file; its manifest entry."""
    from golden_file import stored
    from safetensors.numpy import save_file

    path = GOLDEN / golden.name
    path.parent.mkdir(parents=True, exist_ok=True)
    tensors = {name: stored(value) for name, value in golden.tensors.items()}
    # one key: the library writes several in another order each time
    about = {"version": FORMAT_VERSION, "regenerate": HINT.format(topic=topic)}
    metadata = {"whereformer-golden": json.dumps(about)}
    print(f"  {golden.name}: {comparison(path, tensors)}", flush=True)
    save_file(tensors, path, metadata=metadata)
    path.chmod(0o644)
    return {
        **provenance(topic, path, golden.reads), "truth": golden.truth, "precision": golden.precision,
        "tolerance": golden.tolerance, "conventions": golden.conventions, "cases": golden.cases,
        "tensors": {name: f"{value.dtype} {list(value.shape)}" for name, value in sorted(tensors.items())},
    }


def comparison(path, tensors):
    """How the tensors differ from those of the file that is there."""
    from safetensors.numpy import load_file

    if not path.exists():
        return "new"
    before = load_file(path)
    both = before.keys() & tensors.keys()
    changed = [name for name in both if before[name].tobytes() != tensors[name].tobytes()]
    counts = {"changed": changed, "new": tensors.keys() - both, "gone": before.keys() - both}
    found = [f"{len(names)} {what} ({min(names)} …)" for what, names in counts.items() if names]
    return f"{len(both) - len(changed)} tensors the same to the bit" + "".join(f", {text}" for text in found)


def run_topic(topic, manifest):
    """Replaces everything the topic owns."""
    module = importlib.import_module(topic)
    files = {name: entry for name, entry in manifest["files"].items() if entry["topic"] != topic}
    if hasattr(module, "write_plain_files"):
        for name, about in module.write_plain_files(GOLDEN).items():
            entry = provenance(topic, GOLDEN / name, about.pop("reads", []))
            if entry["sha256"] != manifest["files"].get(name, {}).get("sha256"):
                print(f"  {name}: other bytes", flush=True)
            files[name] = entry | about
    if hasattr(module, "tensor_files"):
        for golden in module.tensor_files(GOLDEN):
            files[golden.name] = write_tensors(topic, golden)
    for name, entry in manifest["files"].items():
        if entry["topic"] == topic and name not in files:
            (GOLDEN / name).unlink(missing_ok=True)
    manifest["files"] = files


def stale_reasons(name, entry):
    """Sentences that say why one file may no longer be trusted; empty when all hashes agree."""
    path, topic = GOLDEN / name, entry["topic"]
    if not path.exists():
        return ["is missing"]
    reasons = []
    if sha256(path) != entry["sha256"]:
        reasons.append("was changed after it was generated")
    if program_sha256(topic) != entry["generatorSha256"]:
        reasons.append(f"{entry['generator']}, or a module that it imports, changed since")
    for source, digest in entry["reads"].items():
        if not (ROOT / source).exists() or sha256(ROOT / source) != digest:
            reasons.append(f"{source} changed since")
    return reasons


def check():
    """Prints one line per stale file; the number of them."""
    manifest = read_manifest()
    problems = [
        f"{name}: {'; '.join(reasons)}. Run: {entry['regenerate']}"
        for name, entry in manifest["files"].items()
        if (reasons := stale_reasons(name, entry))
    ]
    known = {GOLDEN / name for name in manifest["files"]} | {MANIFEST, DIFFERENCES}
    strangers = [path for path in sorted(GOLDEN.rglob("*")) if path.is_file() and path not in known]
    problems += [f"{path.relative_to(GOLDEN)}: no generator wrote it" for path in strangers]
    missing = set(TOPICS) - {entry["topic"] for entry in manifest["files"].values()}
    problems += [f"{topic}: never generated. Run: {HINT.format(topic=topic)}" for topic in sorted(missing)]
    if MANIFEST.exists() and MANIFEST.read_text(encoding="utf-8") != manifest_text(manifest):
        problems.append(f"{MANIFEST.name}: another order or other numbers than its writers'. Run: npm run golden:differences")
    print("\n".join(problems) or f"golden data: {len(manifest['files'])} files, all as generated")
    return len(problems)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=TOPICS, action="append", help="one topic; may be repeated")
    parser.add_argument("--check", action="store_true", help="compare hashes, generate nothing")
    arguments = parser.parse_args()
    if arguments.check:
        sys.exit(1 if check() else 0)
    for topic in arguments.only or TOPICS:
        manifest = read_manifest()
        run_topic(topic, manifest)
        write_manifest(manifest)
        print(f"{topic}: written", flush=True)


if __name__ == "__main__":
    main()
