// Encoder–decoders with BART's layers and names: Marian, M2M-100 (NLLB), mBART, Pegasus, PLBART, Blenderbot, LED. They differ in the place of norms,
// in a norm over the embeddings, in scaled embeddings and in their positions: sinusoids, or tables that may begin with two unused rows.

import type { ConfigFields } from '../config-fields.js'
import type { Family, ModelSpec, PositionCounter, TensorRule } from '../family.js'
import type { FamilyParts } from '../family-parts.js'
import { positionsOfBoth, side } from './bart-layers.js'

interface Kind {
  place: 'pre' | 'post'
  /** A norm over the embeddings of both stacks. */
  embeddingNorm?: true
  /** Are embeddings scaled if the config does not say? */
  scaled?: true
  activation?: string
  usual: Usual
  decoderStart?: number
  /** The config in terms of BART's, of a class with others. */
  told?(config: ConfigFields): ConfigFields
  /** BART's name of a tensor, without the prefix of a head. */
  renamed?(name: string): string
}

/** What the class of a config takes where a field is absent. */
interface Usual {
  vocab: number
  dModel: number
  layers: [encoder: number, decoder: number]
  heads: number
  dFf: number
  maxPositions: number
}

const LARGE = {
  dModel: 1024,
  layers: [12, 12],
  heads: 16,
  dFf: 4096,
  maxPositions: 1024,
} satisfies Partial<Usual>

const kinds: Readonly<Record<string, Kind>> = {
  marian: { place: 'post', usual: { ...LARGE, vocab: 58101 }, decoderStart: 58100 },
  m2m_100: {
    place: 'pre',
    scaled: true,
    activation: 'relu',
    usual: { ...LARGE, vocab: 128112 },
    decoderStart: 2,
  },
  mbart: { place: 'pre', embeddingNorm: true, usual: { ...LARGE, vocab: 50265 } },
  pegasus: { place: 'pre', usual: { ...LARGE, vocab: 50265 }, decoderStart: 0 },
  plbart: {
    place: 'post',
    embeddingNorm: true,
    scaled: true,
    usual: { vocab: 50005, dModel: 768, layers: [6, 6], heads: 12, dFf: 3072, maxPositions: 1024 },
  },
  blenderbot: {
    place: 'pre',
    usual: { vocab: 8008, dModel: 2560, layers: [2, 24], heads: 32, dFf: 10240, maxPositions: 128 },
    decoderStart: 1,
  },
  led: {
    place: 'post',
    embeddingNorm: true,
    usual: { ...LARGE, vocab: 50265 },
    decoderStart: 2,
    told: (config) => config.with({ max_position_embeddings: decoderRows(config), scale_embedding: false }),
    renamed: (name) =>
      name
        .replace(/longformer_self_attn\.([qkv])(?:uery|ey|alue)\./, '$1_proj.')
        .replace('self_attn.output.', 'self_attn.out_proj.'),
  },
}

const decoderRows = (config: ConfigFields) => config.count('max_decoder_position_embeddings', 1024)

/** A family for each model type, since they start their answers with different tokens. */
export const bartRelatives = (parts: FamilyParts): readonly Family[] =>
  Object.entries(kinds).map(([name, kind]) => ({
    name,
    modelTypes: [name],
    rename: (stored) => {
      const base = parts.without('model.', 'led.')(stored)
      return kind.renamed?.(base) ?? base
    },
    spec: (config) => specOf(parts, kind.told?.(config) ?? config, kind),
    tensors: (s) => tensors(parts, s),
    positions: (config, s) => positionsOfBoth(parts, config, s),
    ...(name === 'm2m_100' ? { positionIds: (config) => rowsAfterPadding(parts, config) } : {}),
    ...(kind.decoderStart === undefined ? {} : { decoderStart: kind.decoderStart }),
    irrelevant: [
      'decoder_vocab_size', // that of the encoder, which is required
      'onnx_export',
    ],
    fixed: {
      is_encoder_decoder: [true],
      normalize_before: [kind.place === 'pre'],
      normalize_embedding: [kind.embeddingNorm ?? false],
      add_final_layer_norm: [kind.place === 'pre'],
      add_bias_logits: [false],
      static_position_embeddings: [name === 'marian' || name === 'pegasus'],
    },
  }))

