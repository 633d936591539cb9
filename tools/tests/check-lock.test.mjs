import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entryFor, missingOptional } from '../check/check-lock.mjs'

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
