// What figure.spec.ts and anywhere.spec.ts show of one element, of all of them: life in a document, a worker that dies, a page without a
// network, hostile links, browsers without WebAssembly, frames in a sandbox, files without a server. All stand on one page.

import { readFileSync } from 'node:fs'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { serve } from '../../support/server.js'
import { expect, type Figures, ORIGIN, test } from './figures.js'
import { serveModels } from './models.js'
import { markup, TAGS } from './quick.js'

interface Figure extends HTMLElement {
  phase: string
  state: unknown
}

/** One for all figures, and that of <wf-train>, which keeps it busy. */
const ENGINES = 2

/** Two changes, after each of which all have to compute anew. */
const CHANGES: readonly Readonly<Record<string, object>>[] = [
  {
    'wf-attention': { text: 'Juliet' },
    'wf-bias': { length: 20 },
    'wf-doors': { encoding: 'alibi' },
    'wf-encoding': { encoding: 'alibi' },
    'wf-extrapolation': { scaling: 'ntk' },
    'wf-identify': { example: 'alibi' },
    'wf-ledger': { encoding: 'deberta' },
    'wf-lengths': { task: 'parity' },
    'wf-mistakes': { mistake: 'alibi-slope-rule' },
    'wf-models': { model: 'gpt2' },
    'wf-properties': { encodings: 'alibi' },
    'wf-question': { answer: 1 },
    'wf-quiz': { answers: '1' },
    'wf-rotation': { position: 9 },
    'wf-slide': { text: 'Juliet' },
    'wf-surgery': { operation: 'gap' },
    'wf-train': { encoding: 'alibi' },
    'wf-your-model': { view: 'ledger' },
  },
  {
    'wf-attention': { text: 'Romeo' },
    'wf-bias': { length: 24 },
    'wf-doors': { encoding: 't5' },
    'wf-encoding': { encoding: 't5' },
    'wf-extrapolation': { scaling: 'linear' },
    'wf-identify': { example: 'yarn' },
    'wf-ledger': { encoding: 'transformerXl' },
    'wf-lengths': { task: 'reverse' },
    'wf-mistakes': { mistake: 'rope-elementwise' },
    'wf-models': { model: 'bert' },
    'wf-properties': { encodings: 'rope' },
    'wf-question': { question: 'slid' },
    'wf-quiz': { answers: '12', at: 2 },
    'wf-rotation': { position: 10 },
    'wf-slide': { position: 9 },
    'wf-surgery': { operation: 'shuffle' },
    'wf-train': { encoding: 't5' },
    'wf-your-model': { view: 'surgery' },
  },
]

