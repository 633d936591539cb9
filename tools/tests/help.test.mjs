// Every script of the project tells with --help what its first comment says, and does nothing.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../paths.mjs'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const ours = Object.entries(scripts).flatMap(([name, line]) => {
  const script = line.match(/^node (\S+\.mjs)/)?.[1]
  return script ? [{ name, script }] : []
})

test('the scripts of package.json are looked at', () => assert.ok(ours.length > 10, String(ours.length)))

for (const { name, script } of ours)
  test(`npm run ${name} -- --help`, () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--help'], {
      cwd: root,
      encoding: 'utf8',
      timeout: 30_000,
    })
    const [first] = readFileSync(join(root, script), 'utf8').split('\n')
    assert.equal(status, 0, stderr)
    assert.ok(stdout.startsWith(first.slice('// '.length)), stdout.slice(0, 300))
  })
