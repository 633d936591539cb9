// The code example of an encoding's page. It runs unchanged, as JavaScript and as strict TypeScript: parameters have defaults, which give
// them types, and a position stands in the call, where its `type` is not widened to any text.

const sizes = { tokens: 16, dim: 8, heads: 2 }

const helpers = {
  tensor:
    'const tensor = (shape = [1]) => ({ data: new Float32Array(shape.reduce((a, b) => a * b)).map(Math.random), shape })',
  steps: `const steps = (rows = 1, columns = 1) => {
  const data = Float32Array.from({ length: rows * columns }, (_, i) => Math.abs(Math.floor(i / columns) - (i % columns)))
  return { data, shape: [rows, columns] }
}`,
}

/** Tables of positions or distances, which are integers. */
const whole = ['distances', 'grid']

const { tokens, dim, heads } = sizes
const rows = `tensor([${heads}, ${tokens}, ${dim}])`
const calls = {
  embed: (position) => [
    `const { data, shape } = wf.embed(${position}, { length: ${tokens}, dim: ${dim} })`,
    'shape',
    '[positions, dim]',
  ],
  rotate: (position) => [
    `const { data, shape } = wf.rotate(${position}, ${rows})`,
    'shape',
    '[heads, tokens, headDim]',
  ],
  bias: (position) => [
    `const { data, shape } = wf.bias(${position}, { heads: ${heads}, queries: ${tokens}, keys: ${tokens} })`,
    'shape',
    '[heads, queries, keys]',
  ],
}

const attention = (position, ...options) => [
  `const [query, key, value] = [${rows}, ${rows}, ${rows}]
const { output, weights } = wf.attention(query, key, value, {
  ${[`position: ${position}`, ...options, "return: ['weights']"].join(',\n  ')},
})`,
  'weights.shape',
  '[heads, queries, keys]',
]

/** @param {object} entry of the catalogue @param {object} examples web/elements/parts/positions/example-positions.ts */
export function codeFor(entry, { examplePosition }) {
  const [call, shape, axes] = callFor(entry.doors, examplePosition(entry, sizes))
  const body = `${call}\nconsole.log(${shape}) // ${axes}`
  const used = Object.keys(helpers).filter((name) => body.includes(`${name}(`))
  return [
    "import { load } from 'whereformer'",
    '',
    'const wf = await load()',
    ...used.map((name) => helpers[name]),
    body,
  ].join('\n')
}

function callFor(doors, position) {
  if (doors.length === 1 && doors[0] in calls) return calls[doors[0]](literal(position, ''))
  const inside = literal(position, '  ')
  if (doors.includes('positions')) return attention(`[${inside}, { type: 'rope' }]`, 'isCausal: true')
  return doors.includes('mask') ? attention(inside) : attention(inside, 'isCausal: true')
}

/** A position as JavaScript; tables as calls of the helpers. @param {string} indent of the line that it begins in */
function literal(position, indent) {
  const fields = Object.entries(position).map(([key, value]) => `${key}: ${literalOf(key, value)}`)
  const line = `{ ${fields.join(', ')} }`
  return line.length < 90 ? line : `{\n${fields.map((field) => `${indent}  ${field},\n`).join('')}${indent}}`
}

function literalOf(key, value) {
  if (value?.shape)
    return whole.includes(key) ? `steps(${value.shape.join(', ')})` : `tensor([${value.shape.join(', ')}])`
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value).replaceAll(',', ', ')
}
