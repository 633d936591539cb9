import { describe, expect, test } from 'vitest'
import { readHeader } from '../../web/lib/checkpoint/safetensors-header.js'
import { safetensorsFile } from '../../web/lib/checkpoint/safetensors-writer.js'
import { storedTensor } from '../../web/lib/checkpoint/stored-tensors.js'
import { recipeOf } from '../../web/lib/families/index.js'
import { batchRequest } from '../../web/lib/train/batch.js'
import { InitialPositions } from '../../web/lib/train/initial-positions.js'
import { LivePositions } from '../../web/lib/train/live-positions.js'
import { type TrainerModel, trainerPlan } from '../../web/lib/train/trainer-options.js'
import { expectRefusal } from '../support/errors.js'

const sizes = { heads: 4, headDim: 8, dModel: 32, length: 12, room: 2 ** 26 }
const model: TrainerModel = { layers: 2, heads: 4, dModel: 32, dFf: 64, vocab: 16 }
const infinite = Number.POSITIVE_INFINITY

describe('initial positions', () => {
  const learning = [
    ['learned', 'abacus', 't5', 'buckets', 'relativeBias', 'kerple', 'fire', 'mlpBias', 'tisa', 'shaw'],
    ['relativeKey', 'transformerXl', 'deberta', 'tupe', 'cope'],
  ].flat()

  test.each(learning)('%s: the required parameters, in shapes that the catalogue names', (type) => {
    const digits = type === 'abacus' ? { digits: [1, 0, 1] } : {}
    const plan = trainerPlan({ model: { ...model, length: 12, position: { type, ...digits } } })
    const live = new LivePositions(plan.recipe, plan.tables) // refuses what is missing
    expect(live.lowered.stacks).toHaveLength(1)
  })

  test('same seed, same numbers; another seed, others', () => {
    const table = (seed: number) => {
      const { tables } = trainerPlan({
        model: { ...model, length: 5, position: { type: 'relativeKey' } },
        seed,
      })
      return [...tables.values()][0]?.data
    }
    expect(table(1)).toEqual(table(1))
    expect(table(1)).not.toEqual(table(2))
  })

  test('parameters that are given stay', () => {
    const given = { type: 'kerple', r1: [1, 2, 3, 4] }
    const filled = new InitialPositions(0, sizes).fill(given, 'position')
    expect(filled.r1).toBe(given.r1)
    expect(filled.r2).toHaveLength(4)
  })

  test('KERPLE: the ranges of its code', () => {
    for (const [kind, most1, most2] of [
      ['log', 2, 1],
      ['power', 1, 2],
    ] as const) {
      const many = { ...sizes, heads: 500 }
      const { r1, r2 } = new InitialPositions(3, many).fill({ type: 'kerple', kind }, 'position')
      for (const [values, most] of [
        [r1 as number[], most1],
        [r2 as number[], most2],
      ] as const) {
        expect(Math.min(...values)).toBeGreaterThanOrEqual(0.01)
        expect(Math.max(...values)).toBeLessThanOrEqual(most)
        expect(Math.max(...values)).toBeGreaterThan(0.9 * most)
      }
    }
  })

  test('CoPE: zeros, and a row for every number of tokens from 0', () => {
    const { table } = new InitialPositions(3, sizes).fill({ type: 'cope' }, 'position')
    expect(table).toEqual({ data: new Float32Array(13 * 8), shape: [13, 8] })
  })

  test('a table per position needs the longest sequence', () => {
    expectRefusal(
      () => trainerPlan({ model: { ...model, position: { type: 'learned' } } }),
      'ERR_TYPE',
      'options.model.length',
    )
  })

  test('layers with the same object share it, equal ones do not', () => {
    const one = { type: 'fire' as const }
    const shared = trainerPlan({ model: { ...model, position: { layers: [one, one] } } })
    expect(shared.tables.size).toBe(4)
    const own = trainerPlan({ model: { ...model, position: { layers: [one, { ...one }] } } })
    expect(own.tables.size).toBe(8)
  })
})

