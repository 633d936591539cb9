import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  customPosition,
  type IdentifyProgress,
  type IndexedWeights,
  type LoadModelRequest,
  load,
  type Progress,
  type Tensor,
  type Whereformer,
  type WhereformerError,
} from 'whereformer'
import { loadInWorker, type WorkerLoadOptions, type WorkerWhereformer } from 'whereformer/worker'
import { expectRejection } from '../support/errors.js'
import { fileUrl } from '../support/golden.js'
import { COMMIT, hubServer, snapshotOf } from '../support/hub-server.js'
import { bytesOf, goldenModel, type ModelFolder, trainedModels } from '../support/models.js'
import { packageFile } from '../support/package-files.js'
import { around, reactive } from '../support/proxies.js'
import { Random } from '../support/random.js'
import { NodeWorker } from '../support/worker-threads.js'

const wasmModule = new WebAssembly.Module(readFileSync(packageFile('core-simd.wasm')))
const gqa = goldenModel('llama-f16-gqa')
const request: LoadModelRequest = { config: gqa.request.config, weights: bytesOf(gqa) }
const random = new Random(3)
const [q, k, v] = [random.tensor(2, 3, 4), random.tensor(2, 3, 4), random.tensor(2, 3, 4)]

let local: Whereformer
let started: WorkerWhereformer[] = []

async function start(options: WorkerLoadOptions = {}): Promise<WorkerWhereformer> {
  const wf = await loadInWorker({ wasmModule, ...options })
  started.push(wf)
  return wf
}

const latest = () => NodeWorker.all.at(-1) as NodeWorker

beforeAll(async () => {
  local = await load()
})

beforeEach(() => {
  Object.assign(globalThis, { Worker: NodeWorker })
  NodeWorker.refused = undefined
})

afterEach(async () => {
  const alive = await Promise.allSettled(started.map((wf) => wf.liveHandles()))
  for (const wf of started) wf.terminate()
  started = []
  expect(alive.map((a) => (a.status === 'fulfilled' ? a.value : 0)).reduce((a, b) => a + b, 0)).toBe(0)
  expect(local.liveHandles()).toBe(0)
})

describe('by name', () => {
  const input = { inputIds: [3, 1, 4, 1, 5] }

  test.each(['llama-f16-gqa', 'gpt2-f32-shards'])(
    '%s is the model of loadModel(), and comes again',
    async (name) => {
      const hub = await hubServer(snapshotOf(fileUrl(`models/${name}/`)))
      const expected = await local.loadModel(goldenModel(name).request)
      const wf = await start()
      const told: number[] = []
      const onProgress = ({ loaded }: Progress) => void told.push(loaded)
      const model = await wf.fromPretrained('owner/name', { host: hub.address, onProgress })
      hub.close()
      const { logits } = await model.forward(input)
      expect(logits).toEqual(expected.forward(input).logits)
      const files = Object.entries(hub.commits[COMMIT] ?? {}).filter(([file]) =>
        file.endsWith('.safetensors'),
      )
      expect(told.at(-1)).toBe(files.reduce((sum, [, { length }]) => sum + length, 0))
      latest().crash()
      await expectRejection(model.forward(input), 'ERR_CRASHED')
      expect((await model.forward(input)).logits).toEqual(logits) // read again from its Blobs
      model.dispose()
      expected.dispose()
    },
  )

  test('refuses what fromPretrained() refuses, and stops at a signal', async () => {
    const hub = await hubServer(snapshotOf(fileUrl('models/llama-f16-gqa/')))
    const wf = await start()
    const named = (name: string, more = {}) => wf.fromPretrained(name, { host: hub.address, ...more })
    await expectRejection(named('./folder'), 'ERR_VALUE', 'name: got')
    await expectRejection(
      named('owner/name', { revision: 'next' }),
      'ERR_LOAD',
      'config.json: there is no such file',
    )
    const controller = new AbortController()
    const onProgress = () => controller.abort()
    await expectRejection(named('owner/name', { signal: controller.signal, onProgress }), 'ERR_ABORTED')
    expect(await wf.modelCache()).toMatchObject({ bytes: 0 })
    hub.close()
  })

  test('a random model is that of the library here', async () => {
    const spec = { vocab: 32, dModel: 16, layers: 2, heads: 2 }
    const options = { position: { type: 'alibi' }, seed: 5 } as const
    const wf = await start()
    const [there, here] = [await wf.randomModel(spec, options), await local.randomModel(spec, options)]
    expect((await there.forward(input)).logits).toEqual(here.forward(input).logits)
    for (const model of [there, here]) model.dispose()
  })
})

