// Configs of a few bytes that ask for more than there is, or are not what they seem: refused at once, by name, before anything is made.

import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { requireShallow } from '../../web/lib/boundary/checks.js'
import type { Core } from '../../web/lib/boundary/core.js'
import { positionFromConfig } from '../../web/lib/families/config.js'
import { recipeOf } from '../../web/lib/families/index.js'
import { requireMemory, weightBytes } from '../../web/lib/families/memory.js'
import { scaleFromConfig } from '../../web/lib/families/scale.js'
import { weightFormatOf } from '../../web/lib/families/weight-format.js'
import { expectRefusal, expectRejection } from '../support/errors.js'
import { goldenModel, goldenModels } from '../support/models.js'
import { publishedConfigs } from '../support/published-configs.js'
import { Random } from '../support/random.js'
import { wellFormed } from '../support/safetensors-file.js'
import { anyRecipe } from './support/any-recipe.js'
import { loadRaw, startCore } from './support/raw-core.js'

type Config = Record<string, unknown>

let core: Core
let memory: () => number

beforeAll(async () => {
  ;({ core, memory } = await startCore())
})

afterEach(() => expect(core.call((raw) => raw.liveHandles({})).count).toBe(0))

const nothing = wellFormed({})
const words = { vocab: 11, dModel: 8, layers: 2, heads: 2 }
const own = (spec: Config = {}, more: Config = {}): Config => ({
  model_type: 'whereformer',
  spec: { ...words, ...spec },
  ...more,
})
const albert = { model_type: 'albert', hidden_size: 64, num_attention_heads: 4 }

/** Objects inside objects. */
function nested(levels: number): object {
  let inside: object = {}
  for (let i = 1; i < levels; i++) inside = { a: inside }
  return inside
}

describe('sizes', () => {
  test.each<[string, Config, string, string]>([
    ['a block far away', own({ blocks: [0, 1e6] }), 'ERR_VALUE', 'spec.blocks[1]: got 1000000'],
    ['a block beyond all lists', own({ blocks: [5e9, 0] }), 'ERR_VALUE', 'spec.blocks[0]: got 5000000000'],
    ['too few blocks', own({ blocks: [0] }), 'ERR_SHAPE', 'spec.blocks: got 1 numbers, wanted 2'],
    ['half a block', own({ blocks: [0, 0.5] }), 'ERR_VALUE', 'spec.blocks[1]'],
    ['layers', own({ layers: 2000 }), 'ERR_VALUE', '2000 layers'],
    ['layers of the norms', own({ queryKeyNormLayers: [1] }), 'ERR_SHAPE', 'spec.queryKeyNormLayers'],
    ['half a channel', own({ dFf: 1.5 }), 'ERR_VALUE', 'config.spec.dFf'],
    ['no channel', own({ headDim: 0 }), 'ERR_VALUE', 'config.spec.headDim'],
    ['a negative width', own({ embeddingSize: -8 }), 'ERR_VALUE', 'spec.embeddingSize'],
    ['types', own({ tokenTypes: 1e9 }), 'ERR_VALUE', 'spec.tokenTypes'],
    ['taps', own({ convKernel: 1e9 }), 'ERR_VALUE', 'spec.convKernel'],
    [
      'blocks of an encoder',
      own({ encoder: { layers: 2, heads: 2, blocks: [0, 9] } }),
      'ERR_VALUE',
      'spec.encoder.blocks[1]: got 9',
    ],
    [
      'groups',
      { ...albert, num_hidden_groups: 16_777_216 },
      'ERR_VALUE',
      'config.num_hidden_groups: got 16777216',
    ],
    ['layers in groups', { ...albert, inner_group_num: 16_777_216 }, 'ERR_VALUE', 'layers'],
  ])('%s', async (_, config, code, sentence) => {
    expectRefusal(() => recipeOf(config), code, sentence)
    await expectRejection(loadRaw(core, { config, weights: nothing }), code, sentence)
  })

  test('the core refuses the same by itself, and answers afterwards', () => {
    const { spec } = recipeOf(own())
    const create = (change: object) => core.call((raw) => raw.createModel({ ...spec, ...change }))
    const before = memory()
    expectRefusal(() => create({ blocks: [0, 2 ** 30] }), 'ERR_VALUE', 'spec.blocks')
    expectRefusal(() => create({ blocks: Array(1025).fill(0) }), 'ERR_VALUE', 'spec.layers')
    expectRefusal(() => create({ heads: 2 ** 16, kvHeads: 1, headDim: 2 ** 16 }), 'ERR_VALUE', 'spec.headDim')
    expectRefusal(() => create({ vocab: 2 ** 24, dModel: 64, embeddingSize: 64 }), 'ERR_OOM', '2281720064')
    expect(memory()).toBe(before)
    const { handle } = create({})
    core.call((raw) => raw.release({ handle }))
  })
})