describe('a spec that is a family', () => {
  const gpt2 = {
    norm: 'layer' as const,
    activation: 'gelu_tanh' as const,
    gated: false,
    queryBias: true,
    keyBias: true,
    valueBias: true,
    outputBias: true,
    mlpBias: true,
    tieHead: true,
  }
  const familyOf = (more: Partial<TrainerModel>) =>
    trainerPlan({ model: { ...model, length: 24, ...more } }).recipe.family.name

  test('has the config of that family', () => {
    expect(familyOf({ position: { type: 'rope' } })).toBe('llama')
    expect(familyOf({ position: [{ type: 'rope', base: 500 }], kvHeads: 2 })).toBe('llama')
    expect(familyOf({ ...gpt2, position: { type: 'learned' } })).toBe('gpt2')
    expect(familyOf({ ...gpt2, dFf: 128, embeddingNorm: true, position: { type: 'alibi' } })).toBe('bloom')
  })

  test('what differs anywhere keeps its own', () => {
    expect(familyOf({ position: { type: 'none' } })).toBe('whereformer')
    expect(familyOf({ position: { type: 'rope', layout: 'interleaved' } })).toBe('whereformer')
    expect(familyOf({ position: { type: 'rope' }, normPlace: 'both' })).toBe('whereformer')
    expect(familyOf({ ...gpt2, position: { type: 'learned' }, causal: false })).toBe('whereformer')
  })
})

describe('rules backwards', () => {
  const configs = [
    { model_type: 'gpt2', vocab_size: 7, n_embd: 8, n_layer: 1, n_head: 2, n_positions: 5 },
    { model_type: 'bloom', vocab_size: 7, hidden_size: 8, n_layer: 1, n_head: 2 },
    { model_type: 'llama', vocab_size: 7, hidden_size: 8, num_hidden_layers: 1, num_attention_heads: 2 },
  ]

  test.each(configs)('$model_type: every number of a stored tensor once', (config) => {
    const more = { intermediate_size: 12, num_key_value_heads: 1 }
    const { rules } = recipeOf({ ...config, ...(config.model_type === 'llama' ? more : {}) })
    for (const rule of rules) {
      const total = rule.shape.reduce((a, b) => a * b)
      const rows = rule.to.reduce((sum, part) => sum + part.rows, 0)
      let at = 0
      const { data } = storedTensor(rule, (name) => {
        const part = rule.to.find((one) => one.name === name)
        const count = (total * (part?.rows ?? 0)) / rows
        return Float32Array.from({ length: count }, () => ++at)
      })
      const expected = Array.from({ length: total }, (_, i) => i + 1)
      expect([...data].sort((a, b) => a - b)).toEqual(expected)
    }
  })
})

test('a safetensors file that our reader takes', () => {
  const tensors = new Map([
    ['a', { data: Float32Array.of(1, 2, 3, 4, 5, 6), shape: [2, 3] }],
    ['b', { data: Float32Array.of(7), shape: [1] }],
  ])
  const file = safetensorsFile(tensors, { format: 'pt' })
  const length = Number(new DataView(file.buffer).getBigUint64(0, true))
  expect(length % 8).toBe(0)
  const entries = readHeader(file.subarray(8, 8 + length), 'file')
  expect(entries.map(({ name, shape }) => [name, shape])).toEqual([
    ['a', [2, 3]],
    ['b', [1]],
  ])
  expect(new Float32Array(file.slice(8 + length).buffer)).toEqual(Float32Array.of(1, 2, 3, 4, 5, 6, 7))
})

