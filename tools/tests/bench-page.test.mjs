import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { build } from 'esbuild'
import { pageBundle } from '../../tests/bench/browser.mjs'
import { root } from '../paths.mjs'

// The page as in a fresh clone: outside the repository no node_modules is found.
const clone = mkdtempSync(join(tmpdir(), 'whereformer-bench-'))
after(() => rmSync(clone, { recursive: true }))
for (const folder of ['tests/bench/page', 'tests/support'])
  cpSync(join(root, folder), join(clone, folder), { recursive: true })

const bundle = (form) =>
  build({ ...pageBundle(clone, form), logLevel: 'silent', write: false, metafile: true })

test('the page of the short benchmark bundles where no peer is installed', async () => {
  const { metafile } = await bundle('quick')
  assert.ok(Object.keys(metafile.inputs).some((file) => file.endsWith('engines/whereformer.js')))
})

test('the page of the whole benchmark needs the peers', async () => {
  await assert.rejects(bundle('full'), /Could not resolve "@litertjs\/core"/)
})
