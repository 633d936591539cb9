// Mechanisms since 2024, said with what the package has: the arguments of `wf.attention` for each, and a schedule (docs/recent.md).
// Tensors are [heads, tokens, dim].

import { rotateByTables } from 'whereformer'

const row = ({ data, shape: [, tokens, dim] }, head, token) =>
  data.subarray((head * tokens + token) * dim, (head * tokens + token + 1) * dim)
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0)
const softplus = (x) => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)))
const map = ({ data, shape }, change) => ({ data: data.map(change), shape })

/** The sum of term(from), …, term(to). */
function sum(from, to, term) {
  let total = 0
  for (let i = from; i <= to; i++) total += term(i)
  return total
}

/** Tokens say how much is forgotten, gates [tokens, heads]. */
export const cable = (query, key, gates) => ({
  query,
  key,
  position: { type: 'forget', gateLogits: map(gates, (g) => -g) },
})

/** A prior −scale·(|d − location| + ε)^shape, and scores times sharpness · ln n; a number for each head. */
export function bam(query, key, { shape, scale, location, sharpness }) {
  const [, tokens, dim] = query.shape
  const factor = (head, token) => sharpness[head] * Math.log(token + 1)
  const away = (head, i, j) => Math.abs(j - i - 2 * Math.sinh(location[head])) + 1e-5
  const bias = (head, i, j) => -factor(head, i) * scale[head] * away(head, i, j) ** shape[head]
  const sharpened = map(query, (x, at) => {
    const line = Math.floor(at / dim)
    return x * factor(Math.floor(line / tokens), line % tokens)
  })
  return { query: sharpened, key, position: { type: 'custom', bias } }
}

/** RoPE by frequencies of its own, the other way. */
export const grapeM = (query, key, frequencies) => ({
  query,
  key,
  position: { type: 'rope', frequencies, reversed: true },
})

/** ALiBi times softplus(u·k/√d), u [heads, 1, dim]. */
export function grapeA(query, key, { slopes, direction }) {
  const gate = (head, j) => {
    const u = row(direction, head, 0)
    return softplus(dot(row(key, head, j), u) / Math.sqrt(dot(u, u) * u.length))
  }
  return {
    query,
    key,
    position: { type: 'custom', bias: (head, i, j) => -(i - j) * slopes[head] * gate(head, j) },
  }
}

/** Σ ln σ(p_i · R(l) p̂_l / d) over the tokens l between key and query, places p [heads, tokens, dim]; R turns every pair by 1 for each token. */
export function grapeAp(wf, query, key, { slopes, places }) {
  const [, , dim] = places.shape
  const frequencies = new Array(dim / 2).fill(1)
  const rotated = wf.rotate(
    { type: 'rope', frequencies, reversed: true },
    wf.rmsNorm(places, { epsilon: 2 ** -23 }),
  )
  const step = (head, i, l) =>
    -slopes[head] * softplus(-dot(row(places, head, i), row(rotated, head, l)) / dim)
  const bias = (head, i, j) => sum(j + 1, i, (l) => step(head, i, l))
  return { query, key, position: { type: 'custom', bias } }
}

/** Heads 2h and 2h + 1 share the key of head h: the query, and the query turned back by a right angle. */
export function ropePlusPlus(query, key) {
  const [heads, tokens, dim] = query.shape
  const data = new Float32Array(2 * query.data.length)
  for (let head = 0; head < heads; head++)
    for (let token = 0; token < tokens; token++) {
      const [x, at] = [row(query, head, token), (2 * head * tokens + token) * dim]
      data.set(x, at)
      data.set(x.subarray(dim / 2), at + tokens * dim) // (x1, x2) becomes (x2, −x1)
      data.set(
        x.subarray(0, dim / 2).map((value) => -value),
        at + tokens * dim + dim / 2,
      )
    }
  return { query: { data, shape: [2 * heads, tokens, dim] }, key, position: { type: 'rope' } }
}

/**
 * Cosines and sines of the first pairs are sums over the frequencies kept, [kept, pairs] or for each head [heads, kept, pairs]; the other pairs
 * stand still. In the authors' code their sine is 1 as their cosine is: `still: { cos: 1, sin: 1 }`.
 */
export function fope(query, key, { cosines, sines, still = { cos: 1, sin: 0 } }) {
  const [heads, tokens, dim] = query.shape
  const [kept, pairs] = cosines.shape.slice(-2)
  const table = (wave, { data, shape }, rest) => ({
    shape: [heads, tokens, dim / 2],
    data: Float32Array.from({ length: (heads * tokens * dim) / 2 }, (_, at) => {
      const [row, pair] = [Math.floor(at / (dim / 2)), at % (dim / 2)]
      const [token, own] = [row % tokens, shape.length > 2 ? Math.floor(row / tokens) * kept * pairs : 0]
      const part = (k) => wave(token * 10000 ** ((-2 * k) / dim)) * data[own + k * pairs + pair]
      return pair < pairs ? sum(0, kept - 1, part) : rest
    }),
  })
  return byTables(query, key, {
    cos: table(Math.cos, cosines, still.cos),
    sin: table(Math.sin, sines, still.sin),
  })
}

/** Angles added up over tokens, steps [heads, tokens, dim / 2]. */
export function selective(query, key, steps) {
  const [heads, tokens, pairs] = steps.shape
  const angles = Float64Array.from(steps.data)
  for (let head = 0; head < heads; head++)
    for (let at = pairs; at < tokens * pairs; at++)
      angles[head * tokens * pairs + at] += angles[head * tokens * pairs + at - pairs]
  const table = (wave) => ({ data: Float32Array.from(angles, wave), shape: steps.shape })
  return byTables(query, key, { cos: table(Math.cos), sin: table(Math.sin) })
}

const byTables = (query, key, tables) => ({
  query: rotateByTables(query, tables),
  key: rotateByTables(key, tables),
})

/** exp(p·A): in the planes of A [dim, dim], columns i and i + dim / 2 for frequency i, it is RoPE. */
export const inPlanes = (wf, query, key, { planes, frequencies }) => ({
  query: wf.matmul(query, planes),
  key: wf.matmul(key, planes),
  position: { type: 'rope', frequencies },
})

/** exp(x·A + y·B + …) of matrices that commute: sections say how many planes turn by each row of places [rows, tokens]. */
export const comRope = (wf, query, key, { planes, frequencies, sections, places }) => ({
  query: wf.matmul(query, planes),
  key: wf.matmul(key, planes),
  position: { type: 'mrope', frequencies, sections, grid: places },
})

/** Scores of their own: queries of zeros, and a bias that is all. */
export function path(query, key, { directions, strengths }) {
  const { shape } = query
  const [, tokens, dim] = shape
  const bias = (head, i, j) => {
    const state = Float64Array.from(row(key, head, j))
    for (let l = j + 1; l <= i; l++) {
      const w = row(directions, head, l)
      const by = strengths[head * tokens + l] * dot(state, w)
      w.forEach((x, c) => {
        state[c] -= by * x
      })
    }
    return dot(state, row(query, head, i)) / Math.sqrt(dim)
  }
  return { query: map(query, () => 0), key, position: { type: 'custom', bias } }
}

/**
 * A trainer that goes on from another one, without positions: weights, moments and steps stay. For models that are saved in the package's
 * own format, as those with layer norms and RoPE are.
 */
export function drope(wf, trainer) {
  const files = trainer.save()
  const config = JSON.parse(new TextDecoder().decode(files['config.json']))
  const without = JSON.stringify({ ...config, position: { type: 'none' } })
  return wf.resumeTrainer({ ...files, 'config.json': new TextEncoder().encode(without) })
}
