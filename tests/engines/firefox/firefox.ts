// Firefox without a window, through WebDriver BiDi.

import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, launch, type Page as PuppeteerPage } from 'puppeteer-core'
import { type Engine, type Key, PATIENCE, type Page, type View } from '../engine.js'
import type { Point } from '../figure.js'

export async function startFirefox(): Promise<Engine> {
  const program = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr'
  if (!existsSync(program)) {
    throw new Error(
      `${program} is not there: "npm run setup -- --tests" installs Firefox, and FIREFOX_PATH names another one`,
    )
  }
  const downloads = await mkdtemp(join(tmpdir(), 'firefox-downloads-'))
  const browser = await launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    defaultViewport: { width: 1280, height: 900 },
    timeout: PATIENCE,
    extraPrefsFirefox: {
      'browser.download.dir': downloads,
      'browser.download.folderList': 2,
      'browser.download.alwaysOpenPanel': false,
      'browser.helperApps.neverAsk.saveToDisk': 'text/csv,image/svg+xml',
      'intl.accept_languages': 'en',
      'intl.locale.requested': 'en-GB',
      'ui.systemUsesDarkTheme': 0,
    },
  })
  return {
    downloads,
    head: '',
    open: (address) => openPage(browser, address),
    async close() {
      await browser.close()
      await rm(downloads, { recursive: true, force: true })
    },
  }
}

async function openPage(browser: Browser, address: string): Promise<Page> {
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`uncaught ${error}`))
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(message.text())
  })
  page.on('requestfailed', (request) => complaints.push(`not loaded: ${request.url()}`))
  await page.goto(address)
  await page.waitForFunction(isLoaded, { polling: 50 }) // a new tab may tell its empty document as loaded
  return new FirefoxPage(page, complaints)
}

/** Whether the document of an address is there, not the empty one. It runs inside of the page. */
const isLoaded = () => document.URL !== 'about:blank' && document.readyState === 'complete'

class FirefoxPage implements Page {
  readonly #page: PuppeteerPage
  readonly #complaints: readonly string[]

  constructor(page: PuppeteerPage, complaints: readonly string[]) {
    this.#page = page
    this.#complaints = complaints
  }

  run(expression: string): Promise<unknown> {
    return this.#page.evaluate(expression)
  }

  async url(): Promise<string> {
    return this.#page.url()
  }

  async frame(selector: string): Promise<View> {
    const frame = await (await this.#page.$(selector))?.contentFrame()
    if (!frame) throw new Error(`there is no frame ${selector}`)
    return { run: (expression) => frame.evaluate(expression) }
  }

  click({ x, y }: Point): Promise<void> {
    return this.#page.mouse.click(x, y)
  }

  async press(...keys: readonly Key[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.down(key)
    for (const key of [...keys].reverse()) await this.#page.keyboard.up(key)
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text)
  }

  async follow(selector: string): Promise<void> {
    await this.#page.waitForNetworkIdle() // leaving the page would end what it still loads
    await Promise.all([this.#page.waitForNavigation(), this.#page.click(selector)])
  }

  async complaints(): Promise<readonly string[]> {
    return this.#complaints
  }

  close(): Promise<void> {
    return this.#page.close()
  }
}