describe('batches', () => {
  const good = { inputIds: [[1, 2, 3]], targets: [[2, -100, 1]] }

  test('lists and typed arrays are the same', () => {
    const typed = {
      inputIds: { data: Int32Array.of(1, 2, 3), shape: [1, 3] },
      targets: { data: Int32Array.of(2, -100, 1), shape: [1, 3] },
    }
    expect(batchRequest(typed, 4, infinite)).toEqual(batchRequest(good, 4, infinite))
  })

  test.each([
    [undefined, 'ERR_TYPE', 'batch'],
    [{ ...good, mask: [] }, 'ERR_VALUE', 'batch.mask'],
    [{ ...good, inputIds: undefined }, 'ERR_TYPE', 'batch.inputIds'],
    [{ ...good, inputIds: [[1, 2, 4]] }, 'ERR_VALUE', 'batch.inputIds[0][2]: got 4'],
    [{ ...good, inputIds: [[1, 2, Number.NaN]] }, 'ERR_VALUE', 'batch.inputIds[0][2]: got NaN'],
    [{ ...good, inputIds: [[1, 2, -100]] }, 'ERR_VALUE', 'batch.inputIds[0][2]: got -100'],
    [{ ...good, targets: [[1, 2, -1]] }, 'ERR_VALUE', 'batch.targets[0][2]: got -1'],
    [{ ...good, targets: [[1, 2]] }, 'ERR_SHAPE', 'batch.targets: got [1, 2], wanted [1, 3]'],
    [{ ...good, targets: [[-100, -100, -100]] }, 'ERR_VALUE', 'at least one target'],
    [{ inputIds: [[1], [1, 2]], targets: [[1], [1]] }, 'ERR_SHAPE', 'batch.inputIds[1]'],
    [{ inputIds: [], targets: [] }, 'ERR_SHAPE', 'batch.inputIds'],
    [{ ...good, inputIds: { data: Float32Array.of(1), shape: [1, 1] } }, 'ERR_TYPE', 'an Int32Array'],
    [{ ...good, inputIds: { data: Int32Array.of(1), shape: [1, 3] } }, 'ERR_SHAPE', '1 ids'],
    [{ ...good, inputIds: { data: Int32Array.of(1), shape: [1] } }, 'ERR_SHAPE', '[batch, length]'],
    [{ ...good, positions: [0, 1] }, 'ERR_SHAPE', 'batch.positions: got [2]'],
    [{ ...good, positions: [0, 1, -1] }, 'ERR_VALUE', 'batch.positions[2]'],
    [{ ...good, positions: [0, 1, Number.NaN] }, 'ERR_VALUE', 'batch.positions[2]'],
  ] as const)('%j is refused', (batch, code, words) => {
    expectRefusal(() => batchRequest(batch, 4, infinite), code, words)
  })

  test('lengths and positions beyond a learned table', () => {
    expect(() => batchRequest(good, 4, 3)).not.toThrow()
    expectRefusal(() => batchRequest(good, 4, 2), 'ERR_VALUE', '3 positions, wanted at most 2')
    expectRefusal(() => batchRequest({ ...good, positions: [0, 1, 7] }, 4, 4), 'ERR_VALUE', '8 positions')
  })
})

describe('options', () => {
  const wrong = (more: object, code: Parameters<typeof expectRefusal>[1], words: string) =>
    expectRefusal(() => trainerPlan({ model, ...more } as never), code, words)

  test('what is unknown or of another kind is named', () => {
    expectRefusal(() => trainerPlan(undefined), 'ERR_TYPE', 'options')
    wrong({ modle: {} }, 'ERR_VALUE', 'options.modle')
    wrong({ model: { ...model, layer: 2 } }, 'ERR_VALUE', 'options.model.layer')
    wrong({ model: { ...model, vocab: 0 } }, 'ERR_VALUE', 'options.model.vocab')
    wrong({ model: { ...model, gated: 1 } }, 'ERR_TYPE', 'options.model.gated')
    wrong({ model: { ...model, norm: 'batch' } }, 'ERR_VALUE', 'norm')
    wrong({ seed: -1 }, 'ERR_VALUE', 'options.seed')
    wrong({ init: 'zeros' }, 'ERR_VALUE', 'options.init')
    wrong({ optimizer: { lr: 1 } }, 'ERR_VALUE', 'options.optimizer.lr')
    wrong({ optimizer: { learningRate: Number.NaN } }, 'ERR_VALUE', 'options.optimizer.learningRate')
    wrong({ optimizer: { betas: [0.9] } }, 'ERR_SHAPE', 'options.optimizer.betas')
    wrong({ optimizer: { schedule: 'step' } }, 'ERR_VALUE', 'options.optimizer.schedule')
  })

  test('a reference where a tensor is wanted', () => {
    const table = { tensor: 'wpe.weight', shape: [4, 32] }
    wrong({ model: { ...model, position: { type: 'learned', table } } }, 'ERR_TYPE', 'position.table')
  })

  test('memory that does not suffice', () => {
    wrong({ model: { ...model, vocab: 2 ** 22, dModel: 64 } }, 'ERR_OOM', 'gradients and moments')
  })
})

test.each<[string, object, string, string[]]>([
  ['a table of 2^24 rows', { type: 'learned' }, 'ERR_OOM', ['options.model.position', '16777216 × 64']],
  ['huge grids', { type: 'swin', height: 1e9, width: 1e9 }, 'ERR_OOM', ['options.model.position', '× 4']],
  ['no row', { type: 'learned', offset: -(2 ** 24) }, 'ERR_VALUE', ['a table of 0 rows']],
  ['half a row', { type: 'learned', offset: 0.5 }, 'ERR_VALUE', ['a table of 16777216.5 rows']],
  ['NaN rows', { type: 'learned', offset: Number.NaN }, 'ERR_VALUE', ['a table of NaN rows']],
])('%s is refused before a number is drawn', (_, position, code, words) => {
  const model = { layers: 1, heads: 4, dModel: 64, vocab: 8, length: 2 ** 24, position }
  expectRefusal(() => trainerPlan({ model }), code, ...words)
})
