// What every figure does, shown on <wf-encoding>: languages, themes, hostile input, life in a document, the shared engine.

import { settled } from '../settled.js'
import { expect, ORIGIN, test } from './figures.js'

const TAG = 'wf-encoding'
const title = (page: import('@playwright/test').Page) => page.locator(`${TAG} .look`).first()

test('nothing but the registration is loaded before a figure is seen', async ({ figures, page }) => {
  await figures.open('<div style="height: 5000px"></div><wf-encoding></wf-encoding>')
  await page.waitForFunction(() => customElements.get('wf-encoding'))
  await page.waitForTimeout(300)
  const before = [...figures.requests]
  expect(before.filter((name) => /figure|wasm|worker|uPlot|formulas/.test(name))).toEqual([])
  await page.locator(TAG).scrollIntoViewIfNeeded()
  await figures.ready(TAG)
  expect(figures.requests).toContain('worker.mjs')
})

test('a figure speaks the language around it, and follows when it changes', async ({ figures, page }) => {
  await figures.open('<div id="around"><wf-encoding></wf-encoding></div>')
  await figures.ready(TAG)
  await expect(title(page)).toHaveText(/^Point at a cell/)
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'zh-Hant-TW'))
  await expect(title(page)).toHaveText(/指向/)
  await expect(page.locator(`${TAG} .figure`)).toHaveAttribute('lang', 'zh-Hans')
  await page.evaluate(() => document.getElementById('around')?.setAttribute('lang', 'fr'))
  await expect(title(page)).toHaveText(/^Point at a cell/)
  await page.locator(TAG).evaluate((element) => element.setAttribute('lang', 'zh'))
  await expect(title(page)).toHaveText(/指向/)
})

test('inside of a shadow root it finds the language of its host', async ({ figures, page }) => {
  await figures.open('<div id="host" lang="zh"></div>')
  await page.evaluate(() => {
    const root = document.getElementById('host')?.attachShadow({ mode: 'open' })
    root?.append(document.createElement('wf-encoding'))
  })
  await figures.ready(TAG)
  await expect(title(page)).toHaveText(/指向/)
  await page.evaluate(() => document.getElementById('host')?.setAttribute('lang', 'en'))
  await expect(title(page)).toHaveText(/^Point at a cell/)
})

test('maps follow the system, the page and their own attribute into the dark', async ({ figures, page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await figures.open('<wf-encoding></wf-encoding>')
  const figure = await figures.ready(TAG)
  const light = await figures.pixels(figure)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => figures.pixels(figure)).not.toBe(light)
  const dark = await figures.pixels(figure)
  await page.evaluate(() => {
    document.documentElement.style.colorScheme = 'light'
  })
  await expect.poll(() => figures.pixels(figure)).toBe(light)
  await figure.evaluate((element) => element.setAttribute('theme', 'dark'))
  await expect.poll(() => figures.pixels(figure)).toBe(dark)
})

test('illegal attributes give way to defaults, in words and with an event', async ({ figures, page }) => {
  await figures.open(
    `<script>addEventListener('wf-error', ({ detail }) => { (window.errors ??= []).push(detail) })</script>
    <wf-encoding length="1e99" dim="abc" view="<img src=x onerror=alert(1)>" encoding="no-such" parameters="base=-3&layout=spiral"></wf-encoding>`,
  )
  const figure = await figures.ready(TAG)
  const complaints = figure.locator('.complaint')
  await expect(complaints).toHaveCount(6)
  await expect(complaints.filter({ hasText: 'length' })).toContainText('1e99')
  await expect(complaints.filter({ hasText: 'view' })).toContainText('<img src=x onerror')
  await expect(figure.locator('img')).toHaveCount(0)
  const errors = await page.evaluate(() => (window as unknown as { errors: { code: string }[] }).errors)
  expect(errors).toHaveLength(6)
  expect(errors.every(({ code }) => code === 'ERR_VALUE')).toBe(true)
  const { length, dim } = await figure.evaluate((element) => {
    const { length, dim } = element as unknown as { length: number; dim: number }
    return { length, dim }
  })
  expect({ length, dim }).toEqual({ length: 2048, dim: 64 })
  await figure.evaluate((element) => {
    for (const name of ['length', 'dim', 'view', 'encoding', 'parameters']) element.removeAttribute(name)
  })
  await expect(complaints).toHaveCount(0)
})

