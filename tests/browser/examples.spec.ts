// The examples that authors copy, as their pages say: from a file, and from a server that sends no headers but the type.

import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { test as base, expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { see } from './reading.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
}

interface Copied {
  /** The folder with the examples and the files that their pages say to copy. */
  folder: string
  /** Where a server offers it. */
  origin: string
}

const test = base.extend<{ complaints: string[] }, { copied: Copied }>({
  copied: [
    async ({ browserName: _ }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'examples-'))
      await copyExamples(folder)
      const server = await serve(folder)
      await use({ folder, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  complaints: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(`uncaught ${error}`))
    page.on('requestfailed', (request) => complaints.push(`not loaded: ${request.url()}`))
    page.on('console', (message) => {
      const asksForIcon = message.location().url.endsWith('/favicon.ico')
      if (['error', 'warning'].includes(message.type()) && !asksForIcon) complaints.push(message.text())
    })
    await use(complaints)
    expect(complaints, 'errors and warnings in the console').toEqual([])
  },
})

async function copyExamples(folder: string): Promise<void> {
  const inline = join(root, 'dist/elements/inline.js')
  for (const example of ['plain-html', 'iframe']) {
    await cp(join(root, 'examples', example), join(folder, example), { recursive: true })
    await copyFile(inline, join(folder, example, 'inline.js'))
  }
  await cp(join(root, 'dist'), join(folder, 'plain-html/whereformer'), { recursive: true })
  const widget = await readFile(join(root, 'examples/myst-jupyter/mystmd/widget.mjs'), 'utf8')
  await writeFile(join(folder, 'whereformer.mjs'), (await readFile(inline, 'utf8')) + widget)
  await writeFile(join(folder, 'empty.html'), '<!doctype html><title>empty</title><main></main>')
}

