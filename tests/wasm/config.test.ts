import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { positionFromConfig, type RopePosition } from 'whereformer'
import { expectClose } from './support/close.js'
import { expectRefusal } from './support/errors.js'
import { fileUrl, readJson } from './support/golden.js'
import { useLibrary } from './support/library.js'

const library = useLibrary()

interface Expectation {
  position?: { type: string; rotaryDim?: number; scaling?: object }
  encoder?: object
  decoder?: object
  heads: number
  headDim?: number
  rows?: number
  columns?: number
  buckets?: number
  inverseFrequencies?: number[]
  attentionFactor?: number
  length?: number
  slopes?: number[]
  slopesRounded?: number[]
  biasBeforeScaling?: boolean
}

interface Sample {
  config: { model_type: string; hidden_size?: number }
  expected: Expectation
}

const samples = readdirSync(fileUrl('configs/')).map(
  (name) => [name, readJson<Sample>(`configs/${name}`)] as const,
)
const tolerance = { relative: 1e-6 } // the manifest's: configs carry transformers' float32 arithmetic; scaling.test.ts is exact

describe('configurations read by transformers', () => {
  test.each(samples.filter(([, { expected }]) => expected.position?.type === 'rope'))(
    '%s: rotary positions and their frequencies',
    (_, { config, expected }) => {
      const position = positionFromConfig(config)
      const defaults: RopePosition = { type: 'rope', layout: 'half', base: 10000, rotaryDim: 0 }
      expect({ ...defaults, ...position }).toEqual({ ...defaults, ...expected.position })
      const options = { dim: expected.headDim ?? 0, length: expected.length ?? 0 }
      const { inverse, attentionFactor } = library.wf.frequencies(position as RopePosition, options)
      expectClose(inverse, expected.inverseFrequencies ?? inverse, tolerance)
      expectClose([attentionFactor], [expected.attentionFactor ?? 1], tolerance)
    },
  )

  test.each(samples.filter(([, { expected }]) => expected.slopes))(
    '%s: ALiBi slopes',
    (_, { config, expected }) => {
      const position = positionFromConfig(config)
      expect(position.type).toBe('alibi')
      const { data } = library.wf.bias(position as never, { heads: expected.heads, queries: 1, keys: 2 })
      const slopes = Array.from({ length: expected.heads }, (_, h) => data[2 * h + 1] as number)
      const width = expected.biasBeforeScaling ? Math.sqrt((config.hidden_size ?? 0) / expected.heads) : 1
      const truth = (expected.slopesRounded ?? expected.slopes ?? []).map((slope) => slope / width)
      expectClose(slopes, truth, tolerance)
    },
  )

  test.each(samples.filter(([, { expected }]) => expected.rows))(
    '%s: a learned table',
    (_, { config, expected }) => {
      const position = positionFromConfig(config)
      expect(position).toMatchObject({ type: 'learned', table: { shape: [expected.rows, expected.columns] } })
    },
  )

  test('t5.json: buckets of the encoder and of the decoder', () => {
    const { config, expected } = readJson<Sample>('configs/t5.json')
    const shape = [expected.buckets, expected.heads]
    expect(positionFromConfig(config)).toMatchObject({ ...expected.encoder, table: { shape } })
    expect(positionFromConfig({ ...config, is_decoder: true })).toMatchObject({
      ...expected.decoder,
      table: { shape },
    })
  })

  test('marian.json: concatenated sinusoids', () => {
    const { config, expected } = readJson<Sample>('configs/marian.json')
    expect({ base: 10000, ...positionFromConfig(config) }).toEqual(expected.position)
  })

  test('every sample is covered', () => {
    const kinds = samples.filter(([, { expected: e }]) => e.rows || e.slopes || e.encoder || e.position)
    expect(kinds.length).toBe(samples.length)
  })
})

const llama = { model_type: 'llama', hidden_size: 64, num_attention_heads: 4 }

describe('other forms', () => {
  test('an explicit head_dim decides the rotary width', () => {
    expect(positionFromConfig({ ...llama, head_dim: 32, partial_rotary_factor: 0.5 })).toMatchObject({
      rotaryDim: 16,
    })
  })

  test('an unknown architecture is read by its keys', () => {
    expect(positionFromConfig({ ...llama, model_type: 'new', rope_theta: 5 })).toEqual({
      type: 'rope',
      base: 5,
    })
    expect(positionFromConfig({ model_type: 'new', alibi: true })).toEqual({ type: 'alibi' })
    expect(positionFromConfig({ rope_parameters: { rope_type: 'default', rope_theta: 7 } })).toMatchObject({
      base: 7,
    })
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
    ['an unknown architecture', { model_type: 'mamba' }, 'ERR_UNSUPPORTED', '"mamba"', 'llama'],
    ['a trap as architecture', { model_type: 'constructor' }, 'ERR_UNSUPPORTED', '"constructor"'],
    ['__proto__ as architecture', { model_type: '__proto__' }, 'ERR_UNSUPPORTED', '__proto__'],
    ['a base of text', { ...llama, rope_theta: '1e4' }, 'ERR_TYPE', 'config.rope_theta', '"1e4"'],
    ['a base of NaN', { ...llama, rope_theta: Number.NaN }, 'ERR_VALUE', 'config.rope_theta', 'NaN'],
    [
      'a partial factor of 2',
      { ...llama, partial_rotary_factor: 2 },
      'ERR_VALUE',
      'partial_rotary_factor',
      '2',
    ],
    [
      'no heads',
      { ...llama, num_attention_heads: 0, partial_rotary_factor: 0.5 },
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
      'relative keys in BERT',
      { model_type: 'bert', hidden_size: 8, position_embedding_type: 'relative_key' },
      'ERR_UNSUPPORTED',
      'relative_key',
    ],
  ])('%s', (_, config, code, ...words) => {
    expectRefusal(() => positionFromConfig(config as object), code, ...words)
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
