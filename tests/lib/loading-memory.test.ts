// Loading holds the weights once, in WebAssembly, and beside them next to nothing; whatever stops it gives everything back.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Core } from '../../web/lib/boundary/core.js'
import type { Progress } from '../../web/lib/checkpoint/progress.js'
import type { WeightsSource } from '../../web/lib/checkpoint/shards.js'
import { loadModel } from '../../web/lib/model/load-model-on-demand.js'
import { expectRejection } from '../support/errors.js'
import { largeConfig, largeFile, largeStream } from './support/large-checkpoint.js'
import { startCore } from './support/raw-core.js'

setFlagsFromString('--expose-gc')
// Otherwise buffers that were collected count as used until another thread gets round to freeing them.
setFlagsFromString('--no-concurrent-array-buffer-sweeping')
const collectGarbage = runInNewContext('gc') as () => void

const noAddresses = () => Promise.reject(new Error('nothing is opened by address'))

let core: Core
let memory: () => number

beforeAll(async () => {
  ;({ core, memory } = await startCore())
})

const load = (
  weights: WeightsSource,
  options: { signal?: AbortSignal; onProgress?: (p: Progress) => void } = {},
) => loadModel(core, noAddresses, { config: largeConfig, weights, ...options })

const alive = () => core.call((raw) => raw.liveHandles({})).count

/** Array buffers that are still in use. */
function buffers(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

/** Lets what was made for a source go before anything is counted. */
async function settled(): Promise<number> {
  for (let i = 0; i < 5; i++) {
    collectGarbage()
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return buffers()
}

async function blobOf(stream: ReadableStream<Uint8Array>): Promise<Blob> {
  return new Response(stream).blob()
}

describe.each(['F32', 'BF16'] as const)('%s', (dtype) => {
  const file = largeFile(dtype)

  test.each<[string, () => Promise<WeightsSource>]>([
    ['a stream', async () => largeStream(file)],
    ['a Blob', () => blobOf(largeStream(file))],
  ])('the peak is at most 1.2 times the weights: %s', async (_, source) => {
    ;({ core, memory } = await startCore())
    const weights = await source()
    const [wasmBefore, buffersBefore] = [memory(), await settled()]
    let [peak, next] = [0, 0]
    const model = await load(weights, {
      onProgress: ({ loaded }) => {
        if (loaded < next) return
        next = loaded + 2 ** 21
        peak = Math.max(peak, memory() - wasmBefore + buffers() - buffersBefore)
      },
    })
    peak = Math.max(peak, memory() - wasmBefore + buffers() - buffersBefore)
    expect(model.forward({ inputIds: [1, 2] }).logits.shape).toEqual([2, 5000])
    model.dispose()
    expect(file.weightBytes).toBeGreaterThan(17e6)
    expect(peak).toBeGreaterThan(0.8 * file.weightBytes) // the measure sees the weights; some memory was free before
    expect(peak / file.weightBytes).toBeLessThanOrEqual(1.2)
  })

  test('loading again does not grow the memory', async () => {
    ;(await load(largeStream(file))).dispose()
    const before = memory()
    for (let i = 0; i < 3; i++) (await load(largeStream(file))).dispose()
    expect(memory()).toBe(before)
    expect(alive()).toBe(0)
  })

  test('neither does an abort in the middle, nor a file that ends early or goes on', async () => {
    ;(await load(largeStream(file))).dispose()
    const before = memory()
    const controller = new AbortController()
    const onProgress = ({ loaded }: Progress) => {
      if (loaded > file.dataBytes / 2) controller.abort()
    }
    await expectRejection(load(largeStream(file), { signal: controller.signal, onProgress }), 'ERR_ABORTED')
    expect(alive()).toBe(0)
    for (const length of [file.dataBytes - 1, file.dataBytes + 1]) {
      await expectRejection(load(largeStream(file, length)), 'ERR_PARSE', 'weights', 'bytes of data')
      expect(alive()).toBe(0)
    }
    const model = await load(largeStream(file))
    expect(model.forward({ inputIds: [3] }).logits.data.every(Number.isFinite)).toBe(true)
    model.dispose()
    expect(memory()).toBe(before)
  })
})

test('bytes in memory are not copied', async () => {
  const file = largeFile('F32')
  const bytes = new Uint8Array(await new Response(largeStream(file)).arrayBuffer())
  const before = await settled()
  let most = 0
  const model = await load(bytes, { onProgress: () => (most = Math.max(most, buffers() - before)) })
  model.dispose()
  expect(most).toBeLessThan(4 * 2 ** 20)
})

test('while memory is read, others get their turn, and an abort takes effect', async () => {
  const bytes = new Uint8Array(await new Response(largeStream(largeFile('BF16'))).arrayBuffer())
  const controller = new AbortController()
  let [turns, now] = [0, 0]
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 20)) // as if each piece took long
  const timer = setInterval(() => {
    if (++turns === 2) controller.abort()
  }, 0)
  const loading = load([bytes], { signal: controller.signal }).then((model) => model.dispose())
  await loading.catch((error) => expect(error.code).toBe('ERR_ABORTED'))
  clearInterval(timer)
  clock.mockRestore()
  expect(turns).toBeGreaterThan(0)
  expect(alive()).toBe(0)
})

test.each(['F32', 'BF16'] as const)('%s is rounded to 8 bits as it arrives', async (dtype) => {
  const file = largeFile(dtype)
  ;({ core, memory } = await startCore())
  const [wasmBefore, buffersBefore] = [memory(), await settled()]
  const count = file.weightBytes / (dtype === 'F32' ? 4 : 2)
  let peak = 0
  const onProgress = () => {
    peak = Math.max(peak, memory() - wasmBefore + buffers() - buffersBefore)
  }
  const request = { config: largeConfig, weights: largeStream(file), onProgress }
  const model = await loadModel(core, noAddresses, request, { weights: 'q8' })
  expect(model.forward({ inputIds: [1, 2] }).logits.shape).toEqual([2, 5000])
  model.dispose()
  expect(memory() - wasmBefore).toBeLessThan(1.2 * 1.0625 * count)
  expect(peak).toBeLessThan(1.2 * 1.0625 * count + 4 * 2 ** 20) // beside them a few pieces
})
