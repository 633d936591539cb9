// What figure.spec.ts shows of one element, of all of them: life in a document, a worker that dies, a page without a network, hostile
// links, browsers without WebAssembly. All stand on one page.

import type { Page } from '@playwright/test'
import { ENGINES, type Figure, phaseOf, seeEvery } from './every.js'
import { expect, type Figures, ORIGIN, test } from './figures.js'
import { serveModels } from './models.js'
import { markup, TAGS } from './quick.js'

/** Two changes, after each of which all have to compute anew. */
const CHANGES: readonly Readonly<Record<string, object>>[] = [
  {
    'wf-arrows': { text: 'Romeo and Juliet' },
    'wf-attention': { text: 'Juliet' },
    'wf-bias': { length: 20 },
    'wf-cache': { operation: 'renumber' },
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
    'wf-shuffle': { text: 'Juliet' },
    'wf-slide': { text: 'Juliet' },
    'wf-surgery': { operation: 'gap' },
    'wf-train': { encoding: 'alibi' },
    'wf-waves': { base: 100 },
    'wf-your-model': { view: 'ledger' },
  },
  {
    'wf-arrows': { pair: 3, queryAt: 30 },
    'wf-attention': { text: 'Romeo' },
    'wf-bias': { length: 24 },
    'wf-cache': { text: 'Romeo' },
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
    'wf-shuffle': { causal: true },
    'wf-slide': { position: 9 },
    'wf-surgery': { operation: 'shuffle' },
    'wf-train': { encoding: 't5' },
    'wf-waves': { form: 'waves' },
    'wf-your-model': { view: 'surgery' },
  },
]

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
    await expect(page.locator(tag).getByRole('alert')).toContainText(
      'needs WebAssembly, which this browser does not support',
    )
})