describe('memory', () => {
  test.each<[string, Config, string]>([
    ['a vocabulary', own({ vocab: 2 ** 24, dModel: 64 }), 'embedding [16777216, 64], 2147483648'],
    ['heads', own({ heads: 2 ** 24, headDim: 2 ** 24 }), 'layers.0.query.weight'],
    [
      'many small layers',
      own({ layers: 1024, dModel: 512, vocab: 2 }),
      '8594135040 bytes even in 16 bits', // 1024 · (2 · (4 · 512² + 3 · 512 · 2048) + 4 · 2 · 512) + 2 · 4 · 512 + 4 · 512
    ],
  ])('%s: what is needed, the largest part and the limit', async (_, config, sentence) => {
    const weights = 'http://localhost:1/nowhere' // would fail otherwise: nothing is read
    const words = [sentence, 'at most 2147483648']
    await expectRejection(loadRaw(core, { config, weights }), 'ERR_OOM', ...words)
  })

  test('weights of 2 GiB are allowed, what is more is not', () => {
    const fits = (vocab: number, type?: 'F32' | 'F16' | 'BF16') =>
      requireMemory(recipeOf(own({ vocab, dModel: 64, tieHead: true })), { dtypeOf: () => type })
    fits(2 ** 23 - 2 ** 13, 'F32')
    expectRefusal(() => fits(2 ** 23, 'F32'), 'ERR_OOM')
    for (const type of ['F16', 'BF16', undefined] as const) {
      fits(2 ** 24 - 2 ** 13, type)
      expectRefusal(() => fits(2 ** 24, type), 'ERR_OOM')
    }
  })

  test('of 8 bits, rows take 34 bytes for every 32 weights or part of them, whatever the type of the checkpoint', () => {
    const q8 = weightFormatOf({ weights: 'q8' })
    const recipe = (vocab: number, dModel: number) =>
      recipeOf(own({ vocab, dModel, heads: 1, headDim: 16, tieHead: true }))
    for (const type of ['F32', 'F16', undefined] as const) {
      const bytes = (vocab: number, dModel: number) =>
        weightBytes(recipe(vocab, dModel), { dtypeOf: () => type }, q8)
      for (const [dModel, row] of [
        [64, 68],
        [68, 102],
        [96, 102],
      ] as const)
        expect(bytes(2000, dModel) - bytes(1000, dModel)).toBe(1000 * row)
    }
    requireMemory(recipe(7_870_000, 256), undefined, q8)
    expectRefusal(
      () => requireMemory(recipe(7_870_000, 256)),
      'ERR_OOM',
      "they fit with { weights: 'q8' }, in 21",
    )
    expectRefusal(() => requireMemory(recipe(7_900_000, 256), undefined, q8), 'ERR_OOM', 'even in 8 bits')
  })

  test.each(goldenModels())('%s fits', async (name) => {
    requireMemory(await anyRecipe(goldenModel(name).request.config))
  })
})

