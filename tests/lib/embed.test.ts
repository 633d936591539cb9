// Vectors of texts are those of sentence-transformers, by the files beside a model or by options.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EmbeddingDefaults, Model } from 'whereformer'
import { embeddingIn } from '../../web/lib/hub/sentence-modules.js'
import { tokensOf } from '../../web/lib/model/embed.js'
import { Tokenizer } from '../../web/lib/tokenizer/tokenizer.js'
import { expectClose } from '../support/close.js'
import { expectRejection } from '../support/errors.js'
import { fileUrl, readJson } from '../support/golden.js'
import { hubServer, type Snapshot, snapshotOf } from '../support/hub-server.js'
import { goldenModel, trainedModels } from '../support/models.js'
import { loaded } from './support/loaded.js'
import { pretrained } from './support/pretrained.js'

interface Expected {
  sentences: string[]
  vectors: Record<string, number[][]>
}

const folder = fileUrl('sentence-encoder/')
const { sentences, vectors } = readJson<Expected>('expected.json', folder)
const CLOSE = { absolute: 1e-5, relative: 0 }
const within: Snapshot = Object.fromEntries(
  ['1_Pooling/config.json', '2_Normalize/config.json'].map((name) => [
    name,
    readFileSync(new URL(name, folder)),
  ]),
)
const flat = (kind: string) => Float32Array.from((vectors[kind] ?? []).flat())

let model: Model

beforeAll(async () => {
  model = await pretrained(folder)
})

afterAll(() => model.dispose())

describe('the vectors of sentence-transformers', () => {
  test('by the files of a folder', async () => {
    const made = await model.embed(sentences)
    expect(made.shape).toEqual([10, 16])
    expectClose(made.data, flat('saved'), CLOSE)
    expect(made.truncated).toEqual([0, 1, 2, 3, 4, 9])
  })

  test('by the files on a host', async () => {
    const hub = await hubServer({ ...snapshotOf(folder), ...within })
    try {
      const named = await pretrained('owner/name', { host: hub.address, cache: false })
      expect(await named.embed(sentences)).toEqual(await model.embed(sentences))
      named.dispose()
    } finally {
      hub.close()
    }
  })

  test.each(['mean', 'cls', 'last', 'max'] as const)('pooled by %s', async (pooling) => {
    expectClose((await model.embed(sentences, { pooling, normalize: false })).data, flat(pooling), CLOSE)
  })

  test('of one text', async () => {
    const { data, shape } = await model.embed(sentences[0] as string)
    expect(shape).toEqual([16])
    expect([...data]).toEqual([...(await model.embed(sentences)).data.slice(0, 16)])
    expect((await model.embed([])).shape).toEqual([0, 16])
  })

  test('of a checkpoint whose defaults a caller gives', async () => {
    const request = {
      config: readJson<object>('config.json', folder),
      weights: new URL('model.safetensors', folder),
      tokenizer: readJson<object>('tokenizer.json', folder),
    }
    const other = await loaded({ ...request, embedding: { pooling: 'max', maxTokens: 24 } })
    expectClose((await other.embed(sentences)).data, flat('max'), CLOSE)
    other.dispose()
    const wide = await loaded(request) // all that its table of positions has
    expect((await wide.embed(sentences)).truncated).toEqual([9])
    wide.dispose()
    await expectRejection(
      loaded({ ...request, embedding: { pooling: 'sum' } as object }),
      'ERR_VALUE',
      'embedding.pooling',
    )
  })
})

describe('a text that is too long', () => {
  test('loses tokens at its end and keeps the special ones', () => {
    const tokenizer = new Tokenizer(readJson('tokenizer.json', folder))
    const text = sentences[9] as string
    const whole = tokenizer.encode(text)
    const { ids, cut } = tokensOf(text, 10, tokenizer)
    expect(cut).toBe(true)
    expect(ids).toEqual([...whole.slice(0, 9), whole.at(-1)])
    expect(tokensOf(text, whole.length, tokenizer)).toEqual({ ids: whole, cut: false })
    expect(tokensOf(text, 1, tokenizer).ids).toEqual(whole.slice(0, 1))
  })
})

