// loadModel(…, { weights: 'q8' }): what a model computes with rounded weights, beside the same model with its own.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { LoadModelOptions, LoadModelRequest, Model, ModelFiles } from 'whereformer'
import { expectRejection } from '../support/errors.js'
import { golden } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { goldenModel, goldenModels, isWritten, trainedFolder, trainedModels } from '../support/models.js'
import { casesOf, runCase } from '../support/parity-cases.js'

const library = useLibrary()
const q8 = { weights: 'q8' } as const

async function using<T>(
  request: LoadModelRequest,
  options: LoadModelOptions | undefined,
  use: (model: Model) => T | Promise<T>,
): Promise<T> {
  const model = await library.wf.loadModel(request, options)
  try {
    return await use(model)
  } finally {
    model.dispose()
  }
}

/** All that the golden cases ask for. */
function resultsOf(model: Model, name: string): [string, number[]][] {
  const file = golden(`models/${name}/expected.safetensors`)
  return casesOf(file).flatMap((one) =>
    runCase(model, file, one).map(({ name, actual }): [string, number[]] => [
      `${one}: ${name}`,
      Array.from(actual.data),
    ]),
  )
}

/** The root mean square of the differences, as a share of that of the values. */
function distance(actual: readonly number[], expected: readonly number[]): number {
  const square = (values: readonly number[]) => values.reduce((sum, x) => sum + x * x, 0)
  return Math.sqrt(square(actual.map((x, i) => x - (expected[i] as number))) / square(expected))
}

function requestOf(files: ModelFiles): LoadModelRequest {
  const config = JSON.parse(new TextDecoder().decode(files['config.json']))
  return { config, weights: files['model.safetensors'] }
}

/**
 * How far products with inputs of 16 bits are from those with float32. The tables of DeBERTa-v2 and v3 are projected by weights of the
 * layers, which they have as they came, and save() writes these.
 */
const inputsAlone = (name: string) => (/^deberta-v[23]/.test(name) ? 0.01 : 0.001)

describe.each(goldenModels())('%s', (name) => {
  const { request } = goldenModel(name)

  test('is near the model with its own weights, and what it saves is itself', async () => {
    const own = await using(request, undefined, (model) => resultsOf(model, name))
    const [rounded, files] = await using(request, q8, (model) => [
      resultsOf(model, name),
      isWritten(name) ? model.save() : undefined,
    ])
    let largest = 0
    for (const [i, [part, values]] of rounded.entries()) {
      const [, wanted] = own[i] as [string, number[]]
      const error = distance(values, wanted)
      expect(error, part).toBeLessThan(0.1) // random weights, unlike trained ones, have sharp attention
      largest = Math.max(largest, error)
    }
    expect(largest).toBeGreaterThan(1e-5) // they were rounded
    if (!files) return
    expect(await using(requestOf(files), q8, (model) => resultsOf(model, name))).toEqual(rounded)
    const unrounded = await using(requestOf(files), undefined, (model) => resultsOf(model, name))
    for (const [i, [part, values]] of rounded.entries())
      expect(distance(values, (unrounded[i] as [string, number[]])[1]), part).toBeLessThan(inputsAlone(name))
  })
})

/** Held-out text of the trained models. */
const source = readFileSync(
  new URL('../../web/elements/figures/extrapolation/held-out.ts', import.meta.url),
  'utf8',
)
const heldOut = source.split('`')[1] as string

function natsOf(model: Model, length: number): number {
  const ids = model.encode(heldOut)
  const { vocab } = model.spec
  let [sum, count] = [0, 0]
  for (let at = 0; at + length <= ids.length; at += length) {
    const inputIds = ids.slice(at, at + length)
    const { data } = model.forward({ inputIds }).logits
    for (let i = 0; i + 1 < length; i++) {
      const row = data.subarray(i * vocab, (i + 1) * vocab)
      sum +=
        Math.log(row.reduce((total, x) => total + Math.exp(x), 0)) -
        (row[inputIds[i + 1] as number] as number)
      count += 1
    }
  }
  return sum / count
}

/** Nats per character of the whole validation split, as the card says. */
function validationLoss(name: string): number {
  const card = readFileSync(new URL('README.md', trainedFolder(name)), 'utf8')
  return Number(/Validation loss\*\* \| \*\*([\d.]+) nats/.exec(card)?.[1])
}

test.each(trainedModels.map((one) => [one.name, one] as const))(
  '%s loses less than 0.001 nats',
  async (_, one) => {
    const own = await using(one.request, undefined, (model) => natsOf(model, 64))
    const rounded = await using(one.request, q8, (model) => natsOf(model, 64))
    expect(Math.abs(own - validationLoss(one.name))).toBeLessThan(0.1) // of another text
    expect(Math.abs(rounded - own)).toBeLessThan(0.001)
    expect(rounded).not.toBe(own)
  },
)

describe('a trained model', () => {
  const { request } = trainedModels[0] as (typeof trainedModels)[number]
  const ids = Array.from({ length: 60 }, (_, i) => (7 * i) % 65)

  test('reads piece by piece to the same bits as at once', async () => {
    await using(request, q8, (model) => {
      const whole = Array.from(model.forward({ inputIds: ids }).logits.data)
      const past = model.cache({ capacity: 60 })
      const pieces = [1, 1, 2, 5, 30, 1, 20].reduce<{ at: number; logits: number[] }>(
        ({ at, logits }, count) => {
          const { data } = model.forward({ inputIds: ids.slice(at, at + count), past }).logits
          return { at: at + count, logits: [...logits, ...data] }
        },
        { at: 0, logits: [] },
      )
      past.dispose()
      expect(pieces.logits).toEqual(whole)
    })
  })

  test('generates, shows attention and takes other positions', async () => {
    await using(request, q8, async (model) => {
      const text = await model.generate('ROMEO:', { maxNewTokens: 20, temperature: 0 })
      expect(text).toMatch(/^ROMEO:[\s\S]{20}$/)
      const { attentions, scores } = model.forward({ inputIds: ids }, { return: ['attentions', 'scores'] })
      expect(attentions?.length).toBe(model.spec.layers)
      expect(scores?.[0]?.shape).toEqual([model.spec.heads, ids.length, ids.length])
      const row = attentions?.[0]?.data.subarray(59 * 60, 60 * 60) as Float32Array
      expect(row.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 5)
      const own = model.forward({ inputIds: ids }).logits.data
      const none = model.forward({ inputIds: ids }, { position: { type: 'none' } }).logits.data
      expect(distance([...none], [...own])).toBeGreaterThan(0.1)
    })
  })
})

test.each<[string, unknown, 'ERR_VALUE' | 'ERR_TYPE', string]>([
  ['another word', { weights: 'q4' }, 'ERR_VALUE', '"q4", wanted one of: stored, q8'],
  ['a number', { weights: 8 }, 'ERR_TYPE', 'options.weights'],
  ['null', { weights: null }, 'ERR_TYPE', 'options.weights'],
  ['an unknown option', { weight: 'q8' }, 'ERR_VALUE', 'options.weight'],
  ['no object', 'q8', 'ERR_TYPE', 'options'],
])('%s is refused before anything is read', async (_, options, code, words) => {
  const { config } = goldenModel('llama-f16-gqa').request
  const request = { config, weights: 'http://localhost:1/nowhere' }
  await expectRejection(library.wf.loadModel(request, options as LoadModelOptions), code, words)
})
