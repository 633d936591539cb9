// One picture for each experiment: a row for each encoding, its mean at the decisive length with the 95 % interval. Encodings that have
// not learned the task have no mark there, but words.
import { importTypeScript } from '../build/typescript.mjs'
import { cellOf, decisiveLength, halfWidth, measureOf, standing } from '../science/compare.mjs'
import { both } from './generated.mjs'
import { lossOf, number } from './length-sentences.mjs'
import { escaped } from './matrix-svg.mjs'

const { lookOfEncoding } = await importTypeScript('web/elements/parts/positions/looks.ts')
const { colorOf } = await importTypeScript('web/elements/parts/element/tokens.ts')

const [left, across, right, top, step, below] = [190, 330, 90, 44, 22, 34]
/** Encodings of the plan that are a form of one with a hue. */
const kin = {
  t5Filled: 't5',
  randomizedRope: 'rope',
  offsetLearned: 'learned',
  randomized: 'learned',
  hardAlibi: 'alibi',
}

/**
 * @param experiment with the runs that are recorded
 * @param title of the task, both languages
 * @param name label of an encoding, [en, zh]
 */
export function lengthPicture(experiment, title, name) {
  const length = decisiveLength(experiment)
  const rows = rowsOf(experiment, length)
  const scale = scaleOf(experiment, rows)
  const height = top + rows.length * step + below
  const words = axisWords(experiment, length)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + across + right} ${height}" width="${left + across + right}" height="${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${escaped(`${title}. ${words}`)}</title>`,
    `<style>${style(rows)}</style>`,
    `<rect class="paper" width="${left + across + right}" height="${height}"/>`,
    `<text x="${left}" y="18">${escaped(words)}</text>`,
    ...axis(scale, rows.length),
    ...rows.map((row, index) => rowOf(row, top + (index + 0.5) * step, scale, name)),
    '</svg>\n',
  ].join('\n')
}

function axisWords(experiment, length) {
  return measureOf(experiment) === 'loss'
    ? both(`loss at length ${length}, lower is better`, `长度 ${length} 处的损失，越低越好`)
    : both(`exact match at length ${length}`, `长度 ${length} 处的完全匹配率`)
}

/** Learned ones first, the best at the top. */
function rowsOf(experiment, length) {
  const sign = measureOf(experiment) === 'loss' ? 1 : -1
  const rows = experiment.encodings.flatMap((encoding) => {
    const state = standing(experiment, encoding)
    if (state === 'none') return []
    if (state === 'notLearned') return { encoding: encoding.name, loss: lossOf(experiment, encoding) }
    const cell = cellOf(experiment, encoding, length)
    return { encoding: encoding.name, mean: cell.mean, half: halfWidth(cell), seeds: cell.values }
  })
  const order = ({ mean, loss }) => (mean === undefined ? 1e6 + loss : sign * mean)
  return rows.toSorted((a, b) => order(a) - order(b))
}

/** Shares have the scale 0 to 1, losses that of what is drawn. */
function scaleOf(experiment, rows) {
  if (measureOf(experiment) === 'exactMatch') return { low: 0, high: 1, ticks: [0, 0.25, 0.5, 0.75, 1] }
  const means = rows.flatMap(({ mean }) => mean ?? [])
  const low = Math.floor(means.reduce((least, mean) => Math.min(least, mean)) * 2) / 2
  const high = Math.ceil(means.reduce((most, mean) => Math.max(most, mean)) * 2) / 2
  return { low, high, ticks: [low, (low + high) / 2, high] }
}

const at = (value, { low, high }) =>
  (left + (Math.min(Math.max(value, low), high) - low) * (across / (high - low))).toFixed(1)

function axis(scale, count) {
  const end = top + count * step
  return scale.ticks.map(
    (tick) =>
      `<path class="line" d="M${at(tick, scale)} ${top - 6}V${end}"/><text class="tick" x="${at(tick, scale)}" y="${end + 18}">${String(tick)}</text>`,
  )
}

function rowOf({ encoding, mean, half, loss, seeds }, y, scale, name) {
  const label = `<text class="name" x="${left - 12}" y="${y + 4}">${escaped(labelOf(name, encoding))}</text>`
  if (mean === undefined) {
    const words = both(`not learned, loss ${number(loss)}`, '未学会')
    return `${label}<text class="apart" x="${left + 6}" y="${y + 4}">${escaped(words)}</text>`
  }
  const tone = toneOf(encoding)
  const dots = seeds.map((seed) => `<circle class="seed" cx="${at(seed, scale)}" cy="${y}" r="2"/>`)
  return [
    `${label}<g class="${tone}">`,
    `<path d="M${at(mean - half, scale)} ${y}H${at(mean + half, scale)}"/>`,
    ...dots,
    `<circle cx="${at(mean, scale)}" cy="${y}" r="5"/></g>`,
    `<text x="${left + across + 14}" y="${y + 4}">${escaped(number(mean))}</text>`,
  ].join('')
}

function labelOf(name, encoding) {
  const [en, zh] = name(encoding)
  return both(en, zh)
}

const toneOf = (encoding) => lookOfEncoding(kin[encoding] ?? encoding).tone

function style(rows) {
  const tones = [...new Set(rows.map(({ encoding }) => toneOf(encoding)))]
  const scheme = (theme) => {
    const color = (token) => colorOf(token, theme)
    return [
      `.paper{fill:${color('paper')}}text{fill:${color('ink')}}.tick,.apart{fill:${color('soft')}}.line{stroke:${color('line')}}`,
      ...tones.map((tone) => `.${tone}{fill:${color(tone)};stroke:${color(tone)}}`),
    ].join('')
  }
  return `text{font:13px ui-sans-serif,system-ui,sans-serif;stroke:none}.name{text-anchor:end}.tick{font-size:12px;text-anchor:middle}.apart{font-style:italic}path{stroke-width:2}.line{stroke-width:1}.seed{fill:none;stroke-width:1;opacity:.6}${scheme('light')}@media(prefers-color-scheme:dark){${scheme('dark')}}`
}
