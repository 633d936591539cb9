// docs/recent: what each recipe of docs/recent.md does to the scores of attention, drawn and measured with the built package.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importTypeScript } from '../build/typescript.mjs'
import { root } from '../paths.mjs'
import { mechanisms } from './mechanisms.mjs'
import { heatMap, pictureTools, words } from './pictures.mjs'
import { number, withTable } from './properties.mjs'

const target = 'docs/recent.md'
const [heads, tokens, dim] = [1, 48, 24]
const pairs = dim / 2
const turning = Array.from({ length: pairs }, (_, i) => 10000 ** (-i / pairs))

/** Each recipe with arguments of an example; `like(seed, shape, low, high)` gives what a token brings along. */
const recipes = {
  cable: ({ cable }, { q, k, like }) => cable(q, k, like(2, [tokens, heads], -3, -1)),
  bam: ({ bam }, { q, k }) => bam(q, k, { shape: [0.5], scale: [0.3], location: [0.5], sharpness: [0.4] }),
  grapeM: ({ grapeM }, { q, k }) =>
    grapeM(
      q,
      k,
      turning.map((w, i) => w * (1 + 0.3 * Math.sin(i))),
    ),
  grapeA: ({ grapeA }, { q, k, numbers }) =>
    grapeA(q, k, { slopes: [0.1], direction: numbers(3, [heads, 1, dim], -1, 1) }),
  grapeAp: ({ grapeAp }, { wf, q, k, like }) =>
    grapeAp(wf, q, k, { slopes: [0.1], places: like(4, [heads, tokens, dim], -1, 1) }),
  ropePlusPlus: ({ ropePlusPlus }, { q, k }) => ropePlusPlus(q, k),
  fope: ({ fope }, { q, k, numbers }) => {
    const table = (seed) => {
      const { data, shape } = numbers(seed, [9, 9], -0.2, 0.2)
      return { data: data.map((x, i) => x + Number(i % 10 === 0)), shape }
    }
    return fope(q, k, { cosines: table(5), sines: table(6) })
  },
  selective: ({ selective }, { q, k, like }) => {
    const { data, shape } = like(7, [heads, tokens, pairs], 0, 2)
    return selective(q, k, { data: data.map((x, i) => x * turning[i % pairs]), shape })
  },
  comRope: ({ comRope }, { wf, q, k, numbers }) => {
    const places = Float32Array.from({ length: 2 * tokens }, (_, i) =>
      i < tokens ? Math.floor(i / 8) : (i - tokens) % 8,
    )
    const sections = [pairs / 2, pairs / 2]
    const axis = turning.filter((_, i) => i % 2 === 0)
    const given = { planes: mirror(numbers(8, [dim], -1, 1).data), frequencies: [...axis, ...axis], sections }
    return comRope(wf, q, k, { ...given, places: { data: places, shape: [2, tokens] } })
  },
  ropeId: (_, { q, k }) => ({ query: q, key: k, position: { type: 'rope', rotaryDim: pairs, base: 100 } }),
  path: ({ path }, { q, k, like }) => {
    const { data, shape } = like(9, [heads, tokens, dim], -1, 1)
    const unit = data.map((x, i) => x / lengthOf(data.subarray(i - (i % dim), i - (i % dim) + dim)))
    const strengths = like(10, [heads, tokens, 1], 0.1, 0.5).data
    return path(q, k, { directions: { data: unit, shape }, strengths })
  },
}

const lengthOf = (row) => Math.sqrt(row.reduce((sum, x) => sum + x * x, 0))

/** An orthogonal matrix: the reflection along a vector. */
function mirror(v) {
  const square = lengthOf(v) ** 2
  const data = Float32Array.from(
    { length: v.length ** 2 },
    (_, at) =>
      Number(at % (v.length + 1) === 0) - (2 * v[Math.floor(at / v.length)] * v[at % v.length]) / square,
  )
  return { data, shape: [v.length, v.length] }
}

const caption = [
  'What is added to the scores of a head, for seeded q = k.',
  '加在一个头得分上的值（q = k，固定随机数）。',
]

