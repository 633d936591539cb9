// Where authors put figures: sandboxed frames without headers, files without a server, strict policies, offline pages.

import { readFileSync } from 'node:fs'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, ORIGIN, test } from './figures.js'

const inline = fileURLToPath(new URL('../../../dist/elements/inline.js', import.meta.url))
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

test('in a sandboxed srcdoc frame the inline build computes in a worker', async ({ figures, page }) => {
  const frame = `<!doctype html><html lang="en"><body><script>${readFileSync(inline, 'utf8').replaceAll('</script', '<\\/script')}</script><wf-encoding></wf-encoding></body></html>`
  await figures.open(
    `<iframe sandbox="allow-scripts" width="900" height="1200" srcdoc="${escaped(frame)}"></iframe>`,
    { script: '' },
  )
  const figure = page.frameLocator('iframe').locator('wf-encoding')
  await expect(figure.locator('.stage.drawn')).toBeVisible()
  await expect(figure.locator('.trouble')).toHaveCount(0)
  await figure.getByRole('button', { name: 'Figure menu' }).click()
  await expect(figure.getByRole('button', { name: 'Copy link' })).toHaveCount(0) // such a frame has no address
  await expect.poll(() => page.workers().length).toBe(1)
})

test('where workers are refused a figure computes on the main thread', async ({ figures, page }) => {
  await page.addInitScript(() => {
    window.Worker = class {
      constructor() {
        throw new DOMException('workers are refused here', 'SecurityError')
      }
    } as unknown as typeof Worker
  })
  await figures.open('<wf-encoding encoding="rope"></wf-encoding>')
  const figure = await figures.ready('wf-encoding')
  const pixels = await figures.pixels(figure)
  await figure.locator('#encoding').selectOption('alibi')
  await expect.poll(() => figures.pixels(figure)).not.toBe(pixels)
  expect(page.workers()).toHaveLength(0)
})

test('from a file, without any server, the inline build works', async ({ figures, page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'figures-'))
  try {
    await copyFile(inline, join(folder, 'inline.js'))
    await writeFile(
      join(folder, 'page.html'),
      '<!doctype html><html lang="en"><meta charset="utf-8"><script src="inline.js"></script><wf-encoding></wf-encoding><wf-rotation></wf-rotation>',
    )
    await page.goto(pathToFileURL(join(folder, 'page.html')).href)
    await figures.ready('wf-encoding')
    await page.locator('wf-rotation').scrollIntoViewIfNeeded()
    await figures.ready('wf-rotation')
    expect(page.workers()).toHaveLength(1)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('works under a strict content security policy with trusted types', async ({ figures, page }) => {
  const policy = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    'worker-src blob:',
    "connect-src 'self'",
    "img-src 'self' blob: data:",
    "require-trusted-types-for 'script'",
  ].join('; ')
  figures.tolerate(/Applying inline style violates/) // the style of this test's own page
  await figures.open(
    '<wf-bias></wf-bias><wf-encoding view="decay" encoding="rope"></wf-encoding><wf-rotation></wf-rotation>',
    {
      head: `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    },
  )
  for (const tag of ['wf-bias', 'wf-encoding', 'wf-rotation']) {
    await page.locator(tag).scrollIntoViewIfNeeded()
    const figure = await figures.ready(tag)
    await expect(figure.locator('.trouble')).toHaveCount(0)
  }
  await expect(page.locator('wf-encoding math')).toHaveCount(1)
})

test('once it has loaded, a figure works offline', async ({ figures, context }) => {
  await figures.open('<wf-encoding></wf-encoding>')
  const figure = await figures.ready('wf-encoding')
  const pixels = await figures.pixels(figure)
  await context.route(`${ORIGIN}/**`, (route) => route.abort())
  await figure.locator('#encoding').selectOption('kerple')
  await expect.poll(() => figures.pixels(figure)).not.toBe(pixels)
  await expect(figure.locator('.trouble')).toHaveCount(0)
})

test('a figure that moves to the document of a frame and back is styled, computes, and complains of nothing', async ({
  figures,
  page,
}) => {
  await figures.open('<wf-encoding encoding="rope" length="16"></wf-encoding><iframe></iframe>')
  await figures.ready('wf-encoding')
  const moved = await page.evaluate(async () => {
    const figure = document.querySelector('wf-encoding') as HTMLElement & { updateComplete: Promise<boolean> }
    const frame = document.querySelector('iframe')?.contentDocument as Document
    const settled = async (encoding: string) => {
      const ready = new Promise((resolve) => figure.addEventListener('wf-ready', resolve, { once: true }))
      figure.setAttribute('encoding', encoding)
      await ready
      await figure.updateComplete
      const inner = figure.shadowRoot?.querySelector('wf-matrix-view')
      const sheets = [figure, inner].map((one) => one?.shadowRoot?.adoptedStyleSheets.length ?? 0)
      return [...sheets, getComputedStyle(figure).display]
    }
    const seen = [await settled('alibi')]
    frame.body.append(frame.adoptNode(figure))
    seen.push(await settled('t5'))
    const other = frame.body.appendChild(frame.adoptNode(document.createElement('wf-bias'))) as typeof figure
    await other.updateComplete // made there: its root never was in the document of the page
    seen.push([other.shadowRoot?.adoptedStyleSheets.length ?? 0])
    document.body.append(document.adoptNode(figure))
    seen.push(await settled('kerple'))
    return seen
  })
  const [first, there, made, back] = moved
  expect(first?.[2]).toBe('block')
  expect(there).toEqual(first)
  expect(back).toEqual(first)
  expect(made?.[0]).toBeGreaterThan(0)
})
