// Trainers in a worker: what they answer is what a trainer of this thread answers.

import { readFileSync } from 'node:fs'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  load,
  type Trainer,
  type TrainerBatch,
  type TrainerFiles,
  type TrainerOptions,
  type Whereformer,
} from 'whereformer'
import { loadInWorker, type WorkerTrainer, type WorkerWhereformer } from 'whereformer/worker'
import { expectRejection } from '../support/errors.js'
import { packageFile } from '../support/package-files.js'
import { NodeWorker } from '../support/worker-threads.js'

const wasmModule = new WebAssembly.Module(readFileSync(packageFile('core-simd.wasm')))
const trainModule = new WebAssembly.Module(readFileSync(packageFile('core-train-simd.wasm')))

const options: TrainerOptions = {
  model: { layers: 1, heads: 2, dModel: 8, dFf: 16, vocab: 12, length: 16, position: { type: 't5' } },
  optimizer: { learningRate: 1e-2, warmup: 3, clip: 1 },
  seed: 7,
}
const there: TrainerOptions = { ...options, core: { wasmModule: trainModule } }

const batch = (shift = 0): TrainerBatch => ({
  inputIds: [0, 1, 2].map((row) => Array.from({ length: 8 }, (_, i) => (row + i + shift) % 12)),
  targets: [0, 1, 2].map((row) => Array.from({ length: 8 }, (_, i) => (row + i + shift + 1) % 12)),
})

let local: Whereformer
let wf: WorkerWhereformer

const latest = () => NodeWorker.all.at(-1) as NodeWorker

beforeAll(async () => {
  local = await load()
})

beforeEach(async () => {
  Object.assign(globalThis, { Worker: NodeWorker })
  wf = await loadInWorker({ wasmModule })
})

afterEach(async () => {
  const alive = await wf.liveHandles().catch(() => 0)
  wf.terminate()
  expect(alive).toBe(0)
  expect(local.liveHandles()).toBe(0)
})

async function savedHere(): Promise<TrainerFiles> {
  const trainer = await local.trainer(options)
  const files = trainer.save()
  trainer.dispose()
  return files
}

async function both<T>(use: (here: Trainer, remote: WorkerTrainer) => Promise<T>): Promise<T> {
  const [here, remote] = [await local.trainer(options), await wf.trainer(there)]
  try {
    return await use(here, remote)
  } finally {
    here.dispose()
    await remote.dispose()
  }
}

test('steps, evaluations and files have the same bits as on this thread', () =>
  both(async (here, remote) => {
    for (let i = 0; i < 5; i++) expect(await remote.step(batch(i))).toEqual(here.step(batch(i)))
    expect([remote.steps, here.steps]).toEqual([5, 5])
    expect(await remote.evaluate(batch(9))).toEqual(here.evaluate(batch(9)))
    expect(await remote.save()).toEqual(here.save())
    expect(await remote.save()).toEqual(here.save())
  }))

test('the model is live: passes, generation and surgery while it learns', () =>
  both(async (here, remote) => {
    const { model } = remote
    expect([model.spec, model.family]).toEqual([here.model.spec, here.model.family])
    const surgery = { position: { type: 'alibi' }, return: ['attentions', 'scores'] } as const
    for (let i = 0; i < 3; i++) {
      expect(await model.forward({ inputIds: [1, 2, 3] })).toEqual(
        here.model.forward({ inputIds: [1, 2, 3] }),
      )
      expect(await model.forward({ inputIds: [1, 2] }, surgery)).toEqual(
        here.model.forward({ inputIds: [1, 2] }, surgery),
      )
      expect(await model.generate([1, 2], { maxNewTokens: 6 })).toEqual(
        await here.model.generate([1, 2], { maxNewTokens: 6 }),
      )
      expect(await remote.position()).toEqual(here.model.position)
      await remote.step(batch(i))
      here.step(batch(i))
    }
    expect(await remote.position()).not.toEqual(model.position)
  }))

test('calls that are not awaited are done in their order, also beside a long generation', () =>
  both(async (here, remote) => {
    const generating = remote.model.generate([1], { maxNewTokens: 2000 })
    const stepping = [0, 1, 2, 3].map((i) => remote.step(batch(i)))
    const files = remote.save()
    const losses = [0, 1, 2, 3].map((i) => here.step(batch(i)))
    expect(await Promise.all(stepping)).toEqual(losses)
    expect(await files).toEqual(here.save())
    expect(await generating).toHaveLength(2001)
  }))

test('an abort ends a generation, and the trainer goes on', () =>
  both(async (here, remote) => {
    const controller = new AbortController()
    const onToken = () => controller.abort()
    const plan = { maxNewTokens: 100_000, onToken, signal: controller.signal }
    await expectRejection(remote.model.generate([1], plan), 'ERR_ABORTED')
    expect(await remote.step(batch())).toEqual(here.step(batch()))
  }))

