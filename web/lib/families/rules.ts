// Building blocks of tensor tables.

import { largest } from '../boundary/checks.js'
import type { ModelSpec, StackSpec, TensorPart, TensorRule } from './family.js'

/** The rules of all blocks. */
export function perBlock({ blocks }: StackSpec, rules: (block: number) => TensorRule[]): TensorRule[] {
  return Array.from({ length: largest(blocks) + 1 }, (_, block) => rules(block)).flat()
}

/** The rule of a tensor that is read unchanged. */
export function rule(from: string, shape: number[], to: string): TensorRule {
  return { from, shape, to: [{ name: to, rows: shape[0] ?? 0 }] }
}

/** The rule of a vector that is stored with leading axes of 1. */
export function flattened(from: string, shape: number[], to: string): TensorRule {
  return { from, shape, to: [{ name: to, rows: shape.at(-1) ?? 0 }], transposed: true }
}

interface LinearRule {
  out: number
  width: number
  bias?: boolean
  /** Is it the Conv1D of transformers, x · W + b with W [in, out]? */
  transposed?: boolean
}

/** The rules of a linear layer: `from`.weight [out, width] and `from`.bias. */
export function linear(from: string, to: string, { out, ...more }: LinearRule): TensorRule[] {
  return fused(from, [{ name: to, rows: out }], more)
}

interface FusedRule extends Omit<LinearRule, 'out'> {
  groups?: number
}

/** The rules of one matrix for several projections; `to` is the number of rows of each in a group. */
export function fused(
  from: string,
  to: TensorPart[],
  { width, bias = true, transposed = false, groups = 1 }: FusedRule,
): TensorRule[] {
  const out = groups * to.reduce((sum, { rows }) => sum + rows, 0)
  const part = (name: string) => to.map((p) => ({ name: `${p.name}.${name}`, rows: p.rows }))
  const grouped = groups === 1 ? {} : { groups }
  const shape = transposed ? [width, out] : [out, width]
  const weight = { from: `${from}.weight`, shape, to: part('weight'), ...grouped }
  const biasRule = { from: `${from}.bias`, shape: [out], to: part('bias'), ...grouped }
  return [transposed ? { ...weight, transposed } : weight, ...(bias ? [biasRule] : [])]
}

interface NormRule {
  bias?: boolean
  plus?: number
}

export function norm(
  from: string,
  to: string,
  width: number,
  { bias = true, plus }: NormRule = {},
): TensorRule[] {
  const weight = rule(`${from}.weight`, [width], `${to}.weight`)
  return [
    plus === undefined ? weight : { ...weight, plus },
    ...(bias ? [rule(`${from}.bias`, [width], `${to}.bias`)] : []),
  ]
}

/** The rule of an untied head's matrix. */
export function ownHead(s: ModelSpec, from = 'lm_head.weight'): TensorRule[] {
  const own = s.head === 'lm' && !s.tieHead
  return own ? [rule(from, [s.vocab, s.embeddingSize], 'head.weight')] : []
}

/** Rules that read another tensor if the checkpoint lacks their own. */
export function orElse(rules: TensorRule[], other: string): TensorRule[] {
  return rules.map((one) => ({ ...one, orElse: other }))
}

/** The tables of tokens of an encoder–decoder: one, or one for each stack, where a stack without its own reads the shared one. */
export function tokenTables({ vocab, dModel, encoderEmbedding }: ModelSpec): TensorRule[] {
  const table = (from: string, to: string) => rule(from, [vocab, dModel], to)
  if (!encoderEmbedding) return [table('shared.weight', 'embedding')]
  const own = [
    table('decoder.embed_tokens.weight', 'embedding'),
    table('encoder.embed_tokens.weight', 'encoder.embedding'),
  ]
  return orElse(own, 'shared.weight')
}

/** Removes the prefix that a head adds to the names of the base model. */
export function without(...prefixes: string[]): (name: string) => string {
  return (name) => {
    const prefix = prefixes.find((p) => name.startsWith(p))
    return prefix === undefined ? name : name.slice(prefix.length)
  }
}

/** Replaces TensorFlow's names of a norm's weight and bias, gamma and beta. */
export function withoutGamma(name: string): string {
  return name.replace(/\.gamma$/, '.weight').replace(/\.beta$/, '.bias')
}
