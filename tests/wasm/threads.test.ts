// load({ threads }): the same bits as without, with any number of threads; what is refused; threads that stop.

import { readFileSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AttentionOptions, load, type Tensor, type TrainerOptions, type Whereformer } from 'whereformer'
import { load as loadInline } from 'whereformer/inline'
import { expectRejection } from '../support/errors.js'
import { goldenModel, trainedModels } from '../support/models.js'
import { packageFile } from '../support/package-files.js'
import { Random } from '../support/random.js'

const random = new Random(71)
const draw = (...shape: number[]): Tensor => random.tensor(...shape)

/** One thread first: of the core without threads. */
const NUMBERS = [1, 2, 3]
let instances: Whereformer[]

beforeAll(async () => {
  instances = await Promise.all(NUMBERS.map((threads) => load({ threads })))
})

afterAll(() => {
  for (const wf of instances) expect(wf.liveHandles()).toBe(0)
})

/** The bytes of what each instance computes are those of the first. */
async function expectSameBits(
  compute: (wf: Whereformer) => Float32Array | Promise<Float32Array>,
): Promise<void> {
  const [first, ...others] = await Promise.all(instances.map(async (wf) => bytesOf(await compute(wf))))
  expect(first?.length).toBeGreaterThan(0)
  for (const [i, other] of others.entries())
    expect(first?.equals(other), `${NUMBERS[i + 1]} threads`).toBe(true)
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

describe('the same bits with one, two and three threads', () => {
  const attention: [string, AttentionOptions][] = [
    ['plain', {}],
    ['causal', { isCausal: true }],
    ['rope', { position: { type: 'rope' } }],
    ['alibi', { position: { type: 'alibi' }, isCausal: true }],
    ['by pair', { position: { type: 'rerope', window: 9 } }],
    ['a mask', { attnMask: draw(200, 200) }],
  ]

  test.each(attention)('attention: %s', async (_, options) => {
    const [q, k, v] = [draw(2, 4, 200, 32), draw(2, 2, 200, 32), draw(2, 2, 200, 32)]
    await expectSameBits((wf) => wf.attention(q, k, v, options).output.data)
  })

  test('attention of one query', async () => {
    const [q, k, v] = [draw(8, 1, 64), draw(8, 4001, 64), draw(8, 4001, 64)]
    await expectSameBits((wf) => wf.attention(q, k, v).output.data)
  })

  test('attention whose values are not finite', async () => {
    const [q, k, v] = [draw(4, 300, 32), draw(4, 300, 32), draw(4, 300, 32)]
    v.data[70 * 32] = Number.POSITIVE_INFINITY
    await expectSameBits((wf) => wf.attention(q, k, v, { isCausal: true }).output.data)
  })

  test('matmul, softmax and norms', async () => {
    const [a, b, x] = [draw(301, 257), draw(257, 403), draw(3, 500, 203)]
    const [weight, bias] = [draw(203), draw(203)]
    await expectSameBits((wf) => wf.matmul(a, b).data)
    await expectSameBits((wf) => wf.softmax(x).data)
    await expectSameBits((wf) => wf.layerNorm(x, { weight, bias }).data)
    await expectSameBits((wf) => wf.rmsNorm(x).data)
  })

  test('heap tensors, also where the memory grew meanwhile', async () => {
    const values = draw(200, 200)
    await expectSameBits((wf) => {
      const [a, b, out] = [wf.tensor(values), wf.tensor([200, 300]), wf.tensor([200, 300])]
      const kept = b.data
      expect(b.data).toBe(kept)
      const large = wf.tensor([5_000_000])
      b.data.set(a.data.subarray(0, 40_000).map((value) => value / 2))
      expect(kept[17]).toBe(wf === instances[0] ? undefined : b.data[17])
      wf.matmul(a, b, { out })
      const result = out.data.slice()
      for (const tensor of [a, b, out, large]) tensor.dispose()
      return result
    })
  })

  test.each(trainedModels.map(({ name, request }) => [name, request] as const))(
    'logits of %s',
    async (_, request) => {
      const inputIds = Array.from({ length: 60 }, (__, i) => (i * 7) % 60)
      await expectSameBits(async (wf) => {
        const model = await wf.loadModel(request)
        const { logits } = model.forward({ inputIds })
        const tokens = await model.generate(inputIds.slice(0, 20), { maxNewTokens: 12, eosTokenId: [] })
        model.dispose()
        return Float32Array.from([...logits.data, ...tokens])
      })
    },
  )

  test.each(['none', 'rope', 't5', 'shaw'])('steps of a trainer: %s', async (type) => {
    const shape = { layers: 1, heads: 4, dModel: 64, dFf: 320, vocab: 61, length: 64 }
    const inputIds = Array.from({ length: 4 }, (_, s) =>
      Array.from({ length: 64 }, (__, i) => (i * 7 + s) % 61),
    )
    await expectSameBits(async (wf) => {
      const trainer = await wf.trainer({
        model: { ...shape, position: { type } as { type: 'none' } },
        seed: 3,
      })
      const reports = Array.from({ length: 3 }, () => trainer.step({ inputIds, targets: inputIds }))
      const { logits } = trainer.model.forward({ inputIds: inputIds[0] as number[] })
      trainer.dispose()
      return Float32Array.from([...logits.data, ...reports.flatMap((one) => [one.loss, one.gradientNorm])])
    })
  })

  test('weights of 8 bits', async () => {
    const { request } = goldenModel('llama-f32-gqa-biases')
    await expectSameBits(async (wf) => {
      const model = await wf.loadModel(request, { weights: 'q8' })
      const { logits } = model.forward({ inputIds: Array.from({ length: 60 }, (_, i) => i % 30) })
      model.dispose()
      return logits.data
    })
  })
})

describe('info.threads', () => {
  test('says how many there are', async () => {
    const fresh = await Promise.all(NUMBERS.map((threads) => load({ threads })))
    expect(fresh.map(({ info }) => info.threads)).toEqual(NUMBERS.map((count) => ({ count, wanted: count })))
  })

  test('of load() without the option is one', async () => {
    expect((await load()).info.threads).toEqual({ count: 1, wanted: 1 })
  })

  test('auto is one per core, at most eight', async () => {
    const { threads } = (await load({ threads: 'auto' })).info
    expect(threads.wanted).toBe('auto')
    expect(threads.count).toBeGreaterThanOrEqual(1)
    expect(threads.count).toBeLessThanOrEqual(8)
    expect(threads.reason).toBe(threads.count === 1 ? 'the machine has one core' : undefined)
  })

  test('of an entry without the core with threads', async () => {
    const { info } = await loadInline({ threads: 2 })
    expect(info.threads).toEqual({
      count: 1,
      wanted: 2,
      reason:
        'the core of this entry, which needs no .wasm file, has no threads: those of "whereformer" and "whereformer/worker" have',
    })
  })

  test('where the file is a core without threads', async () => {
    const { info } = await load({ threads: 2, wasmUrl: packageFile('core-simd.wasm') })
    expect(info.threads).toMatchObject({ count: 1, wanted: 2 })
    expect(info.threads.reason).toContain('core-threads-simd.wasm')
  })

  test.each([
    ['its address', () => ({ wasmUrl: packageFile('core-threads-simd.wasm') })],
    ['its bytes', () => ({ wasmBinary: readFileSync(packageFile('core-threads-simd.wasm')) })],
  ])('where the file of the core with threads is named by %s', async (_, named) => {
    const { info } = await load({ threads: 2, ...named() })
    expect(info.threads).toEqual({ count: 2, wanted: 2 })
  })
})

describe('the core for training', () => {
  const options: TrainerOptions = { model: { layers: 1, heads: 2, dModel: 16, vocab: 11 } }
  const helpersWith = async (threads: number, core?: TrainerOptions['core']) => {
    const workers: Worker[] = []
    const note = (worker: Worker) => workers.push(worker)
    const wf = await load({ threads })
    process.on('worker', note)
    const trainer = await wf.trainer(core ? { ...options, core } : options)
    process.off('worker', note)
    const { loss } = trainer.step({ inputIds: [[1, 2, 3]], targets: [[2, 3, 4]] })
    trainer.dispose()
    return { helpers: workers.length, loss }
  }

  test('is that of the instance, with its helpers', async () => {
    const one = await helpersWith(1)
    expect(one).toMatchObject({ helpers: 0 })
    expect(await helpersWith(3)).toEqual(one)
  })

  test('has its handles counted once', async () => {
    const [one, three] = await Promise.all(
      [1, 3].map(async (threads) => {
        const wf = await load({ threads })
        const trainer = await wf.trainer(options)
        const alive = wf.liveHandles()
        trainer.dispose()
        expect(wf.liveHandles()).toBe(0)
        return alive
      }),
    )
    expect(one).toBeGreaterThan(0)
    expect(three).toBe(one)
  })

  test('where its file is named, is another with helpers of its own, or one without', async () => {
    const named = (file: string) => helpersWith(2, { wasmUrl: packageFile(file) })
    const with2 = await named('core-threads-simd.wasm')
    expect(with2).toMatchObject({ helpers: 1 })
    expect(await named('core-train-simd.wasm')).toEqual({ ...with2, helpers: 0 })
  })
})

describe('is refused', () => {
  test.each([0, -1, 1.5, 65, 1e9, Number.NaN])('threads: %s', (threads) =>
    expectRejection(load({ threads }), 'ERR_VALUE', 'options.threads'),
  )

  test.each(['many', true, null, [2]])('threads: %j', (threads) =>
    expectRejection(load({ threads: threads as unknown as number }), 'ERR_TYPE', 'options.threads'),
  )

  test('threadUrl: 7', () =>
    expectRejection(load({ threads: 2, threadUrl: 7 as unknown as string }), 'ERR_TYPE', 'options.threadUrl'))
})

/** What `start` makes, and the threads that it starts. */
async function withWorkers<T>(start: () => Promise<T>): Promise<[T, Worker[]]> {
  const workers: Worker[] = []
  const note = (worker: Worker) => workers.push(worker)
  process.on('worker', note)
  const made = await start()
  process.off('worker', note)
  return [made, workers]
}

describe('threads that stop', () => {
  test('are no longer counted, and the results are the same', async () => {
    const [wf, workers] = await withWorkers(() => load({ threads: 3 }))
    const [q, k, v] = [draw(4, 300, 32), draw(4, 300, 32), draw(4, 300, 32)]
    const before = wf.attention(q, k, v).output.data
    await workers[0]?.terminate()
    expect(wf.attention(q, k, v).output.data).toEqual(before)
    const lost = (count: number) => `${count} of 3 threads stopped, or did not answer for seconds`
    expect(wf.info.threads).toEqual({ count: 2, wanted: 3, reason: lost(1) })
    await workers[1]?.terminate()
    expect(wf.attention(q, k, v).output.data).toEqual(before)
    expect(wf.info.threads).toEqual({ count: 1, wanted: 3, reason: lost(2) })
  })

  test('take no share in their last moments: the call that follows at once completes', async () => {
    const [q, k, v] = [draw(4, 300, 32), draw(4, 300, 32), draw(4, 300, 32)]
    const expected = instances[0]?.attention(q, k, v).output.data
    for (let i = 0; i < 20; i++) {
      const [wf, workers] = await withWorkers(() => load({ threads: 2 }))
      expect(wf.attention(q, k, v).output.data).toEqual(expected)
      const ended = workers[0]?.terminate()
      expect(wf.info.threads.count).toBe(1)
      expect(wf.attention(q, k, v).output.data).toEqual(expected)
      await ended
    }
  })

  test('are missed by trainers too, which go on', async () => {
    const [wf, workers] = await withWorkers(() => load({ threads: 3 }))
    const trainer = await wf.trainer({ model: { layers: 1, heads: 2, dModel: 16, vocab: 11 } })
    expect(wf.info.threads).toEqual({ count: 3, wanted: 3 })
    await workers[1]?.terminate()
    const { loss } = trainer.step({ inputIds: [[1, 2, 3]], targets: [[2, 3, 4]] })
    expect(loss).toBeGreaterThan(1)
    const reason = '1 of 3 threads stopped, or did not answer for seconds'
    expect(wf.info.threads).toEqual({ count: 2, wanted: 3, reason })
    trainer.dispose()
  })
})
