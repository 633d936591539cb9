// Threads: on a page that is cross-origin isolated, and on one that is not.

import { inject } from 'vitest'
import { askTools, trained, withTools } from './package.js'
import { expect, test } from './test.js'

const TOOLS = 'tests/engines/threads/page.ts'

test('an isolated page computes with three threads where memory can be shared, and has the bits of one', async ({
  open,
  isolate,
}) => {
  const page = await open(await isolate(await withTools(TOOLS, trained)))
  // Debian's WebKit isolates pages and has no SharedArrayBuffer.
  const without = { count: 1, wanted: 3, reason: 'this browser has no SharedArrayBuffer' }
  expect(await page.run(askTools('beside', 'web.mjs', { threads: 3 }))).toEqual({
    isolated: true,
    threads: inject('engine') === 'webkit' ? without : { count: 3, wanted: 3 },
    same: true,
  })
})

test('a page that is not isolated computes with one thread, and says so', async ({ open, offer }) => {
  const page = await open(await offer(await withTools(TOOLS, trained)))
  expect(await page.run(askTools('beside', 'web.mjs', { threads: 3 }))).toEqual({
    isolated: false,
    threads: { count: 1, wanted: 3, reason: expect.stringContaining('not cross-origin isolated') },
    same: true,
  })
})
