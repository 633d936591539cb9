// The golden data of training have the form that their tests rely on: models in their own words, with every tensor twice.

import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { elementCount } from '../../web/lib/boundary/tensor.js'
import { canonicalTensors } from '../../web/lib/families/canonical.js'
import { recipeOf } from '../../web/lib/families/index.js'
import { fileUrl, golden } from '../support/golden.js'

interface Case {
  spec: object
  position: { type: string; [field: string]: unknown }[]
  sequences: number
  length: number
  loss: number
  gradientNorm: number
  largest: number
  zero: string[]
  optimizer: { steps: number; warmup: number; learningRate: number }
}

const STEPS = 50
const files = readdirSync(fileUrl('training/')).map((name) => `training/${name}`)

test('at least fourteen configurations', () => {
  expect(files.length).toBeGreaterThanOrEqual(14)
})

describe.each(files)('%s', (file) => {
  const data = golden<Case>(file)
  const { step, run } = Object.fromEntries(data.cases) as { step: Case; run: Case }
  const { spec } = recipeOf({ model_type: 'whereformer', spec: step.spec, position: step.position })
  const named = (prefix: string) => data.names.filter((name) => name.startsWith(prefix))
  const norm = (name: string) => Math.hypot(...data.values(name))

  test('has the tensors of its spec', () => {
    const weights = named('step.weight.').filter((name) => !name.startsWith('step.weight.position.'))
    expect(weights.sort()).toEqual(
      canonicalTensors(spec)
        .map(({ name }) => `step.weight.${name}`)
        .sort(),
    )
    for (const { name, shape } of canonicalTensors(spec)) {
      expect(data.tensor(`step.weight.${name}`).shape, name).toEqual(shape)
    }
  })

  test('has the tables of its position', () => {
    const references = step.position.flatMap((part) =>
      Object.values(part).filter((value): value is { tensor: string; shape: number[] } => {
        return typeof value === 'object' && value !== null && 'tensor' in value
      }),
    )
    for (const { tensor, shape } of references) {
      expect(data.tensor(`step.weight.${tensor}`).shape, tensor).toEqual(shape)
    }
  })

  test('has a gradient of every parameter', () => {
    const names = named('step.weight.').map((name) => name.replace('step.weight.', ''))
    expect(named('step.gradient.')).toHaveLength(names.length)
    for (const name of names) {
      const gradient = data.tensor(`step.gradient.${name}`)
      expect(gradient.shape, name).toEqual(data.tensor(`step.weight.${name}`).shape)
      const size = norm(`step.gradient.${name}`)
      if (step.zero.includes(name)) expect(size, name).toBe(0)
      else expect(size, name).toBeGreaterThan(1e-6 * step.gradientNorm)
    }
    const whole = Math.hypot(...named('step.gradient.').map(norm))
    expect(whole / step.gradientNorm).toBeCloseTo(1, 5)
  })

  test('has a batch and a loss for each of fifty steps', () => {
    const shape = [STEPS, step.sequences, step.length]
    const [ids, targets] = [data.tensor('run.ids'), data.tensor('run.targets')]
    expect([ids.shape, targets.shape]).toEqual([shape, shape])
    expect(ids.data.every((id) => id < spec.vocab)).toBe(true)
    expect(targets.data.every((id) => id === -100 || (id >= 0 && id < spec.vocab))).toBe(true)
    expect(targets.data.includes(-100)).toBe(true)
    for (const name of ['run.losses', 'run.norms', 'run.rates']) {
      expect(data.values(name)).toHaveLength(STEPS)
      expect(data.values(name).every((x) => x >= 0 && Number.isFinite(x))).toBe(true)
    }
    expect((data.values('run.losses')[0] as number) / step.loss).toBeCloseTo(1, 5)
    expect((data.values('run.norms')[0] as number) / step.gradientNorm).toBeCloseTo(1, 5)
    expect(run.optimizer.steps).toBe(STEPS)
    expect(Math.max(...data.values('run.rates'))).toBeCloseTo(run.optimizer.learningRate, 8)
  })

  test('has the parameters after the run', () => {
    const after = named('run.after.')
    expect(after.length).toBeGreaterThan(named('step.weight.').length / 2)
    for (const name of after) {
      const before = `step.weight.${name.replace('run.after.', '')}`
      expect(data.tensor(name).shape, name).toEqual(data.tensor(before).shape)
      expect(elementCount(data.tensor(name).shape)).toBe(data.values(name).length)
    }
  })
})
