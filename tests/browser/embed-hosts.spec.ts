// The pasted code of the builder on the pages of others: another origin, a host that makes paragraphs, one in GBK, one that lists its trusted
// types, a sandboxed frame; and a file on the CDN that is not the published one.

import { readFileSync } from 'node:fs'
import type { FrameLocator, Page } from '@playwright/test'
import { autop } from '@wordpress/autop'
import { embedCodes, type Shown } from '../../web/demo/page/embed-codes.js'
import { PUBLISHED } from '../../web/elements/parts/figure/embed-code.js'
import { type Server, serve } from '../support/server.js'
import { expect, test } from './complaints.js'

const DIST = new URL('../../dist/', import.meta.url)
const SITE = new URL('../../web/demo/dist/', import.meta.url)
const integrity = JSON.parse(readFileSync(new URL('integrity.json', DIST), 'utf8')) as Record<string, string>

// as the build sets it for the page
Object.assign(globalThis, { INLINE_INTEGRITY: integrity['elements/inline.js'] })

const SHOWN = { language: 'en', height: 560 }
const FIGURES: readonly Shown[] = [
  { ...SHOWN, tag: 'wf-encoding', settings: { encoding: 'rope', length: 16 } },
  { ...SHOWN, tag: 'wf-slide', settings: { text: 'Two lines,\n\nand an empty one between' } }, // reads the small models
]
const codes = (kind: string, site = 'https://site.example/') =>
  FIGURES.map((shown) => embedCodes[kind]?.(shown, new URL(site)) ?? '')

const servers: Server[] = []
test.afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A page on an origin of its own. */
async function open(page: Page, html: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  const server = await serve(
    { '/': `<!doctype html><title>host</title><link rel="icon" href="data:,">${html}` },
    '',
    headers,
  )
  servers.push(server)
  await page.goto(server.address)
}

/** The CDN has the built package; it sends what CDNs send. @param change of a script */
async function publish(page: Page, change = (text: string) => text): Promise<string[]> {
  const asked: string[] = []
  await page.route(`${PUBLISHED}**`, (route) => {
    const name = route.request().url().slice(PUBLISHED.length)
    asked.push(name)
    const body = change(readFileSync(new URL(`elements/${name}`, DIST), 'utf8'))
    return route.fulfill({
      body,
      contentType: 'application/javascript',
      headers: { 'access-control-allow-origin': '*' },
    })
  })
  return asked
}

async function drawn(place: Page | FrameLocator): Promise<void> {
  for (const { tag } of FIGURES) {
    const figure = place.locator(tag).first()
    await figure.scrollIntoViewIfNeeded()
    await expect(figure.locator('.stage').first()).toHaveClass(/drawn/)
    await expect(figure.locator('.complaint, .trouble')).toHaveCount(0)
  }
}

const HTML = ['script', 'frame', 'modules']

test('code in HTML has no empty line, whatever the settings say', () => {
  for (const kind of HTML) for (const code of codes(kind)) expect(code).not.toMatch(/\n\s*\n/)
})

test('the one script comes from another origin, checked by its hash, and checks the models beside it', async ({
  page,
}) => {
  const asked = await publish(page)
  const [code = '', more = ''] = codes('script')
  expect(code).toContain(`integrity="${integrity['elements/inline.js']}" crossorigin="anonymous"`)
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLScriptElement) seen.push(`${node.src} ${node.integrity}`)
    }).observe(document, { childList: true, subtree: true })
  })
  await open(page, code + more)
  await drawn(page)
  expect(asked.sort()).toEqual(['inline.js', 'small-models.js'])
  const scripts = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  expect(scripts.at(-1)).toBe(`${PUBLISHED}small-models.js ${integrity['elements/small-models.js']}`)
  // the figure gives the same code on
  await page.locator('wf-encoding').getByRole('button', { name: 'Figure menu' }).click()
  await page.locator('wf-encoding [data-item=code]').click()
  expect(await page.locator('wf-encoding .code pre').first().textContent()).toContain(
    code.split('\n')[0] as string,
  )
})

test('a file that is not the published one does not run', async ({ complaints, page }) => {
  complaints.tolerate(/integrity/)
  await publish(page, (text) => `${text}\n`)
  const [code = ''] = codes('script')
  await open(page, code)
  expect(await page.evaluate(() => customElements.get('wf-encoding'))).toBeUndefined()
})

for (const kind of HTML)
  test(`WordPress leaves the code for ${kind} whole`, async ({ page, baseURL }) => {
    await publish(page)
    if (kind === 'modules') return expectWhole(kind)
    await open(page, autop(`A paragraph.\n\n${codes(kind, baseURL).join('\n\n')}\n\nAnother one.`))
    await expect(page.locator('body > p').first()).toHaveText('A paragraph.')
    if (kind === 'script') return drawn(page)
    for (const [i, { tag }] of FIGURES.entries()) {
      const frame = page.locator('iframe').nth(i)
      await frame.scrollIntoViewIfNeeded()
      await expect(frame.contentFrame().locator(`${tag} .stage`).first()).toHaveClass(/drawn/)
      const wanted = () =>
        frame
          .contentFrame()
          .locator('body')
          .evaluate((body) => Math.ceil(body.getBoundingClientRect().height))
      await expect.poll(async () => Number(await frame.getAttribute('height')) - (await wanted())).toBe(0)
    }
  })

/** Its tags are the same as before. */
function expectWhole(kind: string): void {
  for (const code of codes(kind)) {
    const text = autop(code)
    for (const line of code.split('\n')) expect(text).toContain(line)
  }
}

test('on a page in GBK', async ({ page }) => {
  await publish(page)
  await page.route('**/gbk.html', (route) =>
    route.fulfill({
      body: `<!doctype html><title>host</title>${codes('script').join('\n')}`,
      contentType: 'text/html; charset=gbk',
    }),
  )
  await page.goto(`${PUBLISHED.replace(/\/npm.*/, '/')}gbk.html`)
  expect(await page.evaluate(() => document.characterSet)).toBe('GBK')
  await drawn(page)
})

test('on a page that lists its trusted types and the origins of its scripts', async ({ page }) => {
  await publish(page)
  const policy = [
    `script-src ${new URL(PUBLISHED).origin} 'wasm-unsafe-eval'`,
    'worker-src blob:',
    "require-trusted-types-for 'script'",
    'trusted-types lit-html whereformer whereformer-lab',
  ]
  await open(page, codes('script').join('\n'), { 'content-security-policy': policy.join('; ') })
  await drawn(page)
})

test('in a frame that may run scripts, and nothing else', async ({ page }) => {
  await publish(page)
  const text = `<!doctype html>${codes('script').join('\n')}`
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
  await open(page, `<iframe sandbox="allow-scripts" width="900" height="1600" srcdoc="${text}"></iframe>`)
  await drawn(page.frameLocator('iframe'))
})

test('classic scripts of the site are ASCII, as those of the package', () => {
  const page = readFileSync(new URL('index.html', SITE), 'utf8')
  const scripts = Array.from(
    page.matchAll(/<script (?![^>]*type="module")[^>]*src="([^"]+)"/g),
    ([, src = '']) => src,
  )
  expect(scripts.length).toBeGreaterThan(0)
  for (const src of scripts) expect(readFileSync(new URL(src, SITE), 'latin1')).not.toMatch(/[^\0-\x7f]/)
})
