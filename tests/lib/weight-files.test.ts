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
      for (let i = 0; i * bytes < stored.length; i++)
        decode?.(
          stored.subarray(i * bytes, (i + 1) * bytes),
          got.subarray(i * numbers, (i + 1) * numbers),
          half,
        )
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