const HOSTILE: [name: string, make: string][] = [
  ['a number', '5'],
  ['null', 'null'],
  ['an array', '[1, 2]'],
  ['a text that is no state', '"<script>alert(1)</script>"'],
  ['a text that is too long', '"x=" + "y".repeat(5000)'],
  ['getters that throw', '({ get encoding() { throw new Error("no") } })'],
  [
    'a revoked proxy',
    '(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })()',
  ],
  ['functions', '({ length: () => 3, encoding: class {} })'],
  ['NaN and infinities', '({ length: NaN, dim: Infinity, head: -Infinity })'],
  [
    'a prototype',
    'JSON.parse(\'{ "__proto__": { "polluted": 1 }, "parameters": { "__proto__": { "polluted": 1 }, "constructor": 1 } }\')',
  ],
  ['deep nesting', '({ parameters: { base: { base: { base: 1 } } } })'],
]

for (const [name, make] of HOSTILE) {
  test(`a state that is ${name} is no state, and nothing throws`, async ({ figures, page }) => {
    await figures.open('<wf-encoding encoding="rope"></wf-encoding>')
    const figure = await figures.ready(TAG)
    await figure.evaluate((element, source) => {
      ;(element as unknown as { state: unknown }).state = new Function(`return ${source}`)()
    }, make)
    await figures.ready(TAG)
    const state = await figures.state(figure)
    expect(state.encoding ?? 'rope').toBe('rope')
    expect(JSON.stringify(state).length).toBeLessThan(2000)
    expect(await page.evaluate(() => ({}) as { polluted?: number })).toEqual({})
  })
}

test('the state goes out and comes back, in a property and in a link', async ({ figures, page }) => {
  await figures.open('<wf-encoding id="one" fragment encoding="rope" length="32"></wf-encoding>')
  const figure = await figures.ready(TAG)
  const states: unknown[] = []
  await page.exposeFunction('reported', (state: unknown) => states.push(state))
  await page.evaluate(() =>
    addEventListener('wf-state', (event) =>
      (window as never as { reported(x: unknown): void }).reported((event as CustomEvent).detail),
    ),
  )
  await figure.getByRole('button', { name: 'Similarity' }).click()
  await figure.locator('#parameter-base').fill('100')
  await expect(page).toHaveURL(/#one=.*base/)
  const hash = await figures.link(figure)
  const state = await figures.state(figure)
  expect(state).toMatchObject({ encoding: 'rope', length: 32, view: 'similarity' })
  await expect.poll(() => states.at(-1)).toEqual(state)
  await settled(figure)
  const pixels = await figures.pixels(figure)
  const reported = states.length

  await figures.open('<wf-encoding id="one"></wf-encoding>', {}, hash)
  const again = await figures.ready(TAG)
  expect(await figures.state(again)).toEqual(state)
  await expect.poll(() => figures.pixels(again)).toBe(pixels)

  await figures.open('<wf-encoding id="other"></wf-encoding>')
  const other = await figures.ready(TAG)
  await other.evaluate((element, given) => {
    ;(element as unknown as { state: unknown }).state = given
  }, state)
  await expect.poll(() => figures.pixels(other)).toBe(pixels)
  expect(states).toHaveLength(reported) // a host that sets the state gets no event
})

test('properties and a state that were set before the element was defined are kept', async ({
  figures,
  page,
}) => {
  await figures.open(
    `<wf-encoding></wf-encoding><wf-encoding></wf-encoding>
    <script>const [one, two] = document.querySelectorAll('wf-encoding'); one.encoding = 'alibi'; one.length = 16; two.state = { encoding: 't5' }</script>`,
  )
  await figures.ready(TAG)
  const [one, two] = [page.locator(TAG).first(), page.locator(TAG).last()]
  expect(await figures.state(one)).toMatchObject({ encoding: 'alibi', length: 16 })
  expect(await figures.state(two)).toMatchObject({ encoding: 't5' })
  await expect(one.locator('wf-heat-map .map')).toHaveAttribute('aria-label', /ALiBi/)
})

test('a picture that comes while a number is typed leaves it there; Enter takes it', async ({
  figures,
  page,
}) => {
  await figures.open('<wf-encoding encoding="alibi" length="32"></wf-encoding>')
  const figure = await figures.ready('wf-encoding')
  const box = figure.getByRole('spinbutton', { name: 'Length' })
  await box.click()
  await box.press('Control+a')
  await page.keyboard.type('1')
  await figure.evaluate((one) => {
    ;(one as unknown as { length: number }).length = 48
  })
  await settled(figure)
  await expect(box).toHaveValue('1')
  await page.keyboard.type('6')
  await page.keyboard.press('Enter')
  await settled(figure)
  expect(await figures.state(figure)).toMatchObject({ length: 16 })
  await figure.evaluate((one) => {
    ;(one as unknown as { length: number }).length = 48
  })
  await expect(box).toHaveValue('48')
})

test('reset restores the author’s settings', async ({ figures, page }) => {
  await figures.open('<wf-encoding encoding="rope" length="32"></wf-encoding>')
  const figure = await figures.ready(TAG)
  const start = await figures.state(figure)
  await figure.locator('#encoding').selectOption('alibi')
  await expect(figure.locator('wf-heat-map .map')).toHaveAttribute('aria-label', /ALiBi/)
  const menu = figure.getByRole('button', { name: 'Figure menu' })
  await menu.click()
  await page.keyboard.press('Escape')
  await expect(figure.locator('.items')).toHaveCount(0)
  await expect(menu).toBeFocused()
  await menu.press('Enter')
  await figure.getByRole('button', { name: 'Reset' }).click()
  expect(await figures.state(figure)).toEqual(start)
})

test('a page can hide the settings and provide title, caption and fallback', async ({ figures, page }) => {
  await figures.open(
    `<wf-encoding controls="none"><span slot="title">Mine</span><p slot="caption">My caption</p><p id="fallback">A picture</p></wf-encoding>`,
  )
  const figure = await figures.ready(TAG)
  await expect(figure.locator('.controls')).toHaveCount(0)
  await expect(figure.locator('.menu')).toHaveCount(0)
  await expect(page.getByText('Mine')).toBeVisible()
  await expect(page.getByText('My caption')).toBeVisible()
  await expect(page.locator('#fallback')).toBeHidden() // it gave way to the picture
})

test('without JavaScript the fallback is shown', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.setContent('<wf-encoding><p>A picture of RoPE</p></wf-encoding>')
  await expect(page.getByText('A picture of RoPE')).toBeVisible()
  await context.close()
})

