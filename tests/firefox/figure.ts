// A figure on a page, as these tests see and use it.

import type { ElementHandle, Frame, Page } from 'puppeteer-core'
import { expect } from './firefox.js'

interface Live extends HTMLElement {
  phase: string
  panel: boolean
  state: Record<string, unknown>
  stateText: string
  linkName: string
  trouble?: { message: string }
}

export class Figure {
  readonly #page: Page | Frame
  readonly selector: string

  constructor(page: Page | Frame, selector: string) {
    this.#page = page
    this.selector = selector
  }

  /**
   * Brings it into view and waits for its picture and its settings, or for its question whether to load a model. Figures that come
   * meanwhile may push it out of sight again, so it looks until it is there.
   */
  async seen(wanted = /^ready$/): Promise<this> {
    await this.#page.waitForSelector(this.selector)
    const look = () =>
      this.#page.$eval(this.selector, (one) => {
        const { phase, panel, trouble } = one as Live
        const { top, bottom } = one.getBoundingClientRect()
        if (bottom < 0 || top > innerHeight || phase === 'unseen') one.scrollIntoView({ block: 'center' })
        if (trouble) return `${phase}: ${trouble.message}`
        return phase === 'ready' && !panel ? 'without settings' : phase
      })
    await expect.poll(look, { message: this.selector }).toMatch(wanted)
    return this
  }

  /** Waits until the address says what it is set to, which it does a while after the last change. */
  async linked(): Promise<void> {
    const said = () =>
      this.#page.$eval(this.selector, (one) => {
        const { linkName, stateText } = one as Live
        return new URLSearchParams(location.hash.slice(1)).get(linkName) === stateText
      })
    await expect.poll(said, { message: `the address says the state of ${this.selector}` }).toBe(true)
  }

  /** Clicks into one of its parts, at a share of its width, once it has come to rest. */
  async click(selector: string, share = 0.5): Promise<void> {
    const part = await this.part(selector)
    await part.evaluate((one) => one.scrollIntoView({ block: 'center' }))
    await part.evaluate(atRest)
    const { width = 0, height = 0 } = (await part.boundingBox()) ?? {}
    await part.click({ offset: { x: width * share, y: height / 2 } })
  }

  state(): Promise<Record<string, unknown>> {
    return this.#page.$eval(this.selector, (one) => (one as Live).state)
  }

  property(name: string): Promise<unknown> {
    return this.#page.$eval(
      this.selector,
      (one, key) => (one as unknown as Record<string, unknown>)[key],
      name,
    )
  }

  text(): Promise<string> {
    return this.#page.$eval(this.selector, (one) => one.shadowRoot?.textContent ?? '')
  }

  /** A part of it, by a selector from its shadow root on; ">>>" goes into those of its parts. */
  async part(selector: string): Promise<ElementHandle> {
    const part = await this.#page.waitForSelector(`${this.selector} >>> ${selector}`)
    if (!part) throw new Error(`${this.selector} has no ${selector}`)
    return part
  }

  /** The labels of controls that stand out of their places. */
  crowded(): Promise<string[]> {
    return this.#page.$eval(this.selector, (one) => {
      const controls = [...(one.shadowRoot?.querySelectorAll('.control') ?? [])]
      const wide = controls.filter((control) => control.scrollWidth > control.clientWidth)
      return wide.map((control) => control.querySelector('label')?.textContent ?? '')
    })
  }

  /** How many there are of a part. */
  async count(selector: string): Promise<number> {
    return (await this.texts(selector)).length
  }

  /** What stands in each of a part, from its first to its last. */
  texts(selector: string): Promise<string[]> {
    return this.#page.$$eval(`${this.selector} >>> ${selector}`, (all) =>
      all.map((one) => one.textContent?.trim() ?? ''),
    )
  }

  /** The pixels of its first canvas, as text. */
  async pixels(): Promise<string> {
    return (await this.part('canvas')).evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())
  }
}

/** At the same place for ten frames. */
async function atRest(element: Element): Promise<void> {
  const place = () => {
    const { x, y } = element.getBoundingClientRect()
    return `${x} ${y}`
  }
  for (let still = 0, last = ''; still < 10; still = place() === last ? still + 1 : 0) {
    last = place()
    await new Promise(requestAnimationFrame)
  }
}
