// A page that uses the package as a module, without the demo around it.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'

export const root = new URL('../../', import.meta.url)
export const golden = new URL('tests/golden/models/', root)

/** Opens an empty page beside which the package, the tests' own functions and the models are served. */
export async function openBeside(page: Page): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('exactness/page.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    write: false,
  })
  const script = { contentType: 'text/javascript' }
  await page.route('**/exactness/**', async (route) => {
    const path = new URL(route.request().url()).pathname.split('/exactness/')[1] ?? ''
    if (path === '')
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>exactness</title>' })
    if (path === 'tools.mjs') return route.fulfill({ ...script, body: outputFiles[0]?.text ?? '' })
    const file = path.startsWith('models/')
      ? new URL(path.slice('models/'.length), golden)
      : new URL(path, root)
    const body = readFileSync(file)
    return route.fulfill({
      body,
      ...(/\.m?js$/.test(path) ? script : { contentType: 'application/octet-stream' }),
    })
  })
  await page.goto('exactness/')
}
