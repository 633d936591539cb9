// dist/whereformer.global.js: for pages without modules, from a server and from a file.

import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from './complaints.js'

const SCRIPT = fileURLToPath(new URL('../../dist/whereformer.global.js', import.meta.url))
const PAGE = '<!doctype html><title>classic</title><script src="whereformer.global.js"></script>'

interface Classic {
  whereformer: Pick<typeof import('whereformer'), 'load' | 'WhereformerError'>
}

/** In the page. */
async function compute() {
  const { load, WhereformerError } = (globalThis as unknown as Classic).whereformer
  const wf = await load()
  const x = { data: Float32Array.from({ length: 32 }, (_, i) => Math.cos(i)), shape: [1, 4, 8] }
  const { output } = wf.attention(x, x, x, { position: { type: 'rope' }, isCausal: true })
  let refused: unknown
  try {
    wf.attention(x, x, x, { position: { type: 'rope', base: -1 } })
  } catch (error) {
    refused = error instanceof WhereformerError && error.code
  }
  const shape = { layers: 1, heads: 1, dModel: 4, dFf: 4, vocab: 4, length: 4 }
  const trainer = await wf.trainer({ model: shape })
  const { loss } = trainer.step({ inputIds: [[0, 1, 2]], targets: [[1, 2, 3]] })
  const first = [...output.data.slice(0, 8)]
  return {
    error: Math.max(...first.map((value, i) => Math.abs(value - (x.data[i] ?? Number.NaN)))),
    refused,
    loss,
  }
}

test('a classic script gives whereformer.load(), which trains, too, on a server and in a file', async ({
  page,
  baseURL,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'whereformer-'))
  try {
    await copyFile(SCRIPT, join(folder, 'whereformer.global.js'))
    await writeFile(join(folder, 'page.html'), PAGE)
    await page.route('**/classic/*', (route) => {
      const isPage = route.request().url().endsWith('.html')
      return route.fulfill(isPage ? { body: PAGE, contentType: 'text/html' } : { path: SCRIPT })
    })
    for (const address of [`${baseURL}classic/page.html`, String(pathToFileURL(join(folder, 'page.html')))]) {
      await page.goto(address)
      const { error, refused, loss } = await page.evaluate(compute)
      expect(error, address).toBeLessThan(1e-6)
      expect(refused, address).toBe('ERR_VALUE')
      expect(loss, address).toBeGreaterThan(1)
      expect(loss, address).toBeLessThan(2)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})