describe('the files say', () => {
  const type = (name: string) => `sentence_transformers.models.${name}`
  const read = (files: Record<string, object>) => {
    const modules = [
      { type: type('Transformer'), path: '' },
      { type: type('Pooling'), path: '1_Pooling' },
    ]
    return embeddingIn(modules, files['tokenizer_config.json'], async (file) => files[file])
  }
  const flags = (on: string[]) => ({
    word_embedding_dimension: 16,
    ...Object.fromEntries(
      [
        'cls_token',
        'mean_tokens',
        'max_tokens',
        'mean_sqrt_len_tokens',
        'weightedmean_tokens',
        'lasttoken',
      ].map((name) => [`pooling_mode_${name}`, on.includes(name)]),
    ),
  })

  test.each([
    [['mean_tokens'], { pooling: 'mean' }],
    [['cls_token'], { pooling: 'cls' }],
    [['max_tokens'], { pooling: 'max' }],
    [['lasttoken'], { pooling: 'last' }],
    [['weightedmean_tokens'], { unsupported: 'pooling by pooling_mode_weightedmean_tokens' }],
    [['cls_token', 'mean_tokens'], { unsupported: expect.stringContaining('pooling_mode_mean_tokens') }],
  ])('in the older form: %j', async (on, wanted) => {
    const files = {
      '1_Pooling/config.json': flags(on),
      'sentence_bert_config.json': { max_seq_length: 128, do_lower_case: false },
      'tokenizer_config.json': { model_max_length: 512 },
    }
    expect(await read(files)).toEqual({ ...wanted, normalize: false, maxTokens: 128 })
  })

  test('nothing without modules.json, and no limit where there is none', async () => {
    expect(await embeddingIn(undefined, {}, async () => ({}))).toBeUndefined()
    const files = { 'tokenizer_config.json': { model_max_length: 1e30 } }
    expect(await read(files)).toEqual({ normalize: false })
  })

  test('what is not computed, by its name', async () => {
    const dense = [
      { type: type('Transformer'), path: '' },
      { type: type('Dense'), path: '2_Dense' },
    ]
    expect(await embeddingIn(dense, {}, async () => ({}))).toEqual({ unsupported: 'Dense' })
    expect(await read({ 'sentence_bert_config.json': { do_lower_case: true } })).toEqual({
      unsupported: 'do_lower_case',
    })
  })
})

describe('refused', () => {
  const small = () => goldenModel('bert-f32-bare').request

  test('parts that are not computed, encoder–decoders, models without a tokenizer', async () => {
    const embedding: EmbeddingDefaults = { unsupported: 'Dense' }
    const dense = await loaded({ ...small(), embedding })
    await expectRejection(dense.embed('a'), 'ERR_UNSUPPORTED', 'Dense')
    dense.dispose()
    const t5 = await loaded(goldenModel('t5-f32').request)
    await expectRejection(t5.embed('a'), 'ERR_UNSUPPORTED', 'decoder')
    t5.dispose()
    const plain = await loaded(small())
    await expectRejection(plain.embed('a'), 'ERR_UNSUPPORTED', 'tokenizer')
    plain.dispose()
  })

  test('arguments, with their names; and an abort', async () => {
    await expectRejection(model.embed([7] as never), 'ERR_TYPE', 'texts[0]')
    await expectRejection(model.embed('a', { pooling: 'sum' } as never), 'ERR_VALUE', 'options.pooling')
    await expectRejection(model.embed('a', { maxTokens: 0 }), 'ERR_VALUE', 'options.maxTokens')
    await expectRejection(model.embed('a', { pool: 'cls' } as never), 'ERR_VALUE', 'options.pool')
    await expect(model.embed('a', { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
  })

  test('decoders have vectors too: the last token of each text', async () => {
    const rope = await loaded(trainedModels[0]?.request as never)
    const { data, shape } = await rope.embed(['To be', 'or not'], { pooling: 'last' })
    const { lastHiddenState } = rope.forward(
      { inputIds: rope.encode('or not') },
      { return: ['lastHiddenState'] },
    )
    expect(data.slice(shape[1])).toEqual(lastHiddenState.data.slice(-(shape[1] ?? 0)))
    rope.dispose()
  })
})
