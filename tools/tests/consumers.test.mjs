// The table of consumers and the page that is written from their results.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pageOf } from '../../tests/consumers/report.mjs'
import { keyOf } from '../../tests/consumers/results.mjs'
import { consumers } from '../../tests/consumers/table.mjs'
import { root } from '../paths.mjs'

test('consumers have different names, pinned versions and templates that are there', () => {
  assert.ok(consumers.length >= 25, `${consumers.length} consumers`)
  assert.equal(new Set(consumers.map(({ id }) => id)).size, consumers.length)
  for (const { id, packages, templates, steps } of consumers) {
    for (const [name, version] of Object.entries(packages))
      assert.match(version, /^\d+\.\d+\.\d+$/, `${name} of ${id}`)
    for (const name of templates)
      assert.ok(existsSync(join(root, 'tests/consumers/templates', name)), `template ${name} of ${id}`)
    assert.ok(Object.keys(steps).length > 0, id)
    for (const name of Object.keys(steps)) assert.match(name, /^(development|production|run)$/, id)
  }
})

test('a consumer is tried again when the package or its entry changes', () => {
  const [consumer] = consumers
  const key = keyOf(consumer, 'whereformer-1.tgz')
  assert.equal(keyOf({ ...consumer, note: 'words' }, 'elsewhere/whereformer-1.tgz'), key)
  assert.notEqual(keyOf(consumer, 'whereformer-2.tgz'), key)
  assert.notEqual(keyOf({ ...consumer, packages: {} }, 'whereformer-1.tgz'), key)
})

const steps = { development: { serve: 'dev' }, production: { folder: 'dist' } }
const consumer = { id: 'tool', title: 'Tool 1', templates: [], packages: { tool: '1.0.0' }, steps }
const result = (found) => ({ key: '', date: '2026-11-01', versions: { tool: '1.0.1' }, steps: {}, ...found })
const green = { ok: true, core: 'file', seconds: 1 }

test('a green consumer has its versions as installed, how the core came, and its date', () => {
  const found = result({ steps: { development: { ...green, core: 'module' }, production: green } })
  const page = pageOf([{ consumer, result: found }], '0.1.0')
  assert.match(
    page,
    /^\| Tool 1 \| tool 1\.0\.1 \| green \| green \| module \/ file \| nothing \| 2026-11-01 \|$/m,
  )
  assert.match(page, /1 of 1 are green/)
  assert.doesNotMatch(page, /Not green/)
})

test('a red step is listed with its reason', () => {
  const failed = { ok: false, error: 'load(): wrong\nmore', seconds: 1 }
  const page = pageOf(
    [{ consumer, result: result({ steps: { development: green, production: failed } }) }],
    '0.1.0',
  )
  assert.match(page, /\| green \| \*\*red\*\* \|/)
  assert.match(page, /^- \*\*Tool 1\*\*: production: load\(\): wrong$/m)
})

test('what cannot be installed counts as not green', () => {
  const page = pageOf(
    [{ consumer, result: result({ versions: undefined, install: 'no such package' }) }],
    '0.1.0',
  )
  assert.match(page, /0 of 1 are green/)
  assert.match(page, /\| not installed \| not installed \|/)
  assert.match(page, /cannot be installed: no such package/)
})

test('a consumer that was tried elsewhere keeps its line', () => {
  const line = (title, verdict) => `| ${title} | – | ${verdict} | – | – | nothing | 2026-10-01 |`
  const other = { ...consumer, title: 'Tool 2' }
  const rows = [
    { consumer, written: line('Tool 1', 'green') },
    { consumer: other, written: line('Tool 2', '**red**') },
  ]
  const page = pageOf(rows, '0.1.0')
  assert.ok(page.includes(`${rows[0].written}\n${rows[1].written}\n`))
  assert.match(page, /1 of 2 are green/)
})

test('the page says which lines in a console are expected', () => {
  const page = pageOf(
    [{ consumer, written: '| Tool 1 | – | green | – | – | nothing | 2026-10-01 |' }],
    '0.1.0',
  )
  for (const words of ['## Red lines in the console', 'core-threads-simd.wasm', 'worker-src'])
    assert.ok(page.includes(words), words)
})
