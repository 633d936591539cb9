// Configurations of published models against what transformers makes of them (tools/golden/configs.py).

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  type AlibiPosition,
  type MropePosition,
  type Position,
  type PositionEncoding,
  positionFromConfig,
  resolveTables,
  type StoredTensor,
  scaleFromConfig,
  type TableReference,
  type Tensor,
  type XlnetPosition,
} from 'whereformer'
import { expectClose, expectUlps } from '../support/close.js'
import { expectRefusal } from '../support/errors.js'
import { fileUrl, readJson } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { Random } from '../support/random.js'

const library = useLibrary()

interface LayerFacts {
  layer: number
  rotates: boolean
  window: [number, number | null] | null
  start?: number
  partner?: number
  inverseFrequencies?: number[]
  attentionFactor?: number
  grid?: number[]
  cosines?: number[]
}

interface Expected {
  headDim: number
  rotaryDim?: number
  length?: number
  layers?: LayerFacts[]
  softcap?: number
  scale?: number
  heads: number
  slopes?: number[]
  slopesInBfloat16?: number[]
  beforeScale?: boolean
  tensors?: Record<string, number[]>
  tableLayers?: number[]
  tableWindows?: LayerFacts['window'][]
  position?: object
  decoder?: object
}

interface Sample {
  config: { model_type: string }
  configV5?: object
  expected: Expected
}

type Part = PositionEncoding<TableReference>

const samplesIn = (folder: string) =>
  readdirSync(fileUrl(folder)).map(
    (name) => [name.replace('.json', ''), readJson<Sample>(folder + name)] as const,
  )
const samples = samplesIn('configs/')
const surveyed = surveyedSamples()

/** The hundred of docs/published.md (tools/golden/published_checkpoints.py). */
function surveyedSamples() {
  const file = new URL('../../docs/published/checkpoints.json', import.meta.url)
  const checkpoints: { name: string; config: Sample['config'] }[] = JSON.parse(readFileSync(file, 'utf8'))
  const facts = readJson<Record<string, Expected>>('published-checkpoints.json')
  return checkpoints.map(
    ({ name, config }) => [name, { config, expected: facts[name] as Expected } as Sample] as const,
  )
}

function partsOf(config: object, layer?: number): readonly Part[] {
  const position = positionFromConfig(config, layer === undefined ? undefined : { layer })
  return [position].flat() as Part[]
}

function find<T extends Part['type']>(
  parts: readonly Part[],
  type: T,
): Extract<Part, { type: T }> | undefined {
  return parts.find((part) => part.type === type) as Extract<Part, { type: T }> | undefined
}

describe('rotary positions', () => {
  const rotary = [...samples, ...samplesIn('published/'), ...surveyed].filter(
    ([, { expected }]) => expected.layers,
  )
  const forms = rotary.flatMap(([name, { config, configV5, expected }]) => [
    [name, config, expected] as const,
    ...(configV5 ? [[`${name}, in the form of transformers 5`, configV5, expected] as const] : []),
  ])
  const layers = forms.flatMap(([name, config, expected]) =>
    (expected.layers ?? []).map(
      (facts) => [`${name}, layer ${facts.layer}`, config, expected, facts] as const,
    ),
  )

  test.each(layers)('%s', (_, config, expected, facts) => {
    const parts = partsOf(config, facts.layer)
    expectWindow(parts, facts.window)
    expect(find(parts, 'softcap')?.cap).toBe(expected.softcap)
    expectScale(scaleFromConfig(config), expected.scale)
    const turning = parts.find(({ type }) => ['rope', 'mrope', 'irope'].includes(type)) as
      | Position
      | undefined
    if (facts.rotates) expectTurns(turning as Position, expected, facts)
    else if (turning) expectStill(turning, expected)
  })

  test('a scale that is not the usual one is reported, the usual one is not', () => {
    expect(scaleFromConfig({ model_type: 'llama' })).toBeUndefined()
  })

  function expectScale(scale: number | undefined, expected: number | undefined): void {
    if (expected === undefined) expect(scale).toBeUndefined()
    else expect(scale).toBeCloseTo(expected, 12)
  }

  function expectWindow(parts: readonly Part[], window: LayerFacts['window']): void {
    const mask = find(parts, 'mask')
    if (!window) expect(mask).toBeUndefined()
    else expect(mask).toEqual({ type: 'mask', kind: 'window', left: window[0], ...right(window) })
  }

  const right = ([, keys]: [number, number | null]) => (keys === null ? {} : { right: keys })

  function expectTurns(position: Position, { headDim, length = 0 }: Expected, facts: LayerFacts): void {
    const { start = 0, partner, inverseFrequencies, attentionFactor = 1, grid, cosines } = facts
    const at = grid ? withGrid(position as MropePosition, grid) : position
    const turned = turnedIdentity(at, headDim)
    const moved = Array.from({ length: headDim }, (_, j) => turned[start * headDim + j] !== 0)
    expect(moved.flatMap((moves, j) => (moves ? [j] : []))).toEqual([start, partner])
    if (cosines) {
      const diagonal = cosines.map((_, i) => turned[i * headDim + i] ?? Number.NaN)
      expectClose(diagonal, cosines, { absolute: 1e-6 })
    }
    if (!inverseFrequencies) return
    const result = library.wf.frequencies(position, { dim: headDim, length })
    expectUlps(result.inverse, inverseFrequencies, 1)
    expectClose([result.attentionFactor], [attentionFactor], { relative: 1.2e-7 })
  }

  function expectStill(position: Position, { headDim }: Expected): void {
    expectClose(turnedIdentity(position, headDim), identity(headDim).data, { absolute: 0 })
  }

  const withGrid = (position: MropePosition, ids: number[]): MropePosition => ({
    ...position,
    grid: { data: Float32Array.from(ids.flatMap((id) => [0, id])), shape: [3, 2] },
  })

  function identity(width: number): Tensor {
    const data = Float32Array.from({ length: width * width }, (_, i) => (i % (width + 1) === 0 ? 1 : 0))
    return { data, shape: [width, width] }
  }

  /** What becomes of every unit vector at position 1, without the norm that Llama 4 takes. */
  function turnedIdentity(position: Position, width: number): Float32Array {
    const bare = { ...(position as { qkNorm?: boolean }), ...('qkNorm' in position ? { qkNorm: false } : {}) }
    return library.wf.rotate(bare as Position, identity(width), { positions: Array(width).fill(1) }).data
  }
})

