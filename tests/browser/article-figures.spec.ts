// Figures and the screen, the keyboard and the width of the page: on each page, in both languages.

import type { Locator, Page } from '@playwright/test'
import { inBoth, told } from '../support/figure-pages.js'
import { expect, PRELOADED, test } from './complaints.js'
import { computeLittle, see } from './reading.js'
import { settled } from './settled.js'

const PATHS = told.flatMap(({ path }) => inBoth(path))

/** Every figure, its models loaded. */
async function openAll(page: Page, path: string): Promise<Locator[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(path)
  await computeLittle(page)
  const figures = await page.locator('.live').all()
  for (const figure of figures) {
    await see(figure)
    const start = figure.locator('button.start')
    if (await start.isVisible()) await start.click()
    await settled(figure)
  }
  return figures
}

/**
 * What a box may hide: it can be scrolled by keyboard, is for screen readers, or ends in an ellipsis. The number of a step can be pressed
 * beyond its circle, and a stage reaches the edge of the window, beyond its chapter; the width of the page is another test.
 */
function clipped(): string[] {
  const all = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])])
  const isMeant = (one: Element) => {
    const { overflowX, textOverflow, display } = getComputedStyle(one)
    const scrolls = ['auto', 'scroll'].includes(overflowX)
    const isReachable = one.matches('[tabindex], textarea') || one.querySelector('button, a[href]') !== null
    return (
      display === 'inline' ||
      one.clientWidth === 1 ||
      one.matches('.unseen, .unseen *, .word, .mark, .chapter, article, main, select, option, input') ||
      one.closest('math, svg') !== null ||
      textOverflow === 'ellipsis' ||
      (scrolls && isReachable)
    )
  }
  return all(document.body)
    .filter((one) => one.checkVisibility() && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
    .filter((one) => !isMeant(one))
    .map((one) => `${one.localName}.${one.className}#${one.id}: ${one.scrollWidth} > ${one.clientWidth}`)
}

/** Names along the columns of maps that run into each other, and choices that would show only the start of a name. */
function crowded(): string[] {
  const all = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])])
  const seen = all(document.body).filter((one) => one.checkVisibility())
  const labels = seen
    .filter((one) => one.matches('svg.axis.columns'))
    .map((axis) => [...axis.querySelectorAll('text')].map((text) => text.getBoundingClientRect()))
    .filter((boxes) =>
      boxes.some(({ right }, i) => right > (boxes[i + 1]?.left ?? Number.POSITIVE_INFINITY) + 1),
    )
  const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
  const ARROW = 40 // with the padding
  const choices = seen
    .filter((one) => one.matches('.control select') && !one.closest('.chooser')) // the whole name stands below that one
    .flatMap((one) => {
      const { fontWeight, fontSize, fontFamily } = getComputedStyle(one)
      context.font = `${fontWeight} ${fontSize} ${fontFamily}` // the shorthand is empty with tabular numerals
      const names = [...(one as HTMLSelectElement).options].map(({ text }) => text)
      const cut = names.filter((name) => context.measureText(name).width > one.clientWidth - ARROW)
      return cut.map((name) => `select#${one.id} of ${one.clientWidth} pixels: ${name}`)
    })
  return [...labels.map((boxes) => `${boxes.length} labels in ${boxes.at(-1)?.right} pixels`), ...choices]
}

/** Presets stand above the picture: they are out of sight while one moves the controls below it. */
async function heightsOf(figures: readonly Locator[]): Promise<(readonly [string, number])[]> {
  return Promise.all(
    figures.map((figure) =>
      figure.evaluate((one) => {
        const presets = one.querySelector('.presets')?.getBoundingClientRect().height ?? 0
        return [one.id, one.getBoundingClientRect().height - presets] as const
      }),
    ),
  )
}

/** Of figures by id, those that have more than they may; NaN is too much. */
const above = (found: readonly (readonly [string, number])[], most: number): string[] =>
  found.filter(([, count]) => !(count <= most)).map(([id, count]) => `${id}: ${count}`)

/** What is far away is laid out anew when it comes near. */
async function expectWhole(page: Page, figures: readonly Locator[], width: number): Promise<void> {
  for (const figure of figures) await see(figure)
  const message = `${width} pixels`
  await expect.poll(() => page.evaluate(clipped), { message }).toEqual([])
  if (width >= 390) await expect.poll(() => page.evaluate(crowded), { message }).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

/** The figure in which the keyboard is; empty outside of all. */
const figureHere = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.closest('.live')?.id ?? '')

for (const path of PATHS) {
  test(`on a phone a figure and its controls fit two screens, and nothing is cut off (${path})`, async ({
    complaints,
    page,
  }) => {
    complaints.tolerate(PRELOADED)
    await page.setViewportSize({ width: 390, height: 844 })
    const figures = await openAll(page, path)
    expect.soft(above(await heightsOf(figures), 2 * 844)).toEqual([])
    await expectWhole(page, figures, 390)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectWhole(page, figures, 320)
  })

  test(`a figure and its controls fit one screen, are passed with few stops, and nothing is cut off (${path})`, async ({
    complaints,
    page,
  }) => {
    complaints.tolerate(PRELOADED)
    await page.setViewportSize({ width: 1440, height: 900 })
    const figures = await openAll(page, path)
    expect.soft(above(await heightsOf(figures), 900)).toEqual([])
    expect.soft(above(await stopsOf(page, figures), 12)).toEqual([])
    await expectWhole(page, figures, 1440)
    await page.setViewportSize({ width: 768, height: 1024 })
    await expectWhole(page, figures, 768)
  })
}

/** Stops of the keyboard by figure; each figure can be skipped. */
async function stopsOf(page: Page, figures: readonly Locator[]): Promise<(readonly [string, number])[]> {
  const found: (readonly [string, number])[] = []
  for (const figure of figures) {
    const id = (await figure.getAttribute('id')) ?? ''
    const skip = figure.locator('button.skip').first()
    await skip.focus()
    let stops = -1 // the last Tab leaves the figure
    while ((await figureHere(page)) === id) {
      await page.keyboard.press('Tab')
      stops += 1
      expect(stops, `the keyboard is caught in ${id}`).toBeLessThan(200)
    }
    found.push([id, stops])
    await skip.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await figureHere(page), `after ${id}`).not.toBe(id)
  }
  return found
}