test('two figures share one engine, which ends after the last one is removed', async ({ figures, page }) => {
  await figures.open('<wf-encoding></wf-encoding><wf-encoding encoding="rope"></wf-encoding>')
  await figures.ready(TAG)
  await expect(page.locator(`${TAG} .stage.drawn`)).toHaveCount(2)
  expect(page.workers()).toHaveLength(1)
  expect(figures.requests.filter((name) => name === 'core-simd.wasm')).toHaveLength(1)
  await page.evaluate(() => document.querySelector('wf-encoding')?.remove())
  await page.waitForTimeout(2500)
  expect(page.workers()).toHaveLength(1)
  await page.evaluate(() => document.querySelector('wf-encoding')?.remove())
  await expect.poll(() => page.workers().length).toBe(0)
})

test('ten mounts and moves leave one worker, no listeners and a figure that works', async ({
  figures,
  page,
}) => {
  await figures.open('<div id="a"><wf-encoding></wf-encoding></div><div id="b"></div>')
  const figure = await figures.ready(TAG)
  const session = await page.context().newCDPSession(page)
  const listeners = async () => {
    const { result } = await session.send('Runtime.evaluate', {
      expression: `[document, window, document.documentElement].flatMap((target) => Object.values(getEventListeners(target)).flat())
          .filter(({ type, listener }) => !/_hitTargetInterceptor|__playwright/.test(type + listener)).length`, // Playwright has some of its own
      includeCommandLineAPI: true,
    })
    return result.value as number
  }
  const before = await listeners()
  await figure.evaluate(async (element) => {
    const [a, b] = ['a', 'b'].map((id) => document.getElementById(id) as HTMLElement)
    for (let i = 0; i < 10; i++) {
      ;(i % 2 ? a : b)?.append(element)
      await new Promise((done) => setTimeout(done, 20))
      element.remove()
      a?.append(element)
      const move = (b as HTMLElement & { moveBefore?(node: Node, child: null): void }).moveBefore
      move?.call(b, element, null)
    }
  })
  await figures.ready(TAG)
  expect(await listeners()).toBe(before)
  expect(page.workers()).toHaveLength(1)
  const pixels = await figures.pixels(figure)
  await figure.locator('#encoding').selectOption('alibi')
  await expect.poll(() => figures.pixels(figure)).not.toBe(pixels)
})

