// docs/encodings/<type>.svg: every encoding as the built library computes it.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importTypeScript } from '../build/typescript.mjs'
import { Failure } from '../failure.mjs'
import { root } from '../paths.mjs'
import { catalogue } from './catalogue.mjs'
import { svg } from './matrix-svg.mjs'

const { hookOf, needsCausal, ...numbers } = await importTypeScript(
  'web/elements/parts/positions/encoding-numbers.ts',
)
export const words = {
  position: { en: 'position', zh: '位置' },
  channel: { en: 'channel', zh: '通道' },
  key: { en: 'key', zh: '键' },
  query: { en: 'query', zh: '查询' },
}

const shown = {
  embed: ['What is added to the embedding at each position.', '加在各位置词嵌入上的值。'],
  rotate: [
    'A row of ones and zeros, turned by each position.',
    '由 1 和 0 组成的同一行，按各位置旋转后的值。',
  ],
  bias: ['What is added to the scores of head 0.', '加在 0 号头得分上的值。'],
  content: [
    'What is added to the scores of head 0, for seeded q = k.',
    '加在 0 号头得分上的值（q = k，固定随机数）。',
  ],
  positions: ['The position that counts, for each position.', '各位置被重新编号后的值。'],
  distances: [
    'The distance that counts, for each distance before the last query.',
    '最后一个查询之前各距离所对应的有效距离。',
  ],
  mask: ['Cells that are filled are seen.', '填色的格子可见，其余被遮住。'],
  score: ['A score before and after.', '得分在变换前与变换后。'],
}

/** Caption of a picture, in English and Chinese. */
export function captionOf(entry) {
  return shown[entry.setsDistances ? 'distances' : hookOf(entry)]
}

/** Encodings on a square grid need a square number of tokens. */
function sizesOf({ parameters }) {
  const grid = parameters.some(({ name, required }) => name === 'width' && required)
  return { tokens: grid ? 36 : 48, dim: 24, heads: 4 }
}

/** Panels and colour map of one encoding. */
function draw(wf, examples, entry) {
  const sizes = sizesOf(entry)
  const position = examples.examplePosition(entry, sizes)
  const drawing = entry.setsDistances ? drawDistances : drawings[hookOf(entry)]
  return drawing(wf, position, { ...entry, ...sizes, examples })
}

const drawings = {
  embed: drawEmbedding,
  rotate: drawRotation,
  bias: drawBias,
  content: drawContent,
  positions: drawPositions,
  mask: drawMasks,
  score: drawScore,
}

function drawEmbedding(wf, position, { tokens, dim }) {
  const { data } = wf.embed(position, { length: tokens, dim })
  return heatMap(data, tokens, dim, words.channel, words.position)
}

async function drawRotation(wf, position, { parameters, tokens, ...sizes }) {
  const layout = parameters.find(({ name }) => name === 'layout')?.default
  const { data, shape } = await numbers.turnedProbe(wf, position, layout, { tokens, ...sizes })
  const width = shape.at(-1)
  return heatMap(data.subarray(0, tokens * width), tokens, width, words.channel, words.position)
}

function drawBias(wf, position, { tokens, dim, heads, parameters }) {
  const { data } = wf.bias(position, { heads, queries: tokens, keys: tokens, dim })
  const rows = parameters.some(({ name }) => name === 'table') && data.every(Number.isInteger)
  const map = heatMap(data.subarray(0, tokens * tokens), tokens, tokens, words.key, words.query)
  return rows ? { ...map, colors: 'sequential' } : map
}

async function drawContent(wf, position, { causal, tokens, ...sizes }) {
  const added = await numbers.addedScores(wf, position, { tokens, ...sizes }, needsCausal({ causal }))
  return heatMap(added.subarray(0, tokens * tokens), tokens, tokens, words.key, words.query)
}

function drawPositions(wf, position, { tokens }) {
  const places = wf.place(position, { length: tokens })
  const points = Array.from(places, (place, at) => [at, place])
  return plot(points, words.position, { en: 'position that counts', zh: '有效位置' })
}

async function drawDistances(wf, position, { tokens }) {
  const keys = Array.from({ length: tokens }, (_, i) => i)
  const counts = await numbers.distancesThatCount(wf, position, [tokens - 1], keys)
  const points = Array.from(counts, (distance, at) => [tokens - 1 - at, distance]).reverse()
  return plot(points, { en: 'distance', zh: '距离' }, { en: 'distance that counts', zh: '有效距离' })
}

async function drawMasks(wf, _, { examples }) {
  const tokens = 16
  const panels = examples.exampleMasks(tokens).map(async (mask) => {
    const data = await numbers.visibleCells(wf, mask, tokens)
    return { label: mask.kind, rows: tokens, columns: tokens, data, x: words.key, y: words.query }
  })
  return { colors: 'seen', panels: await Promise.all(panels) }
}

// One query of 1 and keys 0, 1, 2 …: the scores are a ruler.
async function drawScore(wf, position) {
  const before = Array.from({ length: 49 }, (_, i) => (i - 24) / 4)
  const after = await numbers.scoresOfProducts(wf, position, [1], before)
  return plot(
    before.map((score, i) => [score, after[i]]),
    { en: 'score', zh: '得分' },
    { en: 'score that counts', zh: '有效得分' },
  )
}

export const heatMap = (data, rows, columns, x, y) => ({
  colors: 'signed',
  panels: [{ data, rows, columns, x, y }],
})
const plot = (points, x, y) => ({ colors: 'seen', panels: [{ points, x, y }] })

/** What draws: SVG, and how an encoding looks. */
export async function pictureTools() {
  const [{ colorTable, hues }, { colorOf }, { lookOfEncoding }] = await Promise.all(
    [
      'web/elements/parts/matrix/color-maps.ts',
      'web/elements/parts/element/tokens.ts',
      'web/elements/parts/positions/looks.ts',
    ].map(importTypeScript),
  )
  const lookOf = ({ type }) => {
    const { tone } = lookOfEncoding(type)
    const hue = hues.includes(tone) ? tone : 'none' // as in the figures
    return { colorOf, hue, colorTable: (name, scheme) => colorTable(name, scheme, hue) }
  }
  return { svg, lookOf }
}

/** @returns file name → text of every picture */
export async function pictures() {
  const { load } = await import(pathToFileURL(join(root, 'dist/node.mjs')))
  const examples = await importTypeScript('web/elements/parts/positions/example-positions.ts')
  const { lookOf } = await pictureTools()
  const wf = await load({ variant: 'simd' }) // the same bits on every machine
  const drawn = catalogue().filter(({ doors }) => doors.length > 0)
  const texts = drawn.map(async (entry) => [
    `${entry.type}.svg`,
    await picture(wf, examples, lookOf(entry), entry),
  ])
  return new Map(await Promise.all(texts))
}

async function picture(wf, examples, look, entry) {
  const { type, title, titleZh } = entry
  const description = captionOf(entry).join(' ')
  try {
    const drawing = await draw(wf, examples, entry)
    return svg({ title: `${title} · ${titleZh}`, description, ...drawing }, look)
  } catch (error) {
    throw new Failure(`${type} cannot be drawn: ${error.message}`)
  }
}
