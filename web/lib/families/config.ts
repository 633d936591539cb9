// The position encoding that a Hugging Face config.json asks for, in its v4 form (rope_theta, rope_scaling …) and its v5
// form (rope_parameters). Learned tables are not in a config: they come back as { tensor, shape }, the name and shape to
// look up in the checkpoint.

import { oneOf } from '../checks.js'
import { refuse } from '../errors.js'
import type { AlibiPosition, PositionEncoding, RopePosition, TableReference } from '../position.js'
import { ConfigFields } from './config-fields.js'
import { ropeScaling } from './rope-scaling.js'

export type PositionFromConfig = PositionEncoding<TableReference>

export function positionFromConfig(config: object): PositionFromConfig {
  const fields = new ConfigFields(config)
  const reader = readers[fields.text('model_type', '')] ?? readerByKeys(fields)
  return reader(fields)
}

type Reader = (config: ConfigFields) => PositionFromConfig

// How an architecture departs from the common form of RoPE: half-split pairs over whole heads, base 10000.
interface RopeHabit {
  layout?: 'interleaved'
  partial?: number
  baseKey?: string
  partialKey?: string
}

const rope =
  (habit: RopeHabit = {}): Reader =>
  (config) =>
    ropeFrom(config, habit)

const readers: Readonly<Record<string, Reader>> = {
  __proto__: null as never,
  gpt2: (c) => learned('wpe.weight', c.count('n_positions', 1024), c.count('n_embd', 768)),
  bert: (c) => bert(c),
  albert: (c) => bert(c, 'embedding_size'),
  gpt_neox: rope({ partial: 0.25, baseKey: 'rotary_emb_base', partialKey: 'rotary_pct' }),
  gptj: (c) => gptj(c),
  codegen: (c) => gptj(c),
  cohere: rope({ layout: 'interleaved' }),
  cohere2: rope({ layout: 'interleaved' }),
  glm: rope({ layout: 'interleaved', partial: 0.5 }),
  glm4: rope({ layout: 'interleaved', partial: 0.5 }),
  phi: rope({ partial: 0.5 }),
  persimmon: rope({ partial: 0.5 }),
  nemotron: rope({ partial: 0.5 }),
  stablelm: rope({ partial: 0.25 }),
  bloom: () => ({ type: 'alibi' }),
  falcon: (c) => (c.flag('alibi', false) ? falconAlibi(c) : ropeFrom(c, {})),
  mpt: (c) => mpt(c),
  t5: (c) => t5(c),
  mt5: (c) => t5(c),
  marian: () => ({ type: 'sinusoidal', layout: 'concatenated' }),
  pegasus: () => ({ type: 'sinusoidal', layout: 'concatenated' }),
}

// An architecture this file does not know: its keys tell.
function readerByKeys(config: ConfigFields): Reader {
  if (config.has('rope_theta') || config.has('rope_parameters') || config.has('rope_scaling')) return rope()
  if (ROPE_BY_NAME.includes(config.text('model_type', ''))) return rope()
  if (config.has('relative_attention_num_buckets')) return t5
  if (config.has('alibi') && config.flag('alibi', false)) return () => ({ type: 'alibi' })
  const known = oneOf([...Object.keys(readers), ...ROPE_BY_NAME])
  throw refuse('ERR_UNSUPPORTED', 'config.model_type', JSON.stringify(config.text('model_type', '')), known)
}

// Their v4 configs may leave rope_theta to the default.
const ROPE_BY_NAME: readonly string[] = [
  'llama',
  'mistral',
  'mixtral',
  'qwen2',
  'qwen3',
  'gemma',
  'gemma2',
  'olmo',
  'phi3',
]

function ropeFrom(config: ConfigFields, habit: RopeHabit): RopePosition {
  const parameters = config.inner('rope_parameters') // v5
  const scaling = ropeScaling(config, parameters ?? config.inner('rope_scaling'))
  requireOneBase(config)
  const base = parameters?.number('rope_theta', 10000) ?? v4Base(config, habit.baseKey)
  const position: RopePosition = { type: 'rope', base }
  const rotaryDim = rotaryDimOf(config, partialOf(config, parameters, habit))
  if (habit.layout) position.layout = habit.layout
  if (rotaryDim) position.rotaryDim = rotaryDim
  if (scaling) position.scaling = scaling
  return position
}

function v4Base(config: ConfigFields, key = 'rope_theta'): number {
  return config.number(key, config.number('rope_theta', 10000))
}

