// What the browser complains about while a test runs: uncaught errors, and errors and warnings of the console. Every test ends by
// asserting that there was nothing, or only what it provoked on purpose.

import { test as base, expect, type Page } from '@playwright/test'

export { expect }

/** A narrow window has other figures in its first screen than those that are preloaded. */
export const PRELOADED = /preloaded using link preload/

export class Complaints {
  readonly #messages: string[] = []
  #tolerated: RegExp[] = []

  constructor(page: Page) {
    page.on('pageerror', (error) => this.#messages.push(`uncaught ${error}`))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.#messages.push(message.text())
    })
  }

  /** Complaints that a test provokes on purpose. */
  tolerate(...patterns: RegExp[]): void {
    this.#tolerated.push(...patterns)
  }

  get unexpected(): string[] {
    return this.#messages.filter((text) => !this.#tolerated.some((pattern) => pattern.test(text)))
  }
}

export const test = base.extend<{ complaints: Complaints }>({
  complaints: [
    async ({ page }, use) => {
      const complaints = new Complaints(page)
      await use(complaints)
      expect(complaints.unexpected, 'errors and warnings in the console').toEqual([])
    },
    { auto: true },
  ],
})
