// Threads in Chromium: on a page that is cross-origin isolated, on one that is not, and where its policy forbids workers.

import { expect, type Page, test } from '@playwright/test'
import type { CoreOptions, LoadOptions, ThreadsInfo } from 'whereformer'
import { ISOLATED, type Server, serve } from '../support/server.js'
import { root } from './beside.js'

const policy = (...more: string[]) => ({
  ...ISOLATED,
  'content-security-policy': ["script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline'", ...more].join('; '),
})

const servers: Server[] = []

/** An empty page beside the package; every answer of its server has these headers. */
async function openUnder(page: Page, headers: Record<string, string> = {}): Promise<void> {
  const served = { '/': '<!doctype html><title>threads</title>', '/dist/': new URL('dist/', root) }
  const server = await serve(served, '', headers)
  servers.push(server)
  await page.goto(server.address)
}

test.afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

interface Answer {
  threads: ThreadsInfo
  variant: string
  /** Of attention, the same with one thread? */
  same: boolean
}

type Entry = 'web' | 'worker'

/** What load() or loadInWorker() answers on this page. */
const attend = (page: Page, entry: Entry, options: LoadOptions): Promise<Answer> =>
  page.evaluate(
    async ([entry, options]) => {
      type Library = typeof import('whereformer') & typeof import('whereformer/worker')
      const library = (await import(`/dist/${entry}.mjs`)) as Library
      const data = Float32Array.from({ length: 4 * 300 * 32 }, (_, i) => Math.sin(i * i))
      const x = { data, shape: [4, 300, 32] }
      const load = library.load ?? library.loadInWorker
      const [one, several] = await Promise.all([load({ variant: options.variant ?? 'simd' }), load(options)])
      const [expected, actual] = await Promise.all(
        [one, several].map(
          async (wf) =>
            (await wf.attention(x, x, x, { isCausal: true, position: { type: 'alibi' } })).output.data,
        ),
      )
      const same = actual?.every((value, i) => value === expected?.[i]) ?? false
      const { threads, variant } = several.info
      return { threads, variant, same }
    },
    [entry, options] as const,
  )

const entries: Entry[] = ['web', 'worker']

for (const entry of entries) {
  test(`${entry}: an isolated page has the threads that it wants`, async ({ page }) => {
    await openUnder(page, ISOLATED)
    const answer = await attend(page, entry, { threads: 3 })
    expect(answer).toMatchObject({ same: true, threads: { count: 3, wanted: 3 } })
  })

  test(`${entry}: the relaxed core, too`, async ({ page }) => {
    await openUnder(page, ISOLATED)
    const answer = await attend(page, entry, { threads: 2, variant: 'relaxed' })
    expect(answer).toEqual({ same: true, variant: 'relaxed', threads: { count: 2, wanted: 2 } })
  })

  test(`${entry}: a page that is not isolated has one thread, and says so`, async ({ page }) => {
    await openUnder(page)
    const { same, threads } = await attend(page, entry, { threads: 2 })
    expect(same).toBe(true)
    expect(threads).toMatchObject({ count: 1, wanted: 2 })
    expect(threads.reason).toContain('not cross-origin isolated')
  })

  test(`${entry}: without the file of the core with threads there is one thread`, async ({ page }) => {
    await openUnder(page, ISOLATED)
    await page.route('**/core-threads-simd.wasm', (route) => route.fulfill({ status: 404, body: 'no' }))
    const { same, threads } = await attend(page, entry, { threads: 2 })
    expect(same).toBe(true)
    expect(threads).toMatchObject({ count: 1, wanted: 2 })
    expect(threads.reason).toContain('core-threads-simd.wasm')
    expect(threads.reason).toContain('options.wasmUrl')
    expect(threads.reason).not.toContain('whereformer/inline')
  })

  test(`${entry}: where shared memory is refused there is one thread, which says so`, async ({ page }) => {
    await refuseSharedMemory(page, 0)
    await openUnder(page, ISOLATED)
    const files = [{}, { wasmUrl: '/dist/core-threads-simd.wasm' }]
    for (const file of files) {
      const { same, threads } = await attend(page, entry, { threads: 2, ...file })
      expect(same).toBe(true)
      expect(threads).toMatchObject({ count: 1, wanted: 2 })
      expect(threads.reason).toContain('shared memory')
    }
    expect(await lossWith(page, entry, 2)).toBeGreaterThan(1)
  })
}

/** Pages of 64 KiB that a shared memory may announce: iOS grants 1 GiB at most, or less. */
const refuseSharedMemory = (page: Page, most: number) =>
  page.addInitScript((most) => {
    const Memory = WebAssembly.Memory
    WebAssembly.Memory = class extends Memory {
      constructor(wanted: WebAssembly.MemoryDescriptor) {
        if (wanted.shared && (wanted.maximum ?? 0) > most) throw new RangeError('Out of memory')
        super(wanted)
      }
    }
  }, most)

