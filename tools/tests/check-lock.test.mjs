import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entryFor, missingOptional, withoutHash } from '../check/check-lock.mjs'

const packages = {
  '': { name: 'project' },
  'node_modules/tool': {
    version: '1.2.3',
    optionalDependencies: { 'tool-linux-x64': '1.2.3', 'tool-macos': '^1.2.0', 'tool-wild': '*' },
  },
  'node_modules/tool-linux-x64': { version: '1.2.3', optional: true },
}

test('an optional package that the lock lacks is found, of a range its lowest version', () => {
  assert.deepEqual(missingOptional(packages), [
    { path: 'node_modules/tool-macos', version: '1.2.0', of: 'node_modules/tool' },
  ])
})

test('the name of a package for one system tells which', () => {
  const entry = (path) => entryFor({ path, version: '1.0.0' })
  const common = { version: '1.0.0', dev: true, optional: true }
  assert.deepEqual(entry('node_modules/a-macos'), { ...common, os: ['darwin'] })
  assert.deepEqual(entry('node_modules/@a/cli-win32-arm64'), { ...common, cpu: ['arm64'], os: ['win32'] })
  assert.deepEqual(entry('node_modules/@a/cli-linux-x64-musl'), {
    ...common,
    cpu: ['x64'],
    libc: ['musl'],
    os: ['linux'],
  })
})

test('a package without a hash is found, unless it is for another system only', () => {
  const hash = 'sha512-…'
  const found = withoutHash({
    '': { name: 'project' },
    'node_modules/right': { version: '1.0.0', integrity: hash },
    'node_modules/bare': { version: '1.0.0' },
    'node_modules/right/node_modules/inner': { version: '1.0.0', optional: true },
    'node_modules/for-linux-x64': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
    'node_modules/for-linux-x64-musl': { version: '1.0.0', optional: true, os: ['linux'], libc: ['musl'] },
    'node_modules/for-macos': { version: '1.0.0', optional: true, os: ['darwin'] },
    'node_modules/demanded-on-macos': { version: '1.0.0', os: ['darwin'] },
  })
  assert.deepEqual(found, [
    'node_modules/bare',
    'node_modules/right/node_modules/inner',
    'node_modules/for-linux-x64',
    'node_modules/demanded-on-macos',
  ])
})
