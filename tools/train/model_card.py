"""The model card that is shipped beside a trained checkpoint."""

import platform

import tokenizers
import torch
import transformers

SMALL = (
    "2 layers, hidden size 64, 4 heads of size 16, gated SiLU feed-forward of 128, RMSNorm (eps 1e-5), no biases, output "
    "head not tied; small-rope and small-learned differ in the position encoding alone: the other weights start the same "
    "and see the same windows in the same order"
)

FAMILY_FACTS = {
    "llama": {
        "title": "Tiny Shakespeare, rotary positions (LLaMA)",
        "shape": "4 layers, hidden size 128, 4 query heads sharing 2 key/value heads (grouped-query attention), head "
        "size 32, gated SiLU feed-forward of 384, RMSNorm (eps 1e-5), no biases, output head not tied",
        "position": "rotary (RoPE, half-split layout, base 10000)",
        "beyond": "The rotation is defined at every position, so the model runs beyond 64 characters, but it was never "
        "trained there: the text gets worse with distance.",
        "chinese": "位置编码为旋转式（RoPE，base 10000）。可以在 64 个字符之后继续运行，但训练时没有见过这样的长度，质量会下降。",
    },
    "gpt2": {
        "title": "Tiny Shakespeare, learned positions (GPT-2)",
        "shape": "4 layers, hidden size 128, 4 heads of size 32, GELU (tanh form) feed-forward of 512, LayerNorm "
        "(eps 1e-5), biases everywhere, output head tied to the embedding, no dropout",
        "position": "a learned table of 64 rows, added to the embedding",
        "beyond": "The table has 64 rows: position 64 and later do not exist for this model.",
        "chinese": "位置编码为可学习的 64 行位置表，与词嵌入相加；第 64 个位置及以后对该模型不存在。",
    },
    "bloom": {
        "title": "Tiny Shakespeare, linear biases (BLOOM)",
        "shape": "4 layers, hidden size 128, 4 heads of size 32, GELU (tanh form) feed-forward of 512, LayerNorm "
        "(eps 1e-5) also behind the embedding, biases everywhere, output head tied to the embedding, no dropout",
        "position": "ALiBi: slopes 1/4, 1/16, 1/64, 1/256 times the distance, subtracted from the scores",
        "beyond": "The biases go on beyond 64 characters; how well it predicts there is what it is for.",
        "chinese": "位置编码为线性偏置（ALiBi）。64 个字符之后偏置继续线性增长；模型在更长文本上的表现正是要观察的内容。",
    },
    "t5": {
        "title": "Tiny Shakespeare, bucket biases (T5)",
        "shape": "the LLaMA of this folder without rotation: 4 layers, hidden size 128, 4 query heads sharing 2 key/value "
        "heads, head size 32, gated SiLU feed-forward of 384, RMSNorm (eps 1e-5), no biases, output head not tied",
        "position": "T5's relative bias: 32 buckets up to a distance of 128, one-sided, one table for all layers",
        "beyond": "Buckets for distances of 67 and more were never trained: they hold the small values they were drawn with, less weight decay.",
        "chinese": "位置编码为 T5 的相对偏置（32 个桶，单向，各层共用）。距离 67 及以上的桶在训练中从未出现，只有初始的小数值，且被权重衰减缩小过。",
    },
    "small-rope": {
        "title": "Tiny Shakespeare, small, rotary positions",
        "shape": SMALL,
        "position": "rotary (RoPE, half-split layout, base 10000)",
        "beyond": "Its attention depends on distances alone, so it reads a line the same at any position; distances of 64 and more were never trained.",
        "chinese": "位置编码为旋转式（RoPE，base 10000），与 small-learned 只有位置编码不同。注意力只取决于距离，同一行字放在任何位置读法都一样。",
    },
    "small-learned": {
        "title": "Tiny Shakespeare, small, learned positions",
        "shape": SMALL,
        "position": "a learned table of 128 rows, added to the embedding. Training reads rows 0 to 63; the other 64 keep the values they were drawn with (normal, standard deviation 0.02), without weight decay",
        "beyond": "Rows 64 to 127 exist so that a line can be put there, and no step of the training touched them: what the model reads there is worse on purpose.",
        "chinese": "位置编码为可学习的 128 行位置表，与词嵌入相加；与 small-rope 只有位置编码不同。训练只用到第 0 至 63 行，其余 64 行保持初始的随机值（标准差 0.02），放到那里的文本因此读不好。",
    },
    "small-none": {
        "title": "Tiny Shakespeare, small, no position encoding",
        "shape": "2 layers, hidden size 32, 4 heads of size 8, gated SiLU feed-forward of 64, RMSNorm (eps 1e-5), no biases, "
        "output head not tied: half as wide as small-rope, and sees the same windows in the same order",
        "position": "none. The causal mask alone lets order in: each character sees a different set of characters",
        "beyond": "Without its mask it cannot tell one order of characters from another, and it was never trained without it.",
        "chinese": "没有位置编码，宽度是 small-rope 的一半。顺序信息只能经因果掩码进入；去掉掩码，模型就分不出字符的先后，训练时也从未去掉过。",
    },
}

