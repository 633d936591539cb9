// The limits of a telephone, switched on: 390 px, touch, no relaxed SIMD, no SharedArrayBuffer, at most 256 MB of WebAssembly memory,
// on the page and in its workers.

import { told } from '../support/figure-pages.js'
import { openBeside } from './beside.js'
import { expect, test } from './complaints.js'
import { computeLittle, see, seeAll } from './reading.js'
import { settled } from './settled.js'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** On a page or in a worker. */
function limit() {
  const maximum = 256 * 2 ** 20
  const { validate, Memory } = WebAssembly
  const { grow } = Memory.prototype
  Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + Number(pages) * 65536 > maximum) throw new RangeError('no memory')
    return grow.call(this, pages)
  }
  // small modules ask for features; 253, 133, 2 is f32x4.relaxed_madd
  WebAssembly.validate = (bytes) =>
    (bytes.byteLength > 200 || !String(bytes).includes('253,133,2')) && validate(bytes)
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer')
}

const LIMITS = `(${limit})();`

test.beforeEach(({ page }) =>
  page.addInitScript(`${LIMITS}
    const Plain = Blob
    globalThis.Blob = class extends Plain {
      constructor(parts = [], options = {}) {
        super(options.type === 'text/javascript' ? [${JSON.stringify(LIMITS)}, ...parts] : parts, options)
      }
    }`),
)

/** In the page. @returns codes of refusals, and what was computed after them */
async function compute() {
  const { load }: typeof import('whereformer') = await import(new URL('dist/web.mjs', document.baseURI).href)
  const { loadInWorker }: typeof import('whereformer/worker') = await import(
    new URL('dist/worker.mjs', document.baseURI).href
  )
  const codeOf = ({ code }: { code: string }) => code
  const wf = await load({ variant: 'fastest' })
  const remote = await loadInWorker({ variant: 'fastest' })
  const unknown = await load({ variant: 'relaxed' }).then(() => '', codeOf)
  const column = { data: new Float32Array(8192), shape: [1, 8192, 1] }
  const row = { ...column, shape: [1, 1, 8192] }
  const small = { data: Float32Array.of(1, 2, 3, 4), shape: [1, 2, 2] }
  const refused: string[] = []
  const outputs: number[][] = []
  for (const one of [wf, remote]) {
    const multiply = async () => one.matmul(column, row) // 256 MB
    refused.push(await multiply().then(() => 'computed', codeOf))
    const { output } = await one.attention(small, small, small, { isCausal: true })
    outputs.push([...output.data.slice(0, 2)])
  }
  remote.terminate()
  const shared = 'SharedArrayBuffer' in globalThis
  return { variants: [wf.info.variant, remote.info.variant], unknown, shared, refused, outputs }
}

test('what needs too much memory is refused, and the next call computes', async ({ page }) => {
  await openBeside(page)
  expect(await page.evaluate(compute)).toEqual({
    variants: ['simd', 'simd'],
    unknown: 'ERR_UNSUPPORTED',
    shared: false,
    refused: ['ERR_OOM', 'ERR_OOM'],
    outputs: [
      [1, 2],
      [1, 2],
    ],
  })
})

for (const { path, figures } of told)
  test(`every figure of /${path} is seen, and nothing is wider than the screen`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path || '.')
    await computeLittle(page)
    expect(await seeAll(page)).toBe(figures.length)
    await expect(page.locator('.live .complaint')).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

test('a model reads', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('details/')
  const reading = page.locator('#fig-reading')
  await see(reading)
  await reading.locator('.start').tap()
  await settled(reading)
  await expect(page.locator('.live .complaint')).toHaveCount(0)
})