function specOf(parts: FamilyParts, config: ConfigFields, kind: Kind): ModelSpec {
  const { usual } = kind
  const dModel = config.count('d_model', usual.dModel)
  const vocab = config.count('vocab_size', usual.vocab)
  requireBothStacks(parts, config, vocab)
  const tied = config.flag('tie_word_embeddings', true)
  const shared = config.flag('share_encoder_decoder_embeddings', true)
  const stack = (side: 0 | 1) => stackOf(parts, config, kind, side)
  return parts.modelSpec({
    vocab,
    dModel,
    maxPositions: config.count('max_position_embeddings', usual.maxPositions),
    ...stack(1),
    encoder: { ...parts.stackSpec(stack(0)), causal: false },
    embeddingScale: config.flag('scale_embedding', kind.scaled ?? false) ? Math.sqrt(dModel) : 1,
    embeddingNorm: kind.embeddingNorm ?? false,
    encoderEmbedding: !tied || !shared,
    tieHead: tied,
    headBias: config.text('model_type') !== 'm2m_100' && speaks(parts, config),
  })
}

// A bare model has no bias of the logits; MarianMTModel is no bare one.
function speaks({ architectureOf }: FamilyParts, config: ConfigFields): boolean {
  const [name] = config.texts('architectures') ?? []
  return name === 'MarianMTModel' || (architectureOf(config) ?? 'lm') === 'lm'
}

// The decoder alone is another class, and one vocabulary serves both stacks here.
function requireBothStacks({ refuse }: FamilyParts, config: ConfigFields, vocab: number): void {
  if (config.flag('is_decoder', false))
    throw refuse('ERR_UNSUPPORTED', config.path('is_decoder'), 'true', 'an encoder and a decoder')
  const key = 'decoder_vocab_size'
  const answers = config.has(key) ? config.count(key) : vocab
  if (answers !== vocab)
    throw refuse('ERR_UNSUPPORTED', config.path(key), String(answers), `${vocab}, like vocab_size`)
}

function stackOf(
  parts: FamilyParts,
  config: ConfigFields,
  { place, activation = 'gelu', usual }: Kind,
  side: 0 | 1,
) {
  const name = side === 0 ? 'encoder' : 'decoder'
  const heads = config.count(`${name}_attention_heads`, usual.heads)
  const dModel = config.count('d_model', usual.dModel)
  return {
    layers: config.count(`${name}_layers`, usual.layers[side]),
    heads,
    headDim: parts.evenHeads(config, 'd_model', dModel, heads),
    dFf: config.count(`${name}_ffn_dim`, usual.dFf),
    norm: 'layer' as const,
    normEpsilon: 1e-5,
    normPlace: place,
    finalNorm: place === 'pre',
    activation: parts.activationOf(config, 'activation_function', activation),
    ...parts.biases(true),
  }
}

function tensors(parts: FamilyParts, s: ModelSpec): TensorRule[] {
  return [
    ...parts.tokenTables(s),
    ...(s.encoder ? side(parts, 'encoder', s.encoder, s) : []),
    ...side(parts, 'decoder', s, s),
    ...parts.ownHead(s),
    ...(s.headBias ? [parts.flattened('final_logits_bias', [1, s.vocab], 'head.bias')] : []),
  ]
}

// As in fairseq positions follow that of the padding, whose code is zero: the first token is at its id + 1.
function rowsAfterPadding(parts: FamilyParts, config: ConfigFields): PositionCounter {
  const counted = parts.afterPadding(config)
  const first = config.integer('pad_token_id', 1) + 1
  return (ids) => counted(ids).map((index) => index + first)
}
