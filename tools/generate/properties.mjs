// The tables of docs/properties.md, as the built package measures them. With --check: fails when they are stale.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importTypeScript } from '../build/typescript.mjs'
import { Failure } from '../failure.mjs'
import { root } from '../paths.mjs'

const target = 'docs/properties.md'
const settings = { heads: 4, dim: 32, length: 128, trainLength: 64, seed: 0 }
const rope = { type: 'rope' }

/** RoFormer's bound at base 10000, computed in float64 by a few lines of Python. */
const bound = {
  distances: [0, 1, 2, 5, 10, 20, 50, 100, 150, 200, 250],
  128: [
    32.5, 31.53817, 28.95599, 20.84536, 17.95414, 15.24243, 12.62945, 10.22733, 7.58848, 7.24477, 6.54818,
  ],
}

/** @returns {Promise<string>} the page with regenerated tables */
export async function propertiesPage() {
  const { load, encodings } = await import(pathToFileURL(join(root, 'dist/node.mjs')))
  const { examplePosition } = await importTypeScript('web/elements/parts/positions/example-positions.ts')
  const wf = await load({ variant: 'simd' }) // the same bits on every machine
  const tables = {
    curve: curveTable(wf),
    types: typesTable(wf, encodings, examplePosition),
    scalings: scalingsTable(wf),
  }
  return Object.entries(tables).reduce(
    (text, table) => withTable(text, table),
    readFileSync(join(root, target), 'utf8'),
  )
}

export function withTable(text, [name, table], page = target) {
  const [start, end] = [`<!-- ${name}: written by npm run generate -->`, `<!-- /${name} -->`]
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  if (from < 0 || to < from) throw new Failure(`${page} has no place for ${name}.`)
  return `${text.slice(0, from + start.length)}\n${table}\n${text.slice(to)}`
}

function curveTable(wf) {
  const measured = (dim) => {
    const { decay } = wf.measure(rope, { heads: 1, dim, length: 251 })
    return bound.distances.map((distance) => decay.bound[distance])
  }
  const wide = measured(128)
  const off = wide.findIndex((value, i) => !(Math.abs(value - bound[128][i]) < 2e-5))
  if (off >= 0) throw new Failure(`RoFormer's bound at ${bound.distances[off]} is ${wide[off]}.`)
  const row = (name, values) => `| ${[name, ...values].join(' | ')} |`
  return [
    row('distance 距离', bound.distances),
    row(
      '---',
      bound.distances.map(() => '---:'),
    ),
    row('d = 128, float64', bound[128].map(rounded)),
    ...[128, 64, 32].map((dim) => row(`d = ${dim}, measured 实测`, measured(dim).map(rounded))),
  ].join('\n')
}

function typesTable(wf, encodings, examplePosition) {
  const sizes = { tokens: settings.length, dim: settings.dim, heads: settings.heads }
  const rows = encodings.map((entry) => {
    const position = examplePosition(entry, sizes)
    const renumbers = entry.doors.every((door) => door === 'positions') && entry.doors.length > 0
    const found = wf.measure(renumbers ? [position, rope] : position, settings)
    return `| [\`${entry.type}\`](encodings/${entry.type}.md)${renumbers ? ' + `rope`' : ''} | ${cells(found).join(' | ')} |`
  })
  return [
    '| type 类型 | least apart 最小差异 | which 哪两个 | largest change 最大变化 | smallest counter-example 最小反例 | first rise 首次上升 | leaves at 越界处 | by 越界量 | unseen pairs 未转满的对 |',
    '| --- | ---: | --- | ---: | --- | --- | ---: | ---: | ---: |',
    ...rows,
  ].join('\n')
}

function cells({ uniqueness, relativity, decay, extrapolation }) {
  const [a, b] = uniqueness.pair
  const { smallest } = relativity
  const { firstRise } = decay
  const { leavesAt, excess, unseenPairs, pairs } = extrapolation
  return [
    number(uniqueness.smallest),
    `${uniqueness.of === 'positions' ? 'p' : 'δ'} ${a}, ${b}`,
    smallest ? number(relativity.largestChange) : '0',
    smallest
      ? `(${smallest.query}, ${smallest.key}) + ${smallest.shift}: ${number(smallest.change)}`
      : 'none 无',
    firstRise ? `${firstRise.from} → ${firstRise.to}` : 'never 从不',
    leavesAt ?? 'never 从不',
    excess === undefined ? '' : number(excess),
    pairs ? `${unseenPairs} / ${pairs}` : '',
  ]
}

function scalingsTable(wf) {
  const scaled = (ropeType) => ({
    type: 'rope',
    scaling: { ropeType, factor: 2, originalMaxPositionEmbeddings: 64 },
  })
  const selfExtend = { type: 'selfExtend', group: 4, window: 32 }
  const positions = [
    rope,
    ...['linear', 'ntk', 'yarn'].map(scaled),
    [selfExtend, rope],
    [{ type: 'rerope', window: 32 }, rope],
  ]
  const rows = positions.map((position) => {
    const { relativity, decay, extrapolation } = wf.measure(position, settings)
    const { leavesAt, excess, unseenPairs, pairs } = extrapolation
    return [
      `\`${JSON.stringify(position)}\``,
      relativity.smallest ? number(relativity.largestChange) : '0',
      decay.firstRise ? `${decay.firstRise.from} → ${decay.firstRise.to}` : 'never 从不',
      leavesAt ?? 'never 从不',
      excess === undefined ? '' : number(excess),
      `${unseenPairs} / ${pairs}`,
    ]
  })
  return [
    '| position 位置编码 | largest change 最大变化 | first rise 首次上升 | leaves at 越界处 | by 越界量 | unseen pairs 未转满的对 |',
    '| --- | ---: | --- | ---: | ---: | ---: |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')
}

/** Three significant digits, two for numbers that are small compared with their scores: the same from every compiler. */
export function number(x) {
  if (x < 1e-6) return '0'
  return Number.isFinite(x) ? String(Number(x.toPrecision(x < 0.01 ? 2 : 3))) : '∞'
}

const rounded = (x) => x.toFixed(2)
