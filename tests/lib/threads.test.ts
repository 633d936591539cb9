// The helpers of a core with threads, from source: one is killed in the middle of a unit, with or without a report, others do not start, the
// core crashes.

import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
// @ts-expect-error the declarations beside it are for the name without m
import createCore from '../../build/wasm-threads-simd/whereformer-core.mjs'
import { attention } from '../../web/lib/attention/attention.js'
import type { HelperWork } from '../../web/lib/threads/helper.js'
import { type ParallelCore, parallelCore } from '../../web/lib/threads/parallel-core.js'
import type { Helper, ThreadPlatform } from '../../web/lib/threads/platform.js'
import { startTrainer } from '../../web/lib/train/start.js'
import { type TrainerOptions, trainerPlan } from '../../web/lib/train/trainer-options.js'
import { Random } from '../support/random.js'

const module = new WebAssembly.Module(
  readFileSync(new URL('../../dist/core-threads-simd.wasm', import.meta.url)),
)
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
parentPort.on('message', ({ id, script, work, killAt, silently }) => {
  if (!work) return helpers.get(id)?.terminate()
  const helper = new Worker(new URL('data:text/javascript,' + encodeURIComponent(script)), { workerData: work })
  helpers.set(id, helper)
  helper.once('message', () => {
    parentPort.postMessage(id)
    if (killAt === undefined) return
    const state = new Int32Array(work.memory.buffer, work.state, 2) // of its life, and the unit that it computes
    const kill = async () => {
      await helper.terminate()
      if (!silently) Atomics.store(state, 0, 2)
    }
    const look = () => (state[1] >= killAt ? kill() : setImmediate(look))
    look()
  })
})
`

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: ['web/lib/threads/helper-node.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  })
  script = outputFiles[0]?.text ?? ''
  manager = new Worker(MANAGER, { eval: true }).setMaxListeners(0)
  expected = attend(await started(1, {})).slice()
})

afterAll(async () => {
  await manager.terminate()
})

let lastId = 0

interface Fate {
  /** So many do not start. */
  refuse?: number
  /** The first one that does is killed in a unit from this one on. */
  killAt?: number
  /** And nobody says so. */
  silently?: boolean
}

function started(count: number, { killAt, silently, refuse = 0 }: Fate): Promise<ParallelCore> {
  let opened = 0
  const open: ThreadPlatform['open'] = async (work) => {
    if (opened++ < refuse) throw new Error('made to refuse')
    return helperOf(work, opened === refuse + 1 ? { killAt, silently } : {})
  }
  return parallelCore(module, { glue: createCore, open }, { wanted: count, count })
}

async function helperOf(work: HelperWork, fate: Record<string, unknown>): Promise<Helper> {
  const id = ++lastId
  const ready = new Promise<void>((resolve) => {
    manager.on('message', (answered) => answered === id && resolve())
  })
  manager.postMessage({ id, script, work, ...fate })
  await ready
  return { end: () => manager.postMessage({ id }) }
}

/** Who kills it may be late: the machine has other things to do. */
function untilOneIsLost<T>({ threads }: ParallelCore, call: () => T): T[] {
  const { count } = threads()
  const answers: T[] = []
  while (threads().count === count) answers.push(call())
  return answers
}

describe('a thread that is killed while it computes', () => {
  test.each([2, 3])(
    'of %i: the call completes with the same bits, and the instance goes on',
    async (count) => {
      const parallel = await started(count, { killAt: 0 })
      expect(parallel.threads()).toEqual({ count, wanted: count })
      for (const output of untilOneIsLost(parallel, () => attend(parallel))) expect(output).toEqual(expected)
      expect(parallel.threads()).toEqual({
        count: count - 1,
        wanted: count,
        reason: `1 of ${count} threads stopped, or did not answer for seconds`,
      })
      expect(attend(parallel)).toEqual(expected)
    },
  )
})

describe('a thread that is killed while it computes, of which nobody hears', () => {
  afterEach(() => vi.restoreAllMocks())

  test('is waited for, and then the core is given up with its memory: another one goes on', async () => {
    // as on the main thread of a page, which may not sleep; and its clock runs ahead
    vi.spyOn(Atomics, 'wait').mockImplementation(() => {
      throw new TypeError('may not wait')
    })
    const parallel = await started(2, { killAt: 0, silently: true })
    let ahead = 0
    const clock = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => {
      ahead += 1000
      return clock() + ahead
    })
    const { core } = parallel
    const { generation } = core
    const answers: Float32Array[] = []
    expect(() => {
      for (;;) answers.push(attend(parallel))
    }).toThrow(expect.objectContaining({ code: 'ERR_CRASHED' }))
    for (const output of answers) expect(output).toEqual(expected)
    await core.ready()
    expect(core.generation).toBe(generation + 1)
    expect(parallel.threads()).toEqual({ count: 2, wanted: 2 })
    expect(attend(parallel)).toEqual(expected)
  })
})

const options: TrainerOptions = { model: { layers: 1, heads: 6, dModel: 192, dFf: 768, vocab: 64 } }
const inputIds = Array.from({ length: 8 }, (_, s) =>
  Array.from({ length: 64 }, (__, i) => (7 * i + 3 * s) % 64),
)

/** Its steps return their loss. */
function trainerOf({ core }: ParallelCore): () => number {
  const trainer = startTrainer(core, trainerPlan(options))
  return () => trainer.step({ inputIds, targets: inputIds }).loss
}

describe('a thread that is killed in a step of training', () => {
  test.each([2, 3])('of %i: the steps have the same bits', async (count) => {
    const parallel = await started(count, { killAt: 3 })
    const step = trainerOf(parallel)
    const losses = [...untilOneIsLost(parallel, step), step()]
    const alone = trainerOf(await started(1, {}))
    expect(losses).toEqual(losses.map(alone))
  })
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

  test('and one that is killed later: both are said', async () => {
    const parallel = await started(3, { refuse: 1, killAt: 0 })
    for (const output of untilOneIsLost(parallel, () => attend(parallel))) expect(output).toEqual(expected)
    const reason = 'made to refuse; 1 of 3 threads stopped, or did not answer for seconds'
    expect(parallel.threads()).toEqual({ count: 1, wanted: 3, reason })
  })
})

test('after a crash there is a new instance with new threads; trainers are lost', async () => {
  const parallel = await started(3, {})
  const { core } = parallel
  const step = trainerOf(parallel)
  const loss = step()
  expect(() =>
    core.call(() => {
      throw new WebAssembly.RuntimeError('made to trap')
    }),
  ).toThrow('stopped')
  expect(parallel.threads()).toEqual({ count: 1, wanted: 3, reason: 'the core is restarting' })
  await core.ready()
  expect(parallel.threads()).toEqual({ count: 3, wanted: 3 })
  expect(attend(parallel)).toEqual(expected)
  expect(step).toThrow(expect.objectContaining({ code: 'ERR_CRASHED' }))
  expect(trainerOf(parallel)()).toBe(loss)
})
