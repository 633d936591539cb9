import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkHosts } from '../check/check-hosts.mjs'

function violationsIn(content) {
  const folder = mkdtempSync(join(tmpdir(), 'hosts-'))
  try {
    writeFileSync(join(folder, 'file'), content)
    return checkHosts(folder, ['file']).map(({ line, message }) => `${line} ${message}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// assembled, because this file is checked too
const hosts = [
  ['registry', 'npmjs', 'org'],
  ['deb', 'debian', 'org'],
  ['pypi', 'org'],
  ['registry', 'npmmirror', 'com'],
]
const folders = [
  ['', 'work', 'main', 'src'],
  ['', 'root', '.cache', 'x'],
  ['', 'home', 'ada', 'code'],
]

test('registries and folders of one machine are found', () => {
  for (const parts of hosts)
    assert.match(violationsIn(`a\nhttps://${parts.join('.')}/x\n`)[0], /^2 names a package registry/)
  for (const parts of folders) assert.match(violationsIn(`cd ${parts.join('/')}\n`)[0], /^1 names a folder/)
})

test('ordinary addresses and relative paths pass', () => {
  const text =
    'https://emscripten.org/docs\nhttps://cdn.jsdelivr.net/npm/x\n../work/x\n$HOME/root/x\nhttps://example.org/home/page/x\n$staging/root/usr\n'
  assert.deepEqual(violationsIn(text), [])
})

test('binary files are not read as text', () => {
  assert.deepEqual(violationsIn(Buffer.concat([Buffer.from([0]), Buffer.from(folders[0].join('/'))])), [])
})
