import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { judge, packageOf, packagesOfUris, recordFile } from '../setup/recorded-packages.mjs'

const [one, other] = ['1'.repeat(64), '2'.repeat(64)]
const record = { recorded: '2026-11-24', packages: { lld: { version: '1:21-2', sha256: one } } }
const isOlder = (a, b) => a < b
const judged = (version, sha256, name = 'lld') => judge([{ name, version, sha256 }], record, isOlder)

test('names of files say package and version', () => {
  assert.deepEqual(packageOf('/a/libclang-cpp21_1%3a21.1.8-13_amd64.deb'), {
    name: 'libclang-cpp21',
    version: '1:21.1.8-13',
  })
  assert.deepEqual(packageOf('catch2_3.7.1.orig.tar.xz'), { name: 'catch2', version: '3.7.1' })
  assert.equal(packageOf('catch2_3.7.1-0.6.dsc'), undefined)
})

test('what apt prints becomes a record; other hashes than SHA-256 do not', () => {
  const line = (file, hash) => `'http://mirror.example/pool/${file}' ${file} 12 ${hash}`
  const text = [
    'Reading package lists...',
    line('b_2-1_all.deb', `SHA256:${one}`),
    line('a_1_all.deb', 'MD5Sum:0'),
  ]
  assert.deepEqual(packagesOfUris(text.join('\n')), { b: { version: '2-1', sha256: one } })
})

test('the recorded bytes are accepted, others of the same version and older versions are not', () => {
  assert.deepEqual(judged('1:21-2', one), { refused: [], newer: [] })
  assert.match(judged('1:21-2', other).refused[0], /lld 1:21-2 has the SHA-256 2{64}, recorded is 1{64}/)
  assert.match(
    judged('1:21-1', other).refused[0],
    /lld 1:21-1, older than 1:21-2, which was there on 2026-11-24/,
  )
})

test('newer and unknown ones are accepted and named', () => {
  assert.deepEqual(judged('1:21-3', other), { refused: [], newer: ['lld 1:21-3 (tested: 1:21-2)'] })
  assert.deepEqual(judged('1', other, 'toString'), { refused: [], newer: ['toString 1 (not recorded)'] })
})

test('everything that the toolchain is made of is recorded', () => {
  const { suite, packages } = JSON.parse(readFileSync(recordFile, 'utf8'))
  const script = readFileSync(new URL('../setup/toolchain-debian.sh', import.meta.url), 'utf8')
  assert.match(script, new RegExp(`^suite=${suite}$`, 'm'))
  for (const name of ['emscripten', 'binaryen', 'node-acorn', 'libc6', 'libxsimd-dev', 'catch2'])
    assert.match(packages[name].sha256, /^[0-9a-f]{64}$/, name)
  assert.ok(Object.keys(packages).some((name) => /^clang-\d+$/.test(name)))
})

test('the set-up stops at other bytes with a sentence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'packages-'))
  try {
    const { packages } = JSON.parse(readFileSync(recordFile, 'utf8'))
    const file = join(folder, `emscripten_${encodeURIComponent(packages.emscripten.version)}_all.deb`)
    writeFileSync(file, 'something else')
    const program = fileURLToPath(new URL('../setup/check-packages.mjs', import.meta.url))
    const { status, stderr } = spawnSync(process.execPath, [program, file], { encoding: 'utf8' })
    assert.equal(status, 1)
    assert.match(stderr, /^FAIL: emscripten .* has the SHA-256 [0-9a-f]{64}, recorded is /)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
