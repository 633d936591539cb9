// Every element on pages as authors have them, from the one script that holds them all: frames in a sandbox, files without a server, another
// origin, another encoding, a list of trusted types. On each, models are trained.

import { readFileSync } from 'node:fs'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FrameLocator, Page } from '@playwright/test'
import { serve } from '../../support/server.js'
import { ENGINES, seeEvery } from './every.js'
import { expect, test } from './figures.js'
import { markup, TAGS } from './quick.js'

const dist = new URL('../../../dist/', import.meta.url)
const inline = fileURLToPath(new URL('elements/inline.js', dist))
const smallModels = fileURLToPath(new URL('elements/small-models.js', dist))
const documentWith = (script: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8">${script}${markup}`

/** Where there is one script, and perhaps that of the small models. */
async function seeEveryAlone(place: Page | FrameLocator, models: 'models' | 'no models'): Promise<void> {
  const without = models === 'models' ? [] : ['wf-arrows', 'wf-cache', 'wf-ledger', 'wf-shuffle', 'wf-slide']
  await seeEvery(
    place,
    /ready|asking/,
    'leave',
    TAGS.filter((tag) => !without.includes(tag)),
  )
  for (const tag of without) {
    await seeEvery(place, /failed/, 'leave', [tag])
    await expect(place.locator(tag).getByRole('alert')).toContainText('small-models.js')
  }
  await trainsAlone(place)
}

/** <wf-train> makes steps, and <wf-lengths> whole runs in workers of its own. */
async function trainsAlone(place: Page | FrameLocator): Promise<void> {
  const train = place.locator('wf-train').first()
  await train.locator('.more-button').click()
  await train.locator('.buttons .step').click()
  await expect(train.locator('.now')).toContainText('Step 1.', { timeout: 60_000 })
  const lengths = place.locator('wf-lengths').first()
  await lengths.locator('.more-button').click()
  const tiny = {
    task: 'parity',
    encodings: 'none alibi',
    trainLength: 4,
    testLengths: '4',
    seeds: 1,
    steps: 2,
  }
  await lengths.evaluate((figure, tiny) => Object.assign(figure, tiny), tiny)
  await lengths.locator('button.train').click()
  await expect(lengths.locator('.status')).toContainText('All 2 runs finished', { timeout: 120_000 })
}

test('in a sandboxed srcdoc frame each computes', async ({ figures, page }) => {
  test.setTimeout(120_000)
  const script = `<script>${readFileSync(inline, 'utf8').replaceAll('</script', '<\\/script')}</script>`
  const text = documentWith(script).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  await figures.open(`<iframe sandbox="allow-scripts" width="900" height="1200" srcdoc="${text}"></iframe>`, {
    script: '',
  })
  await seeEveryAlone(page.frameLocator('iframe'), 'no models')
  expect(page.workers()).toHaveLength(ENGINES)
})

test('from a file, without any server, each computes', async ({ page }) => {
  test.setTimeout(120_000)
  const folder = await mkdtemp(join(tmpdir(), 'figures-'))
  try {
    await copyFile(inline, join(folder, 'inline.js'))
    await copyFile(smallModels, join(folder, 'small-models.js'))
    await writeFile(join(folder, 'page.html'), documentWith('<script src="inline.js"></script>'))
    await page.goto(pathToFileURL(join(folder, 'page.html')).href)
    await seeEveryAlone(page, 'models')
    expect(page.workers()).toHaveLength(ENGINES)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('from a server that sends no CORS headers, on the page of another, each computes', async ({
  figures,
  page,
}) => {
  test.setTimeout(120_000)
  const elsewhere = await serve({ '/dist/': dist }, '')
  try {
    const script = `<script src="${elsewhere.address}dist/elements/inline.js"></script>`
    await figures.open(markup, { script })
    await seeEveryAlone(page, 'models')
  } finally {
    elsewhere.close()
  }
})

/** The words with which figures say what to look at. */
const words = (page: Page) =>
  page.evaluate(
    (tags) => tags.map((tag) => document.querySelector(tag)?.shadowRoot?.querySelector('.look')?.textContent),
    TAGS,
  )

test('on a page in GBK each computes, and says what it says on others', async ({ figures, page }) => {
  test.setTimeout(120_000)
  const script = '<script src="/package/elements/inline.js"></script>'
  await figures.open(markup, { html: 'lang="zh"', script, charset: 'gbk' })
  expect(await page.evaluate(() => document.characterSet)).toBe('GBK')
  await seeEvery(page, /ready|asking/, 'leave')
  const there = await words(page)
  expect(there.filter((text) => !/\p{Script=Han}/u.test(text ?? ''))).toEqual([])
  await figures.open(markup, { html: 'lang="zh"', script })
  await seeEvery(page, /ready|asking/, 'leave')
  expect(there).toEqual(await words(page))
})

const TYPES = 'lit-html whereformer whereformer-lab'
const SCRIPTS = {
  modules: '<script type="module" src="/package/elements/register.mjs"></script>',
  'one script': '<script src="/package/elements/inline.js"></script>',
}

for (const [kind, script] of Object.entries(SCRIPTS)) {
  test(`where the page lists its trusted types each computes (${kind})`, async ({ figures, page }) => {
    test.setTimeout(120_000)
    const policy = `require-trusted-types-for 'script'; trusted-types ${TYPES}`
    await figures.open(markup, {
      script,
      head: `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    })
    await seeEveryAlone(page, 'models')
    expect(page.workers()).toHaveLength(ENGINES)
  })
}