describe('the same interface, as promises', () => {
  test('functions answer what the library answers here', async () => {
    const wf = await start()
    const options = { position: { type: 'rope' }, isCausal: true, return: ['weights', 'scores'] } as const
    expect(wf.info).toEqual(local.info)
    expect(wf.encodings).toEqual(local.encodings)
    expect(await wf.attention(q, k, v, options)).toEqual(local.attention(q, k, v, options))
    expect(await wf.embed({ type: 'sinusoidal' }, { length: 3, dim: 4 })).toEqual(
      local.embed({ type: 'sinusoidal' }, { length: 3, dim: 4 }),
    )
    expect(await wf.rotate({ type: 'rope' }, q)).toEqual(local.rotate({ type: 'rope' }, q))
    expect(await wf.bias({ type: 'alibi' }, { heads: 2, queries: 2, keys: 3, queryOffset: 1 })).toEqual(
      local.bias({ type: 'alibi' }, { heads: 2, queries: 2, keys: 3, queryOffset: 1 }),
    )
    expect(await wf.frequencies({ type: 'rope' }, { dim: 8 })).toEqual(
      local.frequencies({ type: 'rope' }, { dim: 8 }),
    )
    expect(await wf.place({ type: 'randomized', range: 9 }, { length: 4 })).toEqual(
      local.place({ type: 'randomized', range: 9 }, { length: 4 }),
    )
    expect(await wf.measure({ type: 'rope' }, { length: 9 })).toEqual(
      local.measure({ type: 'rope' }, { length: 9 }),
    )
    const asked = { input: q, output: local.rotate({ type: 'rope' }, q) }
    expect(await wf.identify(asked)).toEqual(await local.identify(asked))
    expect(await wf.attention(q, k, v, { return: ['ledger'] })).toEqual(
      local.attention(q, k, v, { return: ['ledger'] }),
    )
    const square = random.tensor(4, 4)
    expect(await wf.matmul(q, square)).toEqual(local.matmul(q, square))
    expect(await wf.softmax(q)).toEqual(local.softmax(q))
    expect(await wf.layerNorm(q, { epsilon: 1 })).toEqual(local.layerNorm(q, { epsilon: 1 }))
    expect(await wf.rmsNorm(q, { epsilon: 1 })).toEqual(local.rmsNorm(q, { epsilon: 1 }))
  })

  test('arguments stay usable, results too', async () => {
    const wf = await start()
    const before = q.data.slice()
    await wf.attention(q, k, v)
    expect(q.data).toEqual(before)
    const out = { data: new Float32Array(24), shape: [2, 3, 4] }
    const result = await wf.attention(q, k, v, { out })
    expect(result.output).toBe(out)
    expect(out.data).toEqual(local.attention(q, k, v).output.data)
  })

  test('out stays here, and is filled when it has the shape of the result', async () => {
    const wf = await start()
    const room = () => ({ data: new Float32Array(24), shape: [2, 3, 4] })
    const square = random.tensor(4, 4)
    const weight = random.tensor(4)
    const asked = [
      [(out: Tensor) => wf.matmul(q, square, { out }), local.matmul(q, square)],
      [(out: Tensor) => wf.softmax(q, { out }), local.softmax(q)],
      [(out: Tensor) => wf.layerNorm(q, { weight, out }), local.layerNorm(q, { weight })],
      [(out: Tensor) => wf.rmsNorm(q, { weight, out }), local.rmsNorm(q, { weight })],
      [(out: Tensor) => wf.rotate({ type: 'rope' }, q, { out }), local.rotate({ type: 'rope' }, q)],
    ] as const
    for (const [ask, expected] of asked) {
      const out = room()
      expect(await ask(out)).toBe(out)
      expect(out).toEqual(expected)
      await expectRejection(ask({ ...out, shape: [3, 2, 4] }), 'ERR_SHAPE', 'options.out', '[2, 3, 4]')
      await expectRejection(ask({ shape: [2, 3, 4] } as never), 'ERR_TYPE', 'options.out')
    }
  })

  test('heap tensors of this thread are sent as copies of their values', async () => {
    const wf = await start()
    const [heap, out, table] = [local.tensor(q), local.tensor([2, 3, 4]), local.tensor(random.tensor(3, 4))]
    const options = { position: { type: 'learned', table }, out } as const
    expect((await wf.attention(heap, heap, { data: heap.data, shape: [2, 3, 4] }, options)).output).toBe(out)
    expect(out.data).toEqual(local.attention(q, q, q).output.data)
    for (const tensor of [heap, out, table]) tensor.dispose()
    await expectRejection(wf.softmax(heap), 'ERR_DISPOSED', 'the tensor')
  })

  test('models compute, generate, and are freed', async () => {
    const wf = await start()
    const [model, here] = [await wf.loadModel(request), await local.loadModel(request)]
    expect([model.family, model.spec, model.position]).toEqual([here.family, here.spec, here.position])
    expect(model.ignored).toEqual(here.ignored)
    const options = { return: ['attentions', 'scores', 'hiddenStates'] } as const
    expect(await model.forward({ inputIds: [1, 2, 3] }, options)).toEqual(
      here.forward({ inputIds: [1, 2, 3] }, options),
    )
    expect(await model.save()).toEqual(here.save())
    expect(await model.generate([1, 2], { maxNewTokens: 5 })).toEqual(
      await here.generate([1, 2], { maxNewTokens: 5 }),
    )
    expect(await wf.liveHandles()).toBe(1)
    await model.dispose()
    await model.dispose()
    here.dispose()
    expect(await wf.liveHandles()).toBe(0)
    await expectRejection(model.forward({ inputIds: [1] }), 'ERR_DISPOSED')
  })

  test('weights of 8 bits give the bits of the library here, after a crash too', async () => {
    const wf = await start()
    const q8 = { weights: 'q8' } as const
    const [there, here] = [await wf.loadModel(request, q8), await local.loadModel(request, q8)]
    const own = await local.loadModel(request)
    const input = { inputIds: [1, 2, 3] }
    const wanted = here.forward(input).logits
    expect(own.forward(input).logits).not.toEqual(wanted)
    expect((await there.forward(input)).logits).toEqual(wanted)
    latest().crash()
    await expectRejection(there.forward(input), 'ERR_CRASHED')
    expect((await there.forward(input)).logits).toEqual(wanted)
    for (const model of [there, here, own]) model.dispose()
    const wrong = wf.loadModel(request, { weights: 'q4' as 'q8' })
    await expectRejection(wrong, 'ERR_VALUE', 'options.weights', 'stored, q8')
  })

  test('results without elements end nothing', async () => {
    const wf = await start()
    const model = await wf.loadModel(request)
    const words = model.generate([1, 2], { maxNewTokens: 8 })
    const none = { data: new Float32Array(0), shape: [0, 4] }
    for (let i = 0; i < 3; i++) {
      expect(await wf.softmax(none)).toEqual(none)
      expect((await wf.attention({ ...none, shape: [2, 0, 4] }, k, v)).output.data).toHaveLength(0)
    }
    expect(await words).toHaveLength(10)
    await model.dispose()
  })

  test('a config that asks for too much is refused, and a sound one is loaded then', async () => {
    const wf = await start()
    const workers = NodeWorker.all.length
    const spec = { vocab: 11, dModel: 8, layers: 2, heads: 2 }
    const load = (config: object) => wf.loadModel({ config, weights: bytesOf(gqa) })
    const own = (more: object) => load({ model_type: 'whereformer', spec: { ...spec, ...more } })
    await expectRejection(own({ blocks: [0, 1e6] }), 'ERR_VALUE', 'spec.blocks[1]')
    await expectRejection(own({ vocab: 2 ** 24, dModel: 64 }), 'ERR_OOM', 'embedding')
    await expectRejection(load({ model_type: 'albert', num_hidden_groups: 2 ** 24 }), 'ERR_VALUE', 'groups')
    const deep = JSON.parse(`${'{"a":'.repeat(8000)}0${'}'.repeat(8000)}`)
    await expectRejection(load({ ...gqa.request.config, deep }), 'ERR_VALUE', 'levels deep')
    const model = await wf.loadModel(request)
    expect((await model.forward({ inputIds: [1] })).logits.shape).toEqual([1, 23])
    await model.dispose()
    expect(NodeWorker.all).toHaveLength(workers)
  })

  test('memory of a tensor that was disposed of is not sent', async () => {
    const wf = await start()
    const heap = local.tensor(q)
    const stale = { data: heap.data, shape: [2, 3, 4] }
    heap.dispose()
    await expectRejection(wf.softmax(stale), 'ERR_DISPOSED', 'no live tensor')
    await expectRejection(wf.softmax(q, { out: stale }), 'ERR_DISPOSED', 'options.out.data')
  })

  test('text to ids and back, and a learned table that survives its own description', async () => {
    const wf = await start()
    const learned = trainedModels[1] as ModelFolder
    const model = await wf.loadModel({ ...learned.request, weights: new Blob([bytesOf(learned).slice()]) })
    const ids = await model.encode('To be')
    const placed = await model.encode('To be', { offsets: true })
    expect(placed).toEqual({ ids, offsets: [...'To be'].map((_, i) => [i, i + 1]) })
    expect(await model.decode(ids)).toBe('To be')
    expect((model.position as unknown as { table: { shape: number[] } }).table.shape).toEqual([64, 128])
    const first = await model.forward({ inputIds: ids })
    expect(await model.forward({ inputIds: ids })).toEqual(first)
    await expectRejection(model.encode('é'), 'ERR_VALUE', '"é"', 'index 0')
    await model.dispose()
  })

  test('weights from a Response and a stream', async () => {
    const wf = await start()
    const bytes = bytesOf(gqa)
    for (const weights of [
      new Response(bytes.slice()),
      new Response(bytes.slice()).body as ReadableStream<Uint8Array>,
    ]) {
      const model = await wf.loadModel({ ...request, weights })
      expect((await model.forward({ inputIds: [1] })).logits.shape).toEqual([1, 23])
      await model.dispose()
    }
  })
})

