// Weights as they really are: GGUF and pytorch_model.bin, written by other programs, give the numbers of the same weights in safetensors.

import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Core } from '../../web/lib/boundary/core.js'
import { TYPES } from '../../web/lib/checkpoint/gguf/blocks.js'
import { decodeFloat16 } from '../../web/lib/checkpoint/half.js'
import type { WeightsSource } from '../../web/lib/checkpoint/shards.js'
import { loadModel } from '../../web/lib/model/load-model-on-demand.js'
import { expectClose } from '../support/close.js'
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
    return (await model.forward({ inputIds: [...Array.from(inputIds)] })).logits.data.slice()
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
