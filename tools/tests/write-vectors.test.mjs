import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readTensors } from '../golden/safetensors.mjs'
import { vectors } from '../golden/write-vectors.mjs'
import { root } from '../paths.mjs'

const files = JSON.parse(JSON.stringify([...vectors()])) // as they are written and read
const golden = JSON.parse(readFileSync(join(root, 'tests/golden/MANIFEST.json'), 'utf8')).files
const [, index] = files.at(-1)

test('the index lists every file and case', () => {
  const listed = files.slice(0, -1).map(([file, { type, cases }]) => {
    return { type, file, cases: cases.map(({ name, op }) => ({ name, op })) }
  })
  assert.deepEqual(index.files, listed)
  assert.ok(listed.length > 0)
})

test('every number of the golden data comes back as the same float32', () => {
  for (const [file, { type, cases }] of files.slice(0, -1)) {
    const path = `encodings/${type}.safetensors`
    const tensors = readTensors(join(root, 'tests/golden', path))
    let seen = 0
    for (const { name, position, tensors: own } of cases) {
      for (const [key, { shape, data }] of Object.entries(own)) {
        const wanted = tensors.get(`${name}.${key}`)
        assert.deepEqual(shape, wanted.shape)
        const different = data.findIndex((value, i) => Math.fround(Number(value)) !== wanted.data[i]) // JSON has no −0
        assert.equal(different, -1, `${file} ${name} ${key}`)
        seen += 1
      }
      seen += tablesIn(position)
    }
    assert.equal(seen, tensors.size, `${file} holds every tensor`)
  }
})

/** Tables that stand inside a position; they may not be names any more. */
function tablesIn(value) {
  if (typeof value !== 'object' || value === null) return 0
  assert.ok(!('$' in value))
  if ('shape' in value) {
    assert.equal(
      value.data.length,
      value.shape.reduce((a, b) => a * b, 1),
    )
    return 1
  }
  return Object.values(value).reduce((sum, one) => sum + tablesIn(one), 0)
}

test('every case says what it asks, where it is from and how near is near', () => {
  for (const [file, { type, libraries, cases }] of files.slice(0, -1)) {
    assert.deepEqual(libraries, golden[`encodings/${type}.safetensors`].libraries)
    for (const { name, op, source, tolerance } of cases) {
      assert.match(op, /^(embed|rotate|frequencies|bias|attention|place)$/, `${file} ${name}`)
      assert.ok(source && Number.isFinite(tolerance.absolute + tolerance.relative), `${file} ${name}`)
    }
  }
})
