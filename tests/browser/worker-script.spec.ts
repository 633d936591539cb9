// One script for all workers, dist/worker-thread.js, in Chromium: the library with and without threads, and runs of the lab; what few workers
// need comes with a second one, dist/worker-further.js. Where they cannot be had, each of them says so.

import { expect, type Page, test } from '@playwright/test'
import { golden } from '../support/golden.js'
import { bytesOf, goldenModel } from '../support/models.js'
import { ISOLATED, type Server, serve } from '../support/server.js'
import { root } from './beside.js'

let server: Server

/** Workers are of the page's own origin alone. */
const OWN = "script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline'; worker-src 'self'"

test.beforeEach(async ({ page }) => open(page, OWN))

async function open(page: Page, policy: string): Promise<void> {
  const served = {
    '/': '<!doctype html><title>workers</title>',
    '/silent.js': 'addEventListener("message", () => {})',
    '/dist/': new URL('dist/', root),
  }
  server = await serve(served, '', { ...ISOLATED, 'content-security-policy': policy })
  await page.goto(server.address)
}

test.afterEach(() => server.close())

type Use = 'library' | 'threads' | 'lab'

const uses: Use[] = ['library', 'threads', 'lab']

/** What is computed in a worker of this script, or the message of the error. */
const compute = (page: Page, use: Use, workerUrl: string) =>
  page.evaluate(
    async ([use, workerUrl]) => {
      try {
        if (use === 'lab') {
          const { run } = (await import('/dist/lab.mjs' as string)) as typeof import('whereformer/lab')
          const sizes = { trainLength: 4, testLengths: [4], testCount: 8, steps: 2, batch: 4, seeds: 1 }
          const reports = run({ task: 'copy', encodings: ['rope'], ...sizes }, { workerUrl, workers: 1 })
          const kinds: string[] = []
          for await (const report of reports) {
            if (report.kind === 'failure') return report.error.message
            kinds.push(report.kind)
          }
          return kinds.at(-1)
        }
        const { loadInWorker } = (await import(
          '/dist/worker.mjs' as string
        )) as typeof import('whereformer/worker')
        const wf = await loadInWorker({ workerUrl, threads: use === 'threads' ? 2 : 1 })
        const { data } = await wf.embed({ type: 'sinusoidal' }, { length: 1, dim: 2 })
        wf.terminate()
        return `${data} with ${wf.info.threads.count}`
      } catch (error) {
        return (error as Error).message
      }
    },
    [use, workerUrl] as const,
  )

const RESULTS = { library: '0,1 with 1', threads: '0,1 with 2', lab: 'results' }

for (const use of uses) {
  test(`${use}: computes in the script that a page names`, async ({ page }) => {
    const scripts: string[] = []
    page.on('worker', (worker) => scripts.push(new URL(worker.url()).pathname))
    expect(await compute(page, use, '/dist/worker-thread.js')).toBe(RESULTS[use])
    expect(scripts[0]).toBe('/dist/worker-thread.js')
  })

  test(`${use}: a script that is missing is a sentence`, async ({ page }) => {
    const message = await compute(page, use, '/dist/nothing.js')
    expect(message).toContain('no worker could be started')
    expect(message).toContain('"whereformer/worker-thread.js"')
  })

  test(`${use}: a script that is another, and says nothing, is a sentence after half a minute`, async ({
    page,
  }) => {
    await page.clock.install()
    let message: string | undefined
    compute(page, use, '/silent.js').then((text) => {
      message = text
    })
    const later = async () => {
      await page.clock.fastForward(60_000)
      return message ?? ''
    }
    await expect.poll(later).toMatch(/no worker could be started .*30 seconds/)
  })
}

/** What identify() finds in a worker, or the message of the error. */
const identified = (page: Page, workerUrl: string | undefined) =>
  page.evaluate(async (workerUrl) => {
    try {
      const { loadInWorker } = (await import(
        '/dist/worker.mjs' as string
      )) as typeof import('whereformer/worker')
      const wf = await loadInWorker(workerUrl === undefined ? {} : { workerUrl })
      const data = Float32Array.from({ length: 64 }, (_, i) => Math.sin(i * i))
      const input = { data, shape: [8, 8] }
      const output = await wf.rotate({ type: 'rope' }, input)
      const { explanations } = await wf.identify({ input, output })
      wf.terminate()
      return JSON.stringify(explanations)
    } catch (error) {
      return (error as Error).message
    }
  }, workerUrl)

/** The last hidden states of a picture that a worker reads, and the shape of its positions for another size. */
const seen = (page: Page, workerUrl: string | undefined) => {
  const { request } = goldenModel('vit-f32')
  const { data, shape } = golden('models/vit-f32/expected.safetensors').tensor('larger.pixelValues')
  const files = { config: request.config, weights: [...bytesOf(goldenModel('vit-f32'))] }
  return page.evaluate(
    async ({ workerUrl, files, pixels, shape }) => {
      const { loadInWorker } = (await import(
        '/dist/worker.mjs' as string
      )) as typeof import('whereformer/worker')
      const wf = await loadInWorker(workerUrl === undefined ? {} : { workerUrl })
      const model = await wf.loadModel({ config: files.config, weights: Uint8Array.from(files.weights) })
      const pixelValues = { data: Float32Array.from(pixels), shape }
      const { lastHiddenState } = await model.forward(
        { pixelValues, interpolatePosEncoding: true },
        { return: ['lastHiddenState'] },
      )
      const position = await model.interpolatePosEncoding(8, 11)
      wf.terminate()
      return { states: [...lastHiddenState.data], position }
    },
    { workerUrl, files, pixels: [...data], shape },
  )
}

const BLOBS = "script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline' blob:"
const TYPED = "; require-trusted-types-for 'script'; trusted-types whereformer"

const SELF = '/dist/worker-thread.js'
const places: [where: string, workerUrl: string | undefined, policy: string, requests: number][] = [
  ['beside the module of a page that names the first', SELF, OWN, 1],
  ['there with trusted types', SELF, OWN + TYPED, 1],
  ['as text, where workers start from a blob', undefined, BLOBS, 1],
  ['as text with trusted types', undefined, BLOBS + TYPED, 1],
  [
    'beside the module, where only workers may be blobs',
    undefined,
    OWN.replace("worker-src 'self'", 'worker-src blob:'),
    2,
  ],
]

for (const [where, workerUrl, policy, requests] of places) {
  test(`the second script is found ${where}`, async ({ page }) => {
    server.close()
    await open(page, policy)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    expect(await identified(page, workerUrl)).toContain('"rope"')
    expect(asked.filter((path) => path === '/dist/worker-further.js')).toHaveLength(requests)
  })
}

test('a model that reads pictures comes with the second script', async ({ page }) => {
  server.close()
  await open(page, OWN)
  const { states, position } = await seen(page, SELF)
  const expected = golden('models/vit-f32/expected.safetensors').tensor('larger.lastHiddenState').data
  expect(states).toHaveLength(expected.length)
  const largest = Math.max(...expected.map(Math.abs))
  for (const [i, x] of states.entries())
    expect(Math.abs(x - (expected[i] as number))).toBeLessThan(1e-5 * largest)
  expect(position).toMatchObject({ type: 'learned', table: { shape: [21, 16] } })
})

test('a second script that is missing is a sentence', async ({ page }) => {
  await page.route('**/worker-further*', (route) => route.abort())
  const message = await identified(page, '/dist/worker-thread.js')
  expect(message).toContain('the second script of the worker could not be loaded')
  expect(message).toContain('"whereformer/worker-further.js"')
})
