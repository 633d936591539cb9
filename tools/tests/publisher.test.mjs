import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { root } from '../paths.mjs'
import { leftToPublisher } from '../release/publisher.mjs'

const folder = mkdtempSync(join(tmpdir(), 'whereformer-publisher-'))
after(() => rmSync(folder, { recursive: true }))

test('every missing field has a line that says how to set it', () => {
  const given = { author: 'A', homepage: 'https://a.example', bugs: { url: 'https://a.example' } }
  const [line, ...more] = leftToPublisher(given)
  assert.equal(more.length, 0)
  assert.match(line, /^package\.json has no "repository"\. It is the publisher's to fill in: .*npm pkg set/)
  assert.deepEqual(leftToPublisher({ ...given, repository: 'https://a.example' }), [])
  assert.equal(leftToPublisher({}).length, 4)
})

test('npm publish --dry-run says so', () => {
  for (const name of ['paths.mjs', 'failure.mjs', 'process.mjs', 'release/publisher.mjs'])
    cpSync(join(root, 'tools', name), join(folder, 'tools', name))
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'dist/web.mjs'), '')
  const args = [
    'publish',
    '--dry-run',
    '--offline',
    '--tag',
    'rehearsal',
    '--registry',
    'http://127.0.0.1:9/',
  ]
  const said = execFileSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  assert.match(said, /package\.json has no "repository"\. It is the publisher's to fill in/)
})