describe('models of every kind', () => {
  test('an encoder–decoder: passes, generation, surgery of both stacks', async () => {
    const wf = await start()
    const t5 = goldenModel('t5-f32')
    const wire = { ...t5.request, weights: bytesOf(t5) }
    const [model, here] = [await wf.loadModel(wire), await local.loadModel(wire)]
    const input = {
      inputIds: [
        [1, 2, 3],
        [4, 5, 6],
      ],
      attentionMask: [
        [1, 1, 1],
        [1, 1, 0],
      ],
      decoderInputIds: [
        [0, 7],
        [0, 8],
      ],
    }
    const options = { return: ['crossAttentions', 'encoderHiddenStates', 'meanPooled'] } as const
    expect(await model.forward(input, options)).toEqual(here.forward(input, options))
    const surgery = {
      position: { encoder: { type: 'none' }, decoder: { layers: [{ type: 'none' }, { type: 'alibi' }] } },
    } as const
    expect(await model.forward(input, surgery)).toEqual(here.forward(input, surgery))
    const plan = { maxNewTokens: 6, decoderInputIds: [0, 3], repetitionPenalty: 1.3 }
    expect(await model.generate([1, 2], plan)).toEqual(await here.generate([1, 2], plan))
    expect(model.position).toEqual(here.position)
    await expectRejection(model.forward({ inputIds: [1] }), 'ERR_VALUE', 'input.decoderInputIds')
    await model.dispose()
    here.dispose()
  })

  test('text to text, emitted piece by piece', async () => {
    const wf = await start()
    const rope = trainedModels[0] as ModelFolder
    const model = await wf.loadModel({ ...rope.request, weights: bytesOf(rope) })
    const pieces: [number, string?, number?][] = []
    const options = { maxNewTokens: 12, seed: 1, temperature: 1 }
    const text = await model.generate('To be', {
      ...options,
      onToken: (...reported) => pieces.push(reported),
    })
    expect(text).toBe(`To be${pieces.map(([, piece]) => piece).join('')}`)
    expect(await model.encode('To be', { addSpecialTokens: false })).toEqual(await model.encode('To be'))
    expect(await model.decode(await model.encode('To'), { skipSpecialTokens: true })).toBe('To')
    await model.dispose()
  })

  test('several texts, and caches that stay in the worker', async () => {
    const wf = await start()
    const gqa = goldenModel('llama-f16-gqa')
    const model = await wf.loadModel({ ...gqa.request, weights: bytesOf(gqa) })
    const here = await local.loadModel(gqa.request)
    const plan = {
      maxNewTokens: 4,
      attentionMask: [
        [0, 1],
        [1, 1],
      ],
    }
    const inputIds = [
      [1, 2],
      [3, 4],
    ]
    expect(await model.generate(inputIds, plan)).toEqual(await here.generate(inputIds, plan))
    const [past, other] = [await model.cache({ capacity: 4 }), here.cache({ capacity: 4 })]
    for (const next of [[1, 2, 3], [4]]) {
      const { logits } = await model.forward({ inputIds: next, past })
      expect(logits).toEqual(here.forward({ inputIds: next, past: other }).logits)
      expect([past.length, past.capacity]).toEqual([other.length, 4])
    }
    await expectRejection(model.forward({ inputIds: [5], past }), 'ERR_VALUE', '1 tokens after 4')
    await expectRejection(model.forward({ inputIds: [5], past: other as never }), 'ERR_TYPE', 'input.past')
    await past.evict(1, 3, { renumber: true })
    other.evict(1, 3, { renumber: true })
    const { logits } = await model.forward({ inputIds: [6], past })
    expect(logits).toEqual(here.forward({ inputIds: [6], past: other }).logits)
    await expectRejection(past.crop(9), 'ERR_VALUE', 'tokens', '9')
    expect(past.length).toBe(3)
    await past.crop(2)
    expect(past.length).toBe(2)
    await past.dispose()
    await expectRejection(past.crop(1), 'ERR_DISPOSED', 'cache')
    await expectRejection(model.forward({ inputIds: [5], past }), 'ERR_DISPOSED', 'cache')
    await model.dispose()
    here.dispose()
  })

  test('a custom encoding crosses as tables, not as functions', async () => {
    const wf = await start()
    const x = { data: Float32Array.from({ length: 32 }, (_, i) => Math.sin(i)), shape: [1, 4, 8] }
    const byDistance = (_: number, distance: number) => -Math.abs(distance)
    const position = { type: 'custom', byDistance } as const
    await expectRejection(wf.attention(x, x, x, { position }), 'ERR_TYPE', 'cannot be sent to the worker')
    const tables = customPosition({ heads: 1, length: 4, byDistance })
    const { output } = await wf.attention(x, x, x, { position: tables })
    expect(output).toEqual(local.attention(x, x, x, { position }).output)
  })

  test('an index and its files', async () => {
    const wf = await start()
    const shards = goldenModel('gpt2-f32-shards')
    const { index, file } = shards.request.weights as IndexedWeights
    const read = async (name: string) => new Blob([readFileSync((await file(name)) as URL)])
    const model = await wf.loadModel({ ...shards.request, weights: { index, file: read } })
    const here = await local.loadModel(shards.request)
    expect(await model.forward({ inputIds: [1, 2] })).toEqual(here.forward({ inputIds: [1, 2] }))
    await expectRejection(
      wf.loadModel({ ...shards.request, weights: { index: { weight_map: {} }, file: read } }),
      'ERR_VALUE',
      'lacks',
    )
    await model.dispose()
    here.dispose()
  })
})

