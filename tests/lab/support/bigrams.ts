// A trainer in plain TypeScript: learns a table of logits from the last token to the next one, by gradient descent on the cross entropy.

import { type LabPositions, WhereformerError } from '../../../web/lab/exports.js'
import { IGNORED } from '../../../web/lab/tasks/task.js'
import type {
  Trainer,
  TrainerBatch,
  TrainerFiles,
  TrainerLibrary,
  TrainerRequest,
} from '../../../web/lab/trainer.js'
import { safetensorsFile } from '../../../web/lib/checkpoint/safetensors-writer.js'

const RATE = 2

export class BigramTrainer implements Trainer {
  readonly vocab: number
  readonly logits: Float64Array
  steps: number
  readonly seed: number

  constructor(vocab: number, seed: number, logits = new Float64Array(vocab * vocab), steps = 0) {
    this.seed = seed
    this.vocab = vocab
    this.logits = logits
    this.steps = steps
  }

  step(batch: TrainerBatch) {
    const gradient = new Float64Array(this.logits.length)
    let loss = 0
    const places = counted(batch)
    for (const { id, target } of places) {
      const p = this.#probabilities(id)
      loss -= Math.log(p[target] as number)
      for (const [next, probability] of p.entries()) {
        const at = id * this.vocab + next
        gradient[at] = (gradient[at] as number) + (probability - (next === target ? 1 : 0)) / places.length
      }
    }
    for (const [i, slope] of gradient.entries()) this.logits[i] = (this.logits[i] as number) - RATE * slope
    this.steps += 1
    const gradientNorm = Math.hypot(...gradient)
    return { step: this.steps, loss: loss / places.length, gradientNorm, learningRate: RATE }
  }

  evaluate(batch: TrainerBatch) {
    const places = counted(batch)
    const wrong = new Set<number>()
    let loss = 0
    let right = 0
    for (const { sequence, id, target } of places) {
      const p = this.#probabilities(id)
      loss -= Math.log(p[target] as number)
      if (p.indexOf(Math.max(...p)) === target) right += 1
      else wrong.add(sequence)
    }
    const sequences = batch.targets.shape[0]
    return {
      loss: loss / places.length,
      accuracy: right / places.length,
      exactMatch: 1 - wrong.size / sequences,
    }
  }

  save(): TrainerFiles {
    const data = new Float32Array(this.logits.slice().buffer) // the bits of doubles, as pairs
    const logits = new Map([['logits', { data, shape: [this.vocab, 2 * this.vocab] }]])
    return {
      'config.json': new TextEncoder().encode(JSON.stringify({ vocab: this.vocab })),
      'model.safetensors': safetensorsFile(logits, {}),
      'optimizer.safetensors': safetensorsFile(new Map(), {
        whereformer: JSON.stringify({ steps: this.steps, seed: this.seed, training: { learningRate: RATE } }),
      }),
    }
  }

  readonly model = {
    forward: ({ inputIds }: { inputIds: number[] }) => {
      const rows = inputIds.flatMap((id) => [...this.logits.subarray(id * this.vocab, (id + 1) * this.vocab)])
      return { logits: { data: Float32Array.from(rows) } }
    },
  }

  dispose(): void {}

  #probabilities(id: number): number[] {
    const row = [...this.logits.subarray(id * this.vocab, (id + 1) * this.vocab)].map(Math.exp)
    const sum = row.reduce((a, b) => a + b)
    return row.map((e) => e / sum)
  }
}

interface Place {
  sequence: number
  id: number
  target: number
}

function counted({ inputIds, targets }: TrainerBatch): Place[] {
  const [, length] = targets.shape
  const places = [...targets.data.entries()].map(([i, target]) => ({
    sequence: Math.floor(i / length),
    id: inputIds.data[i] as number,
    target,
  }))
  return places.filter(({ target }) => target !== IGNORED)
}

function headerOf(file: Uint8Array) {
  const length = new DataView(file.buffer, file.byteOffset).getUint32(0, true)
  return JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length)))
}

/** Remembers what it was asked for. */
export class Bigrams implements TrainerLibrary {
  info = { version: '1.0.0', variant: 'simd', buildSha: 'abc' }
  readonly requests: TrainerRequest[] = []
  readonly trained: TrainerBatch[] = []
  readonly evaluated: TrainerBatch[] = []
  readonly trainers: BigramTrainer[] = []
  /** Positions of forward passes. */
  readonly remedies: LabPositions[] = []
  resumed = 0
  disposed = 0
  /** Called before every step with the number of steps of this library so far. */
  beforeStep: (step: number) => void = () => {}

  async trainer(request: TrainerRequest): Promise<Trainer> {
    this.requests.push(request)
    const trainer = new BigramTrainer(request.model.vocab, request.seed)
    // initial weights that hang on the seed
    trainer.logits[request.seed % trainer.logits.length] = 0.01
    return this.#watched(trainer)
  }

  async resumeTrainer(files: TrainerFiles): Promise<Trainer> {
    this.resumed += 1
    const [model, optimizer] = ['model.safetensors', 'optimizer.safetensors'].map(
      (name) => files[name] as Uint8Array,
    ) as [Uint8Array, Uint8Array]
    const { vocab } = JSON.parse(new TextDecoder().decode(files['config.json']))
    const { steps, seed } = JSON.parse(headerOf(optimizer).__metadata__.whereformer)
    const logits = new Float64Array(model.slice(-8 * vocab * vocab).buffer)
    return this.#watched(new BigramTrainer(vocab, seed, logits, steps))
  }

  #watched(trainer: BigramTrainer): Trainer {
    this.trainers.push(trainer)
    return {
      step: (batch) => {
        this.beforeStep(this.trained.length)
        this.trained.push(batch)
        return trainer.step(batch)
      },
      evaluate: (batch) => {
        this.evaluated.push(batch)
        return trainer.evaluate(batch)
      },
      save: () => trainer.save(),
      model: {
        forward: (input, { position }) => {
          this.remedies.push(position)
          return trainer.model.forward(input)
        },
      },
      dispose: () => {
        this.disposed += 1
      },
    }
  }
}

/** What a trainer throws when its loss is not finite. */
export function notFinite(): WhereformerError {
  return new WhereformerError('ERR_VALUE', 'loss: got NaN, wanted a finite number')
}