function serve(folder: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    try {
      const body = await readFile(join(folder, pathname))
      response.setHeader('Content-Type', TYPES[extname(pathname)] ?? 'text/plain').end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

/** Every figure of the page gets a picture of its own when it is seen. @returns their tags and languages */
async function drawn(page: Page | FrameLocator): Promise<string[]> {
  const seen = await page.locator('body').evaluate(numberFigures)
  for (const number of seen.keys()) {
    const figure = page.locator(`[data-number="${number}"]`)
    await see(figure)
    await expect(figure.locator('.stage').first()).toHaveClass(/drawn/)
    await expect(figure.locator('.trouble')).toHaveCount(0)
    await expect(figure.locator('.stage').first().locator('canvas, svg, table').first()).toBeVisible()
  }
  return seen
}

/** Figures that are parts of other figures, which come later, do not count. */
function numberFigures(body: HTMLElement): string[] {
  const tags = 'wf-encoding, wf-rotation, wf-bias, wf-ledger, wf-doors, wf-surgery'
  return [...body.querySelectorAll<HTMLElement>(tags)].map((figure, i) => {
    figure.dataset.number = String(i)
    return `${figure.localName} ${(figure as HTMLElement & { language: string }).language}`
  })
}

const heightOf = (body: HTMLElement) => Math.ceil(body.getBoundingClientRect().height)

/** The one figure of a frame, which has the height that it asks for: the frame has loaded all that it needs. */
async function fitted(frame: Locator, figure: string): Promise<void> {
  await frame.scrollIntoViewIfNeeded()
  await expect(frame.contentFrame().locator('.stage.drawn').first()).toBeVisible()
  expect(await drawn(frame.contentFrame())).toEqual([figure])
  await expect
    .poll(async () => {
      const wanted = await frame.contentFrame().locator('body').evaluate(heightOf)
      return wanted > 300 && Number(await frame.getAttribute('height')) === wanted
    })
    .toBe(true)
}

for (const from of ['file', 'server'] as const) {
  const address = ({ folder, origin }: Copied, path: string) =>
    from === 'file' ? pathToFileURL(join(folder, path)).href : `${origin}/${path}`

  test(`one script and four figures in two languages, from a ${from}`, async ({
    complaints: _,
    copied,
    page,
  }) => {
    await page.goto(address(copied, 'plain-html/index.html'))
    expect(await drawn(page)).toEqual(['wf-encoding en', 'wf-rotation en', 'wf-bias zh', 'wf-ledger en'])
    await expect(page.locator('#rope')).toHaveJSProperty('state', {
      encoding: 'rope',
      length: 32,
      dim: 32,
      parameters: { base: 1000 },
    })
    await expect(page.locator('#now')).toHaveText('{"encoding":"t5","tokens":8,"query":6,"key":2}')
    const position = page.locator('#clocks').getByRole('slider').first()
    await position.focus()
    await position.press('ArrowRight')
    await expect(page).toHaveURL(/#clocks=/)
  })

  test(`frames get the height that they ask for, from a ${from}`, async ({ complaints: _, copied, page }) => {
    await page.goto(address(copied, 'iframe/index.html'))
    for (const [figure, title] of [
      ['wf-rotation en', 'RoPE as clocks'],
      ['wf-bias zh', 'ALiBi 的偏置'],
    ] as const)
      await fitted(page.locator(`iframe[title="${title}"]`), figure)
  })
}

test('a server’s frame needs no more than allow-scripts', async ({ complaints: _, copied, page }) => {
  await page.goto(`${copied.origin}/iframe/index.html`)
  const frame = page.locator('iframe').first()
  await fitted(frame, 'wf-rotation en') // loading it anew would end what it still loads
  await frame.evaluate((element: HTMLIFrameElement) => {
    element.setAttribute('sandbox', 'allow-scripts')
    element.height = '560'
    element.src += '&theme=dark' // a sandbox begins with the next page
  })
  await expect(frame.contentFrame().locator('wf-rotation')).toHaveAttribute('theme', 'dark')
  await fitted(frame, 'wf-rotation en')
})

test('a frame shows nothing that is not a figure', async ({ complaints: _, copied, page }) => {
  for (const element of ['', 'script', 'wf-heat-map', '<img src=x onerror=alert(1)>']) {
    await page.goto(`${copied.origin}/iframe/figure.html?element=${encodeURIComponent(element)}&text=<b>`)
    await expect(page.locator('body')).toContainText('There is no such figure.')
    expect(await page.locator('body :not(script)').count()).toBe(0)
  }
})

test('the one script draws when it is pasted into a page', async ({ complaints: _, copied, page }) => {
  const script = await readFile(join(root, 'dist/elements/inline.js'), 'utf8')
  const html = `<!doctype html><meta charset="utf-8"><title>pasted</title><script>${script}</script><wf-encoding encoding="rope"></wf-encoding>`
  await writeFile(join(copied.folder, 'pasted.html'), html)
  await page.goto(`${copied.origin}/pasted.html`)
  expect(await drawn(page)).toEqual(['wf-encoding en'])
  expect(await page.evaluate(() => document.body.textContent)).toBe('') // no rest of the script that the page would show
})

test('modules beside the page load the figures that are seen', async ({ complaints: _, copied, page }) => {
  await page.goto(`${copied.origin}/plain-html/modules.html`)
  expect(await drawn(page)).toEqual(['wf-doors zh', 'wf-encoding zh', 'wf-surgery en'])
})

test('the widget of MyST draws through the interface of anywidget', async ({
  complaints: _,
  copied,
  page,
}) => {
  await page.goto(`${copied.origin}/empty.html`)
  await page.evaluate(async (url) => {
    const { default: widget } = await import(url)
    const model = new Map<string, unknown>([
      ['element', 'wf-bias'],
      ['lang', 'zh-Hans'],
      ['state', { encoding: 'alibi', heads: 4 }],
    ])
    widget.render({ model, el: document.querySelector('main') })
  }, `${copied.origin}/whereformer.mjs`)
  expect(await drawn(page)).toEqual(['wf-bias zh'])
  await expect(page.locator('wf-bias')).toHaveJSProperty('heads', 4)
})
