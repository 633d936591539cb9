// The code example of an encoding's page; it runs unchanged.

const sizes = { tokens: 16, dim: 8, heads: 2 }

const helpers = {
  tensor:
    'const tensor = (...shape) => ({ data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, Math.random), shape })',
  steps: `const steps = (rows, columns) => {
  const data = Float32Array.from({ length: rows * columns }, (_, i) => Math.abs(Math.floor(i / columns) - (i % columns)))
  return { data, shape: [rows, columns] }
}`,
}

/** Tables of positions or distances, which are integers. */
const whole = ['distances', 'grid']

const { tokens, dim, heads } = sizes
const calls = {
  embed: [
    `const { data, shape } = wf.embed(position, { length: ${tokens}, dim: ${dim} })`,
    '[positions, dim]',
  ],
  rotate: [
    `const { data, shape } = wf.rotate(position, tensor(${heads}, ${tokens}, ${dim}))`,
    '[heads, tokens, headDim]',
  ],
  bias: [
    `const { data, shape } = wf.bias(position, { heads: ${heads}, queries: ${tokens}, keys: ${tokens} })`,
    '[heads, queries, keys]',
  ],
}
const attention = (options) => [
  `const [query, key, value] = [1, 2, 3].map(() => tensor(${heads}, ${tokens}, ${dim}))
const { data, shape } = wf.attention(query, key, value, { ${options}, return: ['weights'] }).weights`,
  '[heads, queries, keys]',
]

/** @param {object} entry of the catalogue @param {object} examples web/elements/encoding/example-positions.ts */
export function codeFor(entry, { examplePosition }) {
  const position = literal(examplePosition(entry, sizes))
  const [call, axes] = callFor(entry.doors)
  const body = `const position = ${position}\n${call}\nconsole.log(shape) // ${axes}`
  const used = Object.keys(helpers).filter((name) => body.includes(`${name}(`))
  return [
    "import { load } from 'whereformer'",
    '',
    'const wf = await load()',
    ...used.map((name) => helpers[name]),
    body,
  ].join('\n')
}

function callFor(doors) {
  if (doors.length === 1 && doors[0] in calls) return calls[doors[0]]
  if (doors.includes('positions')) return attention("position: [position, { type: 'rope' }], isCausal: true")
  return attention(doors.includes('mask') ? 'position' : 'position, isCausal: true')
}

/** A position as JavaScript; tables as calls of the helpers. */
function literal(position) {
  const text = `{ ${Object.entries(position)
    .map(([key, value]) => `${key}: ${literalOf(key, value)}`)
    .join(', ')} }`
  return text.length < 90
    ? text
    : text
        .replace(/^\{ /, '{\n  ')
        .replace(/ \}$/, ',\n}')
        .replace(/, (?=\w+: )/g, ',\n  ')
}

function literalOf(key, value) {
  if (value?.shape) return `${whole.includes(key) ? 'steps' : 'tensor'}(${value.shape.join(', ')})`
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value).replaceAll(',', ', ')
}
