// Weights as they really are: GGUF and pytorch_model.bin, written by other programs, give the numbers of the same weights in safetensors.

import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Core } from '../../web/lib/boundary/core.js'
import type { Tensor } from '../../web/lib/boundary/tensor.js'
import { TYPES } from '../../web/lib/checkpoint/gguf/blocks.js'
import { decodeFloat16 } from '../../web/lib/checkpoint/half.js'
import type { WeightsSource } from '../../web/lib/checkpoint/shards.js'
import { loadModel } from '../../web/lib/model/load-model-on-demand.js'
import { expectClose } from '../support/close.js'
import { expectRefusal } from '../support/errors.js'
import { golden } from '../support/golden.js'
import { streamOf } from '../support/streams.js'
import { startCore } from './support/raw-core.js'

const data = golden<{ kind: string }>('weight-files.safetensors')
const bytesOf = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../golden/files/${name}`, import.meta.url)))
const llamaConfig = JSON.parse(new TextDecoder().decode(bytesOf('llama.json')))

const noAddresses = () => Promise.reject(new Error('nothing is opened by address'))

let core: Core

beforeAll(async () => {
  ;({ core } = await startCore())
})

async function logitsOf(weights: WeightsSource, inputIds: ArrayLike<number>, config?: object) {
  const model = await loadModel(core, noAddresses, { weights, ...(config ? { config } : {}) })
  try {
    const { logits, lastHiddenState } = await model.forward({ inputIds: [...Array.from(inputIds)] })
    const found = model.spec.head === 'none' ? lastHiddenState : logits
    return (found as Tensor).data.slice()
  } finally {
    model.dispose()
  }
}

const idsOf = (name: string) => data.values(`${name}.ids`)

describe('blocks of GGUF, to the bit', () => {
  const halves = decodeFloat16(Uint16Array.from({ length: 65536 }, (_, half) => half))
  const half = (block: Uint8Array, at: number) =>
    Number(halves[Number(block[at]) + 256 * Number(block[at + 1])])
  const types = [...TYPES.values()].filter(({ plain }) => !plain)

  test.each(types.map(({ name, ...type }) => [name, type] as const))(
    '%s',
    (name, { bytes, numbers, decode }) => {
      const stored = data.values(`${name}.bytes`) as Uint8Array
      const wanted = data.values(`${name}.values`) as Float32Array
      const got = new Float32Array(wanted.length)
      for (let i = 0; i * bytes < stored.length; i++) decode?.(stored, i * bytes, got, i * numbers, half)
      expect(stored.length / bytes).toBe(wanted.length / numbers)
      expect(got).toEqual(wanted)
    },
  )
})

describe('GGUF without a config', () => {
  test.each(data.cases.map(([name]) => name))('%s', async (name) => {
    const got = await logitsOf(bytesOf(`${name}.gguf`), idsOf(name))
    expectClose(got, data.values(`${name}.logits`) as Float32Array, data.tolerance)
  })
})

test('Q8_0 alone loses what rounding the weights to it loses, and nothing more', async () => {
  const got = await logitsOf(bytesOf('q8.gguf'), idsOf('q8'))
  const [rounded, exact] = [data.values('q8.logits'), data.values('q8.exact')] as Float32Array[]
  const loss = (values: Float32Array) => values.map((x, i) => x - (exact?.[i] as number))
  expect(Math.max(...loss(got).map(Math.abs))).toBeGreaterThan(1e-3)
  expectClose(loss(got), loss(rounded as Float32Array), data.tolerance)
})

test('a GGUF file brings its tokenizer; one that is given goes before it', async () => {
  const weights = bytesOf('llama-words.gguf')
  const model = await loadModel(core, noAddresses, { weights })
  expect(model.encode('the words')).toEqual([1, 14, 19])
  expect(model.decode([1, 14, 19], { skipSpecialTokens: true })).toBe('the words')
  model.dispose()
  const decoder = { type: 'WordPiece', prefix: '##', cleanup: true }
  const words = { type: 'WordPiece', unk_token: 'a', vocab: { a: 7 } }
  const tokenizer = {
    added_tokens: [],
    model: words,
    decoder,
    normalizer: null,
    pre_tokenizer: null,
    post_processor: null,
  }
  const other = await loadModel(core, noAddresses, { weights, tokenizer })
  expect(other.encode('the words')).not.toEqual([1, 14, 19])
  other.dispose()
})

test('a tokenizer that is not known is refused by its name, and the model is there', async () => {
  const bytes = bytesOf('llama-words.gguf').slice()
  const at = Buffer.from(bytes).indexOf('tokenizer.ggml.model') + 'tokenizer.ggml.model'.length + 12
  bytes.set(new TextEncoder().encode('other'), at)
  const model = await loadModel(core, noAddresses, { weights: bytes })
  expectRefusal(
    () => model.encode('a'),
    'ERR_UNSUPPORTED',
    'tokenizer.ggml.model: got "other", wanted one of',
  )
  expect(model.forward({ inputIds: [1, 2] }).logits.shape).toEqual([2, 24])
  model.dispose()
})

describe('the same weights', () => {
  let wanted: Float32Array

  beforeAll(async () => {
    wanted = await logitsOf(bytesOf('llama.safetensors'), idsOf('llama'), llamaConfig)
  })

  const files = ['llama.gguf', 'llama.bin', 'llama-before-zip.bin', 'llama-views.bin']
  test.each(files)('%s: the same bits, however its bytes arrive', async (name) => {
    const file = bytesOf(name)
    for (const source of [file, new Blob([file]), streamOf(file, 7), streamOf(file, 4096)]) {
      const got = await logitsOf(source, idsOf('llama'), llamaConfig)
      expect(got).toEqual(wanted)
    }
  })
})

test('an index of shards of torch.save', async () => {
  const wanted = await logitsOf(bytesOf('llama.bin'), idsOf('llama'), llamaConfig)
  const { index, asked, file } = indexed('llama.bin')
  expect(await logitsOf({ index, file }, idsOf('llama'), llamaConfig)).toEqual(wanted)
  expect(asked).toEqual(['pytorch_model-00001-of-00001.bin'])
})

/** A checkpoint of one shard with its index, and what of it is asked for. */
function indexed(name: string) {
  const shard = 'pytorch_model-00001-of-00001.bin'
  const header = bytesOf('llama.safetensors')
  const length = Number(new DataView(header.buffer).getBigUint64(0, true))
  const { __metadata__, ...tensors } = JSON.parse(new TextDecoder().decode(header.subarray(8, 8 + length)))
  const asked: string[] = []
  const file = (asks: string) => {
    asked.push(asks)
    return bytesOf(name)
  }
  const index = { weight_map: Object.fromEntries(Object.keys(tensors).map((tensor) => [tensor, shard])) }
  return { index, asked, file }
}

test('weights of 8 bits from blocks', async () => {
  const model = await loadModel(core, noAddresses, { weights: bytesOf('blocks.gguf') }, { weights: 'q8' })
  const { data: got } = model.forward({ inputIds: [...idsOf('blocks')] }).logits
  model.dispose()
  const wanted = data.values('blocks.logits') as Float32Array
  const largest = wanted.reduce((most, x) => Math.max(most, Math.abs(x)), 0)
  const error = got.reduce((most, x, i) => Math.max(most, Math.abs(x - (wanted[i] as number))), 0)
  expect(error).toBeGreaterThan(0)
  expect(error).toBeLessThan(largest / 20)
})

test('what the metadata of LLaMA says', async () => {
  const model = await loadModel(core, noAddresses, { weights: bytesOf('llama.gguf') })
  const { 'config.json': config } = await model.save()
  const saved = JSON.parse(new TextDecoder().decode(config))
  model.dispose()
  for (const key of [
    'hidden_size',
    'num_attention_heads',
    'num_key_value_heads',
    'head_dim',
    'intermediate_size',
    'rms_norm_eps',
    'vocab_size',
    'max_position_embeddings',
    'tie_word_embeddings',
    'model_type',
  ])
    expect([key, saved[key]]).toEqual([key, llamaConfig[key]])
  expect(model.ignored).toEqual({ fields: [], tensors: [] })
})
