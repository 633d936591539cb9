// The examples for plain pages and frames, opened as files.

import { copyFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import { beginningWith } from '../support/server.js'
import { call, type Engine } from './engine.js'
import { Figure } from './figure.js'
import { root } from './package.js'
import { expect, test } from './test.js'

/** Copies an example with the script that its page needs. @returns the address of that page */
async function copied(name: string, { head }: Engine): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'example-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(fileURLToPath(new URL(`examples/${name}`, root)), folder, { recursive: true })
  await copyFile(new URL('dist/elements/inline.js', root), join(folder, 'inline.js'))
  for (const file of (await readdir(folder)).filter((one) => one.endsWith('.html'))) {
    const path = join(folder, file)
    await writeFile(path, beginningWith(head, await readFile(path, 'utf8')))
  }
  return pathToFileURL(join(folder, 'index.html')).href
}

test('one script and four figures', async ({ open, engine }) => {
  const page = await open(await copied('plain-html', engine))
  for (const id of ['rope', 'clocks', 'alibi', 'ledger']) await new Figure(page, `#${id}`).seen()
})

test('frames get the height that they ask for', async ({ open, engine }) => {
  const page = await open(await copied('iframe', engine))
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