for (const most of [16384, 4096])
  test(`a memory of ${most} pages is taken where more is refused, for training, too`, async ({ page }) => {
    await refuseSharedMemory(page, most)
    await openUnder(page, ISOLATED)
    const answer = await attend(page, 'web', { threads: 2 })
    expect(answer).toMatchObject({ same: true, threads: { count: 2, wanted: 2 } })
    const trained = await page.evaluate(async () => {
      const { load } = (await import('/dist/web.mjs' as string)) as typeof import('whereformer')
      const wf = await load({ threads: 2 })
      const trainer = await wf.trainer({ model: { layers: 1, heads: 2, dModel: 16, vocab: 7 } })
      const { loss } = trainer.step({ inputIds: [[1, 2, 3]], targets: [[2, 3, 4]] })
      return { loss, threads: wf.info.threads }
    })
    expect(trained).toEqual({ loss: expect.any(Number), threads: { count: 2, wanted: 2 } })
  })

test('beyond a smaller memory calls fail with ERR_OOM, and others go on', async ({ page }) => {
  await refuseSharedMemory(page, 4096)
  await openUnder(page, ISOLATED)
  const answer = await page.evaluate(async () => {
    const { load } = (await import('/dist/web.mjs' as string)) as typeof import('whereformer')
    const wf = await load({ threads: 2 })
    const codes: string[] = []
    try {
      wf.tensor([2 ** 27])
    } catch (error) {
      codes.push((error as import('whereformer').WhereformerError).code)
    }
    const half = wf.tensor([2 ** 25])
    half.dispose()
    return codes
  })
  expect(answer).toEqual(['ERR_OOM'])
})

test('where the code for threads does not come there is one thread, which says so', async ({ page }) => {
  await openUnder(page, ISOLATED)
  await page.route('**/dist/code-*.mjs', (route) => route.abort())
  const { same, threads } = await attend(page, 'web', { threads: 2 })
  expect(same).toBe(true)
  expect(threads).toMatchObject({ count: 1, wanted: 2 })
  expect(threads.reason).toContain('the code for threads could not be loaded')
})

/** Of the first step of a trainer. */
const lossWith = (page: Page, entry: Entry, threads: number, core: CoreOptions = {}) =>
  page.evaluate(
    async ([entry, threads, core]) => {
      type Library = typeof import('whereformer') & typeof import('whereformer/worker')
      const library = (await import(`/dist/${entry}.mjs`)) as Library
      const wf = await (library.load ?? library.loadInWorker)({ threads })
      const model = { layers: 1, heads: 2, dModel: 16, vocab: 7 }
      const trainer = await wf.trainer({ model, ...(core.wasmUrl && { core }) })
      return (await trainer.step({ inputIds: [[1, 2, 3]], targets: [[2, 3, 4]] })).loss
    },
    [entry, threads, core] as const,
  )

/** A page that takes scripts from these policies alone. */
const listed = (types: string) =>
  policy('worker-src blob:', "require-trusted-types-for 'script'", `trusted-types ${types}`)

for (const entry of entries) {
  test(`${entry}: a page that lists its trusted types has threads with the policy of the library`, async ({
    page,
  }) => {
    await openUnder(page, listed('whereformer'))
    const answer = await attend(page, entry, { threads: 2 })
    expect(answer).toMatchObject({ same: true, threads: { count: 2, wanted: 2 } })
  })
}

test('both entries share a page that lists its trusted types, where duplicates are allowed', async ({
  page,
}) => {
  await openUnder(page, listed("whereformer 'allow-duplicates'"))
  for (const entry of entries)
    expect(await attend(page, entry, { threads: 2 })).toMatchObject({ same: true, threads: { count: 2 } })
})

for (const entry of entries) {
  test(`${entry}: a trainer shares its steps, with the bits of one thread`, async ({ page }) => {
    const files = wasmFilesOf(page)
    await openUnder(page, ISOLATED)
    const losses = await page.evaluate(async (entry) => {
      type Library = typeof import('whereformer') & typeof import('whereformer/worker')
      const library = (await import(`/dist/${entry}.mjs`)) as Library
      const inputIds = Array.from({ length: 4 }, (_, s) =>
        Array.from({ length: 48 }, (__, i) => (i * 5 + s) % 31),
      )
      const lossesWith = async (threads: number) => {
        const wf = await (library.load ?? library.loadInWorker)({ threads })
        const model = { layers: 1, heads: 4, dModel: 64, dFf: 320, vocab: 31 }
        const trainer = await wf.trainer({ model, seed: 5 })
        const losses: number[] = []
        for (let i = 0; i < 3; i++) losses.push((await trainer.step({ inputIds, targets: inputIds })).loss)
        await trainer.dispose()
        return losses
      }
      return [await lossesWith(1), await lossesWith(2)]
    }, entry)
    expect(losses[0]?.at(-1)).toBeLessThan(losses[0]?.[0] as number)
    expect(losses[1]).toEqual(losses[0])
    expect(files).toEqual(['core-simd.wasm', 'core-train-simd.wasm', 'core-threads-simd.wasm'])
  })

  test(`${entry}: without the file of the core with threads a trainer has one`, async ({ page }) => {
    await openUnder(page, ISOLATED)
    await page.route('**/core-threads-simd.wasm', (route) => route.fulfill({ status: 404, body: 'no' }))
    const files = wasmFilesOf(page)
    expect(await lossWith(page, entry, 2)).toBeGreaterThan(1)
    expect(files).toContain('core-train-simd.wasm')
  })

  test(`${entry}: a trainer names another core, with threads or without`, async ({ page }) => {
    await openUnder(page, ISOLATED)
    const loss = await lossWith(page, entry, 2)
    const files = wasmFilesOf(page)
    for (const file of ['core-threads-simd.wasm', 'core-train-simd.wasm'])
      expect(await lossWith(page, entry, 2, { wasmUrl: `/dist/${file}` })).toBe(loss)
    const own = 'core-threads-simd.wasm'
    expect(files).toEqual([own, own, own, 'core-train-simd.wasm'])
  })
}

