import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explain } from '../failure.mjs'

const cases = [
  ["E: Failed to fetch x  Temporary failure resolving 'mirror'", /no network/],
  ['npm error code EAI_AGAIN', /no network/],
  [
    'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 12 (apt-get)',
    /another program is using apt/,
  ],
  ['tar: x: Cannot write: No space left on device', /disk is full/],
  [
    'W: GPG error: x InRelease: The following signatures could not be verified: NO_PUBKEY 1',
    /expected signature/,
  ],
  ['npm error code EINTEGRITY', /expected signature or checksum/],
  ['npm error code EUSAGE', /does not match package.json/],
  ['mkdir: Permission denied', /may not be written/],
]
for (const [output, sentence] of cases)
  test(`"${output}" is explained`, () => assert.match(explain(output), sentence))

test('a foreseen failure speaks for itself', () => {
  assert.equal(explain('Hit:1\nFAIL: disk full: 1 MB\nmore'), 'disk full: 1 MB')
})

test('an unknown output has no explanation', () => assert.equal(explain('all is well'), null))