describe('depth', () => {
  const deep = nested(8000)
  const circle: Config = { model_type: 'gpt2' }
  circle.inside = [circle]
  const shared = Array.from({ length: 60 }).reduce((inside: object) => ({ a: inside, b: inside }), {})

  test.each<[string, Config]>([
    ['an unknown field', { ...goldenModel('gpt2-f32').request.config, wobble: deep }],
    ['a field that nobody needs', { ...goldenModel('gpt2-f32').request.config, task_specific_params: deep }],
    ['a position', own({}, { position: { type: 'none', a: deep } })],
    ['a spec', own({ norm: deep })],
    ['scaling', { model_type: 'llama', rope_scaling: deep }],
    ['a list', { model_type: 'llama', layer_types: [[deep]] }],
    ['a circle', circle],
  ])('%s', async (_, config) => {
    const sentence = 'config: got objects more than 64 levels deep'
    expectRefusal(() => recipeOf(config), 'ERR_VALUE', sentence)
    expectRefusal(() => positionFromConfig(config), 'ERR_VALUE', sentence)
    await expectRejection(loadRaw(core, { config, weights: nothing }), 'ERR_VALUE', sentence)
  })

  test('objects that are met on many ways are looked at once per level', () => {
    requireShallow(shared, 'shared')
  })
})

describe('tables of a model in its own words', () => {
  const norm = {
    weight: { tensor: 'w', shape: [2] },
    bias: { tensor: 'b', shape: [2] },
    epsilon: 1e-5,
  }
  const reading = (table: unknown) => () => recipeOf(own({}, { position: { type: 't5', table } }))
  const table = { tensor: 'relativeBias', shape: [4, 2] }

  test.each<[string, unknown, string, string]>([
    ['a shape that is a word', { ...table, shape: 'abc' }, 'ERR_TYPE', 'table.shape'],
    ['a shape of words', { ...table, shape: ['4', 2] }, 'ERR_TYPE', 'table.shape[0]'],
    ['no shape', { tensor: 'relativeBias' }, 'ERR_TYPE', 'table.shape'],
    ['a norm of nothing', { ...table, norm: {} }, 'ERR_TYPE', 'table.norm.weight'],
    ['null for a norm', { ...table, norm: null }, 'ERR_TYPE', 'table.norm'],
    [
      'an epsilon that is a word',
      { ...table, norm: { ...norm, epsilon: 'x' } },
      'ERR_TYPE',
      'table.norm.epsilon',
    ],
    ['a negative epsilon', { ...table, norm: { ...norm, epsilon: -1 } }, 'ERR_VALUE', 'table.norm.epsilon'],
    [
      'a norm of another width',
      { ...table, norm: { ...norm, weight: { tensor: 'w', shape: [3] } } },
      'ERR_SHAPE',
      'table.norm.weight.shape: got [3], wanted [2]',
    ],
    [
      'a projection by nothing',
      { ...table, projection: { weight: null } },
      'ERR_TYPE',
      'table.projection.weight',
    ],
    [
      'a projection of another width',
      { ...table, transposed: true, projection: { weight: { tensor: 'w', shape: [5, 2] } } },
      'ERR_SHAPE',
      'table.projection.weight.shape',
    ],
    [
      'a bias of another width',
      {
        ...table,
        projection: { weight: { tensor: 'w', shape: [5, 2] }, bias: { tensor: 'b', shape: [4] } },
      },
      'ERR_SHAPE',
      'table.projection.bias.shape: got [4], wanted [5]',
    ],
    ['a flag that is none', { ...table, transposed: 1 }, 'ERR_TYPE', 'table.transposed'],
    ['an unknown word', { ...table, wobble: 1 }, 'ERR_VALUE', 'table.wobble'],
  ])('%s', (_, value, code, sentence) => {
    expectRefusal(reading(value), code, `config.position.${sentence}`)
  })

  test('sound ones are taken', () => {
    const whole = {
      ...table,
      transposed: true,
      norm: { ...norm, weight: { tensor: 'w', shape: [4] }, bias: { tensor: 'b', shape: [1, 4] } },
      projection: { weight: { tensor: 'p', shape: [5, 4] }, bias: { tensor: 'q', shape: [5] } },
    }
    expect(reading(whole)().positions.decoder[0]).toEqual({ type: 't5', table: whole })
  })
})

