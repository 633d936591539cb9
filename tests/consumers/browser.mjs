// Chromium opens the page of a consumer: it has to compute, here and in the worker, and to draw.
import { constants, inflateRawSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { equal } from './equal.mjs'
import { RESULT } from './result.mjs'

/** Browsers ask for it, and frameworks that make the HTML name none. */
const ICON = '/favicon.ico'
const PATIENCE = 120_000 // which nothing comes near, unless the machine has other things to do
const ELEMENTS = ['wf-encoding', 'wf-rotation']
const MAGIC = Buffer.from([0, 0x61, 0x73, 0x6d])
/** The beginning of a long text in base64: of a core, of a patch, or of something else. */
const LONG_TEXT = /(?<![\w+/])[\w+/]{4096}/g

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })

/**
 * Throws unless the page computed and drew, and its console has no error.
 * @param {{ threads?: number, worker?: boolean }} wanted with so many threads; `worker: false`: the page has no use for loadInWorker()
 * @returns how the core came: as a `file`, or as text in a `module`
 */
export async function checkPage(browser, url, { threads, worker = true } = {}) {
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE)
  const answers = []
  let complaints = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    const { url } = message.location()
    if (message.type() === 'error' && !url.endsWith(ICON)) complaints.push(`${message.text()} ${url}`)
  })
  page.on('response', (response) => answers.push(carried(response)))
  // development servers load a page again when they have found its dependencies
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) complaints = []
  })
  try {
    await page.goto(url)
    await page
      .locator(`body[data-here]${worker ? '[data-worker]' : ''}`)
      .waitFor()
      .catch((error) => {
        throw new Error([...complaints, error.message].join('\n'))
      })
    const found = await page.evaluate(() => ({ ...document.body.dataset }))
    const expected = threads
      ? `${RESULT} threads ${JSON.stringify({ count: threads, wanted: threads })}`
      : RESULT
    equal(found.here, expected, 'load()')
    if (worker) equal(found.worker, expected, 'loadInWorker()')
    for (const element of ELEMENTS) await checkElement(page, element)
    equal(complaints.join('\n'), '', 'errors of the page')
    const kinds = new Set((await Promise.all(answers)).filter(Boolean))
    return [...kinds].sort().join(' and ')
  } finally {
    await page.close()
  }
}

async function checkElement(page, name) {
  await page.locator(name).first().scrollIntoViewIfNeeded()
  await page.locator(`${name} .stage.drawn`).first().waitFor()
  await page.locator(`${name} .stage`).locator('canvas, svg').first().waitFor()
  equal(await page.locator(`${name} .trouble`).count(), 0, `troubles of <${name}>`)
}

/** Whether an answer holds the core, as a file or as text. */
async function carried(response) {
  const body = await response.body().catch(() => Buffer.alloc(0))
  if (body.subarray(0, MAGIC.length).equals(MAGIC)) return 'file'
  const texts = body.toString('latin1').match(LONG_TEXT) ?? []
  return texts.some(beginsCore) ? 'module' : undefined
}

function beginsCore(text) {
  try {
    const start = inflateRawSync(Buffer.from(text, 'base64'), { finishFlush: constants.Z_SYNC_FLUSH })
    return start.subarray(0, MAGIC.length).equals(MAGIC)
  } catch {
    return false
  }
}

/** What the server computed is in the page before any script runs. */
export async function checkServer(url) {
  const html = await (await fetch(url)).text()
  const [, result] = /<p id="server"[^>]*>(.*?)<\/p>/.exec(html) ?? []
  equal(result, RESULT, 'load() on the server')
}