describe('callbacks and signals', () => {
  test('onToken gets every token, in order, before the promise resolves', async () => {
    const wf = await start()
    const model = await wf.loadModel(request)
    const seen: number[] = []
    const all = await model.generate([1], { maxNewTokens: 30, onToken: (id) => seen.push(id) })
    expect([1, ...seen]).toEqual(all)
    await model.dispose()
  })

  test('progress is reported', async () => {
    const wf = await start()
    const loaded: number[] = []
    const model = await wf.loadModel({ ...request, onProgress: (p) => loaded.push(p.loaded) })
    expect(loaded.at(-1)).toBe(bytesOf(gqa).length)
    await model.dispose()
  })

  test('an abort arrives in the middle', async () => {
    const wf = await start()
    const model = await wf.loadModel(request)
    const controller = new AbortController()
    let count = 0
    const onToken = () => void (++count === 3 && controller.abort('enough'))
    const generating = model.generate([1], { maxNewTokens: 100_000, onToken, signal: controller.signal })
    await expectRejection(generating, 'ERR_ABORTED')
    expect(count).toBe(3)
    await expectRejection(model.generate([1], { signal: AbortSignal.abort() }), 'ERR_ABORTED')
    await expectRejection(wf.loadModel({ ...request, signal: AbortSignal.abort() }), 'ERR_ABORTED')
    await model.dispose()
  })

  test('what a callback throws comes out as it is', async () => {
    const wf = await start()
    const model = await wf.loadModel(request)
    const onToken = () => {
      throw new RangeError('mine')
    }
    await expect(model.generate([1], { maxNewTokens: 1000, onToken })).rejects.toThrow(new RangeError('mine'))
    await model.dispose()
  })
})