describe('a field that is something else', () => {
  const odd = [
    null,
    -1,
    0,
    0.5,
    3,
    1e9,
    2 ** 53,
    'x',
    '',
    true,
    [],
    [[]],
    ['x'],
    [1e9],
    {},
    { type: 'x' },
    nested(20),
  ]
  const random = new Random(17)

  /** Every field, one after the other, at every depth. */
  function* changed(value: unknown, odds: readonly unknown[]): Generator<unknown> {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inside] of Object.entries(value)) {
      const other = (one: unknown) =>
        Array.isArray(value) ? value.map((v, i) => (String(i) === key ? one : v)) : { ...value, [key]: one }
      for (const one of odds) yield other(one)
      for (const one of changed(inside, odds)) yield other(one)
    }
  }

  const ownConfig = own(
    {
      blocks: [0, 1],
      queryKeyNormLayers: [1, 0],
      encoder: { layers: 2, heads: 2, blocks: [0, 0] },
      convKernel: 3,
    },
    {
      position: {
        encoder: { type: 'none' },
        decoder: {
          layers: [
            {
              type: 't5',
              table: {
                tensor: 't',
                shape: [4, 2],
                norm: {
                  weight: { tensor: 'w', shape: [2] },
                  bias: { tensor: 'b', shape: [2] },
                  epsilon: 1e-5,
                },
                projection: { weight: { tensor: 'p', shape: [2, 2] } },
              },
            },
            [{ type: 'alibi' }, { type: 'mask', kind: 'window', left: 3 }],
          ],
        },
      },
    },
  )
  const configs: [string, object][] = [['its own words', ownConfig], ...Object.entries(publishedConfigs)]

  test.each(configs)('%s: nothing but WhereformerErrors', async (_, config) => {
    const odds = config === ownConfig ? odd : odd.filter(() => random.integer(0, 2) === 0)
    for (const one of changed(config, odds)) {
      for (const read of [
        () => requireMemory(recipeOf(one as object)),
        () => positionFromConfig(one as object),
      ]) {
        try {
          read()
        } catch (error) {
          const known = (error as Error).name === 'WhereformerError'
          if (!known) expect.fail(`${error} for ${JSON.stringify(one)}`)
        }
      }
    }
  })
})

test.each([0, -1, -256])(
  'a query_pre_attn_scalar of %d, which has no root to divide by, is refused',
  (scalar) => {
    const config = { ...goldenModel('gemma3-f16-v4').request.config, query_pre_attn_scalar: scalar }
    expectRefusal(() => recipeOf(config), 'ERR_VALUE', 'query_pre_attn_scalar', 'above 0')
    const short = { model_type: 'gemma2', query_pre_attn_scalar: scalar }
    expectRefusal(() => scaleFromConfig(short), 'ERR_VALUE', 'config.query_pre_attn_scalar')
  },
)

test('a scale of the head that a transform would hide is refused', () => {
  expectRefusal(
    () => recipeOf(own({ headTransform: true, headScale: 2 })),
    'ERR_UNSUPPORTED',
    'spec.headScale',
  )
  expect(recipeOf(own({ headScale: 2 })).spec.headScale).toBe(2)
  expect(recipeOf(own({ headTransform: true })).spec.headTransform).toBe(true)
})

test('what a position lacks is named with its article', async () => {
  const { lowerPosition } = await import('../../web/lib/position/position.js')
  expectRefusal(() => lowerPosition({ type: 'randomized' }, 'position'), 'ERR_TYPE', 'wanted an integer (')
  expectRefusal(() => lowerPosition({ type: 'kerple' }, 'position'), 'ERR_TYPE', 'wanted a list of numbers (')
})
