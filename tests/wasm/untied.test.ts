// Tables of tokens that are stored several times, or once for several.

import { describe, expect, test } from 'vitest'
import type { LoadModelRequest, Progress } from 'whereformer'
import { expectRejection } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import { bytesOf, goldenModel, takeApart } from '../support/models.js'
import { type TensorData, wellFormed } from '../support/safetensors-file.js'
import { streamOf } from '../support/streams.js'

const library = useLibrary()
const INPUT = { inputIds: [5, 7, 9], decoderInputIds: [0, 3] }

async function logitsOf(request: LoadModelRequest): Promise<Float32Array> {
  using model = await library.wf.loadModel(request)
  return model.forward(INPUT).logits.data
}

describe('tables of T5 that differ from the shared one', () => {
  const { request } = goldenModel('t5-f32-untied')
  const parts = takeApart(bytesOf(goldenModel('t5-f32-untied')))

  test('each is read, in whichever order they come, from one file or from shards', async () => {
    const wanted = await logitsOf(request)
    const names = Object.keys(parts)
    const of = (some: string[]) =>
      wellFormed(Object.fromEntries(some.map((name) => [name, parts[name] as TensorData])))
    const shards = [of(names.slice(0, 9)), new Blob([of(names.slice(9)).slice()])]
    for (const weights of [of([...names].reverse()), new Blob([of(names).slice()]), shards])
      expect(await logitsOf({ ...request, weights })).toEqual(wanted)
    const index = { weight_map: Object.fromEntries(names.map((name) => [name, 'a'])) }
    expect(await logitsOf({ ...request, weights: { index, file: () => streamOf(of(names), 1000) } })).toEqual(
      wanted,
    )
  })

  test.each([undefined, 1000])(
    'the progress of both readings never goes back (pieces of %s)',
    async (size) => {
      const bytes = wellFormed(parts)
      const reported: Progress[] = []
      const index = { weight_map: Object.fromEntries(Object.keys(parts).map((name) => [name, 'a'])) }
      const weights =
        size === undefined ? new Blob([bytes.slice()]) : { index, file: () => streamOf(bytes, size) }
      using model = await library.wf.loadModel({
        ...request,
        weights,
        onProgress: (one) => reported.push(one),
      })
      expect(model.ignored.tensors).toEqual(['shared.weight']) // it was read twice
      const loaded = reported.map((one) => one.loaded)
      expect(loaded).toEqual([...loaded].sort((a, b) => a - b))
      expect(loaded.at(-1)).toBe(bytes.length)
      for (const { total } of reported) expect(total ?? bytes.length).toBe(bytes.length)
    },
  )

  test('the shared one is reported as unused, and what was read is saved', async () => {
    using model = await library.wf.loadModel(request)
    expect(model.ignored.tensors).toEqual(['shared.weight'])
    const wanted = model.forward(INPUT).logits
    for (const format of ['family', 'whereformer'] as const) {
      const files = model.save({ format })
      using again = await library.wf.loadModel({
        config: JSON.parse(new TextDecoder().decode(files['config.json'])),
        weights: files['model.safetensors'],
      })
      expect(again.forward(INPUT).logits, format).toEqual(wanted)
    }
  })

  test('a stream cannot be read again', async () => {
    const loading = library.wf.loadModel({ ...request, weights: streamOf(wellFormed(parts), 1000) })
    await expectRejection(
      loading,
      'ERR_VALUE',
      '"encoder.embed_tokens.weight" differs from "shared.weight"',
      'an address, a Blob or bytes instead of a stream',
    )
  })

  test('equal ones are copies', async () => {
    const shared = parts['shared.weight'] as TensorData
    const once = { 'encoder.embed_tokens.weight': shared, 'decoder.embed_tokens.weight': shared }
    const { 'lm_head.weight': _, ...rest } = parts
    const one = { ...rest }
    for (const name of Object.keys(once)) delete one[name]
    const copied = await logitsOf({ ...request, weights: wellFormed({ ...rest, ...once }) })
    expect(copied).toEqual(await logitsOf({ ...request, weights: wellFormed(one) }))
    expect(copied).not.toEqual(await logitsOf(request))
  })
})

test('BART untied, as transformers 4 saves it: one table for both stacks', async () => {
  const { request } = goldenModel('bart-f32-untied')
  const parts = takeApart(bytesOf(goldenModel('bart-f32-untied')))
  const shared = parts['model.shared.weight'] as TensorData
  const own = ['model.encoder.embed_tokens.weight', 'model.decoder.embed_tokens.weight']
  const three = { ...parts, ...Object.fromEntries(own.map((name) => [name, shared])) }
  const one = Object.fromEntries(Object.entries(parts).filter(([name]) => !own.includes(name)))
  const wanted = await logitsOf({ ...request, weights: wellFormed(three) })
  using model = await library.wf.loadModel({ ...request, weights: wellFormed(one) })
  expect(model.ignored.tensors).toEqual([])
  expect(model.forward(INPUT).logits.data).toEqual(wanted)
  const files = model.save()
  expect(await logitsOf({ ...request, weights: files['model.safetensors'] })).toEqual(wanted)
})
