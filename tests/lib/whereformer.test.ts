// A model described in its own words, with canonical names of tensors, computes what the same weights compute under their family.

import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Core } from '../../web/lib/boundary/core.js'
import { type Recipe, recipeOf } from '../../web/lib/families/index.js'
import type { Model } from '../../web/lib/model/model.js'
import { expectRefusal, expectRejection } from '../support/errors.js'
import { fileUrl, readJson } from '../support/golden.js'
import { takeApart } from '../support/models.js'
import { wellFormed } from '../support/safetensors-file.js'
import { loadRaw, startCore } from './support/raw-core.js'

type Config = Record<string, unknown>

let core: Core

beforeAll(async () => {
  core = (await startCore()).core
})

interface Stored {
  config: object
  file: Uint8Array
}

function stored(name: string): Stored {
  const folder = fileUrl(`models/${name}/`)
  return {
    config: readJson<object>('config.json', folder),
    file: new Uint8Array(readFileSync(new URL('model.safetensors', folder))),
  }
}

/** The same model, told anew; every rule must take a tensor as it lies. */
function retold({ config, file }: Stored): Stored {
  const { spec, rules, positions, rename } = recipeOf(config)
  const parts = Object.fromEntries(
    Object.entries(takeApart(file)).map(([name, part]) => [rename(name), part]),
  )
  const tables = JSON.stringify(positions).match(/(?<="tensor":")[^"]+/g) ?? []
  const weights = rules.map(({ from, to: [part] }) => [part?.name ?? '', parts[from]] as const)
  const named = [...weights, ...[...new Set(tables)].map((name) => [name, parts[name]] as const)]
  return {
    config: { model_type: 'whereformer', spec: wordsOf(spec), position: positionOf(positions) },
    file: wellFormed(Object.fromEntries(named) as Parameters<typeof wellFormed>[0]),
  }
}

const wordsOf = (spec: Recipe['spec']) => JSON.parse(JSON.stringify(spec)) as object

function positionOf({ decoder, encoder }: Recipe['positions']): object {
  return encoder ? { encoder: { layers: encoder }, decoder: { layers: decoder } } : { layers: decoder }
}

async function logitsOf({ config, file }: Stored): Promise<Float32Array> {
  const { model } = await loadRaw(core, { config, weights: file })
  try {
    return answerOf(model)
  } finally {
    model.dispose()
  }
}

function answerOf(model: Model): Float32Array {
  const inputIds = [3, 1, 4, 1, 5]
  return model.forward(model.spec.encoder ? { inputIds, decoderInputIds: [0, 2, 7] } : { inputIds }).logits
    .data
}

test.each([
  'llama-f32-gqa-biases',
  'bert-f32',
  'albert-f32-groups',
  't5-v1.1-f32',
  'qwen3-f32',
  'deberta-v3-f32',
])('%s', async (name) => {
  const original = stored(name)
  expect(await logitsOf(retold(original))).toEqual(await logitsOf(original))
})

test('tensors that the spec does not ask for are refused, as those that it lacks', async () => {
  const { config, file } = retold(stored('llama-f32-gqa-biases'))
  const more = { ...takeApart(file), wobble: { dtype: 'F32', shape: [1], bytes: new Uint8Array(4) } }
  await expectRejection(loadRaw(core, { config, weights: wellFormed(more) }), 'ERR_VALUE', 'wobble')
  const { embedding: _, ...less } = takeApart(file)
  await expectRejection(loadRaw(core, { config, weights: wellFormed(less) }), 'ERR_VALUE', 'embedding')
})

describe('a model in its own words', () => {
  const spec = { vocab: 11, dModel: 8, layers: 2, heads: 2 }
  const table = { tensor: 'relativeBias', shape: [4, 2] }
  const own = (more: Config = {}, words: Config = {}) =>
    recipeOf({ model_type: 'whereformer', spec: { ...spec, ...words }, ...more })

  test('is LLaMA where it is silent', () => {
    const { spec, rules, positions } = own()
    expect(spec).toMatchObject({
      norm: 'rms',
      gatedMlp: true,
      headDim: 4,
      dFf: 32,
      tieHead: false,
      causal: true,
    })
    expect(rules.map(({ from }) => from)).toContain('layers.1.mlp.gate.weight')
    expect(positions.decoder).toEqual([{ type: 'none' }, { type: 'none' }])
  })

  test('says everything else itself', () => {
    const words = {
      norm: 'layer',
      normPlace: 'post',
      queryBias: true,
      blocks: [0, 0],
      scale: 0.5,
      head: 'none',
    }
    const { spec, rules } = own({}, words)
    expect(spec).toMatchObject({ ...words, normBias: true })
    expect(rules.map(({ from }) => from)).toContain('layers.0.norm1.bias')
    expect(rules.map(({ from }) => from)).not.toContain('layers.1.norm1.bias')
  })

  test('positions: one, one per layer, one per stack', () => {
    const t5 = { type: 't5', table }
    expect(own({ position: t5 }).positions.decoder).toEqual([t5, t5])
    expect(own({ position: { layers: [t5, { type: 'none' }] } }).positions.decoder[1]).toEqual({
      type: 'none',
    })
    const stacks = own({ position: { encoder: t5, decoder: [t5] } }, { encoder: { layers: 1, heads: 2 } })
    expect(stacks.positions).toEqual({ encoder: [t5], decoder: [[t5], [t5]] })
  })

  test.each<[string, Config, Config, string, string]>([
    ['an unknown word', {}, { wobble: 1 }, 'ERR_UNSUPPORTED', 'spec.wobble'],
    ['an unknown place', {}, { normPlace: 'nowhere' }, 'ERR_VALUE', 'spec.normPlace'],
    ['a flag of text', {}, { tieHead: 'yes' }, 'ERR_TYPE', 'spec.tieHead'],
    ['too few layers of positions', { position: { layers: [] } }, {}, 'ERR_SHAPE', 'position.layers'],
    ['a position of text', { position: 'rope' }, {}, 'ERR_TYPE', 'position'],
    ['nothing to know', { spec: null }, {}, 'ERR_VALUE', 'spec.dModel'],
  ])('%s is refused', (_, more, words, code, word) => {
    expectRefusal(() => own(more, words), code, word)
  })
})
