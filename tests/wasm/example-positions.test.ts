// A new encoding needs no example of its own: the position that is made from its schema works, unless the schema has relations that
// it can only put into words.

import { describe, expect, test } from 'vitest'
import { type EncodingEntry, encodings, type PositionEncoding } from 'whereformer'
import { withParameters } from '../../web/elements/parts/positions/chosen-parameters.js'
import {
  completePosition,
  examplePosition,
  needsExample,
} from '../../web/elements/parts/positions/example-positions.js'
import { positionFromSchema } from '../../web/elements/parts/positions/schema-positions.js'
import { useLibrary } from '../support/library.js'
import { Random } from '../support/random.js'

const library = useLibrary()
const HEADS = 2

/** Asks everything that the encoding has a door for. */
function use(position: PositionEncoding, { doors }: EncodingEntry, { tokens, dim }: Sizes): void {
  const random = new Random(61)
  const [query, key, value] = [0, 1, 2].map(() => random.tensor(HEADS, tokens, dim))
  if (!query || !key || !value) return
  if (doors.includes('embed')) library.wf.embed(position, { length: tokens, dim: HEADS * dim })
  if (doors.includes('rotate')) library.wf.rotate(position, query)
  if (doors.includes('bias')) library.wf.bias(position, { heads: HEADS, queries: tokens, keys: tokens, dim })
  const { output } = library.wf.attention(query, key, value, { position })
  expect(output.data.every(Number.isFinite)).toBe(true)
}

interface Sizes {
  tokens: number
  /** Of a head. */
  dim: number
}

const sizesOf = ({ doors }: EncodingEntry, { tokens, dim }: Sizes) => ({
  tokens,
  heads: HEADS,
  dim: doors.includes('embed') ? HEADS * dim : dim,
})

describe.each<Sizes>([
  { tokens: 5, dim: 4 },
  { tokens: 37, dim: 12 },
])('$tokens tokens, heads of $dim', (sizes) => {
  test.each(encodings.filter(({ type }) => !needsExample(type)))('$type: from its schema', (entry) => {
    use(positionFromSchema(entry, sizesOf(entry, sizes)), entry, sizes)
  })

  test.each(encodings)('$type: the example', (entry) => {
    use(examplePosition(entry, sizesOf(entry, sizes)), entry, sizes)
  })

  test.each(encodings)('$type: with all of its parameters', (entry) => {
    const position = completePosition(entry, sizesOf(entry, sizes))
    use(position, entry, sizes)
    const names = Object.entries(position).flatMap(([name, value]) =>
      entry.parameters.some((one) => one.name.startsWith(`${name}.`))
        ? Object.keys(value).map((inner) => `${name}.${inner}`)
        : [name],
    )
    expect(names.sort()).toEqual(['type', ...entry.parameters.map(({ name }) => name)].sort())
  })
})

/** Every choice and every switch, one at a time; masks have an example for each of their kinds. */
const options = encodings
  .filter(({ type }) => type !== 'mask')
  .flatMap((entry) =>
    entry.parameters.flatMap(({ name, kind, choices = [], default: usual }) => {
      const values = kind === 'boolean' ? [!usual] : choices.filter((choice) => choice !== usual)
      return values.map((value) => [`${entry.type}.${name} = ${value}`, entry, { [name]: value }] as const)
    }),
  )

test.each(options)('%s: the rest of the example fits', (_, entry, chosen) => {
  for (const sizes of [
    { tokens: 5, dim: 8 }, // two pairs for each axis of a grid, which NTK needs
    { tokens: 37, dim: 12 },
  ]) {
    const position = examplePosition(entry, sizesOf(entry, sizes), chosen)
    use(withParameters(position, chosen, entry, sizesOf(entry, sizes)), entry, sizes)
  }
})

test.each(encodings.filter(({ type }) => needsExample(type)))(
  '$type: its schema alone would not do',
  (entry) => {
    const sizes = { tokens: 37, dim: 12 }
    expect(() => use(positionFromSchema(entry, sizesOf(entry, sizes)), entry, sizes)).toThrow(
      expect.objectContaining({ name: 'WhereformerError' }),
    )
  },
)

describe('an encoding that nobody has seen', () => {
  const table = (name: string, ...shape: string[]) => ({
    ...({ name, kind: 'tensor', shape, required: true } as const),
    ...{ description: '', descriptionZh: '' },
  })
  const number = (name: string, rest: object) => ({
    ...({ name, kind: 'integer', required: true } as const),
    ...{ description: '', descriptionZh: '', ...rest },
  })
  const shapes = (parameters: EncodingEntry['parameters'], doors: string[] = ['bias']) => {
    const schema = { type: 'unseen', doors, parameters }
    const position = positionFromSchema(schema, { tokens: 10, dim: 6, heads: 3 })
    return Object.values(position).map((value) => value.shape ?? value)
  }

  test('axes are named after lengths, or are formulas of them', () => {
    expect(shapes([table('a', 'heads · headDim', '2k + 1'), table('b', '2N − 1', 'dModel')])).toEqual([
      'unseen',
      [18, 17],
      [19, 18],
    ])
    expect(shapes([table('a', 'positions', 'd_model')], ['embed'])).toEqual(['unseen', [10, 6]])
  })

  test('parameters are lengths too', () => {
    const parameters = [
      table('a', '(2·height − 1)(2·width − 1)', 'heads'),
      number('height', { minimum: 1 }),
      number('width', { exclusiveMinimum: 6 }),
    ]
    expect(shapes(parameters)).toEqual(['unseen', 4, 7, [91, 3]])
  })

  test('tables of whole numbers are whole, others walk', () => {
    const parameters = [
      { ...table('a', 'nodes', 'nodes'), range: 'whole, below 4' },
      table('b', '1', 'width'),
    ]
    const position = positionFromSchema(
      { type: 'unseen', doors: [], parameters },
      { tokens: 10, dim: 6, heads: 3 },
    ) as unknown as { a: { data: Float32Array }; b: { data: Float32Array } }
    expect(new Set(position.a.data)).toEqual(new Set([0, 1, 2, 3]))
    expect(position.b.data.some(Number.isInteger)).toBe(false)
  })
})
