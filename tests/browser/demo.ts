// The demo page as a reader meets it. Every test ends by asserting that the browser had nothing to complain about.

import { test as base, expect, type Locator, type Page } from '@playwright/test'

export { expect }

export class Demo {
  readonly page: Page
  readonly complaints: string[] = []
  #tolerated: RegExp[] = []

  constructor(page: Page) {
    this.page = page
    page.on('pageerror', (error) => this.complaints.push(`uncaught ${error}`))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.complaints.push(message.text())
    })
  }

  /** Complaints that a test provokes on purpose. */
  tolerate(...patterns: RegExp[]): void {
    this.#tolerated.push(...patterns)
  }

  get unexpected(): string[] {
    return this.complaints.filter((text) => !this.#tolerated.some((pattern) => pattern.test(text)))
  }

  /** Opens the page and waits until both models have been read. */
  async open(address = ''): Promise<void> {
    await this.page.goto(address || '.')
    await expect(this.change('learned')).toHaveText(/\d/)
  }

  get textBox(): Locator {
    return this.page.locator('#text')
  }

  get tokens(): Locator {
    return this.page.locator('wf-token-strip button')
  }

  get map(): Locator {
    return this.page.locator('demo-attention wf-heat-map')
  }

  get bars(): Locator {
    return this.page.locator('wf-probability-bars tr')
  }

  get alert(): Locator {
    return this.page.getByRole('alert')
  }

  /** The largest change of attention, as the shift figure prints it. */
  change(model: 'rope' | 'learned'): Locator {
    return this.page.locator(`[data-model=${model}] .change output`)
  }

  async changeOf(model: 'rope' | 'learned'): Promise<number> {
    return parseChange((await this.change(model).textContent()) ?? '')
  }

  /** Types a text and waits until it has been read. */
  async type(text: string): Promise<void> {
    await this.textBox.fill(text)
    await expect(this.tokens).toHaveCount(Math.min(64, text.length))
  }

  /** The pixels of a map, as text. */
  async pixels(map: Locator): Promise<string> {
    return map.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  }
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Reads "0.431" and "3 × 10⁻⁷". */
export function parseChange(text: string): number {
  const [digits = '', exponent] = text.trim().split(' × 10⁻')
  const power = [...(exponent ?? '')].map((sign) => SUPERSCRIPTS.indexOf(sign)).join('')
  return Number(digits) * 10 ** -Number(power || 0)
}

export const test = base.extend<{ demo: Demo }>({
  demo: async ({ page }, use) => {
    const demo = new Demo(page)
    await use(demo)
    expect(demo.unexpected, 'errors and warnings in the console').toEqual([])
  },
})
