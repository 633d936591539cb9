// Files beside the verdicts of the Python package (tools/golden/safetensors_verdicts.py): what it refuses is refused here.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readAll } from './support/checkpoint-reader.js'

interface Verdicts {
  package: string
  /** In base64. */
  cases: { file: string; accepted: boolean }[]
}

const { cases } = JSON.parse(
  readFileSync(new URL('support/safetensors-verdicts.json', import.meta.url), 'utf8'),
) as Verdicts

const isRead = (file: Uint8Array) =>
  readAll(file).then(
    () => true,
    (error: Error) => {
      expect(error.name, String(error)).toBe('WhereformerError')
      return false
    },
  )

test('neither laxer nor stricter than the Python package', async () => {
  const verdicts = await Promise.all(
    cases.map(({ file }) => isRead(Uint8Array.from(Buffer.from(file, 'base64')))),
  )
  const differing = cases.filter(({ accepted }, i) => accepted !== verdicts[i])
  expect(differing.map(({ file }) => Buffer.from(file, 'base64').toString('latin1'))).toEqual([])
  expect(cases.filter(({ accepted }) => accepted).length).toBeGreaterThan(100)
  expect(cases.filter(({ accepted }) => !accepted).length).toBeGreaterThan(100)
})
