// Through the article and each side page with one means only: every control can be reached and seen by Tab, and every figure obeys mouse and finger.

import type { Locator } from '@playwright/test'
import { inBoth, told } from '../support/figure-pages.js'
import { expect, PRELOADED, test } from './complaints.js'
import { computeLittle, see, seeAll } from './reading.js'
import { PATIENCE, settled } from './settled.js'

const PATHS = told.flatMap(({ path, figures }) => inBoth(path).map((where) => ({ path: where, figures })))

/** What a reader would reach for first, by tag or id. A slider is pressed at seven tenths of its length, of a choice another one is taken. */
const MAIN: Readonly<Record<string, string>> = {
  'wf-slide': '#position',
  'wf-shuffle': '#shuffle',
  'wf-surgery': '#operation-gap',
  'wf-doors': '.door[aria-pressed=false]',
  'wf-encoding': '#length',
  'wf-attention': 'wf-token-strip button[aria-pressed=false]',
  'wf-bias': '[id^=kind-][aria-pressed=false]',
  'wf-rotation': '#position',
  'wf-waves': '#form',
  'wf-arrows': '[type=range]',
  'wf-cache': '[id^=operation-][aria-pressed=false]',
  'wf-ledger': 'button[aria-pressed=false]',
  'wf-properties': 'th button:not([aria-sort])',
  'wf-extrapolation': '[id^=pictures-][aria-pressed=false]',
  'fig-scaling': '#factor', // its other view would compute every loss
  'wf-lengths': '[id^=measure-][aria-pressed=false]',
  'wf-models': 'button.row[aria-expanded=false]',
  'wf-mistakes': '#input',
  'wf-identify': '#example',
  'wf-train': '#task',
  'wf-your-model': '#model',
}

interface Stop {
  /** The number that `numberControls` gave it, if it is one of those. */
  control: string | undefined
  name: string
  figure: string
  marked: boolean
}

interface Numbered extends HTMLElement {
  control?: string
}

/** Gives every control that can be seen a number. @returns their names by number */
function numberControls(): Record<string, string> {
  const all = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])])
  const names: Record<string, string> = {}
  const kinds = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
  for (const [i, one] of all(document).entries()) {
    if (!one.matches(kinds) || one.matches(':disabled, [tabindex="-1"]') || !one.checkVisibility()) continue
    if (one.matches('label ~ label > [type=radio]')) continue // the keyboard goes through a group with its arrows
    ;(one as Numbered).control = String(i)
    names[i] = `${one.localName}#${one.id} ${(one.textContent ?? '').trim().slice(0, 24)}`
  }
  return names
}

/** Numbers of the controls that can be seen still, asked wherever the keyboard enters a figure: steps that it passes set theirs, which then may have others. */
function numbersLeft(): string[] {
  const all = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])])
  return all(document).flatMap((one) =>
    (one as Numbered).control !== undefined &&
    one.checkVisibility({ visibilityProperty: true }) &&
    !one.matches('[tabindex="-1"]') // another of its group has the stop now
      ? [String((one as Numbered).control)]
      : [],
  )
}