describe('errors', () => {
  test('options that are no object', async () => {
    await expectRejection(loadInWorker(null as never), 'ERR_TYPE', 'options', 'null')
    await expectRejection(loadInWorker(7 as never), 'ERR_TYPE', 'options', '7')
  })

  test('keep class, code and message', async () => {
    const wf = await start()
    const { WhereformerError } = await import('whereformer/worker')
    const error = (await wf
      .embed({ type: 'rope', base: -1 } as never, { length: 1, dim: 4 })
      .catch((e) => e)) as WhereformerError
    const here = (() => {
      try {
        return local.embed({ type: 'rope', base: -1 }, { length: 1, dim: 4 }) as never
      } catch (e) {
        return e as WhereformerError
      }
    })()
    expect(error).toBeInstanceOf(WhereformerError)
    expect([error.code, error.message]).toEqual([here.code, here.message])
    await expectRejection(wf.attention(q, k, { data: q.data, shape: [1] }), 'ERR_SHAPE', 'value')
    await expectRejection(wf.loadModel({ ...request, config: { model_type: 'x' } }), 'ERR_UNSUPPORTED', '"x"')
    await expectRejection(wf.loadModel({ ...request, weights: new Uint8Array(9) }), 'ERR_PARSE', 'weights')
  })

  test('options of generate are checked here', async () => {
    const wf = await start()
    const model = await wf.loadModel(request)
    const generate = (options: unknown) => model.generate([1], options as never)
    await expectRejection(generate(null), 'ERR_TYPE', 'options', 'null')
    await expectRejection(generate(7), 'ERR_TYPE', 'options')
    await expectRejection(generate({ signal: {} }), 'ERR_TYPE', 'options.signal')
    await expectRejection(generate({ onToken: 7 }), 'ERR_TYPE', 'options.onToken')
    await expectRejection(generate({ maxTokens: 7 }), 'ERR_VALUE', 'options.maxTokens', 'unknown option')
    const throwing = {
      get past(): never {
        throw new RangeError('mine')
      },
    }
    await expectRejection(model.forward(throwing as never), 'ERR_TYPE', 'input.past')
    expect(await model.generate([1], { maxNewTokens: 0 })).toEqual([1])
    await model.dispose()
  })

  test('what cannot be sent is refused', async () => {
    const wf = await start()
    await expectRejection(wf.attention(q, k, v, { scale: (() => 1) as never }), 'ERR_TYPE', 'cannot be sent')
    const throwing = {
      shape: [1],
      get data(): Float32Array {
        throw new Error('boo')
      },
    }
    await expectRejection(wf.rotate({ type: 'rope' }, throwing), 'ERR_TYPE', 'boo')
    expect((await wf.attention(q, k, v)).output.shape).toEqual([2, 3, 4])
  })
})

