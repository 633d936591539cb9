// The pictures of docs/encodings are what the built library draws, small, and readable in both schemes.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pictures } from '../../tools/draw-encodings.mjs'

const folder = new URL('../../docs/encodings/', import.meta.url)
const drawn = await pictures()

test('every encoding that enters somewhere has its picture, and there is no other', () => {
  const present = readdirSync(folder).filter((name) => name.endsWith('.svg'))
  assert.deepEqual(present.sort(), [...drawn.keys()].sort())
})

test('the pictures are current (node tools/draw-encodings.mjs draws them)', () => {
  const stale = [...drawn].filter(([name, text]) => readFileSync(new URL(name, folder), 'utf8') !== text)
  assert.deepEqual(
    stale.map(([name]) => name),
    [],
  )
})

test('each is small, has a title in both languages and colours for both schemes', () => {
  for (const [name, text] of drawn) {
    assert.ok(Buffer.byteLength(text) <= 30_000, `${name}: ${Buffer.byteLength(text)} bytes`)
    assert.match(text, /<title id="title">.+ · .+<\/title>/, name)
    assert.match(text, /prefers-color-scheme:dark/, name)
    assert.doesNotMatch(text, /NaN|undefined|Infinity/, name)
  }
})

test('no picture is of one colour', () => {
  for (const [name, text] of drawn) {
    const marks = text.match(/<path class="(?:c\d+|seen)"|<circle/g) ?? []
    assert.ok(marks.length > 2, name)
  }
})