describe('slopes', () => {
  test.each(samples.filter(([, { expected }]) => expected.slopes))('%s', (_, { config, expected }) => {
    const { heads, slopes = [], slopesInBfloat16, beforeScale = false } = expected
    const [position] = partsOf(config) as [AlibiPosition]
    expect(position.beforeScale ?? false).toBe(beforeScale)
    const { data } = library.wf.bias(position, { heads, queries: 1, keys: 2, queryOffset: 0, dim: 64 })
    const width = beforeScale ? 8 : 1
    const found = Array.from({ length: heads }, (_, h) => (data[2 * h + 1] as number) * width)
    expectClose(found, slopesInBfloat16 ?? slopes, { relative: 1e-6 }) // their float32 power, which Falcon rounds
  })
})

describe('tables', () => {
  const stored = samples.filter(([, { expected }]) => expected.tensors)
  const layers = stored.flatMap(([name, { config, expected }]) =>
    (expected.tableLayers ?? []).map(
      (layer, i) => [`${name}, layer ${layer}`, config, expected, layer, i] as const,
    ),
  )

  test.each(layers)(
    '%s: tensors of the checkpoint, with their shapes',
    (_, config, expected, layer, index) => {
      const parts = partsOf(config, layer)
      const references = parts.flatMap(referencesIn)
      expect(references.length).toBeGreaterThan(0)
      for (const { tensor, shape } of references)
        expect({ [tensor]: shape }).toEqual({ [tensor]: expected.tensors?.[tensor] })
      const { type } = expected.position as { type: Part['type'] }
      expect(find(parts, type)).toMatchObject(expected.position ?? {})
      const left = find(parts, 'mask')?.left
      expect(left).toBe(expected.tableWindows?.[index]?.[0])
    },
  )

  function referencesIn(value: unknown): StoredTensor[] {
    if (typeof value !== 'object' || value === null) return []
    const inside = Object.values(value).flatMap(referencesIn)
    return 'tensor' in value ? [value as StoredTensor, ...inside] : inside
  }

  test('a decoder of T5 has another table and other buckets', () => {
    const { config, expected } = readJson<Sample>('configs/google-t5-small.json')
    const [position] = partsOf({ ...config, is_decoder: true })
    expect(position).toMatchObject(expected.decoder ?? {})
    const [{ tensor } = { tensor: '' }] = referencesIn(position)
    expect(Object.keys(expected.tensors ?? {})).toContain(tensor)
    expect(tensor).toContain('decoder')
  })

  test('offsets are rows: RoBERTa starts after its padding id, BART after two rows, GPT-2 at once', () => {
    const offset = (name: string) =>
      find(partsOf(readJson<Sample>(`configs/${name}.json`).config), 'learned')?.offset
    expect(offset('facebookai-roberta-base')).toBe(2)
    expect(offset('facebook-bart-base')).toBe(2)
    expect(offset('openai-community-gpt2')).toBeUndefined()
  })

  test.each(['helsinki-nlp-opus-mt', 'google-pegasus-xsum'])('%s: concatenated sinusoids', (name) => {
    const { config, expected } = readJson<Sample>(`configs/${name}.json`)
    expect(partsOf(config)).toEqual([expected.position])
  })

  test('every sample is covered', () => {
    const kinds = samples.filter(([, { expected: e }]) => e.layers || e.slopes || e.tensors || e.position)
    expect(kinds.length).toBe(samples.length)
    expect(samples.length).toBeGreaterThanOrEqual(89)
  })
})

