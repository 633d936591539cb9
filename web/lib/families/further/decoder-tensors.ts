// The tensors of decoders, by tables of names.

import type { Constant, ModelSpec, TensorRule } from '../family.js'
import type { FamilyParts } from '../family-parts.js'

/** How the tensors of a decoder are called in its checkpoints. */
export interface DecoderNames {
  /** The table of tokens. */
  embedding: string
  /** What is before the number of a layer. */
  layers: string
  /** The canonical name of each norm in a layer, those of queries and keys too, by its name; where one norm serves both, the second is not there. */
  norms: Readonly<Record<string, string>>
  /** The canonical names of the matrices in each linear layer, by its name: several of a fused one, in the order of their rows. */
  linears: Readonly<Record<string, string>>
  /** Absent where no norm has weights. */
  finalNorm?: string
  /** The groups of rows in a fused linear layer, 1 when absent. */
  groups?: (s: ModelSpec) => number
  /** Are linear layers stored as [in, out]? */
  transposed?: boolean
  /** A number that is added to the stored weights of norms. */
  plus?: number
}

/** LLaMA's names of linear layers, apart: its relatives have some of them. */
export const INPUTS = {
  'self_attn.q_proj': 'query',
  'self_attn.k_proj': 'key',
  'self_attn.v_proj': 'value',
} as const
export const OUTPUT = { 'self_attn.o_proj': 'output' } as const
export const DOWN = { 'mlp.down_proj': 'mlp.down' } as const

export const LLAMA_NAMES = {
  embedding: 'embed_tokens',
  layers: 'layers',
  norms: { input_layernorm: 'norm1', post_attention_layernorm: 'norm2' },
  linears: { ...INPUTS, ...OUTPUT, 'mlp.gate_proj': 'mlp.gate', 'mlp.up_proj': 'mlp.up', ...DOWN },
  finalNorm: 'norm',
} as const satisfies DecoderNames

export function decoderTensors(parts: FamilyParts, s: ModelSpec, names: DecoderNames): TensorRule[] {
  const { norm, ownHead, perBlock, rule } = parts
  const { plus } = names
  const habit = { bias: s.norm === 'layer' && s.normBias, ...(plus === undefined ? {} : { plus }) }
  return [
    rule(`${names.embedding}.weight`, [s.vocab, s.dModel], 'embedding'),
    ...perBlock(s, (i) => [
      ...Object.entries(names.norms)
        .filter(([, to]) => !(s.sharedNorm && to === 'norm2'))
        .flatMap(([from, to]) =>
          norm(`${names.layers}.${i}.${from}`, `layers.${i}.${to}`, normWidth(s, to), habit),
        ),
      ...Object.entries(names.linears).flatMap(([from, to]) =>
        linears(parts, s, `${names.layers}.${i}.${from}`, `layers.${i}.`, { to: to.split(' '), names }),
      ),
    ]),
    ...(s.finalNorm && names.finalNorm ? norm(names.finalNorm, 'finalNorm', s.dModel, habit) : []),
    ...ownHead(s),
    ...(s.headBias ? [rule('lm_head.bias', [s.vocab], 'head.bias')] : []),
  ]
}

/** Norms of queries and keys are as wide as a head, or as all of them. */
function normWidth({ queryKeyNorm, ...s }: ModelSpec, name: string): number {
  const heads = name === 'queryNorm' ? s.heads : name === 'keyNorm' ? s.kvHeads : 0
  if (heads === 0) return s.dModel
  return queryKeyNorm === 'rms_all' ? heads * s.headDim : s.headDim
}

/** The weights that norms without any have in the block: 1. */
export function unweighted(s: ModelSpec): Constant[] {
  const ofLayers = s.blocks.flatMap((i) => [`layers.${i}.norm1`, `layers.${i}.norm2`])
  const names = [...(s.embeddingNorm ? ['embeddingNorm'] : []), ...ofLayers, 'finalNorm']
  return names.map((name) => ({ name: `${name}.weight`, size: s.dModel, value: 1 }))
}

interface Linears {
  /** Canonical names in a layer. */
  to: readonly string[]
  names: DecoderNames
}

function linears(
  { fused }: FamilyParts,
  s: ModelSpec,
  from: string,
  layer: string,
  { to, names: { groups, transposed = false } }: Linears,
): TensorRule[] {
  const count = to.length > 1 ? (groups?.(s) ?? 1) : 1
  const rows = to.map((name) => ({ name: layer + name, rows: rowsOf(s, name) / count }))
  const [first = ''] = to
  const width = first === 'output' ? s.heads * s.headDim : first === 'mlp.down' ? s.dFf : s.dModel
  return fused(from, rows, { width, bias: hasBias(s, first), transposed, groups: count })
}

function rowsOf(s: ModelSpec, name: string): number {
  if (name === 'query') return s.heads * s.headDim
  if (name === 'key' || name === 'value') return s.kvHeads * s.headDim
  return name === 'mlp.gate' || name === 'mlp.up' ? s.dFf : s.dModel
}

// Fused projections have biases together.
function hasBias(s: ModelSpec, name: string): boolean {
  if (name === 'query') return s.queryBias
  if (name === 'key') return s.keyBias
  if (name === 'value') return s.valueBias
  return name === 'output' ? s.outputBias : s.mlpBias
}
