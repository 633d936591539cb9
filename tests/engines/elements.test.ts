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