test('figures that have been removed are freed, with their canvases and plots', async ({ figures, page }) => {
  await figures.open('<div id="place"></div><wf-encoding view="decay"></wf-encoding>')
  await figures.ready(TAG)
  for (let i = 0; i < 5; i++) {
    await page.evaluate(() => {
      const place = document.getElementById('place')
      place?.replaceChildren(document.createElement('wf-encoding'), document.createElement('wf-bias'))
    })
    await expect(page.locator('#place .stage.drawn')).toHaveCount(2)
  }
  await page.evaluate(() => document.getElementById('place')?.replaceChildren())
  const alive = async (tag: string) => (await figures.alive([tag]))[tag]
  // the figure that is still there, and at most the one that the last event or style belongs to
  await expect.poll(() => alive('wf-encoding'), { timeout: 60_000 }).toBeLessThanOrEqual(2)
  await expect.poll(() => alive('wf-bias')).toBeLessThanOrEqual(1)
  await expect.poll(() => alive('wf-matrix-canvas')).toBeLessThanOrEqual(12)
})

test('a crashed worker is replaced by the next call, and the old picture stays meanwhile', async ({
  figures,
  page,
}) => {
  await figures.open('<wf-encoding></wf-encoding>')
  const figure = await figures.ready(TAG)
  const pixels = await figures.pixels(figure)
  await figures.crashWorker()
  expect(await figures.pixels(figure)).toBe(pixels)
  await figure.locator('#encoding').selectOption('alibi')
  await expect.poll(() => figures.pixels(figure)).not.toBe(pixels)
  expect(page.workers()).toHaveLength(1)
})

test('when the core cannot be loaded an error is shown, the fallback stays, and retry works', async ({
  figures,
  page,
}) => {
  figures.tolerate(/404|Failed to load/)
  let broken = true
  await page
    .context()
    .route(/\/package\/core-simd(?:\.wasm|-base64\.mjs)$/, (route) =>
      broken ? route.fulfill({ status: 404, body: 'no' }) : route.fallback(),
    )
  await figures.open('<wf-encoding><p id="fallback">A picture</p></wf-encoding>')
  const figure = page.locator(TAG)
  await expect(figure.getByRole('alert')).toContainText('could not be loaded')
  await expect(page.locator('#fallback')).toBeVisible()
  broken = false
  await figure.getByRole('button', { name: 'Try again' }).click()
  await figures.ready(TAG)
  await expect(figure.getByRole('alert')).toHaveCount(0)
})

test('a figure draws where the server has no .wasm file', async ({ figures, page }) => {
  figures.tolerate(/404/)
  await page.context().route(`${ORIGIN}/package/core-simd.wasm`, (route) => route.fulfill({ status: 404 }))
  await figures.open('<wf-encoding encoding="rope"></wf-encoding>')
  await figures.ready(TAG)
  expect(page.workers()).toHaveLength(1)
  expect(figures.requests).toContain('core-simd-base64.mjs')
})

test('without WebAssembly the figure says that this browser cannot', async ({ figures, page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly'))
  await figures.open('<wf-encoding></wf-encoding>')
  await expect(page.locator(TAG).getByRole('alert')).toContainText(
    'needs WebAssembly, which this browser does not support',
  )
})

test('incompatible settings are rejected with a message, and the old picture stays', async ({ figures }) => {
  await figures.open('<wf-encoding encoding="rope"></wf-encoding>')
  const figure = await figures.ready(TAG)
  const pixels = await figures.pixels(figure)
  await figure.evaluate((element) => Object.assign(element, { parameters: 'rotaryStart=62&rotaryDim=60' }))
  await expect(figure.getByRole('alert')).toContainText('cannot be combined')
  expect(await figures.pixels(figure)).toBe(pixels)
  await figure.evaluate((element) => element.removeAttribute('parameters'))
  await figure.evaluate((element) => Object.assign(element, { parameters: '' }))
  await expect(figure.getByRole('alert')).toHaveCount(0)
})

test('a slider and its box are one stop; a digit and Enter lead into the box', async ({ figures, page }) => {
  await figures.open('<wf-rotation></wf-rotation>')
  const figure = await figures.ready('wf-rotation')
  const slider = figure.getByRole('slider', { name: 'Position of the query' })
  await slider.focus()
  await page.keyboard.press('Tab')
  await expect(figure.getByRole('slider', { name: 'Distance to the key' })).toBeFocused()
  await slider.focus()
  await page.keyboard.type('25')
  await expect(figure.getByRole('spinbutton', { name: 'Position of the query' })).toHaveValue('25')
  await page.keyboard.press('Enter')
  await expect.poll(() => figures.state(figure)).toMatchObject({ position: 25 })
})

test('arrow keys go through the menu', async ({ figures, page }) => {
  await figures.open('<wf-rotation></wf-rotation>')
  const figure = await figures.ready('wf-rotation')
  await figure.locator('.menu > button').focus()
  await page.keyboard.press('ArrowDown')
  const items = figure.locator('.items button')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(items.nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(figure.locator('.menu > button')).toBeFocused()
})
