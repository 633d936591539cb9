// Checkpoints of several files: lists of shards, indices, and everything that can be wrong with them, reported at once.

import { describe, expect, test } from 'vitest'
import type { IndexedWeights, LoadModelRequest, Progress } from 'whereformer'
import { expectRejection, rejectionOf } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import { bytesOf, goldenModel, takeApart } from '../support/models.js'
import { float32, type TensorData, wellFormed } from '../support/safetensors-file.js'
import { streamOf } from '../support/streams.js'

const library = useLibrary()
const { request } = goldenModel('llama-f16-gqa')
const { config } = request
const parts = takeApart(bytesOf(goldenModel('llama-f16-gqa')))
const names = Object.keys(parts)
const pick = (...chosen: string[]) =>
  wellFormed(Object.fromEntries(chosen.map((name) => [name, parts[name] as TensorData])))
const shard = (from: number, to?: number) => pick(...names.slice(from, to))

async function logitsOf(weights: LoadModelRequest['weights']): Promise<Float32Array> {
  const model = await library.wf.loadModel({ config, weights })
  const { logits } = model.forward({ inputIds: [1, 2, 3] })
  model.dispose()
  return logits.data
}

/** An index over files, which remembers what was asked for. */
function indexed(files: Record<string, string[]>, more: Record<string, string> = {}) {
  const asked: string[] = []
  const weightMap = Object.fromEntries(
    Object.entries(files).flatMap(([file, tensors]) => tensors.map((name) => [name, file])),
  )
  const total = names.reduce((sum, name) => sum + (parts[name]?.bytes.length ?? 0), 0)
  const weights: IndexedWeights = {
    index: { metadata: { total_size: total }, weight_map: { ...weightMap, ...more } },
    file: (name) => {
      asked.push(name)
      return streamOf(pick(...(files[name] ?? [])), 500)
    },
  }
  return { weights, asked }
}

const halves = { 'a.safetensors': names.slice(0, 7), 'b.safetensors': names.slice(7) }

describe('an index', () => {
  test('names the files, which are asked for one after the other', async () => {
    const { weights, asked } = indexed(halves)
    expect(await logitsOf(weights)).toEqual(await logitsOf(request.weights))
    expect(asked).toEqual(['a.safetensors', 'b.safetensors'])
  })

  test('files may come as promises, and of any kind', async () => {
    const { weights } = indexed(halves)
    const file = async (name: string) =>
      new Blob([pick(...(halves[name as keyof typeof halves] ?? [])).slice()])
    expect(await logitsOf({ ...weights, file })).toEqual(await logitsOf(request.weights))
  })

  test('a file of which nothing is needed is not asked for', async () => {
    const { weights, asked } = indexed(halves, {
      'model.layers.0.self_attn.rotary_emb.inv_freq': 'c.safetensors',
    })
    await logitsOf(weights)
    expect(asked).toEqual(['a.safetensors', 'b.safetensors'])
  })

  test('progress is over all files, and the total is right at the end', async () => {
    const seen: Progress[] = []
    const { weights } = indexed(halves)
    const model = await library.wf.loadModel({ config, weights, onProgress: (p) => seen.push(p) })
    model.dispose()
    const bytes = shard(0, 7).length + shard(7).length
    expect(seen.at(-1)).toEqual({ phase: 'weights', loaded: bytes, total: bytes })
    expect(seen.slice(1).every((p, i) => p.loaded > (seen[i]?.loaded ?? 0))).toBe(true)
  })

  test('names that are missing or have no place are reported before a file is asked for', async () => {
    const { weights, asked } = indexed({ 'a.safetensors': names.slice(2) }, { stranger: 'a.safetensors' })
    const words = [
      'lacks 2 tensors',
      names[0] as string,
      names[1] as string,
      '1 tensor with no place',
      '"stranger"',
    ]
    await expectRejection(logitsOf(weights), 'ERR_VALUE', ...words.map((word) => word.replace('model.', '')))
    expect(asked).toEqual([])
  })

  test('a file that does not hold what the index says', async () => {
    const { weights } = indexed(halves)
    const swapped = { ...weights, file: () => shard(0, 7) }
    await expectRejection(logitsOf(swapped), 'ERR_PARSE', '"b.safetensors"', 'once more')
    const poor = { ...weights, file: (name: string) => (name[0] === 'a' ? shard(0, 6) : shard(7)) }
    await expectRejection(
      logitsOf(poor),
      'ERR_VALUE',
      'lacks 1 tensor',
      (names[6] ?? '').replace('model.', ''),
    )
  })

  test('what the function throws comes out as it is', async () => {
    const { weights } = indexed(halves)
    const file = () => {
      throw new RangeError('mine')
    }
    await expect(logitsOf({ ...weights, file })).rejects.toThrow(new RangeError('mine'))
  })

  type Case = [string, unknown, string, ...string[]]
  const { index } = indexed(halves).weights
  test.each<Case>([
    ['no function', { index }, 'ERR_TYPE', 'request.weights.file'],
    ['a function that is none', { index, file: 'a' }, 'ERR_TYPE', 'request.weights.file'],
    ['an index of text', { index: 'a', file: () => '' }, 'ERR_TYPE', 'request.weights.index'],
    ['no weight_map', { index: {}, file: () => '' }, 'ERR_TYPE', 'weight_map'],
    ['a map to numbers', { index: { weight_map: { a: 1 } }, file: () => '' }, 'ERR_TYPE', 'weight_map'],
    [
      'a map of the right names to numbers',
      { index: { weight_map: Object.fromEntries(names.map((name) => [name, 1])) }, file: () => '' },
      'ERR_TYPE',
      'weight_map',
      '1',
    ],
    ['a source that is none', { index, file: () => 5 }, 'ERR_TYPE', '5'],
  ])('refuses %s', async (_, weights, code, ...words) => {
    await expectRejection(() => logitsOf(weights as never), code, ...words)
  })
})

