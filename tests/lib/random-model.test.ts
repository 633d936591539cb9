// Models with random weights: of any spec, the same for a seed, and like any other model afterwards.

import { describe, expect, test } from 'vitest'
import type { LoadModelRequest, Model, RandomModelOptions, RandomModelSpec } from 'whereformer'
import { loadModel } from '../../web/lib/model/load-model-on-demand.js'
import { randomRequest } from '../../web/lib/train/random-request.js'
import { expectRejection } from '../support/errors.js'
import { takeApart } from '../support/models.js'
import { pictureOf } from './support/pretrained.js'
import { startCore } from './support/raw-core.js'

const { core } = await startCore()
const load = (request: LoadModelRequest, options = {}): Promise<Model> =>
  loadModel(core, () => Promise.reject(new Error('nothing is opened')), request, options)

async function random(spec: RandomModelSpec, options?: RandomModelOptions): Promise<Model> {
  return load(...randomRequest(spec, options))
}

const spec = { vocab: 32, dModel: 16, layers: 2, heads: 2 }
const position = { type: 'rope' } as const

test('a seed gives the same bits, another seed others', async () => {
  const first = pictureOf(await random(spec, { position, seed: 7 }))
  expect(pictureOf(await random(spec, { position, seed: 7 }))).toEqual(first)
  expect(pictureOf(await random(spec, { position, seed: 8 })).logits).not.toEqual(first.logits)
  expect(pictureOf(await random(spec, { position, seed: 0 }))).toEqual(
    pictureOf(await random(spec, { position })),
  )
})

test('its draws are those of PCG32, one stream for each tensor', async () => {
  const model = await random(spec, { seed: 1 })
  const bytes = model.save()['model.safetensors']
  model.dispose()
  const { embedding } = takeApart(Buffer.from(bytes as Uint8Array))
  // first draws of seed 1, stream 0, by the definition in 64-bit integers, as shares of 2^32
  const drawn = new Float32Array(Uint8Array.from(embedding?.bytes ?? []).buffer)
  expect([...drawn.slice(0, 3)]).toEqual(
    defined(1n, 0n, 3).map((u) => Math.fround((2 * u - 1) * Math.sqrt(3 / 16))),
  )
})

test('what it saves is the same model when it is loaded again', async () => {
  const model = await random(spec, { position, seed: 3 })
  const files = model.save()
  const again = await load({
    config: JSON.parse(new TextDecoder().decode(files['config.json'])),
    weights: files['model.safetensors'] as Uint8Array,
  })
  expect(pictureOf(again)).toEqual(pictureOf(model))
})

describe('it has the shapes of its spec', () => {
  test.each([
    { vocab: 5, dModel: 4, layers: 1, heads: 1 },
    { vocab: 300, dModel: 48, layers: 3, heads: 6, kvHeads: 2, dFf: 64, tieHead: true },
    { vocab: 32, dModel: 16, layers: 1, heads: 2, norm: 'layer', outputBias: true, gatedMlp: false } as const,
    { vocab: 32, dModel: 16, layers: 2, heads: 2, sinks: true },
    { vocab: 32, dModel: 16, layers: 1, heads: 2, causal: false },
  ] as RandomModelSpec[])('%j', async (sizes) => {
    const model = await random(sizes, { position })
    const { logits, attentions } = model.forward({ inputIds: [3, 1, 4, 1] }, { return: ['attentions'] })
    expect(logits.shape).toEqual([4, sizes.vocab])
    expect(logits.data.every(Number.isFinite)).toBe(true)
    expect(attentions[0]?.shape).toEqual([sizes.heads, 4, 4])
    model.dispose()
  })

  test('with tables of its positions', async () => {
    const table = { tensor: 'relativeBias', shape: [32, 2] }
    const model = await random(spec, { position: { type: 't5', table } })
    const names = Object.keys(takeApart(Buffer.from(model.save()['model.safetensors'] as Uint8Array)))
    expect(names).toContain('relativeBias')
    model.dispose()
  })

  test('with 8 bits', async () => {
    const stored = pictureOf(await random(spec, { position }))
    expect(pictureOf(await random(spec, { position, weights: 'q8' })).logits).not.toEqual(stored.logits)
  })
})

describe('refuses', () => {
  test.each([
    [{}, {}, 'ERR_VALUE', 'config.spec.dModel'],
    [{ ...spec, heads: 3 }, {}, 'ERR_VALUE', 'config.spec'],
    [{ ...spec, width: 3 }, {}, 'ERR_UNSUPPORTED', 'config.spec.width'],
    [spec, { seed: -1 }, 'ERR_VALUE', 'options.seed'],
    [spec, { seed: 0.5 }, 'ERR_VALUE', 'options.seed'],
    [spec, { weights: 'q4' }, 'ERR_VALUE', 'options.weights'],
    [spec, { speed: 1 }, 'ERR_VALUE', 'options.speed'],
    [spec, { position: { type: 'rope', base: -1 } }, 'ERR_VALUE', 'base'],
  ])('%j, %j', async (sizes, options, code, argument) => {
    await expectRejection(random(sizes as RandomModelSpec, options as RandomModelOptions), code, argument)
  })
})

/** Shares of 2^32 that PCG32 (XSH-RR 64/32) draws, from its definition. */
function defined(seed: bigint, stream: bigint, count: number): number[] {
  const mask = 2n ** 64n - 1n
  const increment = 2n * stream + 1n
  const step = (state: bigint) => (state * 6364136223846793005n + increment) & mask
  let state = step((step(0n) + seed) & mask)
  return Array.from({ length: count }, () => {
    const old = state
    state = step(old)
    const shifted = (((old >> 18n) ^ old) >> 27n) & 0xffffffffn
    const turn = old >> 59n
    const bits = ((shifted >> turn) | (shifted << (-turn & 31n))) & 0xffffffffn
    return Number(bits) / 2 ** 32
  })
}
