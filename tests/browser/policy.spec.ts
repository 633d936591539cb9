// The page needs no special headers and works under a strict content security policy.

import { expect, test } from './demo.js'

test('the page is served under the policy, without isolation headers, and talks to its own origin only', async ({
  demo,
  page,
  baseURL,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const answer = page.waitForResponse((response) => response.url() === baseURL)
  await demo.open()
  const headers = await (await answer).allHeaders()
  expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'")
  expect(headers['content-security-policy']).not.toContain('unsafe-inline')
  expect(headers).not.toHaveProperty('cross-origin-opener-policy')
  expect(headers).not.toHaveProperty('cross-origin-embedder-policy')
  const meta = page.locator('meta[http-equiv="Content-Security-Policy"]')
  await expect(meta).toHaveAttribute('content', headers['content-security-policy'] ?? '')
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false)
  expect(requests.filter((url) => !url.startsWith(baseURL ?? ''))).toEqual([])
})

test('a tour through the page violates nothing', async ({ demo, page }) => {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    addEventListener('securitypolicyviolation', (event) => seen.push(event.violatedDirective))
  })
  await demo.open()
  for (const details of await page.locator('details summary').all()) await details.click()
  await demo.tokens.nth(3).hover()
  await page.getByRole('button', { name: 'layer 4, head 4' }).click()
  await page.getByRole('button', { name: 'Continue the text' }).click()
  await page.locator('#shift-slider').press('End')
  for (const type of ['none', 'learned', 'rope', 'alibi', 'xlnet', 'rerope', 'mask', 'softcap']) {
    await page.locator('#encoding-type').selectOption(type)
  }
  await page.getByRole('button', { name: '中文' }).click()
  await page.locator('#theme').selectOption('dark')
  await expect(page.locator('.position-note code')).toBeVisible()
  const violations = () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  expect(await violations()).toEqual([])

  // the listener does hear: an inline style is refused
  demo.tolerate(/Content Security Policy/)
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
  await expect.poll(violations).toContain('style-src-attr')
})
