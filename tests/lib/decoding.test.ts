// Decoding with a key/value cache, token by token: its logits are those of the full pass, or, where frequencies follow the length, those
// of transformers with a cache.

import { beforeAll, expect, test } from 'vitest'
import type { Core } from '../../web/lib/boundary/core.js'
import { differenceOf } from '../support/differences.js'
import { golden } from '../support/golden.js'
import { goldenModel, goldenModels } from '../support/models.js'
import { ENCODERS, REQUIRED } from '../support/parity-table.js'
import { cachedLogits, loadRaw, startCore } from './support/raw-core.js'

const CACHE_TOLERANCE = { absolute: 1e-5, relative: 1e-5 }

const expectedOf = (name: string) => golden(`models/${name}/expected.safetensors`)
// what hears is in tests/wasm/sounds.test.ts
const generating = goldenModels().filter((name) =>
  ['greedy.ids', 'sentence.ids'].every((tensor) => expectedOf(name).has(tensor)),
)

let core: Core

beforeAll(async () => {
  core = (await startCore()).core
})

test.each(generating)('%s', async (name) => {
  const file = expectedOf(name)
  const { model, address } = await loadRaw(core, goldenModel(name).request)
  const ids = [...file.values(file.has('sentence.decoderIds') ? 'sentence.decoderIds' : 'sentence.ids')]
  const inputIds = [...file.values('sentence.ids')]
  const { encoder } = model.spec
  const full = model.forward(encoder ? { inputIds, decoderInputIds: ids } : { inputIds })
  const cached = cachedLogits(core, address, ids, encoder ? inputIds : [])
  model.dispose()
  // with keys that were rotated at shorter lengths
  const growing = file.has('cached.logits')
  const difference = differenceOf(
    Float32Array.from(cached.flatMap((row) => [...row])),
    growing ? (file.values('cached.logits') as Float32Array) : full.logits.data,
    growing ? file.tolerance : CACHE_TOLERANCE,
  )
  expect(difference.ofTolerance, JSON.stringify(difference)).toBeLessThanOrEqual(1)
})

test('every model that generates is there', () => {
  const wanted = Object.entries(REQUIRED).filter(([model]) => !ENCODERS.includes(model))
  const missing = wanted.filter(([, pattern]) => !generating.some((name) => pattern.test(name)))
  expect(missing).toEqual([])
})
