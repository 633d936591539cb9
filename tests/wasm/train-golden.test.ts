// Gradients of a step and fifty losses against PyTorch's autograd. A trainer takes the golden weights as it takes those that it saved.

import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Trainer, TrainerBatch, TrainerFiles } from 'whereformer'
import { expectClose } from '../support/close.js'
import { fileUrl, type Golden, golden } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { fileOf, float32, type TensorData } from '../support/safetensors-file.js'
import { tensorsIn } from '../support/tensors-in.js'

const library = useLibrary()

interface Step {
  spec: object
  position: { type: string; [field: string]: unknown }[]
  sequences: number
  length: number
  loss: number
  gradientNorm: number
  largest: number
  zero: string[]
}

interface Run {
  optimizer: Record<string, number | string> & { betas: [number, number] }
  /** Bounds: of losses and norms relative, of the parameters after the last step absolute. */
  relative: number
  norms: number
  after: number
}

/** One file of golden data. */
class Case {
  readonly #data: Golden<Step & Run>
  readonly step: Step
  readonly run: Run

  constructor(file: string) {
    this.#data = golden(`training/${file}`)
    const cases = Object.fromEntries(this.#data.cases)
    this.step = cases.step as Step
    this.run = cases.run as Run
  }

  values = (name: string) => this.#data.values(name)
  has = (name: string) => this.#data.has(name)

  /** Golden names of all parameters, without the prefix. */
  get parameters(): string[] {
    const prefix = 'step.weight.'
    return this.#data.names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  }

  shape(name: string): [number, number] {
    const [rows = 1, columns] = this.#data.tensor(`step.weight.${name}`).shape
    if (!this.isTensor(name)) return [1, rows]
    return [rows, columns ?? 1]
  }

  /** position.<field> is position.<stack>.<part>.<field> in the core. */
  coreName(name: string): string {
    const field = /^position\.(.+)$/.exec(name)?.[1]
    if (field === undefined) return name
    const part = this.step.position.findIndex((one) => field in one)
    return `position.0.${part}.${field}`
  }

  /** Learned numbers are in the config, not in the checkpoint. */
  isTensor(name: string): boolean {
    const field = /^position\.(.+)$/.exec(name)?.[1]
    const isReference = (value: unknown) => typeof value === 'object' && value !== null && 'tensor' in value
    return field === undefined || this.step.position.some((one) => isReference(one[field]))
  }

  batch(index: number): TrainerBatch {
    const { sequences, length } = this.step
    const size = sequences * length
    const rows = (name: string) => {
      const data = Int32Array.from(this.values(name)).subarray(index * size, (index + 1) * size)
      return { data, shape: [sequences, length] }
    }
    const batch = { inputIds: rows('run.ids'), targets: rows('run.targets') } as TrainerBatch
    if (!this.has('step.positions')) return batch
    const positions = Float32Array.from(this.values('step.positions'))
    return { ...batch, positions: { data: positions, shape: [sequences, length] } }
  }

  /** What a trainer would have saved before its first step. */
  files(training: object): TrainerFiles {
    const config = { model_type: 'whereformer', spec: this.step.spec, position: this.step.position }
    const weights = Object.fromEntries(
      this.parameters
        .filter((name) => this.isTensor(name))
        .map((name) => {
          const { shape } = this.#data.tensor(`step.weight.${name}`)
          return [name, float32([...shape], this.values(`step.weight.${name}`))]
        }),
    )
    const moments = ['moment', 'square'].flatMap((of) =>
      this.parameters.map((name): [string, TensorData] => {
        const shape = this.shape(name)
        return [`${of}.${this.coreName(name)}`, float32(shape, new Float32Array(shape[0] * shape[1]))]
      }),
    )
    const state = { version: 1, steps: 0, seed: 0, training }
    return {
      'config.json': new TextEncoder().encode(JSON.stringify(config)),
      'model.safetensors': stored(weights),
      'optimizer.safetensors': stored(Object.fromEntries(moments), { whereformer: JSON.stringify(state) }),
    }
  }
}

function stored(tensors: Record<string, TensorData>, metadata: Record<string, string> = {}): Uint8Array {
  let at = 0
  const header = Object.entries(tensors).map(([name, { dtype, shape, bytes }]) => {
    const entry = { dtype, shape, data_offsets: [at, at + bytes.length] }
    at += bytes.length
    return [name, entry]
  })
  const all = { __metadata__: metadata, ...Object.fromEntries(header) }
  return fileOf(JSON.stringify(all), Buffer.concat(Object.values(tensors).map(({ bytes }) => bytes)))
}

const usual = {
  learningRate: 1e-3,
  schedule: 'constant',
  warmup: 0,
  steps: 0,
  finalRate: 0,
  weightDecay: 0,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  clip: 0,
  init: 'gpt2',
}

async function using(files: TrainerFiles, use: (trainer: Trainer) => void) {
  const trainer = await library.wf.resumeTrainer(files)
  try {
    use(trainer)
  } finally {
    trainer.dispose()
  }
}

const largest = (values: ArrayLike<number>) =>
  Array.from(values).reduce((most, x) => Math.max(most, Math.abs(x)), 0)

describe.each(readdirSync(fileUrl('training/')))('%s', (file) => {
  const data = new Case(file)

  test('loss, norm and all gradients of a step', () =>
    // without a memory of earlier steps the first moment is the gradient
    using(data.files({ ...usual, beta1: 0 }), (trainer) => {
      const report = trainer.step(data.batch(0))
      expectClose([report.loss], [data.step.loss], { relative: 1e-5 })
      expectClose([report.gradientNorm], [data.step.gradientNorm], { relative: 1e-5 })
      const moments = tensorsIn(trainer.save()['optimizer.safetensors'])
      for (const name of data.parameters) {
        const expected = data.values(`step.gradient.${name}`)
        const of = data.step.zero.includes(name) ? data.step.largest : largest(expected)
        const got = moments.get(`moment.${data.coreName(name)}`) ?? new Float32Array()
        expect(got.length, name).toBe(expected.length)
        for (const [i, x] of got.entries()) {
          expect(
            Math.abs(x - (expected[i] as number)),
            `${name}, ${i}: ${x}, ${expected[i]}`,
          ).toBeLessThanOrEqual(1e-5 * of)
        }
      }
    }))

  test('losses, norms and learning rates of fifty steps, and the parameters after them', () => {
    const { betas, ...optimizer } = data.run.optimizer
    const training = { ...usual, ...optimizer, beta1: betas[0], beta2: betas[1] }
    return using(data.files(training), (trainer) => {
      const reports = Array.from({ length: 50 }, (_, i) => trainer.step(data.batch(i)))
      const relative = data.run.relative
      expectClose(
        reports.map(({ loss }) => loss),
        data.values('run.losses'),
        { relative },
      )
      expectClose(
        reports.map(({ gradientNorm }) => gradientNorm),
        data.values('run.norms'),
        { relative: data.run.norms },
      )
      expectClose(
        reports.map(({ learningRate }) => learningRate),
        data.values('run.rates'),
        { relative: 1e-6 },
      )
      const saved = tensorsIn(trainer.save()['model.safetensors'])
      for (const name of data.parameters) {
        if (!data.has(`run.after.${name}`) || !data.isTensor(name)) continue
        expectClose(saved.get(name) ?? [], data.values(`run.after.${name}`), { absolute: data.run.after })
      }
    })
  })
})
