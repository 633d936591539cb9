// A figure on a page, as these tests see and use it.

import type { ElementHandle, Frame, Page } from 'puppeteer-core'
import { expect } from './firefox.js'

interface Live extends HTMLElement {
  phase: string
  state: Record<string, unknown>
  trouble?: { message: string }
}

export class Figure {
  readonly #page: Page | Frame
  readonly selector: string

  constructor(page: Page | Frame, selector: string) {
    this.#page = page
    this.selector = selector
  }

  /** Brings it into view and waits for its picture, or for its question whether to load a model. */
  async seen(wanted = /ready/): Promise<this> {
    const element = await this.#page.waitForSelector(this.selector)
    await element?.evaluate((one) => one.scrollIntoView({ block: 'center' }))
    const phase = () =>
      this.#page.$eval(
        this.selector,
        (one) => `${(one as Live).phase} ${(one as Live).trouble?.message ?? ''}`,
      )
    await expect.poll(phase, { message: this.selector }).toMatch(wanted)
    return this
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

  /** Clicks its first button of such a name. */
  async press(name: RegExp): Promise<void> {
    for (const button of await this.#page.$$(`${this.selector} >>> button`))
      if (name.test(await button.evaluate((one) => one.textContent ?? ''))) return button.click()
    throw new Error(`${this.selector} has no button ${name}`)
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
    return (await this.#page.$$(`${this.selector} >>> ${selector}`)).length
  }

  /** The pixels of its first canvas, as text. */
  async pixels(): Promise<string> {
    return (await this.part('canvas')).evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())
  }
}
