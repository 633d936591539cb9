// The examples for plain pages and frames, in Firefox, opened as files.

import { copyFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { Figure } from './figure.js'
import { expect, test } from './firefox.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'examples-'))
  for (const example of ['plain-html', 'iframe']) {
    await cp(join(root, 'examples', example), join(folder, example), { recursive: true })
    await copyFile(join(root, 'dist/elements/inline.js'), join(folder, example, 'inline.js'))
  }
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const address = (path: string) => pathToFileURL(join(folder, path)).href

test('one script and four figures', async ({ open }) => {
  const page = await open(address('plain-html/index.html'))
  for (const id of ['rope', 'clocks', 'alibi', 'ledger']) await new Figure(page, `#${id}`).seen()
})

test('frames get the height that they ask for', async ({ open }) => {
  const page = await open(address('iframe/index.html'))
  for (const frame of await page.$$('iframe')) {
    await frame.evaluate((one) => one.scrollIntoView())
    await new Figure(await frame.contentFrame(), 'wf-rotation, wf-bias').seen()
    const height = () => frame.evaluate((one) => Number(one.height))
    await expect.poll(height).not.toBe(560)
    expect(await height()).toBeGreaterThan(300)
  }
})
