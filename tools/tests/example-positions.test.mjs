import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { importTypeScript } from '../build/typescript.mjs'
import { entryOf, headersOf } from '../generate/catalogue.mjs'
import { root } from '../paths.mjs'

const { examplePosition, exampleMasks } = await importTypeScript(
  'web/elements/parts/positions/example-positions.ts',
)
const folder = join(root, 'src/position')
const entries = headersOf(folder).map((file) => entryOf(folder, file))

/** Every parameter is one of the encoding, and every required one is there. */
function assertKnown({ type, ...given }, parameters) {
  const names = parameters.map(({ name }) => name)
  for (const name of Object.keys(given)) assert.ok(names.includes(name), `${type} has no ${name}`)
  for (const { name, required } of parameters) assert.ok(!required || name in given, `${type} needs ${name}`)
}

for (const entry of entries) {
  test(`the example of ${entry.type} has the parameters of its header`, () => {
    assertKnown(examplePosition(entry, { tokens: 16, dim: 8, heads: 2 }), entry.parameters)
  })
}

test('an example is the same every time, and tables hold finite numbers', () => {
  const sizes = { tokens: 36, dim: 24, heads: 4 }
  for (const entry of entries) {
    const position = examplePosition(entry, sizes)
    assert.deepEqual(examplePosition(entry, sizes), position)
    const tables = Object.values(position).filter((value) => value?.shape)
    for (const { data, shape } of tables) {
      assert.equal(
        data.length,
        shape.reduce((a, b) => a * b, 1),
      )
      assert.ok(data.every(Number.isFinite), entry.type)
    }
  }
})

test('there is a mask of every kind', () => {
  const mask = entries.find(({ type }) => type === 'mask')
  const kinds = mask?.parameters.find(({ name }) => name === 'kind').choices ?? []
  const shown = exampleMasks(16)
  for (const kind of kinds)
    assert.ok(
      shown.some((one) => one.kind === kind),
      kind,
    )
  for (const one of shown) if (mask) assertKnown(one, mask.parameters)
})

test('a type without an example of its own has tables made from its schema', () => {
  const table = { name: 'table', kind: 'tensor', shape: ['positions', 'heads'], required: true }
  const schema = { type: 'toString', doors: ['bias'], parameters: [table] } // no example is inherited
  const { type, ...tables } = examplePosition(schema, { tokens: 5, dim: 4, heads: 3 })
  assert.equal(type, 'toString')
  assert.deepEqual(tables.table.shape, [5, 3])
})
