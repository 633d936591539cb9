// The position encoding of a Hugging Face config.json, in its v4 form (rope_theta, rope_scaling …) and its v5
// form (rope_parameters). Learned tables are not in a config: they are references to tensors of the checkpoint.
// Tensor names are those of the base model, without the prefix that a head adds.

import { flagOf, integerOf, optionsOf, requireShallow } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import type {
  AlibiPosition,
  MaskPosition,
  Position,
  PositionEncoding,
} from '../position/position-types.generated.js'
import type { TableReference } from '../position/table-reference.js'
import { ConfigFields } from './config-fields.js'
import { isTurned, slidingWindow } from './layers.js'
import { gpt3, gptNeo } from './local-layers.js'
import { deberta, mpnet, swin, swinV2, t5, transformerXl, xlnet } from './relative.js'
import { decoupledParts, iropeParts, mropeParts, type RopeHabit, ropeParts, temperedParts } from './rope.js'
import { attentionFactorOf, ropeTypeOf } from './rope-scaling.js'
import {
  afterTwo,
  type BertHabit,
  bert,
  fromPadding,
  learned,
  ofPatches,
  ofStack,
  ofTower,
  stackOf,
  tokensOf,
  xlm,
} from './tables.js'

type Part = PositionEncoding<TableReference>

/** One encoding, or a list of them: sliding windows and soft caps are separate parts. */
export type PositionFromConfig = Position<TableReference>

export interface PositionFromConfigOptions {
  /** The layer whose position is wanted, since layers may differ in windows, bases and tables; 0 when absent. */
  layer?: number
  /** With true, a `model_type` that is not known is read by its keys, and the answer says what was assumed. */
  guess?: boolean
}

/** The position of a config; it may be wrong where `assumed` is not empty. */
export interface GuessedPosition {
  position: PositionFromConfig
  /** What was assumed, a sentence each; empty for a `model_type` that is known. */
  assumed: string[]
}

/**
 * The position of one layer. Causality is not part of it, nor is the scale of the scores (see `scaleFromConfig`). Known are the
 * architectures of which the scores were compared with those of transformers, layer by layer (docs/models.md). Any other `model_type`
 * is refused (`ERR_UNSUPPORTED`); with `{ guess: true }` its keys are read as far as they tell, and the answer says what was assumed.
 */
export function positionFromConfig(
  config: object,
  options: PositionFromConfigOptions & { guess: true },
): GuessedPosition
export function positionFromConfig(
  config: object,
  options?: PositionFromConfigOptions & { guess?: false },
): PositionFromConfig
export function positionFromConfig(
  config: object,
  options?: PositionFromConfigOptions,
): PositionFromConfig | GuessedPosition {
  const fields = textConfig(config)
  const { layer, guess } = choiceOfLayer(options, fields)
  if (!guess) return positionOf(fields, layer)
  if (isKnown(fields)) return { position: positionOf(fields, layer), assumed: [] }
  const { read, assumed } = readerByKeys(fields)
  return { position: bare(read(fields, layer)), assumed }
}

export function positionOf(fields: ConfigFields, layer: number): PositionFromConfig {
  return bare(readerOf(fields)(fields, layer))
}

function bare(parts: Part[]): PositionFromConfig {
  return parts.length === 1 && parts[0] ? parts[0] : parts
}

/** Is the `model_type` of a config one of those that were compared with transformers? */
export function isKnown(fields: ConfigFields): boolean {
  return fields.text('model_type', '') in readers
}

/** Refuses a `model_type` that is not known. */
export function requireKnown(fields: ConfigFields): void {
  readerOf(fields)
}

/** The config of the text model, which multimodal models have nested. */
export function textConfig(config: object): ConfigFields {
  requireShallow(config, 'config')
  const fields = new ConfigFields(config)
  return fields.inner('text_config') ?? fields
}

const MOST_LAYERS = 1024

