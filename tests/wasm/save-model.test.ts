// model.save(): the files of every golden checkpoint hold the tensors of the original, and give the same bits when they are loaded again.

import { describe, expect, test } from 'vitest'
import type { LoadModelRequest, Model, ModelFiles } from 'whereformer'
import { golden } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { bytesOf, goldenModel, goldenModels, isWritten, takeApart } from '../support/models.js'
import { casesOf, runCase } from '../support/parity-cases.js'
import { tensorsIn } from '../support/tensors-in.js'

const library = useLibrary()
const decoder = new TextDecoder()

const requestOf = (files: ModelFiles): LoadModelRequest => ({
  config: JSON.parse(decoder.decode(files['config.json'])),
  weights: files['model.safetensors'],
})

async function using<T>(request: LoadModelRequest, use: (model: Model) => T): Promise<T> {
  const model = await library.wf.loadModel(request)
  try {
    return use(model)
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

/** Families whose position ids follow the token ids or the mask, or that look at these before they count from 0 (ESM, XLM, FlauBERT). */
const COUNTED =
  /^(?:roberta|bloom|falcon|xlm-roberta|camembert|opt|data2vec-text|longformer|m2m-100|mpnet|esm|xglm|xlm|flaubert)/

const SIGNALS = /^(?:vit|deit|dinov2|clip-vision|clipseg-vision|siglip-vision|wav2vec2|hubert|whisper)-/
const folders = goldenModels()

describe.each(folders)('%s', (name) => {
  const { request } = goldenModel(name)

  test('loads again from the files of its family, bit by bit', async () => {
    if (!isWritten(name)) {
      const refused =
        /^options\.format: got "family" for (?:.*, whose weights were multiplied by what its files store apart|the text model of )/
      return await using(request, (model) => expect(() => model.save()).toThrow(refused))
    }
    const [files, before] = await using(request, (model) => [model.save(), resultsOf(model, name)])
    expect(JSON.parse(decoder.decode(files['config.json']))).toEqual(request.config)
    expect(await using(requestOf(files), (model) => resultsOf(model, name))).toEqual(before)
  })

  test('loads again in the terms of this package, bit by bit, or says why not', async () => {
    const [said, before] = await using(request, (model) => [own(model), resultsOf(model, name)])
    if (typeof said === 'string') {
      const counted = 'position ids follow the token ids or the mask'
      const reason = SIGNALS.test(name) ? 'which reads no text' : counted
      expect(said).toMatch(new RegExp(`${reason}, wanted "family"$`))
      if (reason === counted) expect(name).toMatch(COUNTED)
      return
    }
    expect(requestOf(said).config).toMatchObject({ model_type: 'whereformer' })
    expect(await using(requestOf(said), (model) => resultsOf(model, name))).toEqual(before)
  })
})

function own(model: Model): ModelFiles | string {
  try {
    return model.save({ format: 'whereformer' })
  } catch (error) {
    return (error as Error).message
  }
}

/** Checkpoints in one file of float32: the file itself says what has to be saved. */
const plain = folders.filter(isWritten).filter((name) => {
  const { weights } = goldenModel(name).request
  if (!(weights instanceof URL)) return false
  return Object.values(takeApart(bytesOf(goldenModel(name)))).every(({ dtype }) => dtype === 'F32')
})

test('there are many of them', () => {
  expect(plain.length).toBeGreaterThan(30)
})

test.each(plain)('%s: the tensors are those of the original file', async (name) => {
  const { request } = goldenModel(name)
  const original = takeApart(bytesOf(goldenModel(name)))
  const [files, ignored] = await using(request, (model) => [model.save(), model.ignored.tensors])
  const saved = tensorsIn(files['model.safetensors'])
  // copies of tied weights may be stored more than once
  const missing = Object.keys(original).filter((key) => !saved.has(key) && !ignored.includes(key))
  for (const key of missing) {
    const copies = Object.entries(original).filter(([other]) => other !== key && saved.has(other))
    expect(
      copies.some(([, { bytes }]) => Buffer.compare(bytes, original[key]?.bytes ?? new Uint8Array()) === 0),
      key,
    ).toBe(true)
  }
  for (const [key, values] of saved) {
    if (ignored.includes(key)) continue // T5's shared table, which differs from those that are read
    const { bytes, shape = [] } = original[key] ?? {}
    expect(bytes, key).toBeDefined()
    const wanted = new Float32Array((bytes as Uint8Array).slice().buffer)
    expect(values.length, key).toBe(shape.reduce((a, b) => a * b, 1))
    // norms of Gemma and Nemotron are read as weight + 1, rounded to float32
    const rounded = /^(?:gemma|nemotron)/.test(name) && key.includes('norm')
    const same = (x: number, i: number) => Math.abs(x - (wanted[i] ?? Number.NaN)) <= rounding(wanted[i])
    const rounding = (weight = 0) => (rounded ? 2 ** -23 * Math.abs(weight + 1) : 0)
    expect(values.every(same), key).toBe(true)
  }
})

test('a bad format, a disposed model and the model of a trainer are refused in words', async () => {
  const { request } = goldenModel('llama-f16-gqa')
  const model = await library.wf.loadModel(request)
  const format = 'gguf' as 'family'
  expect(() => model.save({ format })).toThrow(
    'options.format: got "gguf", wanted one of: family, whereformer',
  )
  expect(() => model.save({ formt: 'family' } as object)).toThrow(
    'options.formt: got an unknown option, wanted one of: format',
  )
  model.dispose()
  expect(() => model.save()).toThrow(expect.objectContaining({ code: 'ERR_DISPOSED' }))
  const trainer = await library.wf.trainer({
    model: { layers: 1, heads: 1, dModel: 8, vocab: 8 },
    optimizer: { learningRate: 1e-3 },
  })
  expect(() => trainer.model.save()).toThrow(
    'save: got a model that is being trained, wanted save() of its trainer',
  )
  trainer.dispose()
  expect(library.wf.liveHandles()).toBe(0)
})
