// One script for all workers, dist/worker-thread.js, in Chromium: the library with and without threads, and runs of the lab. Where it cannot
// be had, each of them says so.

import { expect, type Page, test } from '@playwright/test'
import { ISOLATED, type Server, serve } from '../support/server.js'
import { root } from './beside.js'

let server: Server

/** Workers are of the page's own origin alone. */
test.beforeEach(async ({ page }) => {
  const policy = "script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline'; worker-src 'self'"
  const served = {
    '/': '<!doctype html><title>workers</title>',
    '/silent.js': 'addEventListener("message", () => {})',
    '/dist/': new URL('dist/', root),
  }
  server = await serve(served, '', { ...ISOLATED, 'content-security-policy': policy })
  await page.goto(server.address)
})

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