/** The options of positionFromConfig and scaleFromConfig. */
export function choiceOfLayer(options: unknown, config: ConfigFields): { layer: number; guess: boolean } {
  const { layer = 0, guess = false } = optionsOf(options, 'options', ['layer', 'guess'])
  const layers = config.has('num_hidden_layers') ? config.count('num_hidden_layers') : MOST_LAYERS
  return {
    layer: integerOf(layer, 'options.layer', 0, layers - 1),
    guess: flagOf(guess, 'options.guess'),
  }
}

type Reader = (config: ConfigFields, layer: number) => Part[]

const rope =
  (habit: RopeHabit = {}): Reader =>
  (config, layer) =>
    ropeParts(config, layer, habit)

const table =
  (habit: BertHabit = {}): Reader =>
  (config, layer) =>
    bert(config, layer, habit)

const one =
  (read: (config: ConfigFields, layer: number) => Part): Reader =>
  (config, layer) => [read(config, layer)]

const turnsWhereItSlides: RopeHabit = {
  sliding: { every: 4, key: 'sliding_window_pattern' },
  window: usualWindow(4096),
  rotates: (_config, _layer, kind) => kind === 'sliding_attention',
}

// EXAONE: with sliding_window null no layer slides, and all turn.
const turnsWithoutWindow: RopeHabit = {
  ...turnsWhereItSlides,
  rotates: (config, _layer, kind) =>
    kind === 'sliding_attention' || (config.names('sliding_window') && !config.has('sliding_window')),
}

const unless =
  (refuses: (config: ConfigFields) => void, read: Reader): Reader =>
  (config, layer) => {
    refuses(config)
    return read(config, layer)
  }

const tempered =
  (read: Reader): Reader =>
  (config, layer) =>
    temperedParts(config, read(config, layer))

const qwenWindows: RopeHabit = { sliding: { from: 'max_window_layers' } }

