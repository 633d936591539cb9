// Models that are trained or loaded, saved and opened by other software: tests/saved has their files as `RECORD_SAVED=1 npx vitest run
// tests/wasm/saved-models.test.ts` wrote them, tests/golden what transformers computes with them.

import type { TrainerBatch, TrainerModel } from 'whereformer'

const shape = { layers: 2, heads: 2, dModel: 16, dFf: 32, vocab: 12, length: 12 } as const
const biases = { queryBias: true, keyBias: true, valueBias: true, outputBias: true, mlpBias: true } as const
const gpt2 = { norm: 'layer', activation: 'gelu_tanh', gated: false, ...biases, tieHead: true } as const

export const STEPS = 20
export const optimizer = { learningRate: 1e-2, weightDecay: 0.1, clip: 1 } as const

/** By folder of tests/saved. */
export const recipes: Readonly<Record<string, TrainerModel>> = {
  llama: { ...shape, position: { type: 'rope' } },
  'llama-gqa-tied': { ...shape, heads: 4, kvHeads: 2, tieHead: true, position: { type: 'rope', base: 500 } },
  gpt2: { ...shape, ...gpt2, dFf: 24, position: { type: 'learned' } },
  bloom: { ...shape, ...gpt2, dFf: 64, embeddingNorm: true, position: { type: 'alibi' } },
  kerple: { ...shape, position: { type: 'kerple' } },
}

/** Checkpoints of the golden data, one for each model type: loaded and saved again, under the same names in tests/saved. */
export const loaded: readonly string[] = [
  ...[
    'albert-f32',
    'bart-f32',
    'bert-f32',
    'bloom-f32',
    'deberta-f32',
    'deberta-v2-f32-7-buckets',
    'ernie-f32',
  ],
  ...['falcon-7b-f32', 'gemma3-f32', 'gpt-neox-f32-5-channels', 'gpt2-f32', 'gptj-f32', 'llama-f32-longrope'],
  ...[
    'llama4-f32-dense',
    'mistral-f32',
    'mpt-f32',
    'mt5-f32-with-head',
    'qwen2-f32',
    'qwen3-f32',
    'roberta-f32',
  ],
  ...['t5-f32', 'xlnet-f32'],
  ...['biogpt-f32', 'codegen-f32', 'cohere-f32', 'cohere2-f32', 'ernie4-5-f32', 'gemma-f32', 'gemma2-f32'],
  ...[
    'glm-f32',
    'glm4-f32',
    'gpt-bigcode-f32',
    'gpt-neo-f32',
    'helium-f32',
    'ministral3-f32',
    'openai-gpt-f32',
  ],
  ...['opt-f32', 'phi-f32', 'phi3-f32', 'seed-oss-f32', 'smollm3-f32', 'stablelm-f32', 'starcoder2-f32'],
  ...['xglm-f32'],
  ...['mpnet-f32', 'electra-f32', 'distilbert-f32', 'nomic-bert-f32', 'eurobert-f32', 'megatron-bert-f32'],
  ...['xlm-roberta-xl-f32', 'data2vec-text-f32', 'xlm-f32', 'flaubert-f32'],
  ...['olmo-f32', 'olmo2-f32', 'olmo3-f32', 'exaone4-f32', 'nemotron-f32', 'arcee-f32', 'jais2-f32'],
  ...['nanochat-f32', 'modernbert-f32'],
  ...['marian-f16', 'm2m-100-f16', 'mbart-f16', 'plbart-f16', 'blenderbot-f16', 'umt5-f16'],
]

/** Step `i`: eight sequences of the tokens a, b, a + b mod 10, … */
export function batchOf(i: number): TrainerBatch {
  const rows = Array.from({ length: 8 }, (_, row) => {
    const ids = [(row + i) % 10, (3 * row + 7 * i + 1) % 10]
    while (ids.length < shape.length) ids.push(((ids.at(-1) as number) + (ids.at(-2) as number)) % 10)
    return ids
  })
  return { inputIds: rows.map((row) => row.slice(0, -1)), targets: rows.map((row) => row.slice(1)) }
}
