// The custom properties that custom-elements.json documents: setting one changes how some figure looks. And a figure with a theme of its own.

import { readFileSync } from 'node:fs'
import { seeEvery } from './every.js'
import { expect, test } from './figures.js'
import { markup } from './quick.js'

interface Property {
  name: string
  description: string
  default?: string
}

const manifest = JSON.parse(
  readFileSync(new URL('../../../dist/custom-elements.json', import.meta.url), 'utf8'),
) as { modules: { declarations: { tagName: string; cssProperties: Property[] }[] }[] }

const figures = manifest.modules.flatMap(({ declarations }) => declarations)
const [properties = []] = figures.map(({ cssProperties }) => cssProperties)

/** Another value of the same kind. */
function otherThan({ name, default: usual = '' }: Property): string {
  if (usual.startsWith('light-dark(')) return 'rgb(1, 2, 3)'
  if (usual.startsWith('cubic-bezier(')) return 'steps(3)'
  if (usual.endsWith('ms')) return '777ms'
  return /height|target|radius/.test(name) ? '777px' : 'fantasy'
}

test('every figure documents the same properties, each with a description', () => {
  expect(properties.length).toBeGreaterThan(20)
  for (const { tagName, cssProperties } of figures) expect(cssProperties, tagName).toEqual(properties)
  for (const { name, description } of properties) {
    expect(name).toMatch(/^--wf-[a-z0-9-]+$/)
    expect(description, name).toMatch(/^\S.{5,}/)
  }
})

test('the README of the elements has each with its description', () => {
  const readme = readFileSync(new URL('../../../web/elements/README.md', import.meta.url), 'utf8')
  for (const { name, description } of properties) expect(readme).toContain(`| \`${name}\` | ${description} |`)
})

test('setting one changes how some figure looks', async ({ figures: pages, page }) => {
  test.setTimeout(240_000)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const hues = ['none', 'learned', 'sinusoidal', 't5', 'alibi', 'rope'].map(
    (encoding) =>
      `<wf-doors encoding="${encoding}"></wf-doors><wf-encoding encoding="${encoding}"></wf-encoding>`,
  )
  hues.push('<wf-ledger encoding="kerple"></wf-ledger>') // without a hue of its own
  await pages.open(`${markup}${hues.join('')}<wf-bias theme="dark" bogus="1"></wf-bias>`)
  await seeEvery(page, /ready|asking/, 'leave')
  for (const figure of await page.locator('wf-doors, wf-encoding').all()) {
    await figure.scrollIntoViewIfNeeded()
    await expect(figure.locator('.stage').first()).toHaveClass(/drawn/)
  }
  for (const tag of ['wf-arrows', 'wf-bias']) await pages.more(page.locator(tag).first())
  const menu = page.locator('wf-bias .menu > button').first()
  await menu.scrollIntoViewIfNeeded()
  await menu.focus()
  await page.keyboard.press('ArrowDown') // the first entry has the focus
  await page.locator('wf-bias .items button').last().hover()
  const without = await page.evaluate(
    unmoved,
    properties.map((one) => [one.name, otherThan(one)] as const),
  )
  expect(without).toEqual([])
})

/** In the page. @returns the names of those that change nothing */
function unmoved(values: readonly (readonly [name: string, value: string])[]): string[] {
  const LOOKS =
    'color background-color background-image border-top-color border-left-color outline-color fill stroke font-family min-height height ' +
    'border-top-left-radius transition-duration transition-timing-function'
  const names = LOOKS.split(' ')
  const inside = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? inside(one.shadowRoot) : [])])
  const elements = inside(document.body)
  const looks = () =>
    elements.map((one) => {
      const style = getComputedStyle(one)
      return names.map((look) => style.getPropertyValue(look)).join(' ')
    })
  // colours on their way to another value would look like the ones before
  const settled = () => {
    for (const moving of document.getAnimations()) moving.finish()
    return looks()
  }
  const { style } = document.documentElement
  const before = settled()
  const without = values.filter(([name, value]) => {
    style.setProperty(name, value)
    const after = settled()
    style.removeProperty(name)
    settled()
    return after.every((look, i) => look === before[i])
  })
  return without.map(([name]) => name)
}

test('a figure with the other theme than its page has paper and room of its own', async ({
  figures: pages,
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  for (const [theme, paper, ink] of [
    ['dark', 'rgb(21, 24, 29)', 'rgb(236, 234, 229)'],
    ['light', 'rgb(251, 250, 246)', 'rgb(26, 28, 31)'],
  ]) {
    await pages.open(`<div style="width: 500px"><wf-doors theme="${theme}"></wf-doors></div>`)
    const figure = await pages.ready('wf-doors')
    await expect(figure).toHaveCSS('background-color', paper as string)
    await expect(figure).toHaveCSS('color', ink as string)
    await expect(figure).toHaveCSS('padding', '16px')
    expect((await figure.boundingBox())?.width).toBe(500)
  }
  await pages.open('<wf-doors></wf-doors>')
  const plain = await pages.ready('wf-doors')
  await expect(plain).toHaveCSS('padding', '0px')
  await expect(plain).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
})