/** @returns path from the root → text of every picture, and of the page with its table */
export async function recentFiles() {
  const { load } = await import(pathToFileURL(join(root, 'dist/node.mjs')))
  const made = await import(pathToFileURL(join(root, 'examples/recent/recipes.mjs')))
  const { linear } = await importTypeScript('web/elements/parts/positions/example-positions.ts')
  const { svg, lookOf } = await pictureTools()
  const wf = await load({ variant: 'simd' }) // the same bits on every machine
  const scores = (name, given) => scoresOf(wf, recipes[name](made, { wf, ...given }))
  const names = Object.keys(recipes)
  const drawn = names.map((name) => {
    const map = heatMap(addedBy(wf, name, scores, linear), tokens, tokens, words.key, words.query)
    const text = svg(
      { title: mechanisms[name], description: caption.join(' '), ...map },
      lookOf({ type: 'rope' }),
    )
    return [`docs/recent/${name}.svg`, text]
  })
  const rows = names.map((name) => row(name, scores(name, sameTokens(linear))))
  const page = withTable(
    readFileSync(join(root, target), 'utf8'),
    ['recipes', [...head, ...rows].join('\n')],
    target,
  )
  return new Map([...drawn, [target, page]])
}

/** Scores [tokens, tokens] of the last head: that of RoPE++ which is turned back. */
function scoresOf(wf, { query, key, position }) {
  const { scores } = wf.attention(query, key, key, { ...(position && { position }), return: ['scores'] })
  return scores.data.subarray(scores.data.length - tokens * tokens)
}

/** Tokens that differ. */
const differentTokens = (linear) => {
  const numbers = linear
  const x = linear(1, [heads, tokens, dim], -1, 1)
  return { q: x, k: x, like: numbers, numbers }
}

/** The same token everywhere, with all that it brings along: what is left is position. */
const sameTokens = (linear) => {
  const same = (seed, shape, low, high) => {
    const width = shape.at(-1)
    const { data } = linear(seed, [width], low, high)
    const size = shape.reduce((a, b) => a * b)
    return { data: Float32Array.from({ length: size }, (_, i) => data[i % width]), shape }
  }
  const x = same(1, [heads, tokens, dim], -1, 1)
  return { q: x, k: x, like: same, numbers: linear }
}

function addedBy(wf, name, scores, linear) {
  const given = differentTokens(linear)
  const with_ = scores(name, given)
  const plain = scoresOf(wf, { query: given.q, key: given.k })
  return with_.map((score, at) => (at % tokens <= Math.floor(at / tokens) ? score - plain[at] : Number.NaN))
}

const head = [
  '| recipe 写法 | picture 图 | least apart 最小差异 | which 哪两个 | largest change 最大变化 | first rise 首次上升 |',
  '| --- | --- | ---: | --- | ---: | --- |',
]

function row(name, scores) {
  const at = (i, j) => scores[i * tokens + j]
  const last = Array.from({ length: tokens }, (_, distance) => at(tokens - 1, tokens - 1 - distance))
  const least = last
    .flatMap((a, i) => last.slice(i + 1).map((b, j) => ({ apart: Math.abs(a - b), i, j: i + 1 + j })))
    .reduce((best, one) => (one.apart < best.apart ? one : best))
  let change = 0
  for (let i = 0; i + 1 < tokens; i++)
    for (let j = 0; j <= i; j++) change = Math.max(change, Math.abs(at(i + 1, j + 1) - at(i, j)))
  const size = last.reduce((most, score) => Math.max(most, Math.abs(score)), 0)
  const rise = last.findIndex((score, d) => d > 0 && score > last[d - 1] + 1e-5 * size)
  return `| ${[
    `\`${name}\``,
    `![${mechanisms[name]}: ${caption.join(' · ')}](recent/${name}.svg)`,
    number(least.apart <= 1e-5 * size ? 0 : least.apart),
    `δ ${least.i}, ${least.j}`,
    change <= 1e-5 * size ? '0' : number(change),
    rise > 0 ? `${rise - 1} → ${rise}` : 'never 从不',
  ].join(' | ')} |`
}
