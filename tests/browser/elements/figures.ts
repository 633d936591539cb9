// Pages with figures, as authors make them: the built package (dist/) on a server of its own, and HTML around it.

import type { Locator, Page } from '@playwright/test'
import { test as base, type Complaints, expect } from '../complaints.js'
import { pixelsOf, settled } from '../settled.js'
import { ORIGIN, Site } from './site.js'

export { expect, ORIGIN }

export interface PageOptions {
  /** Attributes of <html>. */
  html?: string
  head?: string
  /** Instead of register.mjs. */
  script?: string
  /** What the server says of the page, in which there are ASCII characters only then. */
  charset?: string
}

/** A file that a figure wrote. */
export interface Saved {
  file: string
  bytes: Buffer
  text: string
}

export class Figures {
  readonly page: Page
  readonly #complaints: Complaints
  readonly #site: Site
  /** Files of the package that were asked for. */
  readonly requests: string[] = []
  #opened = 0

  constructor(page: Page, complaints: Complaints, site: Site) {
    this.page = page
    this.#complaints = complaints
    this.#site = site
    site.requests = this.requests
  }

  /** Complaints that a test provokes on purpose. */
  tolerate(...patterns: RegExp[]): void {
    this.#complaints.tolerate(...patterns)
  }

  async open(
    body: string,
    { html = 'lang="en"', head = '', script, charset = 'utf-8' }: PageOptions = {},
    hash = '',
  ): Promise<void> {
    const register = '<script type="module" src="/package/elements/register.mjs"></script>'
    this.#site.charset = charset
    this.#site.html = `<!doctype html><html ${html}><head><meta charset="utf-8"><title>Figures</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <style>:root { color-scheme: light dark } body { margin: 16px; background: light-dark(#fbfaf6, #15181d); color: light-dark(#1a1c1f, #eceae5) }</style>
      ${head}${script ?? register}</head><body><main>${body}</main></body></html>`
    this.#opened += 1 // the same address with another fragment would be the same page
    await this.page.goto(`${ORIGIN}/page-${this.#opened}.html${hash}`)
  }

  /** The first figure of a kind, when its picture and its settings are there. */
  async ready(tag: string): Promise<Locator> {
    const figure = this.page.locator(tag).first()
    await settled(figure)
    const stage = figure.locator('.stage').first() // its own; a figure inside has one, too
    await expect(stage).toHaveClass(/drawn/)
    await expect(stage).toBeVisible()
    await expect(stage).toHaveAttribute('aria-busy', 'false')
    return figure
  }

  /** The pixels of the first map in a figure, as text. */
  async pixels(figure: Locator): Promise<string> {
    return pixelsOf(figure.locator('wf-heat-map canvas').first())
  }

  /** Takes a figure's settings from outside. */
  async state(figure: Locator): Promise<Record<string, unknown>> {
    return figure.evaluate((element) => (element as unknown as { state: Record<string, unknown> }).state)
  }

  /** The fragment of the address, when it says what the figure is set to: figures write it a while after the last change. */
  async link(figure: Locator): Promise<string> {
    const said = () =>
      figure.evaluate((element) => {
        const { linkName, stateText } = element as unknown as { linkName: string; stateText: string }
        return new URLSearchParams(location.hash.slice(1)).get(linkName) === stateText
      })
    await expect.poll(said, 'the address says the state').toBe(true)
    return new URL(this.page.url()).hash
  }

  /** An error that nobody catches in the worker of the page, and the end of that worker. */
  async crashWorker(): Promise<void> {
    this.tolerate(/provoked/)
    const [worker] = this.page.workers()
    if (!worker) throw new Error('there is no worker')
    const ended = worker.waitForEvent('close')
    await worker.evaluate(() => {
      setTimeout(() => {
        throw new Error('provoked')
      })
    })
    await ended
  }

  /** @returns how many objects of each class the browser still holds */
  async alive(tags: readonly string[]): Promise<Record<string, number>> {
    const session = await this.page.context().newCDPSession(this.page)
    await session.send('HeapProfiler.enable')
    await session.send('HeapProfiler.collectGarbage')
    const counts: Record<string, number> = {}
    for (const tag of tags) {
      const { result } = await session.send('Runtime.evaluate', {
        expression: `customElements.get('${tag}').prototype`,
      })
      const { objects } = await session.send('Runtime.queryObjects', {
        prototypeObjectId: result.objectId ?? '',
      })
      const { result: count } = await session.send('Runtime.callFunctionOn', {
        objectId: objects.objectId ?? '',
        functionDeclaration: 'function () { return this.length }',
      })
      counts[tag] = count.value as number
    }
    await session.detach()
    return counts
  }

  /** Opens what stands behind “More”, where a figure has that. */
  async more(figure: Locator): Promise<void> {
    const button = figure.locator('.more-button').first()
    if ((await button.count()) && (await button.getAttribute('aria-expanded')) === 'false')
      await button.click()
  }

  /** Saves a figure by its menu. */
  async save(figure: Locator, kind: 'png' | 'svg' | 'csv'): Promise<Saved> {
    await this.more(figure)
    await figure.locator('.menu button').first().click()
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      figure.locator(`[data-item=${kind}]`).click(),
    ])
    const bytes = Buffer.concat(await (await download.createReadStream()).toArray())
    return { file: download.suggestedFilename(), bytes, text: bytes.toString('utf8') }
  }
}

export const test = base.extend<{ figures: Figures }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads names of fixtures from this pattern
    async ({}, use) => {
      const site = await Site.open()
      await use(site)
      site.close()
    },
    { scope: 'worker' },
  ],
  figures: async ({ page, complaints, site }, use) => {
    await use(new Figures(page, complaints, site))
  },
})
