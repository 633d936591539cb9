// Runs the commands that pages name and that no stage of `npm test` runs.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../../tools/paths.mjs'
import { benchQuick, runs, servers } from './named.mjs'

test('the fuzzer runs', () => {
  const args = ['run', 'fuzz', '--', '--minutes', '0.02', '--target', 'attention']
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' })
  assert.equal(status, 0, `${stdout}\n${stderr}`)
  assert.match(stdout, /^attention +[1-9]\d* cases .* 0 faults$/m)
})

for (const [command, [file, ...args]] of Object.entries(runs)) {
  test(command, () => {
    const kept = pictures()
    const before = changes()
    const { status, stdout, stderr } = spawnSync(file, args, { cwd: root, encoding: 'utf8' })
    for (const [path, bytes] of kept) writeFileSync(path, bytes)
    assert.equal(status, 0, `${stdout}\n${stderr}`)
    assert.equal(changes(), before, 'what is committed is what the command writes')
  })
}

// Its exit code is a verdict on speed, which no test may depend on: it has to measure and to print its table.
test(benchQuick, () => {
  const args = ['run', 'bench:quick', '--', '--only', 'softmax', '--rounds', '3']
  const { stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' })
  assert.match(
    stdout,
    /^# Short benchmark$[\s\S]*^\| softmax\/\S+ simd +\| +[\d.]+ %? *\|/m,
    `${stdout}\n${stderr}`,
  )
})

/** The pictures that other tests compare with: `npm run screenshots` writes them, not always to the byte. */
function pictures() {
  const folder = join(root, 'tests/browser/elements/pictures')
  const paths = [join(root, 'docs/images/demo.png'), ...readdirSync(folder).map((name) => join(folder, name))]
  return paths.map((path) => [path, readFileSync(path)])
}

/** Tracked files that differ from the commit, with their contents; empty where there is no repository. */
function changes() {
  return spawnSync('git', ['diff', 'HEAD'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout
}

for (const command of servers) {
  test(command, async () => {
    const [file, ...args] = command.split(' ')
    const server = spawn(file, args, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise((resolve) => server.on('exit', resolve))
    try {
      const address = await addressOf(server)
      const page = await fetch(address)
      assert.equal(page.status, 200)
      assert.match(await page.text(), /<html[^>]*lang="en"/)
    } finally {
      process.kill(-server.pid, 'SIGINT')
      await ended
    }
  })
}

/** As it is printed once the page is served. */
async function addressOf(server) {
  let printed = ''
  for await (const text of server.stdout) {
    printed += text
    const address = printed.match(/served at (http:\S+)/)?.[1]
    if (address) return address
  }
  throw new Error(printed)
}
