// Trainers of several shapes, 100 steps each: losses, and everything that they have learned.

import type { TrainerBatch, TrainerModel, Whereformer } from 'whereformer'
import { Random } from '../../support/random.js'
import type { Results } from './calls.js'

const STEPS = 100
const VOCAB = 13
const LENGTH = 11
const SEQUENCES = 6

const shape = { layers: 2, heads: 4, dModel: 24, dFf: 44, vocab: VOCAB, length: LENGTH }

const MODELS: Readonly<Record<string, TrainerModel>> = {
  'like GPT-2': {
    ...shape,
    norm: 'layer',
    activation: 'gelu_tanh',
    gated: false,
    mlpBias: true,
    outputBias: true,
    tieHead: true,
    position: { type: 'learned' },
  },
  'like LLaMA, grouped queries': { ...shape, kvHeads: 2, position: { type: 'rope' } },
  'like BLOOM': { ...shape, norm: 'layer', activation: 'gelu', gated: false, position: { type: 'alibi' } },
  'buckets of T5': { ...shape, activation: 'relu', gated: false, position: { type: 't5' } },
  FIRE: { ...shape, position: { type: 'fire' } },
  'relative keys': { ...shape, position: { type: 'shaw' } },
}

/** Adds to the results. */
export async function trainAll(wf: Whereformer, results: Results): Promise<Results> {
  for (const [name, model] of Object.entries(MODELS)) {
    const optimizer = {
      learningRate: 3e-3,
      warmup: 10,
      schedule: 'cosine',
      steps: STEPS,
      weightDecay: 0.1,
      clip: 1,
    } as const
    const trainer = await wf.trainer({ model, optimizer, seed: 3 })
    const random = new Random(name.length)
    const reports = Array.from({ length: STEPS }, () => trainer.step(batchOf(random)))
    const numbers = reports.flatMap(({ loss, gradientNorm }) => [loss, gradientNorm])
    results.set(`${name}: losses and norms of gradients`, floatsOf(Float64Array.from(numbers)))
    const files = trainer.save()
    for (const file of ['model.safetensors', 'optimizer.safetensors'] as const)
      results.set(`${name}: ${file}`, floatsOf(files[file]))
    results.set(`${name}: logits`, trainer.model.forward({ inputIds: [1, 2, 3, 4, 5] }).logits.data)
    trainer.dispose()
  }
  return results
}

/** Each token is to be followed by itself; the first of a sequence is not counted. */
function batchOf(random: Random): TrainerBatch {
  const rows = Array.from({ length: SEQUENCES }, () =>
    Array.from({ length: LENGTH }, () => random.integer(0, VOCAB - 1)),
  )
  return { inputIds: rows, targets: rows.map((row) => [-100, ...row.slice(0, -1)]) }
}

/** The same bits; files of float32 tensors are whole numbers of them. */
const floatsOf = (bits: ArrayBufferView): Float32Array =>
  new Float32Array(new Uint8Array(bits.buffer, bits.byteOffset, bits.byteLength).slice().buffer)
