// Motion shows what moved where, within 200 ms; for readers who want none there is none.

import { expect, test } from './figures.js'
import { markup, TAGS } from './quick.js'

/** Of every element: its transitions and animations, and how long they take in milliseconds. */
function motions(): { what: string; names: string; longest: number }[] {
  const all = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])])
  const milliseconds = (text: string) =>
    Math.max(
      ...text.split(',').map((time) => (time.includes('ms') ? 1 : 1000) * (Number.parseFloat(time) || 0)),
    )
  const found = all(document.body).flatMap((one) => {
    const { transitionProperty, transitionDuration, animationName, animationDuration } = getComputedStyle(one)
    const what = `${one.localName}.${one.getAttribute('class') ?? ''}`
    return [
      { what, names: transitionProperty, longest: milliseconds(transitionDuration) },
      { what, names: animationName, longest: animationName === 'none' ? 0 : milliseconds(animationDuration) },
    ]
  })
  return found.filter(({ longest }) => longest > 1) // 1 ms: the probe of the colour scheme
}

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`no figure moves for longer than it may (${reducedMotion})`, async ({ figures, page }) => {
    await page.emulateMedia({ reducedMotion })
    await figures.open(`${markup}<wf-ledger id="other"></wf-ledger>`)
    for (const tag of TAGS) {
      const figure = page.locator(tag).first()
      await figure.scrollIntoViewIfNeeded()
      await expect(figure.locator('.stage, .start').first()).toBeVisible()
    }
    await expect(page.locator('wf-ledger .piece').first()).toBeVisible()
    await expect(page.locator('wf-doors .door').first()).toBeVisible()
    await expect(page.locator('wf-surgery .outputs').first()).toBeVisible()
    const found = await page.evaluate(motions)
    if (reducedMotion === 'reduce') return expect(found).toEqual([])
    expect(found.filter(({ longest }) => !(longest <= 200))).toEqual([])
    expect(found.map(({ what }) => what)).toContain('span.mark')
    expect(found.map(({ names }) => names)).toContain('fill, stroke')
  })
