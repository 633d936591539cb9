import { describe, expect, test } from 'vitest'
import type { LoadModelRequest, Progress } from 'whereformer'
import { expectRejection } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import { bytesOf, goldenModel, type ModelFolder, takeApart, trainedModels } from '../support/models.js'
import { type TensorData, wellFormed } from '../support/safetensors-file.js'
import { streamOf } from '../support/streams.js'

const library = useLibrary()
const [llama, gpt2] = [goldenModel('llama-f16-gqa'), goldenModel('gpt2-f32')]
const file = bytesOf(llama)
const parts = takeApart(file)

async function logitsOf(request: LoadModelRequest): Promise<Float32Array> {
  const model = await library.wf.loadModel(request)
  const { logits } = model.forward({ inputIds: [1, 2, 3] })
  model.dispose()
  return logits.data
}

describe('sources', () => {
  const config = llama.request.config
  const names = Object.keys(parts)
  const shard = (from: number, to: number) =>
    wellFormed(Object.fromEntries(names.slice(from, to).map((name) => [name, parts[name] as TensorData])))
  const stream = (chunk: number) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < file.length; at += chunk) controller.enqueue(file.slice(at, at + chunk))
        controller.close()
      },
    })

  test.each<[string, () => LoadModelRequest['weights']]>([
    ['a view', () => file],
    ['a buffer', () => file.slice().buffer],
    ['a view that is not aligned', () => new Uint8Array([9, ...file]).subarray(1)],
    ['a path', () => (llama.request.weights as URL).pathname],
    ['a file address as text', () => (llama.request.weights as URL).href],
    ['a Blob', () => new Blob([file.slice()])],
    ['a Response', () => new Response(file.slice())],
    ['a stream in small pieces', () => stream(1000)],
    ['a list of one', () => [file]],
    [
      'three shards of different kinds',
      () => [shard(0, 5), new Blob([shard(5, 9).slice()]), shard(9, names.length)],
    ],
    ['a data: address', () => `data:application/octet-stream;base64,${Buffer.from(file).toString('base64')}`],
  ])('%s', async (_, weights) => {
    expect(await logitsOf({ config, weights: weights() })).toEqual(await logitsOf(llama.request))
  })

  test('progress counts all shards', async () => {
    const seen: Progress[] = []
    const weights = [shard(0, 5), new Blob([shard(5, names.length).slice()])]
    await logitsOf({ config, weights, onProgress: (p) => seen.push(p) })
    const total = (weights[0] as Uint8Array).length + (weights[1] as Blob).size
    expect(seen.at(-1)).toEqual({ phase: 'weights', loaded: total, total })
    expect(seen.map((p) => p.loaded)).toEqual(seen.map((p) => p.loaded).sort((a, b) => a - b))
  })

  test('names with and without their prefix', async () => {
    const bare = Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name.replace(/^model\./, ''), part]),
    )
    expect(await logitsOf({ config, weights: wellFormed(bare) })).toEqual(await logitsOf(llama.request))
  })

  test('tensors that nobody needs may come along', async () => {
    const scraps = {
      ...takeApart(bytesOf(gpt2)),
      'transformer.h.0.attn.bias': { dtype: 'BOOL', shape: [2], bytes: new Uint8Array(2) },
    }
    expect(await logitsOf({ ...gpt2.request, weights: wellFormed(scraps) })).toEqual(
      await logitsOf(gpt2.request),
    )
  })

  test('the weights of the caller stay theirs', async () => {
    const weights = file.slice()
    await logitsOf({ config, weights })
    expect(weights).toEqual(file)
  })
})

const without = (name: string) => {
  const { [name]: _, ...rest } = parts
  return wellFormed(rest)
}
const query = 'model.layers.0.self_attn.q_proj.weight'
const reshaped = (name: string, shape: number[]) =>
  wellFormed({ ...parts, [name]: { ...(parts[name] as TensorData), shape } })
const config = llama.request.config as Record<string, unknown>
const [first = 0, second = 0] = parts[query]?.shape ?? []

