import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { modulesAreCurrent } from '../setup/npm-modules.mjs'

const locked = {
  '': { name: 'project' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/a-linux': { version: '1.0.0', optional: true },
}

function areCurrent(installed) {
  const folder = mkdtempSync(join(tmpdir(), 'modules-'))
  try {
    mkdirSync(join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: locked }))
    if (installed)
      writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }))
    return modulesAreCurrent(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('exactly the locked packages are current, with or without optional ones', () => {
  assert.ok(
    areCurrent({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/a-linux': { version: '1.0.0' } }),
  )
  assert.ok(areCurrent({ 'node_modules/a': { version: '1.0.0' } }))
})

test('a missing, other or unknown package, or an unfinished installation, is not current', () => {
  assert.ok(!areCurrent(null))
  assert.ok(!areCurrent({}))
  assert.ok(!areCurrent({ 'node_modules/a': { version: '2.0.0' } }))
  assert.ok(!areCurrent({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } }))
})