CARD = """---
license: mit
language: en
library_name: transformers
pipeline_tag: text-generation
tags:
  - character-level
  - position-encoding
  - tiny-shakespeare
---

# {title}

A character-level language model of {parameters:,} parameters. It exists to be looked at: small enough to run and to be
inspected in a web page, trained well enough that its attention maps mean something.

| | |
|---|---|
| Architecture | {shape} |
| Position encoding | {position} |
| Vocabulary | the {vocabulary} characters of the text; a byte-pair tokenizer without merges |
| Context | {context} characters |
| Data | Tiny Shakespeare, {characters:,} characters of Shakespeare's plays, public domain |
| Split | in order: first {train:,} characters for training, last {validation:,} for validation |
| Training | {steps:,} steps of {batch} × {context} characters ({seen:.1f} million in all), seed {seed} |
| Optimiser | AdamW, betas 0.9 and 0.99, weight decay {weight_decay} on matrices, gradient norm clipped at 1, peak rate {learning_rate} after {warmup} steps of warm-up, then a cosine down to a tenth |
| **Validation loss** | **{loss:.4f} nats per character** |
| Weights | F16 safetensors, written by `save_pretrained` |
| Hardware | CPU of a shared machine, threads: {threads}, {minutes:.0f} minutes, no GPU |
| Versions | Python {python}, PyTorch {torch}, transformers {transformers}, tokenizers {tokenizers} |
| Licence | MIT for the weights; the text is in the public domain |

The loss is measured on the shipped F16 weights, computed in float32, over the whole validation split read in windows of
{context} characters that do not overlap; it is the mean over every predicted character.

**Intended use:** teaching, demonstrations and tests of attention and position encodings. It is not meant for producing text
that anybody relies on.

**Limits:** it knows only the {vocabulary} characters above and the language of one author; it has no knowledge, follows no
instructions and repeats the views of its source. {beyond}

It was made by `tools/train/train_tiny_shakespeare.py --family {family} --steps {steps} --warmup {warmup} --batch {batch}
--learning-rate {learning_rate}`; `tools/train/README.md` says how to repeat it.

## 中文摘要

这是一个字符级的小型语言模型，共 {parameters:,} 个参数，上下文长度 {context} 个字符，用莎士比亚剧本文本（Tiny Shakespeare，公有领域）训练
{steps:,} 步，验证集损失为每字符 {loss:.4f} nats。{chinese}权重以 F16 保存，采用 MIT 许可。用途：教学、演示与测试注意力和位置编码；不适合生成需要被信赖的文本。
"""


def write_model_card(arguments, text, parameters, train, validation, loss, seconds):
    """Fills the card from the run itself, so that no figure in it is typed by hand."""
    facts = vars(arguments) | FAMILY_FACTS[arguments.family]
    card = CARD.format(
        **facts,
        parameters=parameters,
        vocabulary=len(set(text)),
        characters=len(text),
        train=train,
        validation=validation,
        loss=loss,
        minutes=seconds / 60,
        seen=arguments.steps * arguments.batch * arguments.context / 1e6,
        python=platform.python_version(),
        torch=torch.__version__.split("+")[0],
        transformers=transformers.__version__,
        tokenizers=tokenizers.__version__,
    )
    (arguments.out / "README.md").write_text(card, encoding="utf-8")