describe('crashes', () => {
  test('calls under way reject at once, the next one works', async () => {
    const wf = await start()
    const model = await wf.loadModel(request)
    const generating = model.generate([1], { maxNewTokens: 1_000_000 })
    const before = latest()
    before.crash()
    await expectRejection(generating, 'ERR_CRASHED', 'made to crash', 'next call')
    expect(before.terminated).toBe(true)
    expect((await wf.attention(q, k, v)).output).toEqual(local.attention(q, k, v).output)
    expect(latest()).not.toBe(before)
  })

  test('a model is loaded again by the call that needs it', async () => {
    const wf = await start()
    const model = await wf.loadModel(request)
    const first = await model.forward({ inputIds: [1, 2] })
    latest().crash()
    await expectRejection(model.generate([1], { maxNewTokens: 1_000_000 }), 'ERR_CRASHED')
    expect(await wf.liveHandles()).toBe(0)
    expect(await model.forward({ inputIds: [1, 2] })).toEqual(first)
    expect(await wf.liveHandles()).toBe(1)
    await model.dispose()
  })

  test('a model whose second loading failed is loaded by the call after that', async () => {
    let answers = 0
    const server = createServer((_, response) => {
      answers++
      if (answers === 2) response.writeHead(503).end()
      else response.end(bytesOf(gqa))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const weights = `http://127.0.0.1:${(server.address() as AddressInfo).port}/model.safetensors`
    const wf = await start()
    const model = await wf.loadModel({ ...request, weights })
    const first = await model.forward({ inputIds: [1, 2] })
    latest().crash()
    await expectRejection(model.generate([1], { maxNewTokens: 1_000_000 }), 'ERR_CRASHED')
    await expectRejection(model.forward({ inputIds: [1, 2] }), 'ERR_LOAD', '503')
    expect(await model.forward({ inputIds: [1, 2] })).toEqual(first)
    expect(answers).toBe(3)
    await model.dispose()
    server.closeAllConnections()
    server.close()
  })

  test('ten in a row', async () => {
    const wf = await start()
    for (let i = 0; i < 10; i++) {
      const call = wf.embed({ type: 'sinusoidal' }, { length: 20_000, dim: 512 })
      latest().crash()
      await call.catch(() => {})
      expect((await wf.embed({ type: 'sinusoidal' }, { length: 1, dim: 2 })).data).toEqual(
        Float32Array.of(0, 1),
      )
    }
  })

  test('a terminated worker says so, and stays terminated', async () => {
    const wf = await start()
    const model = await wf.loadModel(request)
    const generating = model.generate([1], { maxNewTokens: 1_000_000 })
    wf.terminate()
    wf.terminate()
    await expectRejection(generating, 'ERR_DISPOSED', 'terminated')
    await expectRejection(wf.liveHandles(), 'ERR_DISPOSED', 'terminated')
    await expectRejection(model.forward({ inputIds: [1] }), 'ERR_DISPOSED')
    await model.dispose()
  })
})

describe('where the worker comes from', () => {
  test('a blob: address by default', async () => {
    await start()
    expect(latest().address).toMatch(/^blob:/)
  })

  test('the file beside the module where blobs are forbidden', async () => {
    NodeWorker.refused = /^blob:/
    const wf = await start()
    expect(latest().address).toBe(packageFile('worker-thread.js').href)
    expect((await wf.attention(q, k, v)).output.shape).toEqual([2, 3, 4])
  })

  test('the address that was given, and no other', async () => {
    await start({ workerUrl: packageFile('worker-thread.js') })
    expect(latest().address).toBe(packageFile('worker-thread.js').href)
    await expectRejection(
      start({ workerUrl: packageFile('nothing.js') }),
      'ERR_LOAD',
      'no worker could be started',
      'workerUrl',
    )
  })

  test('a script that is not the worker’s: a sentence, after a while', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const starting = expectRejection(
        start({ workerUrl: 'data:text/javascript,1' }),
        'ERR_LOAD',
        'did not answer within 30 seconds',
        'worker-thread.js',
      )
      await vi.waitUntil(() => vi.getTimerCount() > 0)
      await vi.runAllTimersAsync()
      await starting
      expect(latest().terminated).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  test('nowhere: a sentence', async () => {
    NodeWorker.refused = /./
    await expectRejection(start(), 'ERR_LOAD', 'no worker could be started', 'content security policy')
  })

  test('where there are no workers of browsers: what to do instead', async () => {
    const advice = ['loadInWorker', 'node:worker_threads'] as const
    Object.assign(globalThis, { Deno: {} }) // its workers take modules only
    await expectRejection(start(), 'ERR_UNSUPPORTED', ...advice)
    Reflect.deleteProperty(globalThis, 'Deno')
    Object.assign(globalThis, { Worker: undefined })
    await expectRejection(start(), 'ERR_UNSUPPORTED', ...advice)
  })
})

test('a model of a further family is that of the library here', async () => {
  const phi = goldenModel('phi-f32')
  const wf = await start()
  const asked = { config: phi.request.config, weights: bytesOf(phi) }
  const [there, here] = [await wf.loadModel(asked), await local.loadModel(asked)]
  const input = { inputIds: [3, 1, 4, 1, 5] }
  expect((await there.forward(input)).logits).toEqual(here.forward(input).logits)
  for (const model of [there, here]) model.dispose()
})

test('identify tells how far it is, and stops at a signal', async () => {
  const wf = await start()
  const request = { input: random.tensor(200, 128), output: random.tensor(200, 128) }
  const controller = new AbortController()
  const heard: IdentifyProgress[] = []
  const onProgress = (progress: IdentifyProgress) => {
    heard.push(progress)
    controller.abort()
  }
  const { signal } = controller
  await expectRejection(wf.identify(request, { signal, onProgress }), 'ERR_ABORTED')
  expect(heard[0]?.phase).toBe('measuring')
  expect(await wf.identify(request)).toEqual(await local.identify(request))
})

describe('proxies', () => {
  test('in the state of a component the library, models and caches are themselves; what is plain is posted', async () => {
    const wf = await start()
    const given = reactive({ request: { ...request, weights: [bytesOf(gqa)] }, ids: [[1, 2, 3]], q, k, v })
    const state = reactive({ wf, model: await wf.loadModel(given.request) })
    expect((await state.wf.attention(given.q, given.k, given.v)).output).toEqual(
      local.attention(q, k, v).output,
    )
    const whole = await state.model.forward({ inputIds: given.ids })
    expect(whole.logits.shape.slice(0, 2)).toEqual([1, 3])
    const caches = reactive([await state.model.cache({ capacity: 4 })])
    await state.model.forward(reactive({ inputIds: [[1, 2]], past: caches }))
    const { logits } = await state.model.forward({ inputIds: reactive([[3]]), past: caches })
    expect(logits.data).toEqual(whole.logits.data.slice(-logits.data.length))
    expect(await state.model.generate(reactive([1, 2]), reactive({ maxNewTokens: 1 }))).toHaveLength(3)
    await state.model.dispose()
  })

  test('behind any other proxy each says what is wanted', async () => {
    const wf = await start()
    const model = await wf.loadModel(request)
    const cache = await model.cache({ capacity: 4 })
    const itself = (what: string) => `this: got a proxy of the ${what} or nothing, wanted the ${what} itself`
    const calls: [() => unknown, string][] = [
      [() => around(wf).attention(q, k, v), itself('library')],
      [() => around(wf).loadModel(request), itself('library')],
      [() => around(wf).trainer({} as never), itself('library')],
      [() => around(wf).info, itself('library')],
      [() => around(model).forward({ inputIds: [1] }), itself('model')],
      [() => around(model).generate([1]), itself('model')],
      [() => around(model).dispose(), itself('model')],
      [() => around(cache).length, itself('cache')],
      [() => around(cache).dispose(), itself('cache')],
      [() => model.forward({ inputIds: [1], past: around(cache) }), 'input.past: got a proxy of a cache'],
    ]
    for (const [call, words] of calls) await expectRejection(async () => call(), 'ERR_TYPE', words)
    await cache.dispose()
    await model.dispose()
  })
})