test('saved there it goes on here, and the other way round, to the same bits', () =>
  both(async (here, remote) => {
    await remote.step(batch())
    here.step(batch())
    const [there, back] = [
      await wf.resumeTrainer(here.save()),
      await local.resumeTrainer(await remote.save()),
    ]
    expect(await there.step(batch(1))).toEqual(back.step(batch(1)))
    expect(await there.save()).toEqual(back.save())
    back.dispose()
    await there.dispose()
  }))

test('a trainer without `core` finds the file beside the module, like load()', async () => {
  const { fetch } = globalThis
  globalThis.fetch = async (url) =>
    new Response(readFileSync(new URL(String(url))), { headers: { 'content-type': 'application/wasm' } })
  try {
    await expectRejection(
      wf.trainer({ ...options, core: { wasmUrl: packageFile('none.wasm') } }),
      'ERR_LOAD',
      'none.wasm',
    )
    const trainer = await wf.trainer(options)
    expect((await trainer.step(batch())).step).toBe(1)
    expect(await wf.liveHandles()).toBeGreaterThan(0)
    await trainer.dispose()
  } finally {
    globalThis.fetch = fetch
  }
})

test('mistakes are refused with the words of this thread, before anything is downloaded', async () => {
  await expectRejection(wf.trainer(undefined as never), 'ERR_TYPE', 'options')
  await expectRejection(wf.trainer({ ...options, steps: 3 } as never), 'ERR_VALUE', 'options.steps')
  const wrong = { ...options, model: { ...options.model, layers: 0 } }
  await expectRejection(wf.trainer(wrong), 'ERR_VALUE', 'options.model.layers')
  await expectRejection(wf.resumeTrainer({} as never), 'ERR_TYPE', "files['config.json']")
  await expectRejection(
    wf.trainer({ ...options, core: { wasmModule: 5 } } as never),
    'ERR_TYPE',
    'options.core.wasmModule: ',
  )
  await expectRejection(
    wf.resumeTrainer(await savedHere(), { wasmUrl: 5 } as never),
    'ERR_TYPE',
    'core.wasmUrl: ',
  )
  const trainer = await wf.trainer(there)
  const { inputIds } = batch()
  await expectRejection(trainer.step({ inputIds, targets: [[99]] }), 'ERR_VALUE', 'batch.targets[0][0]', '99')
  await expectRejection(trainer.step(undefined as never), 'ERR_TYPE', 'batch')
  expect((await trainer.step(batch())).step).toBe(1)
  await trainer.dispose()
  await trainer.dispose()
  await expectRejection(trainer.step(batch()), 'ERR_DISPOSED', 'the trainer')
  await expectRejection(trainer.model.forward({ inputIds: [1] }), 'ERR_DISPOSED')
})

test('a trainer is lost with its worker and says so; its files bring it back', async () => {
  const trainer = await wf.trainer(there)
  await trainer.step(batch())
  const files = await trainer.save()
  const expected = await trainer.step(batch(1))
  const generating = trainer.model.generate([1], { maxNewTokens: 1_000_000 })
  latest().crash()
  await expectRejection(generating, 'ERR_CRASHED', 'made to crash')
  await expectRejection(trainer.step(batch()), 'ERR_CRASHED', 'the trainer was lost', 'save()')
  await expectRejection(trainer.model.forward({ inputIds: [1] }), 'ERR_CRASHED', 'the trainer was lost')
  await trainer.dispose()
  const resumed = await wf.resumeTrainer(files) // the core is compiled already
  expect(await resumed.step(batch(1))).toEqual(expected)
  await resumed.dispose()
})

test('keys of earlier weights are refused', async () => {
  const trainer = await wf.trainer(there)
  const past = await trainer.model.cache({ capacity: 8 })
  await trainer.model.forward({ inputIds: [1, 2], past })
  await trainer.step(batch())
  await expectRejection(trainer.model.forward({ inputIds: [3], past }), 'ERR_VALUE', 'input.past', 'step 0')
  expect(past.length).toBe(2)
  let stepping: Promise<unknown> | undefined
  const onToken = () => {
    stepping ??= trainer.step(batch())
  }
  const generating = trainer.model.generate([1], { maxNewTokens: 1_000_000, onToken })
  await expectRejection(generating, 'ERR_VALUE', 'from step 1 to 2')
  await stepping
  await past.dispose()
  await trainer.dispose()
})

test('a terminated worker says so', async () => {
  const trainer = await wf.trainer(there)
  const stepping = trainer.step(batch())
  wf.terminate()
  await expectRejection(stepping, 'ERR_DISPOSED', 'terminated')
  await expectRejection(trainer.step(batch()), 'ERR_DISPOSED', 'terminated')
  await trainer.dispose()
})
