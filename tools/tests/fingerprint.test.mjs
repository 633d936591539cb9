// What is built anew: what has other contents, and nothing that was only written again.
import { equal, notEqual } from 'node:assert/strict'
import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fingerprint } from '../build/fingerprint.mjs'

test('contents and names count, times do not', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'fingerprint-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'a.txt')
  writeFileSync(file, 'one')
  const before = fingerprint([folder])
  utimesSync(file, 0, 0)
  equal(fingerprint([folder]), before)
  writeFileSync(file, 'two') // as long as before
  notEqual(fingerprint([folder]), before)
  writeFileSync(file, 'one')
  equal(fingerprint([folder]), before)
  notEqual(fingerprint([folder], 'another commit'), before)
  renameSync(file, join(folder, 'b.txt'))
  notEqual(fingerprint([folder]), before)
  equal(fingerprint([join(folder, 'absent')]), fingerprint([]))
})
