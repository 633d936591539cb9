// npm run check: which stages a room needs; npm test: which of them run first.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { long, stagesFor } from '../check/check.mjs'
import { testsOf } from '../check/room-tests.mjs'
import { runAll } from '../check/run-stages.mjs'
import { firstSpecs, stages } from '../check/test-stages.mjs'
import { root } from '../paths.mjs'

const names = (rooms) => stagesFor(rooms).map(({ name }) => name)

test('without a room neither the package nor a browser is needed', () => {
  const chosen = names([])
  for (const name of ['format', 'lint', 'arrows', 'types', 'core', 'native', 'lib'])
    assert.ok(chosen.includes(name), name)
  for (const name of ['build', 'browser']) assert.ok(!chosen.includes(name), name)
})

test('a room of C++ has its native tests alone, and those of the scripts of its name', () => {
  const { native, sources, specs } = testsOf(['position'])
  assert.ok(native.includes('[#alibi_test]'))
  assert.ok(!native.includes('[#shape_test]'))
  assert.ok(sources.includes('web/lib/position/custom.ts'))
  assert.deepEqual(specs, [])
  assert.deepEqual(names(['simd']).slice(-2), ['core', 'native'])
})

test('a room of the page has its specs, and the package before them', () => {
  const chosen = names(['bias'])
  assert.ok(chosen.indexOf('build') < chosen.indexOf('browser'))
  assert.deepEqual(testsOf(['bias']).specs, ['tests/browser/elements/bias.spec.ts'])
  assert.ok(testsOf(['elements']).specs.length > 20)
  for (const room of ['demo', 'content'])
    assert.ok(testsOf([room]).specs.includes('tests/browser/article-reading.spec.ts'))
  for (const spec of testsOf(['content']).specs) assert.ok(existsSync(join(root, spec)), spec)
})

test('a room whose files no test outside of the browser imports is not red for that', async () => {
  const [lib] = stagesFor(['bias']).filter(({ name }) => name === 'lib')
  const results = await runAll([{ ...lib, needs: [] }], {})
  assert.equal(results.get('lib').failed, 0)
})

test('a name of which there are two means the library; the element is elements/name', () => {
  assert.ok(testsOf(['attention']).native.length > 0)
  assert.deepEqual(testsOf(['elements/attention']).specs, ['tests/browser/elements/attention.spec.ts'])
  assert.deepEqual(testsOf(['elements/controls']), testsOf(['controls']))
})

test('every stage that runs has what it needs', async () => {
  for (const rooms of [[], ['position'], ['simd'], ['lab'], ['bias'], ['elements'], ['demo']]) {
    const chosen = stagesFor(rooms)
    const there = chosen.map(({ name }) => name)
    for (const { name, needs = [] } of chosen)
      for (const need of needs) assert.ok(there.includes(need), `${name} of ${rooms}: ${need}`)
  }
  const alone = stages.filter(({ name }) => name === 'docs')
  await assert.rejects(runAll(alone, {}), /docs needs the stage build/)
})

test('an unknown room is refused', () => {
  assert.throws(() => stagesFor(['places']), /There is no room "places"/)
})

test('every file that is named exists', () => {
  for (const file of [...long.map((name) => `tests/lib/${name}.test.ts`), ...firstSpecs])
    assert.ok(existsSync(join(root, file)), file)
})

test('every stage of the first tier is one of all, or stands for one', () => {
  assert.deepEqual(
    stages.filter(({ tier }) => tier === 'first').map(({ name }) => name),
    ['page'],
  )
  assert.ok(stages.some(({ name, tier }) => name === 'browser' && tier === 'all'))
})
