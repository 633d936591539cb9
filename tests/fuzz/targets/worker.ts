// A worker through sequences of calls, some of them wrong, at once or one by one, with crashes, aborts and transferred results: every
// promise settles, with the answer of the library here or a WhereformerError, and the next call works.

import { readFileSync } from 'node:fs'
import type { Model, Whereformer } from 'whereformer'
import { loadInWorker, type WorkerModel, type WorkerWhereformer } from 'whereformer/worker'
import { bytesOf, goldenModel } from '../../support/models.js'
import { packageFile } from '../../support/package-files.js'
import type { Random } from '../../support/random.js'
import { NodeWorker } from '../../support/worker-threads.js'
import { type Bench, Fault, type Outcome, type Target } from '../target.js'
import { asJson, hostile, type Json, live } from '../values.js'
import { withKnown } from './known.js'

export const worker: Target = { name: 'worker', short: 150, slowest: 20_000, open }

const STEPS = [
  'softmax',
  'rotate',
  'embed',
  'bias',
  'forward',
  'generate',
  'wrong',
  'transfer',
  'abort',
] as const

interface Step {
  do: (typeof STEPS)[number] | 'crash'
  /** Waits until everything before has settled. */
  wait: boolean
  value: Json
}

function make(random: Random): Json {
  const steps = Array.from({ length: random.integer(1, 12) }, () => ({
    do: random.integer(0, 40) === 0 ? 'crash' : random.pick(STEPS),
    wait: random.flag(),
    value: sendable(hostile(random)),
  }))
  return steps as unknown as Json
}

// A clone of these is another thing, or a plain one.
const sendable = (value: Json): Json =>
  /"(lying|resizable|shared|detached|claims)"/.test(JSON.stringify(value)) ? null : value

const noise = { $: 'noise', shape: [2, 3, 4], seed: 5 }
const folder = goldenModel('llama-f16-gqa')
const request = { config: folder.request.config, weights: bytesOf(folder) }

/** What both sides have. */
type Both = [Whereformer | WorkerWhereformer, Model | WorkerModel]

const asked: Readonly<Record<string, (both: Both, value: Json) => unknown>> = {
  softmax: ([wf]) => wf.softmax(live(noise) as never),
  rotate: ([wf]) => wf.rotate({ type: 'rope' }, live(noise) as never),
  embed: ([wf]) => wf.embed({ type: 'sinusoidal' }, { length: 5, dim: 8 }),
  bias: ([wf]) => wf.bias({ type: 'alibi' }, { heads: 2, queries: 3, keys: 4, queryOffset: 1 }),
  forward: ([, model]) => model.forward({ inputIds: [1, 2, 3] }),
  generate: ([, model]) => model.generate([1, 2], { maxNewTokens: 4 }),
  wrong: ([wf, model], value) =>
    JSON.stringify(value).length % 2
      ? wf.softmax(live(value) as never)
      : model.forward({ inputIds: live(value) } as never),
}

async function open(): Promise<Bench> {
  const outer = globalThis.Worker
  Object.assign(globalThis, { Worker: NodeWorker })
  const { wf, known } = await withKnown()
  const here = await wf.loadModel(request)
  const wasmModule = new WebAssembly.Module(readFileSync(packageFile('core-simd.wasm')))
  const remote = await loadInWorker({ wasmModule })
  const model = await remote.loadModel(request)
  const expected = new Map<string, Promise<string>>()
  const answerHere = (step: Step) => {
    const key = JSON.stringify([step.do, step.do === 'wrong' ? step.value : null])
    if (!expected.has(key))
      expected.set(
        key,
        textOf(async () => asked[step.do]?.([wf, here], step.value)),
      )
    return expected.get(key) as Promise<string>
  }

  async function run(json: Json): Promise<Outcome> {
    const steps = (Array.isArray(json) ? json : []) as unknown as Step[]
    const pending: Promise<void>[] = []
    let crashes = 0
    const crashed: NodeWorker[] = []
    for (const step of steps) {
      if (step.wait) await Promise.all(pending)
      if (step.do === 'crash') {
        crashes++
        const now = NodeWorker.all.at(-1) as NodeWorker
        now.crash()
        crashed.push(now)
      } else pending.push(check(step, () => crashes > 0))
    }
    await Promise.all(pending)
    while (crashed.some(({ terminated }) => !terminated)) await pause(1)
    expected.clear()
    return crashes > 0 ? 'refused' : 'worked'
  }

  async function check(step: Step, mayCrash: () => boolean): Promise<void> {
    if (step.do === 'abort') return aborted()
    if (step.do === 'transfer') return transferred()
    const got = await textOf(async () => asked[step.do]?.([remote, model], step.value))
    if (mayCrash() && got.startsWith('ERR_CRASHED')) return
    if (got.startsWith('raw')) throw new Fault(`${step.do}: ${got}`)
    const wanted = await answerHere(step)
    const bothRefuse = got.startsWith('ERR_') && wanted.startsWith('ERR_')
    if (got !== wanted && !bothRefuse)
      throw new Fault(`${step.do}: got ${got.slice(0, 99)}, wanted ${wanted.slice(0, 99)}`)
  }

  async function aborted(): Promise<void> {
    const controller = new AbortController()
    const onToken = () => controller.abort()
    const options = { maxNewTokens: 1000, signal: controller.signal, onToken }
    const got = await textOf(() => model.generate([1], options))
    if (!/^ERR_(ABORTED|CRASHED)/.test(got)) throw new Fault(`an aborted call ended with ${got.slice(0, 99)}`)
  }

  async function transferred(): Promise<void> {
    const result = await remote.softmax(live(noise) as never).catch(() => undefined)
    if (result) structuredClone(result.data.buffer, { transfer: [result.data.buffer as ArrayBuffer] })
  }

  /** A call after a crash may still be told of it, once. */
  async function next(): Promise<void> {
    const call = () => textOf(async () => asked.softmax?.([remote, model], null))
    const first = await call()
    const got = first.startsWith('ERR_CRASHED') ? await call() : first
    if (got !== (await textOf(async () => asked.softmax?.([wf, here], null))))
      throw new Fault(`the next call: ${got}`)
    known()
  }

  return {
    make,
    run,
    known: next,
    live: async () => wf.liveHandles() - 1 + Math.max(0, (await remote.liveHandles()) - 1),
    async close() {
      await model.dispose()
      remote.terminate()
      here.dispose()
      Object.assign(globalThis, { Worker: outer })
    },
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A result as text, or the code of the error. */
async function textOf(ask: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(asJson(await ask()))
  } catch (error) {
    const { name, code, message } = error as Error & { code?: string }
    return name === 'WhereformerError' ? `${code} ${message}` : `raw ${name} ${message}`
  }
}
