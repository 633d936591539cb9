// Values that only look like what they claim to be, or throw when they are looked at: a typed error, and the next call works.

import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { load, type Model, type Whereformer } from 'whereformer'
import { expectRejection } from '../support/errors.js'
import { goldenModel } from '../support/models.js'

const { request } = goldenModel('llama-f16-gqa')
const ones = () => ({ data: Float32Array.of(1, 1), shape: [1, 1, 2] })

let wf: Whereformer

beforeAll(async () => {
  wf = await load()
})

afterEach(() => {
  expect([...wf.softmax(ones()).data]).toEqual([0.5, 0.5])
  expect(wf.liveHandles()).toBe(0)
})

const boo = (): never => {
  throw new RangeError('boo')
}
const throwing = new Proxy([], { get: boo, has: boo, ownKeys: boo, getOwnPropertyDescriptor: boo })
const throwingLength = Object.defineProperty({}, 'length', { get: boo, enumerable: true })

/** `instanceof` believes it; no method works on it. */
const fake = (of: { prototype: object }): object => Object.create(of.prototype)

class Liar extends Float32Array {
  override get length(): number {
    return 2 ** 31
  }
}

describe('load', () => {
  test.each<[string, unknown, string, string]>([
    ['an AbortSignal', { signal: fake(AbortSignal) }, 'ERR_TYPE', 'options.signal'],
    ['a URL', { wasmUrl: fake(URL) }, 'ERR_TYPE', 'options.wasmUrl'],
    ['a module', { wasmModule: fake(WebAssembly.Module) }, 'ERR_TYPE', 'options.wasmModule'],
    ['a buffer', { wasmBinary: fake(ArrayBuffer) }, 'ERR_TYPE', 'options.wasmBinary'],
    ['a view', { wasmBinary: fake(Uint8Array) }, 'ERR_TYPE', 'options.wasmBinary'],
    ['what throws', throwing, 'ERR_TYPE', 'options'],
    ['a file address of another machine', { wasmUrl: 'file://host/x' }, 'ERR_LOAD', 'file://host/x'],
  ])('%s', (_, options, ...refusal) => expectRejection(load(options as never), ...refusal))
})

describe('loadModel', () => {
  const { config } = request

  test.each<[string, object, string, string]>([
    ['an AbortSignal', { signal: fake(AbortSignal) }, 'ERR_TYPE', 'request.signal'],
    ['a Blob', { weights: fake(Blob) }, 'ERR_TYPE', 'weights'],
    ['a URL', { weights: fake(URL) }, 'ERR_TYPE', 'weights'],
    ['a Response', { weights: fake(Response) }, 'ERR_TYPE', 'weights'],
    ['a stream', { weights: fake(ReadableStream) }, 'ERR_TYPE', 'weights'],
    ['a view', { weights: fake(Uint8Array) }, 'ERR_TYPE', 'weights'],
    ['a list that throws', { weights: throwing }, 'ERR_TYPE', 'weights'],
    ['a file address of another machine', { weights: 'file://host/x' }, 'ERR_LOAD', 'file://host/x'],
    ['a config that throws', { config: throwing }, 'ERR_TYPE', 'config'],
    ['a BigInt', { config: { ...config, hidden_size: 8n } }, 'ERR_TYPE', 'config.hidden_size: got 8n'],
    ['a symbol', { config: { ...config, hidden_act: Symbol('a') } }, 'ERR_TYPE', 'config.hidden_act'],
    ['a length that throws', { config: { ...config, layer_types: throwingLength } }, 'ERR_TYPE', 'config'],
    ['a tokenizer that throws', { tokenizer: throwing }, 'ERR_TYPE', 'tokenizer'],
  ])('%s', (_, changed, ...refusal) =>
    expectRejection(wf.loadModel({ ...request, ...changed } as never), ...refusal),
  )

  test('a config that contains itself', async () => {
    const circle: Record<string, unknown> = { ...config }
    circle.self = circle
    await expectRejection(wf.loadModel({ ...request, config: circle }), 'ERR_VALUE', 'levels deep')
  })

  test('a BigInt where nobody looks', async () => {
    const model = await wf.loadModel({ ...request, config: { ...config, unknown_field: 8n } })
    model.dispose()
  })
})

describe('a model', () => {
  test.each<[string, (model: Model) => unknown, string]>([
    [
      'generate: an AbortSignal',
      (model) => model.generate([1], { signal: fake(AbortSignal) as never }),
      'options.signal',
    ],
    ['generate: what throws', (model) => model.generate([1], throwing as never), 'options'],
    ['forward: ids that throw', (model) => model.forward({ inputIds: throwing as never }), 'input.inputIds'],
    [
      'forward: a length that throws',
      (model) => model.forward({ inputIds: throwingLength as never }),
      'input.inputIds',
    ],
    ['forward: a view', (model) => model.forward({ inputIds: fake(Int32Array) as never }), 'input.inputIds'],
  ])('%s', async (_, call, word) => {
    const model = await wf.loadModel(request)
    await expectRejection(async () => call(model), 'ERR_TYPE', word)
    model.dispose()
  })
})

describe('a tensor', () => {
  test.each<[string, unknown, string, string]>([
    ['a length that throws', throwingLength, 'ERR_TYPE', 'query'],
    ['values whose length throws', { ...ones(), data: throwingLength }, 'ERR_TYPE', 'query.data'],
    ['a shape whose length throws', { ...ones(), shape: throwingLength }, 'ERR_TYPE', 'query.shape'],
    ['a shape that throws', { ...ones(), shape: throwing }, 'ERR_TYPE', 'query.shape'],
    ['a view', { ...ones(), data: fake(Float32Array) }, 'ERR_TYPE', 'query.data'],
    ['a subclass with another length', { ...ones(), data: new Liar(1) }, 'ERR_SHAPE', 'query.data'],
  ])('%s', (_, query, ...refusal) =>
    expectRejection(async () => wf.attention(query as never, ones(), ones()), ...refusal),
  )
})
