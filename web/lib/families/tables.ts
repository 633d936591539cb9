// Learned absolute positions: a table in the checkpoint, its shape in the config.

import { refuse } from '../boundary/errors.js'
import type { PositionEncoding } from '../position/position-types.generated.js'
import type { TableReference } from '../position/table-reference.js'
import type { ConfigFields } from './config-fields.js'
import { headDimOf, ropeParts } from './rope.js'

type Part = PositionEncoding<TableReference>

export function learned(tensor: string, rows: number, width: number, offset = 0): Part {
  const table = { tensor, shape: [rows, width] }
  return offset ? { type: 'learned', table, offset } : { type: 'learned', table }
}

/** How BERT's relatives differ. Positions count from 0, in RoBERTa's family from the id of the padding token + 1. */
export interface BertHabit {
  widthKey?: string
  /** The rows of the table if the config does not say; 512 when absent. */
  rows?: number
  afterPadding?: true
  rotary?: true
}

export function bert(config: ConfigFields, layer: number, habit: BertHabit = {}): Part[] {
  const kind = config.text('position_embedding_type', 'absolute')
  if (kind === 'rotary' && habit.rotary) return ropeParts(config, layer)
  const relative = kind === 'relative_key' || kind === 'relative_key_query'
  if (relative && !habit.rotary) return [relativeKey(config, layer, kind)]
  if (kind === 'absolute') return [absolute(config, habit)]
  // ESM's class has dropped relative keys
  const wanted = habit.rotary ? 'absolute or rotary' : 'absolute, relative_key or relative_key_query'
  throw refuse('ERR_UNSUPPORTED', config.path('position_embedding_type'), JSON.stringify(kind), wanted)
}

export function absolute(
  config: ConfigFields,
  { widthKey = 'hidden_size', afterPadding, rows: usual = 512 }: BertHabit,
): Part {
  const rows = config.count('max_position_embeddings', usual)
  const offset = afterPadding ? config.integer('pad_token_id', 1) + 1 : 0
  return learned('embeddings.position_embeddings.weight', rows, config.count(widthKey), offset)
}

// BERT's relative keys: every layer has its own table; the absolute one is not used.
function relativeKey(config: ConfigFields, layer: number, kind: string): Part {
  const distances = 2 * config.count('max_position_embeddings', 512) - 1
  const table = {
    tensor: `encoder.layer.${layer}.attention.self.distance_embedding.weight`,
    shape: [distances, headDimOf(config)],
  }
  return { type: 'relativeKey', table, terms: kind === 'relative_key' ? 'key' : 'keyQuery' }
}

/** The learned table of BART, mBART, OPT and BioGPT, which begins with two unused rows. */
export function afterTwo(config: ConfigFields, prefix: string, widthKey: string, usual = 1024): Part {
  const rows = config.count('max_position_embeddings', usual)
  return learned(`${prefix}embed_positions.weight`, rows + 2, config.count(widthKey), 2)
}

/** The sinusoids of M2M-100, whose rows are counted from the id of the padding token, and of XGLM, from 2; the row of that id is zeros. */
export function fromPadding(config: ConfigFields): Part {
  const padding = config.integer('pad_token_id', 1)
  return { type: 'sinusoidal', layout: 'concatenated', spacing: 'endpoint', padding }
}

/** The learned table of XLM and FlauBERT. */
export function xlm(config: ConfigFields): Part {
  const rows = config.count('max_position_embeddings', 512)
  return learned('position_embeddings.weight', rows, config.either('emb_dim', 'hidden_size', 2048))
}

/** The stored table of a stack of Blenderbot or Whisper, whose encoder's holds sinusoids. */
export function ofStack(config: ConfigFields, rows: number): Part {
  return learned(`${stackOf(config)}.embed_positions.weight`, rows, config.count('d_model'))
}

export function stackOf(config: ConfigFields): 'encoder' | 'decoder' {
  return config.flag('is_decoder', false) ? 'decoder' : 'encoder'
}

/** The patches in a row of a square picture. */
export function patchesInRow(config: ConfigFields, patch: number): number {
  const size = config.count('image_size', 224)
  return Math.floor(size / config.count('patch_size', patch, size))
}

/** The tokens of a picture: `first` of its own, then its patches. */
export function tokensOf(config: ConfigFields, first: number, patch: number): number {
  return first + patchesInRow(config, patch) ** 2
}

/** The learned table of ViT, DeiT and DINOv2, stored as that of a batch of one. */
export function ofPatches(config: ConfigFields, first: number, patch = 16, zeros?: number): Part {
  const rows = tokensOf(config, first, patch)
  const shape = [1, rows, config.count('hidden_size', 768)]
  return { type: 'learned', table: { tensor: 'embeddings.position_embeddings', shape, rows, zeros } }
}

/** The learned table of a tower of CLIP or SigLIP. */
export function ofTower(config: ConfigFields, rows: number, width = 768): Part {
  return learned('embeddings.position_embedding.weight', rows, config.count('hidden_size', width))
}
