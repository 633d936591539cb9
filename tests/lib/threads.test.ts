// The helpers of a core with threads, from source: one is killed in the middle of a unit, others do not start, the core crashes.

import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
// @ts-expect-error the declarations beside it are for the name without m
import createCore from '../../build/wasm-threads-simd/whereformer-core.mjs'
import { attention } from '../../web/lib/attention/attention.js'
import type { HelperWork } from '../../web/lib/threads/helper.js'
import { type ParallelCore, parallelCore } from '../../web/lib/threads/parallel-core.js'
import type { Helper, ThreadPlatform } from '../../web/lib/threads/platform.js'
import { Random } from '../support/random.js'

const file = new URL('../../dist/core-threads-simd.wasm', import.meta.url)
const module = new WebAssembly.Module(readFileSync(file))
const random = new Random(5)
const [query, key, value] = [random.tensor(8, 600, 64), random.tensor(8, 600, 64), random.tensor(8, 600, 64)]

const attend = ({ core }: ParallelCore) => attention(core, query, key, value, {}).output.data

let expected: Float32Array
let script: string
let manager: Worker

// Another thread starts the helpers, because only it can stop them while this one is in a call of the core.
const MANAGER = `
const { parentPort, Worker } = require('node:worker_threads')
const helpers = new Map()
parentPort.on('message', ({ id, script, work, killAt }) => {
  if (!work) return helpers.get(id)?.terminate()
  const helper = new Worker(new URL('data:text/javascript,' + encodeURIComponent(script)), { workerData: work })
  helpers.set(id, helper)
  helper.once('message', () => {
    parentPort.postMessage(id)
    if (killAt === undefined) return
    const state = new Int32Array(work.memory.buffer, work.state, 2) // alive, and the unit that it computes
    const look = () => (state[1] >= killAt ? helper.terminate() : setImmediate(look))
    look()
  })
})
`

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: ['web/lib/threads/helper-node.ts'],
    ...{ bundle: true, write: false, format: 'esm', platform: 'node' },
  })
  script = outputFiles[0]?.text ?? ''
  manager = new Worker(MANAGER, { eval: true })
  expected = attend(await started(1, {})).slice()
})

afterAll(async () => {
  await manager.terminate()
})

let lastId = 0

/** `killAt`: the first helper is killed in a unit from this one on. */
function started(
  count: number,
  { killAt, refuse = 0 }: { killAt?: number; refuse?: number },
): Promise<ParallelCore> {
  let opened = 0
  const open: ThreadPlatform['open'] = async (work) => {
    if (opened++ < refuse) throw new Error('made to refuse')
    return helperOf(work, opened === 1 ? killAt : undefined)
  }
  return parallelCore(module, { glue: createCore, open }, { wanted: count, count })
}

async function helperOf(work: HelperWork, killAt: number | undefined): Promise<Helper> {
  const id = ++lastId
  const ready = new Promise<void>((resolve) => {
    manager.on('message', (answered) => answered === id && resolve())
  })
  manager.postMessage({ id, script, work, killAt })
  await ready
  return { end: () => manager.postMessage({ id }) }
}

describe('a thread that is killed while it computes', () => {
  test.each([2, 3])(
    'of %i: the call completes with the same bits, and the instance goes on',
    async (count) => {
      const parallel = await started(count, { killAt: 0 })
      expect(parallel.threads()).toEqual({ count, wanted: count })
      expect(attend(parallel)).toEqual(expected)
      expect(parallel.threads()).toEqual({
        count: count - 1,
        wanted: count,
        reason: `1 of ${count} threads stopped, or did not answer for seconds`,
      })
      expect(attend(parallel)).toEqual(expected)
    },
  )
})

describe('threads that do not start', () => {
  test.each([
    [2, 1],
    [3, 1],
    [3, 2],
  ])('of %i: %i', async (count, refuse) => {
    const parallel = await started(count, { refuse })
    expect(parallel.threads()).toEqual({ count: count - refuse, wanted: count, reason: 'made to refuse' })
    expect(attend(parallel)).toEqual(expected)
  })
})

test('after a crash there is a new instance with new threads', async () => {
  const parallel = await started(3, {})
  const { core } = parallel
  expect(() =>
    core.call(() => {
      throw new WebAssembly.RuntimeError('made to trap')
    }),
  ).toThrow('stopped')
  expect(parallel.threads()).toEqual({ count: 1, wanted: 3, reason: 'the core is restarting' })
  await core.ready()
  expect(parallel.threads()).toEqual({ count: 3, wanted: 3 })
  expect(attend(parallel)).toEqual(expected)
})