describe('tables of a checkpoint', () => {
  const random = new Random(21)

  test('a reference is read as a matrix, turned over, normed and projected', () => {
    const tensors: Record<string, Tensor> = {
      rows: random.tensor(3, 4),
      weight: random.tensor(2, 4),
      bias: random.tensor(2),
      gain: random.tensor(4),
      shift: random.tensor(4),
      cube: random.tensor(4, 2, 3),
    }
    const stored = (tensor: string): StoredTensor => ({ tensor, shape: tensors[tensor]?.shape ?? [] })
    const norm = { weight: stored('gain'), bias: stored('shift'), epsilon: 1e-7 }
    const projection = { weight: stored('weight'), bias: stored('bias') }
    const waiting: Position<TableReference> = {
      type: 'xlnet',
      weight: { ...stored('cube'), transposed: true },
      contentBias: stored('bias'),
      positionBias: { ...stored('rows'), norm, projection },
    }
    const found = resolveTables(waiting, ({ tensor }) => tensors[tensor] as Tensor) as XlnetPosition
    const { weight, positionBias: table } = found
    expect(weight.shape).toEqual([6, 4])
    expect(weight.data[1 * 4 + 2]).toBe(tensors.cube?.data[2 * 6 + 1])
    expect(found.contentBias).toEqual({ data: tensors.bias?.data, shape: [1, 2] })
    expect(table.shape).toEqual([3, 2])
    expectClose(table.data, projectedRows(tensors), { absolute: 1e-6 })
  })

  function projectedRows(tensors: Record<string, Tensor>): number[] {
    const at = (name: string, i: number) => tensors[name]?.data[i] ?? Number.NaN
    return [0, 1, 2].flatMap((r) => {
      const row = [0, 1, 2, 3].map((i) => at('rows', 4 * r + i))
      const mean = row.reduce((sum, x) => sum + x, 0) / 4
      const variance = row.reduce((sum, x) => sum + (x - mean) * (x - mean), 0) / 4
      const deviation = Math.sqrt(variance + 1e-7)
      const normed = row.map((x, i) => ((x - mean) / deviation) * at('gain', i) + at('shift', i))
      return [0, 1].map((o) => normed.reduce((sum, x, i) => sum + x * at('weight', 4 * o + i), at('bias', o)))
    })
  }
})

const llama = { model_type: 'llama', hidden_size: 64, num_attention_heads: 4 }

