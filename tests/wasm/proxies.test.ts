// Objects of the library behind proxies: those that Vue would make are not made; any other is named, as is a method without its object.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cache, type HeapTensor, load, type Model, type Trainer, type Whereformer } from 'whereformer'
import { expectRejection } from '../support/errors.js'
import { goldenModel } from '../support/models.js'
import { around, reactive } from '../support/proxies.js'

const t = { data: Float32Array.of(1, 2, 3, 4), shape: [1, 2, 2] }
const batch = { inputIds: [[1, 2, 3]], targets: [[2, 3, 1]] }
const options = {
  model: { layers: 1, heads: 1, dModel: 8, dFf: 8, vocab: 8, position: { type: 'rope' } },
  seed: 1,
} as const

let wf: Whereformer
let model: Model
let cache: Cache
let tensor: HeapTensor
let trainer: Trainer

beforeAll(async () => {
  wf = await load()
  model = await wf.loadModel(goldenModel('llama-f16-gqa').request)
  cache = model.cache({ capacity: 8 })
  tensor = wf.tensor(t)
  trainer = await wf.trainer(options)
})

afterAll(() => {
  for (const one of [cache, model, tensor, trainer]) one.dispose()
  expect(wf.liveHandles()).toBe(0)
})

describe('in the state of a component', () => {
  test('the library, tensors and results', async () => {
    const state = reactive({ wf, tensor, result: undefined as unknown })
    state.result = state.wf.attention(state.tensor, t, t, { return: ['weights'] })
    const { output } = reactive(state.result as { output: typeof t })
    expect(output.data).toEqual(wf.attention(tensor, t, t, { return: ['weights'] }).output.data)
    expect([...state.wf.softmax(output).data]).toEqual([...wf.softmax(output).data])
    expect(state.wf.info.version).toBe(wf.info.version)
    expect(await reactive({ wf }).wf.ready()).toBeUndefined()
  })

  test('a model and its caches', async () => {
    const state = reactive({ model, cache, several: [cache] })
    const whole = model.forward({ inputIds: [1, 2, 3] }).logits
    expect(state.model.forward({ inputIds: [1, 2, 3] }).logits.data).toEqual(whole.data)
    expect(await state.model.generate([1, 2], { maxNewTokens: 2 })).toHaveLength(4)
    state.model.forward({ inputIds: [1, 2], past: state.cache })
    const { logits } = state.model.forward({ inputIds: [[3]], past: state.several })
    expect(logits.data).toEqual(whole.data.slice(-logits.data.length))
    expect(state.cache.length).toBe(3)
  })

  test('a trainer and its model', () => {
    const state = reactive({ trainer })
    expect(state.trainer.step(batch).step).toBe(1)
    expect(state.trainer.evaluate(batch).loss).toBeGreaterThan(0)
    expect(state.trainer.model.forward({ inputIds: [1, 2] }).logits.shape).toEqual([2, 8])
    expect(state.trainer.steps).toBe(1)
  })
})

describe('behind a proxy', () => {
  const itself = (what: string) => `this: got a proxy of the ${what} or nothing, wanted the ${what} itself`

  test.each<[string, () => unknown, string]>([
    ['attention', () => around(wf).attention(t, t, t), itself('library')],
    ['loadModel', () => around(wf).loadModel(goldenModel('llama-f16-gqa').request), itself('library')],
    ['identify', () => around(wf).identify({} as never), itself('library')],
    ['trainer', () => around(wf).trainer(options), itself('library')],
    ['liveHandles', () => around(wf).liveHandles(), itself('library')],
    ['ready', () => around(wf).ready(), itself('library')],
    ['forward', () => around(model).forward({ inputIds: [1] }), itself('model')],
    ['generate', () => around(model).generate([1]), itself('model')],
    ['stream', () => around(model).stream([1]).next(), itself('model')],
    ['chat', () => around(model).chat([{ role: 'user' }]), itself('model')],
    ['template', () => around(model).applyChatTemplate([{ role: 'user' }]), itself('model')],
    ['embed', () => around(model).embed('a'), itself('model')],
    ['cache', () => around(model).cache({ capacity: 1 }), itself('model')],
    ['encode', () => around(model).encode('a'), itself('model')],
    ['save', () => around(model).save(), itself('model')],
    ['position', () => around(model).position, itself('model')],
    ['dispose of a model', () => around(model).dispose(), itself('model')],
    ['length', () => around(cache).length, itself('cache')],
    ['dispose of a cache', () => around(cache).dispose(), itself('cache')],
    ['step', () => around(trainer).step(batch), itself('trainer')],
    ['model', () => around(trainer).model, itself('trainer')],
    ['steps', () => around(trainer).steps, itself('trainer')],
    ['dispose of a trainer', () => around(trainer).dispose(), itself('trainer')],
    ['data', () => around(tensor).data, itself('tensor')],
    ['dispose of a tensor', () => around(tensor).dispose(), itself('tensor')],
    ['query', () => wf.attention(around(tensor), t, t), itself('tensor')],
    ['out', () => wf.softmax(t, { out: around(tensor) }), itself('tensor')],
    [
      'past',
      () => model.forward({ inputIds: [1], past: around(cache) }),
      'input.past: got a proxy of a cache',
    ],
    [
      'past of a batch',
      () => model.forward({ inputIds: [[1]], past: [around(cache)] }),
      'input.past[0]: got a proxy of a cache',
    ],
    [
      'past that is made up',
      () => model.forward({ inputIds: [1], past: Object.create(cache) as Cache }),
      'input.past: got a proxy of a cache',
    ],
  ])('%s', async (_, call, words) => {
    await expectRejection(async () => call(), 'ERR_TYPE', words)
  })

  test('a method without its object', async () => {
    const { attention, softmax, loadModel } = wf
    const { forward } = model
    for (const call of [() => attention(t, t, t), () => softmax(t), () => loadModel({} as never)])
      await expectRejection(async () => call(), 'ERR_TYPE', itself('library'))
    await expectRejection(async () => forward({ inputIds: [1] }), 'ERR_TYPE', itself('model'))
  })
})
