// Small pictures of numbers as SVG text, with the same bytes on every machine: cells are runs of a few dozen colours, each a class, so
// that one file has the colours of both schemes.

const cell = 8
const left = 44
const top = 34
const gap = 28
const levels = 32 // and zero

/**
 * @param {object} drawing title, description, colors ('signed' or 'sequential'), panels: {label?, rows, columns, data, x, y} or
 *   {points, x, y}; the axes as words in English and Chinese; NaN in data is a hidden cell
 * @param {{ colorTable(name: string, scheme: string): Uint32Array, colorOf(token: string, scheme: string): string, hue: string }} look
 *   256 pixels as in web/elements/parts/matrix/color-maps.ts; a colour of the tokens; the token of the encoding's hue
 */
export function svg({ title, description, colors, panels }, look) {
  const range = rangeOf(panels, colors)
  const placed = place(panels.map((panel) => ({ ...panel, ...sizeOf(panel, panels.length) })))
  const width = largest(placed.map(({ x, width: w }) => x + w)) + 16
  const below = range ? 52 : panels.some(({ points }) => points) ? 40 : 16
  const height = largest(placed.map(({ y, height: h }) => y + h)) + below
  const body = placed.map((panel) => (panel.points ? pointsPanel(panel) : cellsPanel(panel, range)))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="desc">${escaped(description)}</desc>`,
    `<style>${style(colors, look)}</style>`,
    '<defs><pattern id="hidden" width="4" height="4" patternUnits="userSpaceOnUse"><path class="quiet" d="M0 4l4-4" stroke-width=".6"/></pattern></defs>',
    `<rect class="paper" width="${width}" height="${height}"/>`,
    ...body,
    ...(range ? [legend(range, left, height - 34)] : []),
    '</svg>\n',
  ].join('\n')
}

export const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const largest = (values) => values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)

/** The ends of the common scale: symmetric about 0 when signed. Null where nothing is coloured by value. */
function rangeOf(panels, colors) {
  const values = panels.flatMap(({ data }) => [...(data ?? [])]).filter(Number.isFinite)
  if (values.length === 0 || colors === 'seen') return null
  const [low, high] = [-largest(values.map((value) => -value)), largest(values)]
  if (colors === 'sequential') return { low, high: high > low ? high : low + 1 }
  const end = Math.max(-low, high) || 1
  return { low: -end, high: end }
}

const levelOf = (value, { low, high }) => Math.round(((value - low) / (high - low)) * levels)

function sizeOf({ rows, columns, points }, count) {
  const size = count > 1 ? cell - 2 : cell
  return points
    ? { inner: 320, width: 320, height: 200 }
    : { size, width: columns * size, height: rows * size }
}

/** Four in a row. */
function place(panels) {
  let [x, y, tallest] = [left, top, 0]
  return panels.map((panel, i) => {
    if (i > 0 && i % 4 === 0) {
      x = left
      y += tallest + gap + 20
      tallest = 0
    }
    const at = { ...panel, x, y }
    at.axes = [panel.x, panel.y]
    x += panel.width + gap
    tallest = Math.max(tallest, panel.height)
    return at
  })
}

function cellsPanel({ x, y, width, height, size, rows, columns, data, label, axes }, range) {
  const runs = new Map()
  for (let row = 0; row < rows; row++) {
    for (let column = 0, end; column < columns; column = end) {
      const name = nameOf(data[row * columns + column], range)
      for (end = column + 1; end < columns && nameOf(data[row * columns + end], range) === name; ) end++
      if (name) runs.set(name, [...(runs.get(name) ?? []), [column, row, end - column]])
    }
  }
  const paths = [...runs]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, list]) => `<path class="${name}" d="${pathOf(list)}"/>`)
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="url(#hidden)"/>`,
    `<g class="cells" transform="translate(${x} ${y + size / 2}) scale(${size})">${paths.join('')}</g>`,
    label ? text(x, y - 6, label) : axisTexts({ x, y, height, axes }),
  ].join('\n')
}

/** The class of a cell: hidden cells have none, cells without a scale are visible. */
function nameOf(value, range) {
  if (Number.isNaN(value)) return ''
  return range ? `c${levelOf(value, range)}` : 'seen'
}