function partialOf(config: ConfigFields, parameters: ConfigFields | undefined, habit: RopeHabit): number {
  const v4 = config.number(habit.partialKey ?? 'partial_rotary_factor', habit.partial ?? 1)
  return parameters?.number('partial_rotary_factor', v4) ?? v4
}

// 0 = whole heads, which is how the core says it.
function rotaryDimOf(config: ConfigFields, partial: number): number {
  if (partial === 1) return 0
  if (!(partial > 0 && partial < 1)) {
    throw refuse(
      'ERR_VALUE',
      config.path('partial_rotary_factor'),
      String(partial),
      'a number above 0, at most 1',
    )
  }
  return Math.floor(headDim(config) * partial)
}

function headDim(config: ConfigFields): number {
  if (config.has('head_dim')) return config.count('head_dim')
  return Math.floor(config.count('hidden_size') / config.count('num_attention_heads'))
}

function requireOneBase(config: ConfigFields): void {
  if (config.has('rope_local_base_freq')) {
    throw refuse('ERR_UNSUPPORTED', 'config.rope_local_base_freq', 'a second base', 'one base for all layers')
  }
}

function gptj(config: ConfigFields): RopePosition {
  return { type: 'rope', base: 10000, layout: 'interleaved', rotaryDim: config.integer('rotary_dim', 64) }
}

function learned(tensor: string, positions: number, width: number): PositionFromConfig {
  return { type: 'learned', table: { tensor, shape: [positions, width] } }
}

function bert(config: ConfigFields, widthKey = 'hidden_size'): PositionFromConfig {
  const kind = config.text('position_embedding_type', 'absolute')
  if (kind !== 'absolute') {
    throw refuse('ERR_UNSUPPORTED', 'config.position_embedding_type', JSON.stringify(kind), "'absolute'")
  }
  const rows = config.count('max_position_embeddings', 512)
  return learned('embeddings.position_embeddings.weight', rows, config.count(widthKey))
}

function t5(config: ConfigFields): PositionFromConfig {
  const buckets = config.count('relative_attention_num_buckets', 32)
  const heads = config.count(
    'num_heads',
    config.has('num_attention_heads') ? config.count('num_attention_heads') : 8,
  )
  const decoder = config.flag('is_decoder', false)
  const stack = decoder ? 'decoder' : 'encoder'
  const tensor = `${stack}.block.0.layer.0.SelfAttention.relative_attention_bias.weight`
  const maxDistance = config.count('relative_attention_max_distance', 128)
  return { type: 't5', table: { tensor, shape: [buckets, heads] }, bidirectional: !decoder, maxDistance }
}

// Falcon adds ALiBi before it divides the scores by √headDim, with slopes rounded to bfloat16.
function falconAlibi(config: ConfigFields): AlibiPosition {
  const heads = config.count('num_attention_heads', config.has('n_head') ? config.count('n_head') : undefined)
  const width = Math.sqrt(config.count('hidden_size') / heads)
  return { type: 'alibi', slopes: alibiSlopes(heads, 8).map((slope) => roundToBfloat16(slope) / width) }
}

function mpt(config: ConfigFields): PositionFromConfig {
  const attention = config.inner('attn_config')
  if (attention && !attention.flag('alibi', true)) {
    return learned('wpe.weight', config.count('max_seq_len', 2048), config.count('d_model', 2048))
  }
  const largest = attention?.number('alibi_bias_max', 8) ?? 8
  return largest === 8
    ? { type: 'alibi' }
    : { type: 'alibi', slopes: alibiSlopes(config.count('n_heads', 16), largest) }
}

// 2^(−largest · h/H) for powers of two; otherwise the slopes of the power below, then every second one of the power above.
function alibiSlopes(heads: number, largest: number): number[] {
  const below = 2 ** Math.floor(Math.log2(heads))
  const slopes = Array.from({ length: below }, (_, h) => 2 ** ((-largest * (h + 1)) / below))
  const between = Array.from(
    { length: heads - below },
    (_, h) => 2 ** ((-largest * (2 * h + 1)) / (2 * below)),
  )
  return [...slopes, ...between]
}

// Round to nearest even on the upper 16 bits.
function roundToBfloat16(x: number): number {
  const bits = new Uint32Array(Float32Array.of(x).buffer)
  const b = bits[0] ?? 0
  bits[0] = (b + 0x7fff + ((b >>> 16) & 1)) & 0xffff0000
  return new Float32Array(bits.buffer)[0] ?? 0
}