/** Readers of the known model types; tests/wasm/architectures.test.ts compares the list with the types that were measured. */
export const readers: Readonly<Record<string, Reader>> = {
  __proto__: null as never,
  // rotary
  llama: rope(),
  palm: rope(),
  mistral: rope({ sliding: 'all', window: usualWindow(4096) }),
  mixtral: rope({ sliding: 'all', base: 1e6 }),
  ministral: rope({ sliding: 'all', window: usualWindow(4096) }),
  ministral3: unless(withoutParameters, tempered(rope({ sliding: 'all' }))),
  mistral4: unless(
    withoutParameters,
    tempered((c, layer) => decoupledParts(c, layer, 64)),
  ),
  nanochat: (c, layer) => ropeParts(c, layer, { reversed: true }).map(normedAfter),
  starcoder2: rope({ sliding: 'all' }),
  phi3: (c, layer) => ropeParts(withOriginal(c), layer, { sliding: 'all' }),
  phimoe: rope({ sliding: 'all', base: 1e6 }),
  qwen2: rope(qwenWindows),
  qwen2_moe: unless(slides, rope(qwenWindows)),
  qwen3: rope(qwenWindows),
  qwen3_moe: unless(slides, rope(qwenWindows)),
  gemma: rope(),
  gemma2: rope({ sliding: { every: 2 }, window: usualWindow(4096), softcap: 50 }),
  gemma3_text: rope(gemma3()),
  new: rope(),
  olmo: rope(),
  arcee: rope(),
  aria_text: rope(),
  esmc: rope(),
  eurobert: rope(),
  nomic_bert: rope({ base: 1000 }),
  hyperclovax: rope(),
  internlm3: rope(),
  iquestcoder: rope(),
  jais2: rope(),
  molmo2_text: rope(),
  olmoe: rope(),
  seed_oss: rope(),
  higgs_audio_v2: unless(withoutParameters, rope()),
  falcon_h1: unless(withoutParameters, rope()),
  laguna: unless(withoutParameters, rope()),
  lfm3: unless(withoutParameters, rope()),
  mellum: unless(withoutParameters, rope()),
  switch_transformers: one((c) => t5(c, 0, 12)),
  'gpt-sw3': one((c) => gpt(c, 'wpe', 1024)),
  olmo2: rope(),
  olmo3: rope({ base: 5e5, sliding: { every: 4 }, window: usualWindow(4096), local: { base: 5e5 } }),
  granite: rope(),
  gpt_oss: unless(withoutParameters, rope({ base: 150000, sliding: { every: 2 } })),
  cohere: rope({ layout: 'interleaved', base: 5e5 }),
  cohere2: rope({ layout: 'interleaved', ...turnsWhereItSlides }),
  cohere2_moe: rope({ layout: 'interleaved', ...turnsWhereItSlides }),
  afmoe: rope({
    ...turnsWhereItSlides,
    sliding: { every: 4, key: 'global_attn_every_n_layers' },
    window: usualWindow(1024),
  }),
  exaone4: rope(turnsWithoutWindow),
  exaone_moe: rope(turnsWithoutWindow),
  helium: rope({ layout: 'interleaved', base: 1e5 }),
  ernie4_5_moe: rope({ layout: 'interleaved', base: 5e5 }),
  granitemoe: rope(),
  granitemoeshared: rope(),
  mpnet,
  smollm3: unless(slides, rope({ base: 2e6, rotates: isTurned })),
  glm: rope({ layout: 'interleaved', partial: 0.5 }),
  glm4: rope({ layout: 'interleaved', partial: 0.5 }),
  ernie4_5: rope({ layout: 'interleaved', base: 5e5 }),
  gpt_neox: rope({ partial: 0.25, baseKey: 'rotary_emb_base', partialKey: 'rotary_pct', odd: 'next even' }),
  phi: rope({ partial: 0.5 }),
  persimmon: rope({ partial: 0.5 }),
  nemotron: rope({ partial: 0.5 }),
  stablelm: rope({ partial: 0.25 }),
  gptj: one(gptj),
  codegen: one(gptj),
  roformer: one(roformer),
  modernbert: unless(scaledBeside, rope(modernBert())),
  deepseek_v2: unless(proportional, decoupledParts),
  deepseek_v3: unless(proportional, decoupledParts),
  llama4_text: unless(proportional, unless(otherKinds, iropeParts)),
  qwen2_vl: qwenVl({ sections: [16, 24, 24], order: 'chunked', base: 1e6 }),
  qwen2_vl_text: qwenVl({ sections: [16, 24, 24], order: 'chunked', base: 1e6 }),
  qwen2_5_vl: qwenVl({ sections: [16, 24, 24], order: 'chunked', base: 1e6 }),
  qwen2_5_vl_text: qwenVl({ sections: [16, 24, 24], order: 'chunked', base: 1e6 }),
  qwen3_vl_text: qwenVl({ sections: [24, 20, 20], order: 'interleaved', base: 5e5 }),
  qwen3_vl_moe_text: qwenVl({ sections: [24, 20, 20], order: 'interleaved', base: 5e5 }),
  ernie4_5_vl_moe_text: qwenVl({ sections: [22, 22, 20], order: 'hwt', base: 5e5, layout: 'interleaved' }),
  glm4v_text: qwenVl({ sections: [8, 12, 12], order: 'chunked', layout: 'interleaved', partial: 0.5 }),
  falcon: (c, layer) =>
    c.flag('alibi', false)
      ? [{ type: 'alibi', beforeScale: true, keyed: 'roundedKey' }]
      : ropeParts(c, layer),
  // linear biases
  bloom: one(() => ({ type: 'alibi' })),
  mpt: one(mpt),
  // learned tables
  gpt2: one((c) => gpt(c, 'wpe', 1024)),
  gpt3: (c, layer) => gpt3(c, layer),
  gpt_bigcode: one((c) => gpt(c, 'wpe', 1024)),
  'openai-gpt': one((c) => gpt(c, 'positions_embed', 512)),
  gpt_neo: (c, layer) => gptNeo(c, layer),
  bert: table(),
  ernie: table(),
  albert: table({ widthKey: 'embedding_size' }),
  electra: table({ widthKey: 'embedding_size' }),
  distilbert: table({ widthKey: 'dim' }),
  'megatron-bert': table(),
  big_bird: table({ rows: 4096 }),
  esm: table({ afterPadding: true, rotary: true, rows: 1026 }),
  roberta: table({ afterPadding: true }),
  'xlm-roberta': table({ afterPadding: true }),
  camembert: table({ afterPadding: true }),
  'xlm-roberta-xl': table({ afterPadding: true, rows: 514 }),
  'data2vec-text': table({ afterPadding: true }),
  longformer: (c, layer) => [...bert(c, layer, { afterPadding: true }), bothSides(halfWindow(c, layer))],
  bart: one((c) => afterTwo(c, `${stackOf(c)}.`, 'd_model')),
  mbart: one((c) => afterTwo(c, `${stackOf(c)}.`, 'd_model')),
  plbart: one((c) => afterTwo(c, `${stackOf(c)}.`, 'd_model')),
  blenderbot: one((c) => ofStack(c, c.count('max_position_embeddings', 128))),
  led: ledParts,
  whisper: one((c) =>
    ofStack(
      c,
      stackOf(c) === 'encoder' ? c.count('max_source_positions', 1500) : c.count('max_target_positions', 448),
    ),
  ),
  opt: one((c) => afterTwo(c, 'decoder.', 'hidden_size', 2048)),
  biogpt: one((c) => afterTwo(c, '', 'hidden_size')),
  xlm: one(xlm),
  flaubert: one(xlm),
  vit: one((c) => ofPatches(c, 1)),
  deit: one((c) => ofPatches(c, 2)),
  dinov2: one((c) => ofPatches(c, 1, 14)),
  dinov2_with_registers: one((c) => ofPatches(c, 1, 16, c.integer('num_register_tokens', 4))),
  clip_vision_model: one((c) => ofTower(c, tokensOf(c, 1, 32))),
  clipseg_vision_model: one((c) => ofTower(c, tokensOf(c, 1, 32))),
  siglip_vision_model: one((c) => ofTower(c, tokensOf(c, 0, 16))),
  clip_text_model: one((c) => ofTower(c, c.count('max_position_embeddings', 77), 512)),
  clipseg_text_model: one((c) => ofTower(c, c.count('max_position_embeddings', 77), 512)),
  siglip_text_model: one((c) => ofTower(c, c.count('max_position_embeddings', 64))),
  // relative
  t5: one((c) => t5(c)),
  mt5: one((c) => t5(c, 0, 6)),
  umt5: one((c, layer) => t5(c, layer, 6)),
  deberta: (c, layer) => deberta(c, layer, 1),
  'deberta-v2': (c, layer) => deberta(c, layer, 2),
  'transfo-xl': one(transformerXl),
  xlnet: one(xlnet),
  swin: one(swin),
  swinv2: one(swinV2),
  // sinusoids
  marian: one(() => ({ type: 'sinusoidal', layout: 'concatenated' })),
  pegasus: one(() => ({ type: 'sinusoidal', layout: 'concatenated' })),
  m2m_100: one(fromPadding),
  xglm: one(fromPadding),
}

