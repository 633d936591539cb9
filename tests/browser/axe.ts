// Zero objections of axe, at four widths in both themes, on one load of a page: every rule once for each markup that a width brings,
// the rules about places at every width, the rules about colours for all colours that a width or a theme brings, and at the narrowest
// and the widest.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'

export const WIDTHS = [320, 390, 768, 1440]
const THEMES = ['light', 'dark'] as const
/** What the theme decides. Where a layout puts one thing above another, the width decides it, too. */
export const COLORS = ['color-contrast', 'link-in-text-block']
/** What the width decides, where the markup is the same. */
const PLACES = ['scrollable-region-focusable']

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Half of the time of axe goes into the fields of its colours, which it keeps in WeakMaps, and into reading the same few colours again. */
const script = `(function (WeakMap, WeakSet) {${source}
})(
  class {
    #key = Symbol()
    get(owner) { return owner[this.#key] }
    set(owner, value) { owner[this.#key] = value; return this }
    has(owner) { return this.#key in owner }
    delete(owner) { return delete owner[this.#key] }
  },
  class {
    #key = Symbol()
    add(owner) { owner[this.#key] = true; return this }
    has(owner) { return this.#key in owner }
    delete(owner) { return delete owner[this.#key] }
  },
)
{
  const { prototype } = axe.commons.color.Color
  const parse = prototype.parseString
  const known = new Map()
  prototype.parseString = function (text) {
    if (known.has(text)) return Object.assign(this, known.get(text))
    const { r, g, b, alpha } = parse.call(this, text)
    known.set(text, { r, g, b, alpha })
    return this
  }
}`

const LEAN: RunOptions = { resultTypes: ['violations'], elementRef: false, preload: false, iframes: false }

/** @returns what it objects to; all rules, and those about colours, found something to look at */
export async function axe(page: Page, rules: 'all' | readonly string[], at: string): Promise<string[]> {
  const only: RunOptions = rules === 'all' ? {} : { runOnly: { type: 'rule', values: [...rules] } }
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(script)
  const { violations, applied } = await page.evaluate(
    async (options) => {
      const { violations, passes } = await (
        globalThis as unknown as { axe: typeof import('axe-core') }
      ).axe.run(document, options)
      return { violations, applied: passes.length + violations.length }
    },
    { ...LEAN, ...only },
  )
  if (rules === 'all') expect(applied, at).toBeGreaterThan(10)
  else if (rules === COLORS) expect(applied, at).toBeGreaterThan(0)
  return violations.map(({ id, nodes }) => {
    const places = nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`)
    return `${at}: ${id}: ${places.join(', ')}`
  })
}

/** @returns what there is to object to, anywhere */
export async function axeEverywhere(page: Page, language: 'en' | 'zh'): Promise<string[]> {
  const found: string[] = []
  const seen = new Set<string>()
  await page.evaluate(layOutAll)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const theme of THEMES) {
      const at = `${language}, ${width} px, ${theme}`
      await page.emulateMedia({ colorScheme: theme })
      const wide = await page.evaluate(widthAtRest)
      if (wide > width) found.push(`${at}: scrolls sideways, ${wide} px`)
      const { markup, colours } = await page.evaluate(stateOf)
      const ends = width === WIDTHS[0] || width === WIDTHS.at(-1)
      if (!seen.has(markup)) found.push(...(await axe(page, 'all', at)))
      else {
        if (ends || !seen.has(colours)) found.push(...(await axe(page, COLORS, at)))
        found.push(...(await axe(page, PLACES, at)))
      }
      seen.add(markup).add(colours)
    }
  }
  return found
}

/**
 * All elements with their attributes and texts, also in shadow roots, and whether they are shown; and their colours and fonts. What a
 * drawing is made of does not count: axe reads none of it.
 */
function stateOf(): { markup: string; colours: string } {
  const LAID_OUT = new Set(['style', 'width', 'height', 'd', 'viewBox'])
  const colours: string[] = []
  const within = (node: Element | ShadowRoot): string =>
    [...node.childNodes]
      .map((child) => {
        if (!(child instanceof Element)) return child instanceof Text ? child.data : ''
        if (child.matches('style, script')) return ''
        const { localName, attributes, shadowRoot } = child
        const style = getComputedStyle(child)
        colours.push(
          `${style.color} ${style.backgroundColor} ${style.opacity} ${style.fontSize} ${style.fontWeight}`,
        )
        const named = [...attributes].filter(({ name }) => !LAID_OUT.has(name))
        const inner = child.matches('svg, .katex')
          ? ''
          : `${shadowRoot ? within(shadowRoot) : ''}${within(child)}`
        const shown = `${style.display === 'none'} ${style.visibility}`
        return `<${localName} ${shown} ${named.map(({ name, value }) => `${name}=${value}`).join(' ')}>${inner}</>`
      })
      .join('')
  const markup = within(document.documentElement)
  return { markup, colours: colours.join() }
}

/** As for a reader who has been everywhere. */
function layOutAll(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** How wide the page is when all has found its place: what scrolls sideways has become a stop for the keyboard, plots have their size. */
async function widthAtRest(): Promise<number> {
  const { documentElement: page } = document
  for (let still = 0, height = -1; still < 3; still = height === page.scrollHeight ? still + 1 : 0) {
    height = page.scrollHeight
    await new Promise(requestAnimationFrame)
  }
  return page.scrollWidth
}
