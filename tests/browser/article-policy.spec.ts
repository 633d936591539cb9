// The site needs no special headers and works under a strict content security policy, on its own origin alone.

import { expect, test } from './complaints.js'
import { see, seeAll } from './reading.js'

test('article and side pages work under its content security policy, without isolation headers, on its own origin', async ({
  complaints,
  page,
  baseURL,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    addEventListener('securitypolicyviolation', (event) => seen.push(event.violatedDirective))
  })
  const answer = await page.goto('details/')
  const headers = (await answer?.allHeaders()) ?? {}
  expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'")
  expect(headers['content-security-policy']).not.toContain('unsafe-inline')
  expect(headers['content-security-policy']).toMatch(/connect-src 'self'(?: https:\/\/[\w.*-]+\.\w+)+;/) // hosts of models
  expect(headers).not.toHaveProperty('cross-origin-opener-policy')
  expect(headers).not.toHaveProperty('cross-origin-embedder-policy')
  const meta = page.locator('meta[http-equiv="Content-Security-Policy"]')
  await expect(meta).toHaveAttribute('content', headers['content-security-policy'] ?? '')
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false)

  await seeAll(page)
  await page.locator('details').evaluateAll((all) => {
    for (const details of all as HTMLDetailsElement[]) details.open = true
  })
  const reading = page.locator('#fig-reading')
  await reading.locator('.start').click()
  await reading.locator('wf-token-strip button').nth(3).hover()
  await reading.getByRole('button', { name: 'Continue the text' }).click()
  await expect(reading.getByRole('button', { name: 'Use as text' })).toBeEnabled()
  const violations = () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  expect(await violations()).toEqual([])
  await page.goto('stretching/')
  const lengths = page.locator('#fig-lengths')
  await see(lengths)
  await lengths.locator('.more-button').click()
  await lengths.locator('button.train').click()
  const share = lengths.locator('.status progress')
  await expect.poll(() => share.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(0)
  await lengths.locator('button.stop').click()
  await page.locator('#theme').selectOption('dark')
  expect(await violations()).toEqual([])
  await page.goto('.')
  await seeAll(page)
  expect(await violations()).toEqual([])
  expect(requests.filter((url) => !url.startsWith(baseURL ?? '') && !url.startsWith('blob:'))).toEqual([])

  // the listener does hear: an inline style is refused
  complaints.tolerate(/Content Security Policy/)
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
  await expect.poll(violations).toContain('style-src-attr')
})