describe('faults', () => {
  const query = names.find((name) => name.includes('down_proj')) as string
  const key = names.find((name) => name.includes('k_proj')) as string
  const broken = (more: Record<string, TensorData>, without: string[] = []) =>
    Object.fromEntries(Object.entries({ ...parts, ...more }).filter(([name]) => !without.includes(name)))
  const halve = (name: string): TensorData => {
    const { shape, dtype, bytes } = parts[name] as TensorData
    return { dtype, shape: [shape[1] ?? 1, shape[0] ?? 1], bytes }
  }
  const faulty = broken(
    {
      extra: float32([1], [1]),
      [query]: halve(query),
      [key]: { ...(parts[key] as TensorData), dtype: 'I16' },
    },
    [names[0] as string, names[5] as string],
  )
  const words = [
    'lacks 2 tensors',
    (names[0] as string).replace('model.', ''),
    (names[5] as string).replace('model.', ''),
    '1 tensor of another shape',
    `${JSON.stringify(query)} [${parts[query]?.shape[1]}, ${parts[query]?.shape[0]}] instead of`,
    '1 tensor of a dtype other than F32, F16, BF16',
    `${JSON.stringify(key)} I16`,
    '1 tensor with no place in llama: "extra"',
  ]

  test.each<[string, () => LoadModelRequest['weights']]>([
    ['one file', () => wellFormed(faulty)],
    ['a stream', () => streamOf(wellFormed(faulty), 999)],
    ['shards in memory', () => shards().map((bytes) => bytes)],
    ['shards as streams', () => shards().map((bytes) => streamOf(bytes, 999))],
    [
      'shards of both kinds',
      () => shards().map((bytes, i) => (i % 2 ? streamOf(bytes, 999) : new Blob([bytes.slice()]))),
    ],
  ])('all of them are reported in one error: %s', async (_, weights) => {
    await expectRejection(logitsOf(weights()), 'ERR_VALUE', ...words)
  })

  function shards(): Uint8Array[] {
    const entries = Object.entries(faulty)
    return [0, 1, 2].map((third) =>
      wellFormed(
        Object.fromEntries(entries.filter((_, i) => Math.floor((i * 3) / entries.length) === third)),
      ),
    )
  }

  test('no data are read of a file whose header is wrong', async () => {
    const file = wellFormed(faulty)
    const seen: number[] = []
    const onProgress = ({ loaded }: Progress) => seen.push(loaded)
    await rejectionOf(library.wf.loadModel({ config, weights: streamOf(file, 64), onProgress }))
    const header = 8 + Number(new DataView(file.buffer).getBigUint64(0, true))
    expect(seen.at(-1)).toBe(header)
  })

  test('of each kind the first twenty are named, and all are counted', async () => {
    const wide = { ...config, num_hidden_layers: 20 }
    const error = await rejectionOf(library.wf.loadModel({ config: wide, weights: request.weights }))
    const listed = error.message.match(/"layers\./g)?.length ?? 0
    expect(error.message).toMatch(/lacks \d{3} tensors/)
    expect(listed).toBe(20)
    expect(error.message.endsWith('…')).toBe(true)
  })

  test('a tensor in two shards, also under two names', async () => {
    await expectRejection(logitsOf([shard(0), shard(0, 1)]), 'ERR_PARSE', 'weights[1]', 'once more')
    const twice = { ...parts, [query.replace('model.', '')]: parts[query] as TensorData }
    await expectRejection(logitsOf(wellFormed(twice)), 'ERR_PARSE', query.replace('model.', ''), 'once more')
  })

  test('the third shard is broken: nothing stays', async () => {
    const bad = shard(9).subarray(0, -3)
    for (const weights of [
      [shard(0, 5), shard(5, 9), bad],
      [streamOf(shard(0, 5), 100), streamOf(shard(5, 9), 100), streamOf(bad, 100)],
    ]) {
      await expectRejection(logitsOf(weights), 'ERR_PARSE', 'weights[2]', 'bytes of data')
      expect(library.wf.liveHandles()).toBe(0)
    }
    expect((await logitsOf([shard(0, 5), shard(5)])).length).toBe(69)
  })

  test('an abort between two shards', async () => {
    const controller = new AbortController()
    const { weights } = indexed(halves)
    const file = (name: string) => {
      if (name[0] === 'b') controller.abort()
      return weights.file(name)
    }
    const loading = library.wf.loadModel({ config, weights: { ...weights, file }, signal: controller.signal })
    await expectRejection(loading, 'ERR_ABORTED')
    expect(library.wf.liveHandles()).toBe(0)
  })

  test('streams that are no longer needed are cancelled', async () => {
    let cancelled = 0
    const source = () => {
      const inner = streamOf(shard(0, 5), 64).getReader()
      return new ReadableStream<Uint8Array>(
        {
          pull: async (controller) => {
            const { value, done } = await inner.read()
            if (done) controller.close()
            else controller.enqueue(value)
          },
          cancel: () => void cancelled++,
        },
        { highWaterMark: 0 },
      )
    }
    await rejectionOf(library.wf.loadModel({ config, weights: source() }))
    expect(cancelled).toBe(1)
  })

  test('a stream that somebody else reads', async () => {
    const stream = streamOf(shard(0), 64)
    stream.getReader()
    await expectRejection(logitsOf(stream), 'ERR_LOAD', 'somebody else')
  })
})
