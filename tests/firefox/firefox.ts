// Firefox without a window, and a page in it that remembers what the browser had to complain about.

import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, launch, type Page } from 'puppeteer-core'
import { test as base, expect } from 'vitest'
import { serveSite } from './site.js'

export { expect }

/** Milliseconds; the machine may have other things to do. */
const PATIENCE = 120_000

interface Firefox {
  browser: Browser
  /** Where it saves what a page offers. */
  downloads: string
  close(): Promise<void>
}

async function startFirefox(): Promise<Firefox> {
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
    browser,
    downloads,
    async close() {
      await browser.close()
      await rm(downloads, { recursive: true, force: true })
    },
  }
}

/** A page, and the errors and warnings so far. */
async function openPage({ browser }: Firefox): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`uncaught ${error}`))
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(message.text())
  })
  page.on('requestfailed', (request) => complaints.push(`not loaded: ${request.url()}`))
  return { page, complaints }
}

interface Started {
  firefox: Firefox
  /** The built page on a server of its own. */
  site: string
}

interface Opened {
  /** Opens one more page. Every test ends by asserting that no page had anything to complain about. */
  open(address: string): Promise<Page>
}

export const test = base.extend<{ $test: Opened; $worker: Started }>({
  firefox: [
    // biome-ignore lint/correctness/noEmptyPattern: it depends on nothing
    async ({}, use) => {
      const firefox = await startFirefox()
      await use(firefox)
      await firefox.close()
    },
    { scope: 'worker' },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: it depends on nothing
    async ({}, use) => {
      const site = await serveSite()
      await use(site.address)
      await site.close()
    },
    { scope: 'worker' },
  ],
  open: async ({ firefox }, use) => {
    const opened: Awaited<ReturnType<typeof openPage>>[] = []
    await use(async (address) => {
      const one = await openPage(firefox)
      opened.push(one)
      await one.page.goto(address)
      return one.page
    })
    const complaints = opened.flatMap((one) => one.complaints) // closing a page ends what its frames still load
    await Promise.all(opened.map(({ page }) => page.close()))
    expect(complaints, 'errors and warnings in the console').toEqual([])
  },
})
