// Every element once: it computes and draws.

import { markup, TAGS } from '../browser/elements/quick.js'
import { call } from './engine.js'
import { Figure } from './figure.js'
import { besidePackage, trained } from './package.js'
import { expect, test } from './test.js'

const script = '<script type="module" src="/dist/elements/register.mjs"></script>'

test('every element computes and draws', async ({ open, offer }) => {
  const page = await open(await offer(besidePackage(script + markup, trained)))
  expect(await call(page, () => Intl.getCanonicalLocales(navigator.language))).toHaveLength(1)
  const canvases: number[] = []
  for (const tag of TAGS) {
    const figure = await new Figure(page, tag).seen(/^(ready|asking)$/)
    if ((await figure.property('phase')) === 'asking') {
      await page.click(await figure.place('button.start'))
      await figure.seen()
    }
    expect(await figure.part('.stage.drawn', ({ clientHeight }) => clientHeight), tag).toBeGreaterThan(100)
    await expect.poll(() => figure.colours(), { message: tag }).not.toContain(1)
    canvases.push(await figure.count('canvas'))
  }
  expect(canvases.filter((count) => count > 0).length).toBeGreaterThan(5)
})

test('the one script computes in the worker that it starts with its own text', async ({ open, offer }) => {
  const counting = `<script>
    globalThis.answers = 0
    globalThis.Worker = class extends Worker {
      constructor(...given) {
        super(...given)
        this.addEventListener('message', () => (answers += 1))
      }
    }
  </script>`
  const inline = '<script src="/dist/elements/inline.js"></script>'
  const page = await open(await offer(besidePackage(`${counting}${inline}<wf-bias></wf-bias>`, trained)))
  await new Figure(page, 'wf-bias').seen()
  expect(await call(page, () => (globalThis as unknown as { answers: number }).answers)).toBeGreaterThan(0)
})

test('where charts cannot start, each is a still picture and says so', async ({ open, offer }) => {
  const strange = `<script>Object.defineProperty(navigator, 'language', { get: () => 'C' })</script>`
  const body = '<wf-rotation></wf-rotation><wf-bias view="distance"></wf-bias>'
  const page = await open(await offer(besidePackage(strange + script + body, trained)))
  for (const tag of ['wf-rotation', 'wf-bias']) {
    const figure = await new Figure(page, tag).seen()
    const sentences = () => figure.texts('wf-lines >>> #chartless')
    await expect.poll(sentences, { message: tag }).toEqual([expect.stringContaining('its language “C”')])
    await expect.poll(() => figure.count('wf-lines >>> .plot canvas'), { message: tag }).toBe(1)
  }
})

test('in a wide figure that trains, each answer has one line', async ({ open, offer }) => {
  const page = await open(
    await offer(besidePackage(`${script}<wf-train view="answers"></wf-train>`, trained)),
  )
  const figure = await new Figure(page, 'wf-train').seen()
  const lines = await figure.part('.examples', (examples) =>
    [...examples.querySelectorAll('li')].map((answer) => {
      const [tokens, verdict] = ['.tokens', '.verdict'].map((part) =>
        answer.querySelector(part)?.getBoundingClientRect(),
      )
      return (verdict?.top ?? 0) < (tokens?.bottom ?? 0)
    }),
  )
  expect(lines).toEqual(lines.map(() => true))
  expect(lines.length).toBeGreaterThan(3)
})

test('below a map the scale stands apart from the hint', async ({ open, offer }) => {
  const map = '<div style="width: 500px"><wf-encoding encoding="rope"></wf-encoding></div>'
  const page = await open(await offer(besidePackage(`${script}${map}`, trained)))
  const figure = await new Figure(page, 'wf-encoding').seen()
  const hint = 'wf-matrix-view >>> wf-heat-map >>> .readout'
  const bottom = await figure.part(hint, (one) => one.getBoundingClientRect().bottom)
  const top = await figure.part(
    'wf-matrix-view >>> wf-color-scale',
    (scale) => scale.getBoundingClientRect().top,
  )
  expect(top - bottom).toBeGreaterThan(4)
})