describe('other forms', () => {
  test('an explicit head_dim decides the rotary width', () => {
    expect(
      positionFromConfig({ ...llama, model_type: 'phi', head_dim: 32, partial_rotary_factor: 0.5 }),
    ).toMatchObject({
      rotaryDim: 16,
    })
  })

  test('what an architecture does not ask does not count', () => {
    const unasked = {
      partial_rotary_factor: 0.5,
      attn_logit_softcapping: 30,
      layer_types: ['full_attention'],
    }
    expect(positionFromConfig({ ...llama, ...unasked })).toEqual(positionFromConfig(llama))
    const guessed = { ...llama, ...unasked, model_type: 'newer', rope_theta: 5 }
    expect(positionFromConfig(guessed, { guess: true }).position).toEqual([
      { type: 'rope', base: 5, rotaryDim: 8 },
      { type: 'softcap', cap: 30 },
    ])
  })

  test('an unknown architecture is read by its keys if a guess is wanted', () => {
    const guess = (config: object) => positionFromConfig(config, { guess: true }).position
    expect(guess({ ...llama, model_type: 'newer', rope_theta: 5 })).toEqual({ type: 'rope', base: 5 })
    expect(guess({ model_type: 'newer', alibi: true })).toEqual({ type: 'alibi' })
    expect(guess({ rope_parameters: { rope_type: 'default', rope_theta: 7 } })).toMatchObject({ base: 7 })
    expectRefusal(() => guess({ model_type: 'mamba' }), 'ERR_UNSUPPORTED', '"mamba"', 'rope_theta')
    const parts = { ...llama, model_type: 'newer', rope_theta: 1e4, qk_rope_head_dim: 64 }
    expectRefusal(() => guess(parts), 'ERR_UNSUPPORTED', 'config.model_type', 'qk_rope_head_dim')
  })

  test('a null scaling, a default one and an absent one are the same', () => {
    const plain = positionFromConfig(llama)
    expect(positionFromConfig({ ...llama, rope_scaling: null })).toEqual(plain)
    expect(positionFromConfig({ ...llama, rope_scaling: { rope_type: 'default' } })).toEqual(plain)
    expect(positionFromConfig({ ...llama, rope_scaling: { type: 'default' } })).toEqual(plain)
  })

  test('Phi-3 writes the original length beside the scaling, and the factor is the quotient', () => {
    const scaling = { type: 'su', short_factor: [1, 2], long_factor: [3, 4] }
    const lengths = { max_position_embeddings: 4096, original_max_position_embeddings: 1024 }
    expect(positionFromConfig({ ...llama, ...lengths, rope_scaling: scaling })).toMatchObject({
      scaling: {
        ropeType: 'longrope',
        factor: 4,
        originalMaxPositionEmbeddings: 1024,
        shortFactor: [1, 2],
        longFactor: [3, 4],
      },
    })
  })

  test('an original length beside the scaling wins over the one inside; null factors fall back for YaRN', () => {
    const scaling = { rope_type: 'yarn', factor: null, original_max_position_embeddings: 7 }
    const lengths = { max_position_embeddings: 4096, original_max_position_embeddings: 1024 }
    expect(positionFromConfig({ ...llama, ...lengths, rope_scaling: scaling })).toMatchObject({
      scaling: { factor: 4, originalMaxPositionEmbeddings: 1024 },
    })
  })

  test('interleaved families say so', () => {
    expect(positionFromConfig({ model_type: 'gptj', rotary_dim: 64 })).toMatchObject({
      layout: 'interleaved',
      rotaryDim: 64,
    })
    expect(positionFromConfig({ ...llama, model_type: 'cohere' })).toMatchObject({ layout: 'interleaved' })
  })
})

