// The code on the documentation pages runs as it stands, on the built package.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { writeVectors } from '../../tools/golden/write-vectors.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(root, 'build/docs-')) // inside the package, so that its name leads to its exports
after(() => rmSync(folder, { recursive: true }))

const blocks = (page, language) =>
  [...readFileSync(join(root, 'docs', page), 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter((match) => match[1] === language)
    .map((match) => match[2])

function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  return stdout
}

function runModule(name, code) {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, code)
  return run(process.execPath, [file])
}

const types = readdirSync(join(root, 'docs/encodings'))
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => name.replace('.md', ''))

// One process for all pages: starting Node and compiling the core each time is most of the work.
test('the code of every encoding prints the shape of its result', () => {
  for (const type of types) {
    const [code] = blocks(`encodings/${type}.md`, 'js')
    writeFileSync(join(folder, `${type}.mjs`), code)
  }
  const lines = types.map((type) => `process.stdout.write('${type} ')\nawait import('./${type}.mjs')`)
  const printed = runModule('all', lines.join('\n')).trim().split('\n')
  assert.equal(printed.length, types.length)
  for (const [i, line] of printed.entries()) assert.match(line, new RegExp(`^${types[i]} \\[[ \\d,]+\\]$`))
})

test('the code about properties prints what its comments say', () => {
  const [code] = blocks('properties.md', 'js')
  const [unique, relative, decay, extrapolation] = runModule('properties', code).trim().split('\n')
  assert.match(unique, /^0\.\d+ \[ \d+, \d+ \]$/)
  assert.match(relative, /^\d.* undefined$/)
  assert.match(decay, /^false \{ from: 4, to: 5, by: 0\.04\d* \}$/)
  assert.equal(extrapolation, '65 11')
})

test('the code about what RoPE distinguishes prints what its comments say', () => {
  const [code] = blocks('recent.md', 'js')
  const said = [...code.matchAll(/^\/\/ (.+)$/gm)].map(([, line]) => line)
  assert.deepEqual(runModule('recent', code).trim().split('\n'), said)
  assert.equal(said.length, 2)
})

test('the test vectors are checked by both programs of their page', () => {
  writeVectors(join(root, 'build/vectors'))
  const [python] = blocks('test-vectors.md', 'python')
  assert.match(run('python3', ['-c', python]), /^(passed .+\n){2,}$/)
  const [script] = blocks('test-vectors.md', 'js')
  assert.match(runModule('vectors', script), /^(passed .+\n){2,}$/)
})

test('the code about models prints what its comments say', () => {
  const expected = blocks('models.md', 'js').map((code) =>
    [...code.matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map((m) => m[1]),
  )
  const printed = blocks('models.md', 'js').map((code, i) =>
    runModule(`models-${i}`, code).trim().split('\n'),
  )
  assert.equal(printed.length, 10)
  assert.deepEqual(printed, expected)
})

test('HTML to paste has no blank line, of which WordPress makes a paragraph inside of a script', () => {
  const pages = ['../README.md', ...readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))]
  const codes = pages.flatMap((page) => blocks(page, 'html').map((code) => ({ page, code })))
  assert.ok(codes.length >= 4)
  for (const { page, code } of codes) assert.doesNotMatch(code, /\n\s*\n/, page)
})
