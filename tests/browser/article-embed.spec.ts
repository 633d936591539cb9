// The page that hosts one figure for frames on other people's pages.

import { expect, test } from './complaints.js'

test('the figure has the settings, the language and the theme of the address', async ({ page }) => {
  await page.goto('embed/?element=wf-encoding&encoding=alibi&length=16&lang=zh&theme=dark')
  const figure = page.locator('wf-encoding')
  await expect(figure).toHaveJSProperty('encoding', 'alibi')
  await expect(figure).toHaveJSProperty('length', 16)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(figure.locator('canvas').first()).toBeVisible()
  await expect(figure).toContainText(/\p{Script=Han}/u)
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgba(0, 0, 0, 0)')
})

for (const element of [
  '',
  'wf-nothing',
  'script',
  'iframe',
  '<img src=x onerror=alert(1)>',
  'wf-token-strip',
])
  test(`an unknown figure “${element}” is reported`, async ({ page }) => {
    await page.goto(`embed/?lang=en&element=${encodeURIComponent(element)}`)
    await expect(page.locator('body')).toHaveText(/There is no such figure/)
    expect(await page.locator('body :not(main, h1, p)').count()).toBe(0)
  })

test('unknown settings are named in the figure, and are nothing else', async ({ page }) => {
  await page.goto(
    'embed/wf-encoding/?inner-h-t-m-l=%3Cb%3E&innerHTML=%3Cb%3E&onclick=alert(1)&style=color:red&__proto__=1&encoding=rope&lang=en',
  )
  const figure = page.locator('wf-encoding')
  await expect(figure).toHaveJSProperty('encoding', 'rope')
  const unknown = ['innerHTML', 'onclick', 'style', '__proto__']
  await expect(figure.locator('.complaint')).toHaveText(
    unknown.map((name) => new RegExp(`^${name} = “.*” is not valid`)),
  )
  const names = await figure.evaluate((element) => element.getAttributeNames())
  expect(names.filter((name) => name !== 'style').sort()).toEqual(['fragment', 'id'])
  const set = await figure.evaluate((element) => [...element.style]) // the figure's own hue alone
  expect(set.filter((name) => !name.startsWith('--wf-'))).toEqual([])
  expect(await figure.evaluate((element) => element.children.length)).toBe(0)
})

test('a figure has an address of its own, and the older address means the same', async ({ page }) => {
  for (const address of [
    'embed/wf-bias/?encoding=kerple&theme=dark',
    'embed/?element=wf-bias&encoding=kerple&theme=dark',
  ]) {
    await page.goto(address)
    const figure = page.locator('wf-bias')
    await expect(figure).toHaveJSProperty('encoding', 'kerple')
    await expect(figure.locator('.stage').first()).toHaveClass(/drawn/)
    await expect(figure.locator('.complaint')).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  }
})

for (const sandbox of [undefined, 'allow-scripts'])
  test(`the frame gets its height (sandbox: ${sandbox})`, async ({ complaints, page, baseURL }) => {
    if (sandbox) complaints.tolerate(/./) // a frame without an origin: fonts and workers are refused, the figure must still come
    await page.route('**/host.html', (route) =>
      route.fulfill({ contentType: 'text/html', body: host(sandbox) }),
    )
    await page.goto(`${baseURL}host.html`)
    await page.evaluate(
      ([address, box]) => {
        const seen: unknown[] = []
        Object.assign(globalThis, { seen })
        addEventListener('message', ({ data }) => seen.push(data))
        const frame = document.createElement('iframe')
        if (box) frame.setAttribute('sandbox', box)
        frame.width = '700'
        frame.src = address as string
        document.body.append(frame)
      },
      [`${baseURL}embed/?element=wf-encoding&encoding=rope&length=16`, sandbox],
    )
    const heights = () =>
      page.evaluate(() =>
        (globalThis as unknown as { seen: { type?: string; height?: number }[] }).seen
          .filter(({ type }) => type === 'resize')
          .map(({ height }) => height ?? Number.NaN),
      )
    await expect.poll(async () => (await heights()).at(-1) ?? 0, { timeout: 20_000 }).toBeGreaterThan(300)
    expect((await heights()).every(Number.isInteger)).toBe(true)
  })

const host = (sandbox: string | undefined) =>
  `<!doctype html><title>host ${sandbox ?? ''}</title><body></body>`