describe('what goes wrong', () => {
  test.each<[string, () => unknown, string, ...string[]]>([
    ['no request', () => undefined, 'ERR_TYPE', 'request'],
    ['an unknown field', () => ({ ...llama.request, weight: 1 }), 'ERR_VALUE', 'request.weight', 'weights'],
    ['no config', () => ({ weights: file }), 'ERR_TYPE', 'config'],
    ['no weights', () => ({ config }), 'ERR_TYPE', 'weights'],
    ['weights that are a number', () => ({ config, weights: 5 }), 'ERR_TYPE', 'weights', '5'],
    ['no shards', () => ({ config, weights: [] }), 'ERR_VALUE', 'lacks'],
    [
      'an unknown family',
      () => ({ config: { ...config, model_type: 'mamba' }, weights: file }),
      'ERR_UNSUPPORTED',
      '"mamba"',
      'llama',
      'gpt2',
    ],
    ['no family', () => ({ config: {}, weights: file }), 'ERR_VALUE', 'config.model_type'],
    [
      'an unknown scaling of RoPE',
      () => ({ config: { ...config, rope_parameters: { rope_type: 'wobbly', factor: 2 } }, weights: file }),
      'ERR_UNSUPPORTED',
      '"wobbly"',
      'yarn',
    ],
    [
      'an unknown activation',
      () => ({ config: { ...config, hidden_act: 'mish' }, weights: file }),
      'ERR_UNSUPPORTED',
      'config.hidden_act',
      '"mish"',
    ],
    [
      'heads that do not divide',
      () => ({ config: { ...config, num_key_value_heads: 4 }, weights: file }),
      'ERR_VALUE',
      'num_key_value_heads',
      '4',
    ],
    [
      'zero heads',
      () => ({ config: { ...config, num_attention_heads: 0 }, weights: file }),
      'ERR_VALUE',
      'config.num_attention_heads',
      '0',
    ],
    [
      'a width of text',
      () => ({ config: { ...config, hidden_size: '36' }, weights: file }),
      'ERR_TYPE',
      'config.hidden_size',
      '"36"',
    ],
    [
      'a million layers',
      () => ({ config: { ...config, num_hidden_layers: 1e6 }, weights: file }),
      'ERR_VALUE',
      '1000000 layers',
    ],
    [
      'an epsilon of NaN',
      () => ({ config: { ...config, rms_norm_eps: Number.NaN }, weights: file }),
      'ERR_VALUE',
      'rms_norm_eps',
      'NaN',
    ],
    [
      'a missing tensor',
      () => ({ config, weights: without(query) }),
      'ERR_VALUE',
      'lacks',
      '"layers.0.self_attn.q_proj.weight"',
      `[${first}, ${second}]`,
    ],
    [
      'a tensor of another shape',
      () => ({ config, weights: reshaped(query, [first * second]) }),
      'ERR_SHAPE',
      query,
      `[${first * second}]`,
      `[${first}, ${second}]`,
    ],
    [
      'more layers than tensors',
      () => ({ config: { ...config, num_hidden_layers: 9 }, weights: file }),
      'ERR_VALUE',
      'lacks',
      'layers.3.',
    ],
    [
      'a tensor of integers',
      () => ({
        config,
        weights: wellFormed({ ...parts, [query]: { ...(parts[query] as TensorData), dtype: 'I16' } }),
      }),
      'ERR_UNSUPPORTED',
      query,
      'I16',
    ],
    [
      'a file cut short',
      () => ({ config, weights: file.subarray(0, file.length - 1) }),
      'ERR_PARSE',
      'weights',
    ],
    [
      'an HTML page',
      () => ({ config, weights: new TextEncoder().encode('<!DOCTYPE html><html></html>') }),
      'ERR_LOAD',
      'HTML',
    ],
    [
      'a Response of 404',
      () => ({ config, weights: new Response('no', { status: 404 }) }),
      'ERR_LOAD',
      '404',
    ],
    ['a Response that was read', () => readResponse(), 'ERR_LOAD', 'no body'],
    [
      'a missing file',
      () => ({ config, weights: '/nowhere/model.safetensors' }),
      'ERR_LOAD',
      '/nowhere/model.safetensors',
    ],
    ['a stream that breaks', () => ({ config, weights: brokenStream() }), 'ERR_LOAD', 'boo'],
    ['a stream of text', () => ({ config, weights: textStream() }), 'ERR_TYPE', '"text"'],
    ['a detached buffer', () => ({ config, weights: detachedBuffer() }), 'ERR_VALUE', 'detached'],
    [
      'shared memory',
      () => ({ config, weights: new Uint8Array(new SharedArrayBuffer(100)) }),
      'ERR_TYPE',
      'shared',
    ],
    ['a tokenizer that is none', () => ({ ...llama.request, tokenizer: {} }), 'ERR_PARSE', 'tokenizer'],
    ['a signal that is none', () => ({ ...llama.request, signal: 1 }), 'ERR_TYPE', 'request.signal'],
    [
      'a getter that throws',
      () =>
        Object.defineProperty({ weights: file }, 'config', {
          enumerable: true,
          get: () => {
            throw new Error('boo')
          },
        }),
      'ERR_TYPE',
      'request.config',
    ],
    ['an aborted signal', () => ({ ...llama.request, signal: AbortSignal.abort() }), 'ERR_ABORTED'],
  ])('%s', async (_, request, code, ...words) => {
    await expectRejection(library.wf.loadModel((await request()) as LoadModelRequest), code, ...words)
    expect(library.wf.liveHandles()).toBe(0)
  })

  test('an abort while the weights arrive', async () => {
    const controller = new AbortController()
    const weights = streamOf(file, 100)
    const seen: number[] = []
    const loading = library.wf.loadModel({
      config,
      weights,
      signal: controller.signal,
      onProgress: ({ loaded }) => {
        seen.push(loaded)
        if (loaded > file.length / 2) controller.abort()
      },
    })
    await expectRejection(loading, 'ERR_ABORTED')
    expect(seen.at(-1)).toBeLessThan(file.length)
  })

  test('GPT-2 switches that this engine lacks', async () => {
    for (const key of ['scale_attn_by_inverse_layer_idx', 'add_cross_attention']) {
      const request = { ...gpt2.request, config: { ...gpt2.request.config, [key]: true } }
      await expectRejection(library.wf.loadModel(request), 'ERR_UNSUPPORTED', `config.${key}`)
    }
  })

  test('a learned table of another size than the config says', async () => {
    const config = { ...trainedModels[1]?.request.config, n_positions: 32 }
    await expectRejection(
      library.wf.loadModel({ ...(trainedModels[1] as ModelFolder).request, config }),
      'ERR_SHAPE',
      'wpe.weight',
      '[32, 128]',
    )
  })
})

async function readResponse() {
  const weights = new Response(file.slice())
  await weights.arrayBuffer()
  return { config, weights }
}

const brokenStream = () => new ReadableStream<Uint8Array>({ pull: (c) => c.error(new Error('boo')) })
const textStream = () => new ReadableStream({ pull: (c) => c.enqueue('text') })

function detachedBuffer(): ArrayBuffer {
  const { buffer } = new Uint8Array(100)
  structuredClone(buffer, { transfer: [buffer] })
  return buffer
}
