// The builder: code for the figure as the reader has set it, for each kind of host, with what readers of that page download.

import { readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, PRELOADED, test } from './complaints.js'
import { see } from './reading.js'

const dist = new URL('../../dist/', import.meta.url)
const integrity = JSON.parse(readFileSync(new URL('integrity.json', dist), 'utf8')) as Record<string, string>
const PUBLISHED = 'https://cdn\\.jsdelivr\\.net/npm/whereformer@[\\d.]+/dist/elements/'

const CODES: Readonly<Record<string, RegExp>> = {
  script: new RegExp(
    `^<script src="${PUBLISHED}inline\\.js" integrity="${integrity['elements/inline.js']?.replaceAll('+', '\\+')}" crossorigin="anonymous"></script>\n<wf-bias lang="en" [^>]*length="48"[^>]*></wf-bias>$`,
  ),
  frame:
    /^<iframe src="http[^"]+\/embed\/wf-bias\/\?lang=en&amp;[^"]*length=48[^"]*" title="wf-bias" width="100%" height="\d{3,4}"/,
  modules: new RegExp(
    `^<script type="module" src="${PUBLISHED}register\\.mjs"></script>\n<wf-bias lang="en" [^>]*length="48"`,
  ),
  vitepress:
    /^<script setup>\nimport 'whereformer\/elements\/register'\n<\/script>\n\n<wf-bias v-pre lang="en" [^>]*length="48"/,
  mdx: /^import 'whereformer\/elements\/register'\n\n<wf-bias lang="en" [^>]*length="48"/,
  myst: /^:::\{iframe\} http\S+\/embed\/wf-bias\/\?lang=en&\S*length=48\S*\n:width: 100%\n:::$/,
  jupyter:
    /^from IPython\.display import IFrame\nIFrame\("http\S+\/embed\/wf-bias\/\?lang=en&[^"]*length=48[^"]*", "100%", \d{3,4}\)$/,
}

// The builder is far below the first figure, which a slow machine reaches only when it is left.
test.beforeEach(({ complaints }) => complaints.tolerate(PRELOADED))

test('it writes code for the current state of the figure, for each host', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('.')
  await see(page.locator('#fig-diagonals'))
  const builder = page.locator('embed-builder')
  const options = builder.locator('[data-part=figure] option')
  const code = builder.locator('[data-part=code]')
  await expect(code).toContainText('<wf-slide lang="en"></wf-slide>')
  await builder.scrollIntoViewIfNeeded()
  const steps = page.locator('.chapter', { has: page.locator('#fig-diagonals') }).locator('.step')
  await expect(steps.last()).toHaveClass(/current/) // from now on no step sets the figure
  await page.locator('#fig-diagonals').evaluate((figure) => Object.assign(figure, { length: 48 }))
  const index = await page
    .locator('.live')
    .evaluateAll((figures) => figures.findIndex(({ id }) => id === 'fig-diagonals'))
  await builder.locator('[data-part=figure]').selectOption(String(index))
  expect(await options.count()).toBe(await page.locator('.live').count())
  const kinds = builder.locator('[data-part=kind]')
  expect(
    await kinds.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
  ).toEqual(Object.keys(CODES))
  for (const [kind, wanted] of Object.entries(CODES)) {
    await kinds.selectOption(kind)
    await expect.poll(() => code.textContent(), { message: kind }).toMatch(wanted)
    await expect(builder.locator('[data-part=size]')).toHaveText(
      /^Your readers download \d{2,3} kB, compressed\.$/,
    )
  }
  await builder.locator('[data-part=copy]').click()
  await expect(builder.locator('[data-part=status]')).toHaveText('Copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('wf-bias')
})

test('the size of the one script is that of the built file', async ({ page }) => {
  await page.goto('zh/')
  const builder = page.locator('embed-builder')
  await builder.scrollIntoViewIfNeeded()
  const size = (...files: string[]) =>
    Math.round(
      files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(new URL(file, dist))).length, 0) /
        1000,
    )
  const both = size('elements/inline.js', 'elements/small-models.js') // the first figure reads the small models
  await expect(builder.locator('[data-part=size]')).toHaveText(`读者需下载 ${both} kB（压缩后）。`)
  expect(statSync(new URL('elements/inline.js', dist)).size).toBeGreaterThan(1_000_000)
})

/** Loads the page for frames with an empty cache, and counts what came for its first picture. */
test('the size of a frame is about what a browser loads', async ({ page, baseURL }) => {
  const files = new Map<string, number>()
  page.on('response', async (response) => {
    if (response.url().startsWith(baseURL ?? ''))
      files.set(response.url(), brotliCompressSync(await response.body()).length)
  })
  await page.goto('embed/wf-bias/?view=matrix')
  await expect(page.locator('wf-bias .stage.drawn')).toBeVisible()
  await expect
    .poll(() => page.locator('wf-bias').evaluate((one) => (one as HTMLElement & { phase: string }).phase))
    .toBe('ready')
  const loaded = [...files.values()].reduce((sum, bytes) => sum + bytes, 0)
  const sizes = (await (await page.request.get('embed/sizes.json')).json()) as {
    frames: Record<string, number>
  }
  expect(Math.abs((sizes.frames['wf-bias'] ?? 0) / loaded - 1)).toBeLessThan(0.15)
})