const dist = new URL('../../../dist/', import.meta.url)
const inline = fileURLToPath(new URL('elements/inline.js', dist))
const smallModels = fileURLToPath(new URL('elements/small-models.js', dist))
const documentWith = (script: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8">${script}${markup}`

const phaseOf = (figure: Locator) => figure.evaluate((element: Figure) => element.phase)

/** Sees them all; where one asks for its download, `answer` is what happens. */
async function seeEvery(
  place: Page | FrameLocator,
  wanted: RegExp,
  answer: 'load' | 'leave',
  tags: readonly string[] = TAGS,
): Promise<void> {
  for (const tag of tags) {
    const figure = place.locator(tag).first()
    await figure.scrollIntoViewIfNeeded()
    await expect.poll(() => phaseOf(figure), { message: tag }).toMatch(wanted)
    if (answer === 'load' && (await phaseOf(figure)) === 'asking') await figure.locator('.start').click()
  }
}

/** Changes each of them. @returns those that did not compute what they were asked for */
function changeEvery(page: Page, changes: Readonly<Record<string, object>> = {}): Promise<string[]> {
  return page.evaluate(async (changes) => {
    const failed: string[] = []
    for (const [tag, change] of Object.entries(changes)) {
      const figure = document.querySelector(tag) as Figure
      const answer = new Promise<string>((resolve) => {
        const hear = ({ type, target }: Event) => target === figure && resolve(type)
        figure.addEventListener('wf-ready', hear)
        figure.addEventListener('wf-error', hear)
      })
      Object.assign(figure, change)
      if ((await answer) !== 'wf-ready') failed.push(tag)
    }
    return failed
  }, changes)
}

/** Where there is one script, and perhaps that of the small models. */
async function seeEveryAlone(place: Page | FrameLocator, models: 'models' | 'no models'): Promise<void> {
  const without = models === 'models' ? [] : ['wf-slide']
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
  await train.locator('.buttons .step').click()
  await expect(train.locator('.now')).toContainText('Step 1.', { timeout: 60_000 })
  const lengths = place.locator('wf-lengths').first()
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
  await expect(lengths.locator('.status')).toContainText('All 2 runs are done', { timeout: 120_000 })
}

async function openEvery(figures: Figures): Promise<void> {
  await serveModels(figures.page.context())
  await figures.open(`<div id="a">${markup}</div><div id="b"></div>`)
}

test('all but the one that trains share one engine; moved ten times each is one figure that works; the network may go; its worker may die; removed they are freed', async ({
  figures,
  page,
  context,
}) => {
  test.setTimeout(240_000)
  await openEvery(figures)
  await seeEvery(page, /ready|asking/, 'load')
  await seeEvery(page, /ready/, 'leave')
  expect(page.workers()).toHaveLength(ENGINES)

  const figuresInside = () =>
    page.evaluate(
      (tags) =>
        tags.map((tag) => document.querySelector(tag)?.shadowRoot?.querySelectorAll('.stage > *').length),
      TAGS,
    )
  const before = await figuresInside()
  await page.evaluate(async (tags) => {
    const places = ['b', 'a'].map((id) => document.getElementById(id) as HTMLElement)
    for (let i = 0; i < 10; i++) {
      for (const tag of tags) places[i % 2]?.append(document.querySelector(tag) as HTMLElement)
      await new Promise((done) => requestAnimationFrame(done))
    }
  }, TAGS)
  await seeEvery(page, /ready|asking/, 'load')
  await seeEvery(page, /ready/, 'leave')
  expect(await figuresInside()).toEqual(before)
  for (const tag of TAGS) await expect(page.locator(tag)).toHaveCount(1)
  expect(page.workers()).toHaveLength(ENGINES)

  await context.route(`${ORIGIN}/**`, (route) => route.abort())
  expect(await changeEvery(page, CHANGES[0])).toEqual([])
  await context.unroute(`${ORIGIN}/**`)
  await serveModels(context)

  await figures.crashWorker()
  expect(await changeEvery(page, CHANGES[1])).toEqual([])
  expect(page.workers()).toHaveLength(ENGINES)
  for (const tag of TAGS) await expect(page.locator(tag).locator('.trouble')).toHaveCount(0)

  await page.evaluate(() => {
    for (const place of ['a', 'b']) document.getElementById(place)?.replaceChildren()
  })
  // an event or a style may hold on to the last one of a kind
  await expect
    .poll(async () => Object.entries(await figures.alive(TAGS)).filter(([, count]) => count > 1), {
      timeout: 60_000,
    })
    .toEqual([])
  await expect.poll(() => page.workers().length).toBe(0)
})

const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '1e999',
  '-7',
  'NaN',
  '[]',
  '{"__proto__":{"polluted":1}}',
  'a=b&c=d',
  '%',
  '',
]

test('hostile links: each invalid value is replaced or reported', async ({ figures, page }) => {
  test.setTimeout(120_000)
  await openEvery(figures)
  await seeEvery(page, /ready|asking/, 'leave')
  for (const first of [0, 3, 6]) {
    await page.evaluate(
      ([tags, values, first]) => {
        const link = new URLSearchParams()
        for (const tag of tags) {
          const { fields } = customElements.get(tag) as unknown as { fields: object }
          link.set(
            tag,
            String(
              new URLSearchParams(
                Object.keys(fields).map((name, i) => [name, values[(first + i) % values.length] ?? '']),
              ),
            ),
          )
        }
        location.hash = String(link)
      },
      [TAGS, HOSTILE, first] as const,
    )
    for (const tag of TAGS) {
      const figure = page.locator(tag).first()
      await expect.poll(() => phaseOf(figure), { message: `${tag} ${first}` }).toMatch(/ready|asking|failed/)
      if ((await phaseOf(figure)) === 'failed') await expect(figure.getByRole('alert')).not.toBeEmpty()
      const { length, images } = await figure.evaluate((element: Figure) => ({
        length: JSON.stringify(element.state).length,
        images: element.shadowRoot?.querySelectorAll('img, script').length,
      }))
      expect(length, tag).toBeLessThan(2000)
      expect(images, tag).toBe(0)
    }
  }
  for (const hash of ['#', `#${TAGS.map((tag) => `${tag}=%FF%00`).join('&')}`, `#${'x'.repeat(9000)}`])
    await page.evaluate((text) => {
      location.hash = text
    }, hash)
  expect(await page.evaluate(() => ({}) as { polluted?: number })).toEqual({})
  await page.evaluate((tags) => {
    for (const tag of tags) (document.querySelector(tag) as Figure).state = {}
  }, TAGS)
  await seeEvery(page, /ready|asking/, 'leave')
  for (const tag of TAGS) await expect(page.locator(tag).first().locator('.trouble')).toHaveCount(0)
})

test('without WebAssembly each says so', async ({ figures, page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly'))
  await openEvery(figures)
  await seeEvery(page, /failed|asking/, 'load')
  for (const tag of TAGS)
    await expect(page.locator(tag).getByRole('alert')).toContainText('does not run WebAssembly')
})

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