function pathOf(runs) {
  let [x, y] = [0, 0]
  return runs
    .map(([column, row, length]) => {
      const step = `m${column - x} ${row - y}h${length}`
      ;[x, y] = [column + length, row]
      return step
    })
    .join('')
    .replaceAll(' -', '-')
}

function pointsPanel({ x, y, width, height, points, axes }) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]))
  const scale = (values, size) => {
    const [low, high] = [Math.min(0, -largest(values.map((value) => -value))), largest(values)]
    return { low, high, at: (v) => Math.round(((v - low) / (high - low || 1)) * size) }
  }
  const [across, up] = [scale(xs, width), scale(ys, height)]
  const marks = points.map(
    ([a, b]) => `<circle cx="${x + across.at(a)}" cy="${y + height - up.at(b)}" r="2.5"/>`,
  )
  return [
    `<path class="axis" d="M${x} ${y}v${height}h${width}"/>`,
    `<g class="mark">${marks.join('')}</g>`,
    text(x, y - 8, axes[1]),
    text(x + width, y + height + 32, axes[0], 'end'),
    text(x, y + height + 16, short(across.low)),
    text(x + width, y + height + 16, short(across.high), 'end'),
    text(x - 6, y + 10, short(up.high), 'end'),
    text(x - 6, y + height, short(up.low), 'end'),
  ].join('\n')
}

function axisTexts({ x, y, height, axes }) {
  const middle = y + height / 2
  return [
    text(x, y - 10, axes[0], undefined, ' →'),
    `<text class="quiet" transform="translate(${x - 14} ${middle}) rotate(90)" text-anchor="middle">${saidIn(axes[1])} →</text>`,
  ].join('\n')
}

function legend({ low, high }, x, y) {
  const steps = Array.from({ length: levels + 1 }, (_, i) => `<path class="c${i}" d="m${i} 0h1"/>`)
  const zero = low < 0 && high > 0 ? [text(x + 3 * levels + 3, y + 26, '0', 'middle')] : []
  return [
    `<g class="cells" transform="translate(${x} ${y + 4}) scale(6 8)">${steps.join('')}</g>`,
    text(x, y + 26, short(low)),
    ...zero,
    text(x + 6 * (levels + 1), y + 26, short(high), 'end'),
  ].join('\n')
}

function text(x, y, words, anchor, sign = '') {
  const place = anchor ? ` text-anchor="${anchor}"` : ''
  return `<text class="quiet" x="${x}" y="${y}"${place}>${saidIn(words)}${sign}</text>`
}

/** Words in English and Chinese are spans of their own, so that a page can leave out those of the other language. */
const saidIn = (words) =>
  typeof words === 'string'
    ? escaped(words)
    : `<tspan lang="en">${escaped(words.en)}</tspan> <tspan lang="zh">${escaped(words.zh)}</tspan>`

/** Three digits, a true minus. */
function short(value) {
  return String(Number(value.toPrecision(3))).replace('-', '−')
}

function style(colors, { colorTable, colorOf, hue }) {
  const scheme = (name) => {
    const [paper, ink, quiet, mark] = ['paper', 'ink', 'soft', hue].map((token) => colorOf(token, name))
    const cells = colors === 'seen' ? [`.seen{stroke:${ink}}`] : palette(colorTable(colors, name))
    return [
      `.paper{fill:${paper}}.quiet{fill:${quiet}}path.quiet,.axis{stroke:${quiet};fill:none}.mark{fill:${mark}}`,
      ...cells,
    ].join('')
  }
  const shared =
    'text{font:12px ui-sans-serif,system-ui,sans-serif}.cells{stroke-width:1;shape-rendering:crispEdges;fill:none}'
  return `${shared}${scheme('light')}@media(prefers-color-scheme:dark){${scheme('dark')}}`
}

function palette(table) {
  return Array.from(
    { length: levels + 1 },
    (_, i) => `.c${i}{stroke:${hex(table[Math.round((i / levels) * 255)])}}`,
  )
}

/** A pixel is 0xAABBGGRR. */
function hex(pixel) {
  const parts = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255]
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