/** The cores that the page asks for from now on. */
function wasmFilesOf(page: Page): string[] {
  const files: string[] = []
  page.on('request', (request) => {
    const name = new URL(request.url()).pathname.split('/').at(-1) ?? ''
    if (name.endsWith('.wasm')) files.push(name)
  })
  return files
}

test('under a policy without worker-src threads start from the file beside the module', async ({ page }) => {
  await openUnder(page, policy())
  const answer = await attend(page, 'web', { threads: 2 })
  expect(answer).toMatchObject({ same: true, threads: { count: 2, wanted: 2 } })
})

test('what such a policy forbids is asked for once', async ({ page }) => {
  let violations = 0
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations++
  })
  await openUnder(page, policy())
  for (const options of [{ threads: 2 }, { threads: 2 }, { threads: 3 }])
    expect((await attend(page, 'web', options)).threads.count).toBe(options.threads)
  expect(violations).toBe(1)
})

test('in a worker under such a policy, too', async ({ page }) => {
  await openUnder(page, policy())
  const answer = await attend(page, 'worker', { threads: 2 })
  expect(answer).toMatchObject({ same: true, threads: { count: 2, wanted: 2 } })
})

test('a policy that forbids workers leaves one thread, which says so', async ({ page }) => {
  await openUnder(page, policy("worker-src 'none'"))
  const { same, threads } = await attend(page, 'web', { threads: 2 })
  expect(same).toBe(true)
  expect(threads).toMatchObject({ count: 1, wanted: 2 })
  expect(threads.reason).toContain('no worker could be started')
  expect(threads.reason).toContain('threadUrl')
})

test('without threads nothing of them is downloaded', async ({ page }) => {
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await openUnder(page, ISOLATED)
  await page.evaluate(async () => (await import('/dist/web.mjs' as string)).load())
  expect(files.filter((file) => file.includes('thread'))).toEqual([])
  expect(files.some((file) => file.endsWith('core-simd.wasm'))).toBe(true)
})

for (const killing of ['by its own method', 'behind our back']) {
  test(`a thread that is killed ${killing}: the call that follows at once has the same bits`, async ({
    page,
  }) => {
    await openUnder(page, ISOLATED)
    expect(await attendAfterKilling(page, killing === 'behind our back')).toEqual({
      before: true,
      during: true,
      after: true,
      atOnce: killing === 'behind our back' ? 2 : 1,
      threads: { count: 1, wanted: 2, reason: '1 of 2 threads stopped, or did not answer for seconds' },
    })
  })
}

const attendAfterKilling = (page: Page, behindOurBack: boolean) =>
  page.evaluate(async (behindOurBack) => {
    const { load } = (await import('/dist/web.mjs' as string)) as typeof import('whereformer')
    const workers: Worker[] = []
    const original = Worker
    globalThis.Worker = class extends original {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given)
        workers.push(this)
      }
    }
    const wf = await load({ threads: 2 })
    const data = Float32Array.from({ length: 8 * 2500 * 64 }, (_, i) => Math.sin(i * i))
    const x = { data, shape: [8, 2500, 64] }
    const expected = (await load()).attention(x, x, x).output.data
    const same = () => wf.attention(x, x, x).output.data.every((value, i) => value === expected[i])
    const before = same()
    if (behindOurBack) original.prototype.terminate.call(workers[0])
    else workers[0]?.terminate()
    const atOnce = wf.info.threads.count
    const during = same()
    // browsers end a worker when the page has a turn; asleep then, it is missed by a later call
    while (wf.info.threads.count > 1) {
      await new Promise((resolve) => setTimeout(resolve))
      same()
    }
    return { before, atOnce, during, after: same(), threads: wf.info.threads }
  }, behindOurBack)
