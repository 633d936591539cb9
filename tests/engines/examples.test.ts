// The examples for plain pages and frames, opened as files.

import { copyFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { call } from './engine.js'
import { Figure } from './figure.js'
import { root } from './package.js'
import { beginningWith } from './server.js'
import { test as base, expect } from './test.js'

interface Copied {
  /** The address of a page in a folder of an example. */
  example(path: string): string
}

const test = base.extend<Copied>({
  example: async ({ engine }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'examples-'))
    for (const name of ['plain-html', 'iframe']) await copyExample(name, join(folder, name), engine.head)
    await use((path) => pathToFileURL(join(folder, path)).href)
    await rm(folder, { recursive: true })
  },
})

async function copyExample(name: string, folder: string, head: string): Promise<void> {
  await cp(fileURLToPath(new URL(`examples/${name}`, root)), folder, { recursive: true })
  await copyFile(new URL('dist/elements/inline.js', root), join(folder, 'inline.js'))
  for (const file of (await readdir(folder)).filter((one) => one.endsWith('.html'))) {
    const path = join(folder, file)
    await writeFile(path, beginningWith(head, await readFile(path, 'utf8')))
  }
}

test('one script and four figures', async ({ open, example }) => {
  const page = await open(example('plain-html/index.html'))
  for (const id of ['rope', 'clocks', 'alibi', 'ledger']) await new Figure(page, `#${id}`).seen()
})

test('frames get the height that they ask for', async ({ open, example }) => {
  const page = await open(example('iframe/index.html'))
  const titles = await call(page, () => [...document.querySelectorAll('iframe')].map(({ title }) => title))
  expect(titles.length).toBeGreaterThan(1)
  for (const title of titles) {
    const selector = `iframe[title="${title}"]`
    await call(page, (one) => document.querySelector(one)?.scrollIntoView(), selector)
    await new Figure(await page.frame(selector), 'wf-rotation, wf-bias').seen()
    const height = () =>
      call(page, (one) => Number(document.querySelector<HTMLIFrameElement>(one)?.height), selector)
    await expect.poll(height).not.toBe(560)
    expect(await height()).toBeGreaterThan(300)
  }
})