describe('bad configurations', () => {
  test.each<[string, unknown, string, ...string[]]>([
    ['nothing', undefined, 'ERR_TYPE', 'config'],
    ['a string', 'llama', 'ERR_TYPE', 'config'],
    ['an unknown architecture', { model_type: 'mamba' }, 'ERR_UNSUPPORTED', '"mamba"', '{ guess: true }'],
    ['no architecture', { rope_theta: 1e4 }, 'ERR_UNSUPPORTED', 'config.model_type', '{ guess: true }'],
    ['a trap as architecture', { model_type: 'constructor' }, 'ERR_UNSUPPORTED', '"constructor"'],
    ['__proto__ as architecture', { model_type: '__proto__' }, 'ERR_UNSUPPORTED', '__proto__'],
    ['a base of text', { ...llama, rope_theta: '1e4' }, 'ERR_TYPE', 'config.rope_theta', '"1e4"'],
    ['a base of NaN', { ...llama, rope_theta: Number.NaN }, 'ERR_VALUE', 'config.rope_theta', 'NaN'],
    [
      'a partial factor of 2',
      { ...llama, model_type: 'phi', partial_rotary_factor: 2 },
      'ERR_VALUE',
      'partial_rotary_factor',
      '2',
    ],
    [
      'a part of whole heads, scaled',
      { ...llama, partial_rotary_factor: 0.5, rope_scaling: { rope_type: 'linear', factor: 2 } },
      'ERR_UNSUPPORTED',
      'config.partial_rotary_factor',
      '0.5',
      'rope_type linear',
    ],
    [
      'a window that only the cache has',
      { ...llama, layer_types: ['sliding_attention'], sliding_window: 3 },
      'ERR_UNSUPPORTED',
      'config.layer_types[0]',
      'sliding_attention',
    ],
    [
      'rotary positions in BERT',
      { model_type: 'bert', hidden_size: 8, position_embedding_type: 'rotary' },
      'ERR_UNSUPPORTED',
      'config.position_embedding_type',
      '"rotary"',
    ],
    [
      'no heads',
      { ...llama, model_type: 'phi', num_attention_heads: 0, partial_rotary_factor: 0.5 },
      'ERR_VALUE',
      'num_attention_heads',
      '0',
    ],
    [
      'an unknown scaling',
      { ...llama, rope_scaling: { rope_type: 'wobbly', factor: 4 } },
      'ERR_UNSUPPORTED',
      'rope_type',
      '"wobbly"',
      'yarn',
    ],
    [
      'a trap as scaling',
      { ...llama, rope_scaling: { type: 'constructor' } },
      'ERR_UNSUPPORTED',
      'rope_type',
    ],
    [
      'linear without its factor',
      { ...llama, rope_scaling: { type: 'linear' } },
      'ERR_VALUE',
      'rope_scaling.factor',
    ],
    [
      'old-style dynamic without a length',
      { ...llama, rope_scaling: { type: 'dynamic', factor: 4 } },
      'ERR_VALUE',
      'max_position_embeddings',
    ],
    [
      'two bases',
      { ...llama, rope_theta: 1e6, rope_local_base_freq: 1e4 },
      'ERR_UNSUPPORTED',
      'rope_local_base_freq',
    ],
    [
      'parameters per kind of layer',
      {
        ...llama,
        rope_parameters: {
          full_attention: { rope_type: 'default' },
          sliding_attention: { rope_type: 'default' },
        },
      },
      'ERR_UNSUPPORTED',
      'full_attention',
    ],
    [
      'unknown positions in BERT',
      { model_type: 'bert', hidden_size: 8, position_embedding_type: 'wobbly' },
      'ERR_UNSUPPORTED',
      'config.position_embedding_type',
      'wobbly',
      'relative_key',
    ],
    [
      'DeBERTa with position–position scores',
      { model_type: 'deberta', hidden_size: 8, relative_attention: true, pos_att_type: ['c2p', 'p2p'] },
      'ERR_UNSUPPORTED',
      'config.pos_att_type',
      '"p2p"',
    ],
    [
      'a kind of layer that nobody knows',
      { ...llama, rope_theta: 1e4, layer_types: ['linear_attention'] },
      'ERR_UNSUPPORTED',
      'config.layer_types[0]',
      'linear_attention',
    ],
    [
      'fewer kinds than layers',
      { ...llama, rope_theta: 1e4, layer_types: [] },
      'ERR_UNSUPPORTED',
      'config.layer_types[0]',
    ],
    [
      'chunks in a layer of Llama 4 that does not turn',
      {
        model_type: 'llama4_text',
        no_rope_layers: [1, 0],
        layer_types: ['chunked_attention', 'chunked_attention'],
      },
      'ERR_UNSUPPORTED',
      'config.layer_types[1]',
      'full_attention',
    ],
    [
      'M-RoPE with a scaling that nobody knows',
      { ...llama, model_type: 'qwen2_vl', rope_scaling: { type: 'wobbly', mrope_section: [1, 1, 2] } },
      'ERR_UNSUPPORTED',
      'config.rope_scaling.rope_type',
      'wobbly',
      'yarn',
    ],
    [
      'axes of M-RoPE in a model that has none',
      { ...llama, rope_scaling: { type: 'mrope', mrope_section: [1, 1, 2] } },
      'ERR_UNSUPPORTED',
      'config.rope_scaling.rope_type',
      'mrope',
    ],
    [
      'Ministral 3 without its temperature',
      {
        ...llama,
        model_type: 'ministral3',
        rope_parameters: { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 16 },
      },
      'ERR_VALUE',
      'config.rope_parameters.llama_4_scaling_beta',
    ],
    [
      'Mistral 4 without the parameters of its class',
      { ...llama, model_type: 'mistral4' },
      'ERR_UNSUPPORTED',
      'config.rope_scaling',
    ],
  ])('%s', (_, config, code, ...words) => {
    expectRefusal(() => positionFromConfig(config as object), code, ...words)
  })

  test('a layer that the model does not have', () => {
    const config = { ...llama, num_hidden_layers: 2 }
    expectRefusal(() => positionFromConfig(config, { layer: 2 }), 'ERR_VALUE', 'options.layer', '2')
    const swin = { model_type: 'swin', depths: [2, 2], num_heads: [1, 1] }
    expectRefusal(() => positionFromConfig(swin, { layer: 4 }), 'ERR_VALUE', 'options.layer', '4')
  })

  test('a getter that throws', () => {
    const config = Object.defineProperty({}, 'model_type', {
      get: () => {
        throw new Error('boo')
      },
    })
    expectRefusal(() => positionFromConfig(config), 'ERR_TYPE', 'config.model_type')
  })
})
