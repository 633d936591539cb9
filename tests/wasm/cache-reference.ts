// The small RoPE model in plain loops and double, from the numbers of its file: queries and keys of one layer before any rotation.

import { bytesOf, takeApart, trainedModels } from '../support/models.js'

export interface Rows {
  /** Per token and head, [headDim]. */
  queries: number[][][]
  keys: number[][][]
}

const [WIDTH, HEADS, DIM, EPSILON] = [64, 4, 16, 1e-5]

const folder = () =>
  trainedModels.find(({ name }) => name === 'tiny-shakespeare-small-rope') as (typeof trainedModels)[number]

/** A number of 16 bits: sign, five bits of exponent, ten of fraction. */
function half(bits: number): number {
  const [sign, exponent, fraction] = [bits >> 15 ? -1 : 1, (bits >> 10) & 31, bits & 1023]
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15))
}

function tensors(): Map<string, number[][]> {
  const parts = Object.entries(takeApart(bytesOf(folder())))
  return new Map(
    parts.map(([name, { dtype, shape, bytes }]) => {
      if (dtype !== 'F16') throw new Error(`${name} is ${dtype}`)
      const numbers = Array.from(new Uint16Array(bytes.slice().buffer), half)
      const width = shape.at(-1) ?? 1
      return [
        name,
        Array.from({ length: numbers.length / width }, (_, i) => numbers.slice(i * width, (i + 1) * width)),
      ]
    }),
  )
}

export const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, i) => sum + x * (b[i] ?? Number.NaN), 0)

const times = (matrix: number[][], x: number[]): number[] => matrix.map((row) => dot(row, x))

function normed(x: number[], weight: number[]): number[] {
  const scale = 1 / Math.sqrt(dot(x, x) / x.length + EPSILON)
  return x.map((value, i) => value * scale * (weight[i] ?? Number.NaN))
}

/** Rotates channels i and i + 8 by position · ω_i; a position may be negative. */
export function rotated(x: readonly number[], position: number, base = 10000): number[] {
  const pairs = x.length / 2
  const out = [...x]
  for (let i = 0; i < pairs; i++) {
    const angle = position * base ** (-i / pairs)
    const [a, b] = [x[i] ?? Number.NaN, x[i + pairs] ?? Number.NaN]
    out[i] = a * Math.cos(angle) - b * Math.sin(angle)
    out[i + pairs] = a * Math.sin(angle) + b * Math.cos(angle)
  }
  return out
}

export function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores)
  const shares = scores.map((score) => Math.exp(score - most))
  const all = shares.reduce((a, b) => a + b, 0)
  return shares.map((share) => share / all)
}

/** Reads the tokens at positions 0, 1, 2 …, causally. */
export function rowsOf(ids: readonly number[], layer: number): Rows {
  const all = tensors()
  const of = (name: string) => all.get(name) as number[][]
  let states = ids.map((id) => [...(of('model.embed_tokens.weight')[id] as number[])])
  for (let l = 0; ; l++) {
    const name = `model.layers.${l}`
    const vector = (norm: string) => of(`${name}.${norm}.weight`).flat()
    const inputs = states.map((x) => normed(x, vector('input_layernorm')))
    const heads = (kind: string) =>
      inputs.map((x) => {
        const row = times(of(`${name}.self_attn.${kind}_proj.weight`), x)
        return Array.from({ length: HEADS }, (_, h) => row.slice(h * DIM, (h + 1) * DIM))
      })
    const [queries, keys, values] = [heads('q'), heads('k'), heads('v')]
    if (l === layer) return { queries, keys }
    states = states.map((x, i) => {
      const mixed = Array.from({ length: HEADS }, (_, h) => {
        const q = rotated(queries[i]?.[h] ?? [], i)
        const weights = softmax(
          Array.from({ length: i + 1 }, (_, j) => dot(q, rotated(keys[j]?.[h] ?? [], j)) / Math.sqrt(DIM)),
        )
        return Array.from({ length: DIM }, (_, c) =>
          dot(
            weights,
            weights.map((_, j) => values[j]?.[h]?.[c] ?? Number.NaN),
          ),
        )
      }).flat()
      const out = times(of(`${name}.self_attn.o_proj.weight`), mixed)
      const middle = x.map((value, c) => value + (out[c] ?? Number.NaN))
      const fed = normed(middle, vector('post_attention_layernorm'))
      const gate = times(of(`${name}.mlp.gate_proj.weight`), fed).map((g) => g / (1 + Math.exp(-g)))
      const up = times(of(`${name}.mlp.up_proj.weight`), fed)
      const down = times(
        of(`${name}.mlp.down_proj.weight`),
        gate.map((g, c) => g * (up[c] ?? Number.NaN)),
      )
      return middle.map((value, c) => value + (down[c] ?? Number.NaN))
    })
    if (states[0]?.length !== WIDTH) throw new Error('the model has another width')
  }
}