function readerOf(config: ConfigFields): Reader {
  const reader = readers[config.text('model_type', '')]
  if (reader) return reader
  const wanted =
    'a model_type that is known (docs/models.md), or { guess: true } to read its keys and be told what was assumed'
  throw refuse('ERR_UNSUPPORTED', config.path('model_type'), got(config), wanted)
}

const got = (config: ConfigFields, more = '') =>
  (JSON.stringify(config.peek('model_type')) ?? '(none)') + more

// Keys of architectures with another kind of rotation, or for which the keys alone are ambiguous.
const PUZZLES = ['qk_rope_head_dim', 'no_rope_layers', 'no_rope_layer_interval', 'global_head_dim'] as const

interface Guess {
  read: Reader
  assumed: string[]
}

// The reader of an unknown architecture that the caller wants guessed, by the keys that are present.
function readerByKeys(config: ConfigFields): Guess {
  const puzzle = PUZZLES.find((key) => config.has(key))
  if (puzzle) throw unguessable(config, ` with ${puzzle}`)
  const name = `model_type ${got(config)} is not known: its keys were read`
  if (['rope_theta', 'rope_parameters', 'rope_scaling'].some((key) => config.has(key))) {
    const turns =
      'every layer turns queries and keys, channel j together with channel j + half of the rotated ones'
    const more =
      'layers slide where layer_types says so; there is no bias, no table and no other scale of single queries'
    return { read: rope(), assumed: [name, turns, ...baseless(config), more] }
  }
  if (config.has('relative_attention_num_buckets')) {
    const table = 'its buckets are those of T5, its table has the name and the shape that T5 gives it'
    return { read: one((c) => t5(c)), assumed: [name, table] }
  }
  if (config.has('alibi') && config.flag('alibi', false)) {
    return {
      read: one(() => ({ type: 'alibi' })),
      assumed: [name, 'its slopes are those of BLOOM, added after the scale'],
    }
  }
  throw unguessable(config)
}

