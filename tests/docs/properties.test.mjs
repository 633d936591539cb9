// docs/properties.md holds what the built library measures.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { encodings } from '../../dist/node.mjs'

const text = readFileSync(new URL('../../docs/properties.md', import.meta.url), 'utf8')

test('every encoding is measured, in finite numbers', () => {
  const [, table = ''] = text.split(/<!-- \/?types.*-->/)
  for (const { type } of encodings) assert.match(table, new RegExp(`^\\| \\[\`${type}\``, 'm'))
  assert.doesNotMatch(table, /NaN|undefined|Infinity/)
})