/** Where the keyboard is now; undefined outside of the page. */
function stopHere(): Stop | undefined {
  let element = document.activeElement
  const figure = element?.closest('.live')?.id ?? ''
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  if (!element || element === document.body) return undefined
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
  const area = element.querySelector('rect.area') // a drawn button has a heavy stroke instead
  const { stroke = 'none', strokeWidth = '0' } = area ? getComputedStyle(area) : {}
  const isArea = stroke !== 'none' && Number.parseFloat(strokeWidth) >= 2
  // a handle, or a part of it, has one in the colour of the focus
  const probe = document.createElement('span')
  probe.style.color = 'var(--_focus)'
  const root = element.getRootNode()
  ;(root instanceof ShadowRoot ? root : document.body).appendChild(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  const hasFocusColor = (one: SVGGraphicsElement) => {
    const { stroke, strokeWidth } = getComputedStyle(one)
    return stroke === color && Number.parseFloat(strokeWidth) * (one.getScreenCTM()?.a ?? 1) >= 2
  }
  const parts = [element, ...element.querySelectorAll('rect, circle')]
  const stroked = isArea || parts.some((one) => one instanceof SVGGraphicsElement && hasFocusColor(one))
  const { width, height } = element.getBoundingClientRect()
  const marked = (outlined || stroked) && width > 0 && height > 0
  return {
    control: (element as Numbered).control,
    name: element.getAttribute('data-part') ?? `${element.localName}#${element.id}`,
    figure,
    marked,
  }
}

for (const { path, figures } of PATHS) {
  test(`every figure has its picture; Tab reaches every control, shows where it is, and comes to the end (${path})`, async ({
    page,
  }) => {
    await page.goto(path)
    expect(await seeAll(page)).toBe(figures.length)
    for (const question of await page.locator('wf-question, wf-quiz').all()) {
      await see(question)
      await settled(question)
    }
    await page.evaluate(() => {
      scrollTo(0, 0)
      getSelection()?.collapse(document.body, 0) // Tab begins at the top
    })
    const names = await page.evaluate(numberControls)
    expect(Object.keys(names).length).toBeGreaterThan(30)
    const stops: Stop[] = []
    let left = new Set(Object.keys(names))
    for (;;) {
      await page.keyboard.press('Tab')
      const stop = await page.evaluate(stopHere)
      if (stop?.figure !== stops.at(-1)?.figure) {
        const now = await page.evaluate(numbersLeft)
        left = new Set(now.filter((control) => left.has(control)))
      }
      if (!stop) break
      stops.push(stop)
      expect(stops.length, `the keyboard is caught at ${stop.figure} ${stop.name}`).toBeLessThan(2000)
    }
    const reached = new Set(stops.map(({ control }) => control))
    const missed = Object.entries(names).filter(([control]) => !reached.has(control) && left.has(control))
    expect(missed.map(([, name]) => name)).toEqual([])
    expect(stops.filter(({ marked }) => !marked)).toEqual([])
    const ids = await page.locator('.live').evaluateAll((all) => all.map(({ id }) => id))
    expect([...new Set(stops.map(({ figure }) => figure).filter(Boolean))]).toEqual(ids) // in the order of the page
    expect(Number(stops.at(-1)?.control)).toBe(Math.max(...Object.keys(names).map(Number)))
  })
}

/** The same in one language by mouse, in the other by finger, on a phone. */
const MEANS = told.flatMap(({ path }) => [
  { path: path || '.', means: 'click', device: {} } as const,
  {
    path: `zh/${path}`,
    means: 'tap',
    device: { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
  } as const,
])

for (const { path, means, device } of MEANS)
  test.describe(() => {
    test.use(device)
    test(`every figure obeys a ${means} (${path})`, async ({ complaints, page }) => {
      complaints.tolerate(PRELOADED)
      await page.goto(path)
      await computeLittle(page)
      await seeAll(page)
      for (const figure of await page.locator('.live').all()) {
        const start = figure.locator('button.start')
        if (await start.isVisible()) await start[means]()
        await expect(figure.locator('.stage').first()).toHaveClass(/drawn/, PATIENCE)
        await expect(
          figure.locator('.controls, .primary, .list').filter({ visible: true }).first(),
        ).toBeVisible()
        const [tag, id] = await figure.evaluate(({ localName, id }) => [localName, id] as const)
        const state = () =>
          figure.evaluate((element) => JSON.stringify((element as unknown as { state: object }).state))
        const before = await state()
        const control = figure.locator(MAIN[id] ?? MAIN[tag] ?? tag).first()
        if (!(await control.isVisible())) await figure.locator('.more-button').first()[means]()
        await use(control, means)
        await expect.poll(state, { message: id }).not.toBe(before)
        await settled(figure)
        await expect(figure.locator('.trouble')).toHaveCount(0)
      }
    })
  })

async function use(control: Locator, means: 'click' | 'tap'): Promise<void> {
  await control.scrollIntoViewIfNeeded()
  const other = await control.evaluate((element) =>
    element instanceof HTMLSelectElement ? [...element.options].findIndex(({ selected }) => !selected) : -1,
  )
  if (other >= 0) {
    await control.selectOption({ index: other })
    return
  }
  const isSlider = await control.evaluate((element) => element.matches('input[type=range]'))
  const { width = 0, height = 0 } = (await control.boundingBox()) ?? {}
  await control[means](isSlider ? { position: { x: width * 0.7, y: height / 2 } } : {})
}