function baseless(config: ConfigFields): string[] {
  const parameters = config.inner('rope_parameters') ?? config.inner('rope_scaling')
  const given =
    config.has('rope_theta') || parameters?.has('rope_theta') || parameters?.isObject('full_attention')
  return given ? [] : ['the base is 10000, since the config names none']
}

function unguessable(config: ConfigFields, more = ''): Error {
  const wanted =
    'keys that tell: rope_theta, rope_parameters, rope_scaling, relative_attention_num_buckets or alibi'
  return refuse('ERR_UNSUPPORTED', config.path('model_type'), got(config, more), wanted)
}

// Refusals of what transformers computes in another way than the readers, by architecture.

function refused(config: ConfigFields, key: string, value: unknown, wanted: string): Error {
  return refuse('ERR_UNSUPPORTED', config.path(key), JSON.stringify(value) ?? 'nothing', wanted)
}

/** Refuses configs without rope parameters, whose classes have scaled frequencies or several kinds of layers by default. */
export function withoutParameters(config: ConfigFields): void {
  const scaled = config.inner('rope_parameters') ?? config.inner('rope_scaling')
  if (!scaled?.keys().length)
    throw refused(config, 'rope_scaling', undefined, 'its parameters, as transformers saves them')
}

function slides(config: ConfigFields): void {
  if (config.flag('use_sliding_window', false)) throw refused(config, 'use_sliding_window', true, 'false')
  const sliding = config.texts('layer_types')?.includes('sliding_attention')
  if (sliding) throw refused(config, 'layer_types', 'sliding_attention', 'full attention in every layer')
}

function scaledBeside(config: ConfigFields): void {
  const type = ropeTypeOf(config.inner('rope_scaling'))
  if (type !== 'default')
    throw refused(config, 'rope_scaling', type, 'rope_parameters for each kind of layer')
}

function proportional(config: ConfigFields): void {
  const type = ropeTypeOf(config.inner('rope_scaling') ?? config.inner('rope_parameters'))
  if (type === 'proportional') throw refused(config, 'rope_scaling', type, 'another rope_type')
}

// Llama 4 has chunks where it turns, and no other kinds.
function otherKinds(config: ConfigFields): void {
  config.texts('layer_types')?.forEach((kind, i) => {
    const wanted = isTurned(config, i) ? 'chunked_attention' : 'full_attention'
    if (kind !== wanted) throw refused(config, `layer_types[${i}]`, kind, wanted)
  })
}

