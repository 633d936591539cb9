import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atLeast, readVersion } from '../setup/version.mjs'

test('versions compare number by number', () => {
  assert.ok(atLeast('4.0.20', '4.0.20'))
  assert.ok(atLeast('6.0.5', '4.0.20'))
  assert.ok(!atLeast('4.0.9', '4.0.20'))
  assert.ok(!atLeast('3.1.69', '4.0.20'))
  assert.ok(atLeast('3.25', '3.25'))
  assert.ok(atLeast('15', '3.25'))
})

test('a version is read from what programs print', () => {
  assert.equal(
    readVersion('emcc (Emscripten gcc/clang-like replacement + linker emulating GNU ld) 6.0.5 ()\n'),
    '6.0.5',
  )
  assert.equal(readVersion('cmake version 3.25.1'), '3.25.1')
  assert.equal(readVersion('Python 3.11.2'), '3.11.2')
  assert.equal(readVersion('no number'), null)
  assert.equal(readVersion(null), null)
})