// Adds the original length of Phi-3's class, which is beside the scaling and has precedence over the one inside.
function withOriginal(config: ConfigFields): ConfigFields {
  const key = 'original_max_position_embeddings'
  return config.has(key) ? config : config.with({ [key]: 4096 })
}

// The window of a class that has one by default: absent is `tokens`, null is none.
function usualWindow(tokens: number): (config: ConfigFields) => MaskPosition | undefined {
  return (config) => {
    const isNull = !config.has('sliding_window') && config.names('sliding_window')
    return isNull ? undefined : slidingWindow(config.count('sliding_window', tokens))
  }
}

function gemma3(): RopeHabit {
  return {
    base: 1e6,
    sliding: { every: 6, key: 'sliding_window_pattern' },
    local: { key: 'rope_local_base_freq', base: 10000 },
    window: (config) => {
      const window = usualWindow(4096)(config)
      // EmbeddingGemma: half of it on each side
      return window && config.flag('use_bidirectional_attention', false)
        ? bothSides(Math.floor(config.count('sliding_window', 4096) / 2))
        : window
    },
  }
}

function modernBert(): RopeHabit {
  return {
    base: 160000,
    baseKey: 'global_rope_theta',
    sliding: { every: 3, key: 'global_attn_every_n_layers', fullFirst: true },
    local: { key: 'local_rope_theta', base: 10000 },
    window: (config) => bothSides(Math.floor(config.count('local_attention', 128) / 2)),
  }
}

// LED's encoder has Longformer's windows, its decoder sees all before it.
function ledParts(config: ConfigFields, layer: number): Part[] {
  return stackOf(config) === 'encoder'
    ? [
        ofStack(config, config.count('max_encoder_position_embeddings', 16384)),
        bothSides(halfWindow(config, layer)),
      ]
    : [ofStack(config, config.count('max_decoder_position_embeddings', 1024))]
}

// Longformer's window, of all layers or one each.
function halfWindow(config: ConfigFields, layer: number): number {
  const key = 'attention_window'
  const tokens = config.isObject(key) ? config.numbers(key)?.[layer] : config.count(key, 512)
  return (tokens as number) / 2
}

function bothSides(tokens: number): Extract<Part, { type: 'mask' }> {
  return { type: 'mask', kind: 'window', left: tokens, right: tokens }
}

function qwenVl(habit: Parameters<typeof mropeParts>[2]): Reader {
  return (config, layer) => mropeParts(config, layer, { ...qwenWindows, ...habit })
}

// Queries and keys that are normed after they are rotated: a factor on cosine and sine cancels.
function normedAfter(part: Part): Part {
  const scaling = part.type === 'rope' ? part.scaling : undefined
  return attentionFactorOf(scaling) === 1
    ? part
    : ({ ...part, scaling: { ...scaling, attentionFactor: 1 } } as Part)
}

function gpt(config: ConfigFields, name: string, rows: number): Part {
  const length = config.either('n_positions', 'max_position_embeddings', rows)
  return learned(`${name}.weight`, length, config.either('n_embd', 'hidden_size', 768))
}

function gptj(config: ConfigFields): Part {
  return { type: 'rope', base: 10000, layout: 'interleaved', rotaryDim: config.integer('rotary_dim', 64) }
}

function roformer(config: ConfigFields): Part {
  const rotateValues = config.flag('rotary_value', false)
  return { type: 'rope', base: 10000, layout: 'interleaved', ...(rotateValues ? { rotateValues } : {}) }
}

function mpt(config: ConfigFields): Part {
  const attention = config.inner('attn_config')
  if (attention && !attention.flag('alibi', true)) {
    return learned('wpe.weight', config.count('max_seq_len', 2048), config.count('d_model', 2048))
  }
  const largestExponent = attention?.number('alibi_bias_max', 8) ?? 8
  const alibi: AlibiPosition = { type: 'alibi' }
  return largestExponent === 8 ? alibi : { ...alibi, largestExponent }
}
