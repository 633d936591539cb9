// Arrays of more numbers than a function has arguments, and what else can happen while they are searched.

import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { IdentifyProgress, IdentifyRequest, Position, Tensor } from 'whereformer'
import { attention } from '../../web/lib/attention/attention.js'
import type { Core } from '../../web/lib/boundary/core.js'
import { identify } from '../../web/lib/identify/identify.js'
import { bias, embed, rotate } from '../../web/lib/position/hooks.js'
import { expectRejection } from '../support/errors.js'
import { Random } from '../support/random.js'
import { startCore } from './support/raw-core.js'

let core: Core

beforeAll(async () => {
  core = (await startCore()).core
})

afterEach(() => {
  vi.restoreAllMocks()
})

const random = new Random(9)
const upTo = (length: number) => Array.from({ length }, (_, i) => i)
const biasOf = (position: Position, n: number): Tensor =>
  bias(core, position, { heads: 1, positions: { query: upTo(n), key: upTo(n) } })

/** Without the keys after the query, and those farther back than `left`. */
const windowed = ({ data, shape }: Tensor, n: number, left: number): Tensor => ({
  data: data.map((x, cell) => {
    const back = Math.floor(cell / n) - (cell % n)
    return back < 0 || back > left ? Number.NEGATIVE_INFINITY : x
  }),
  shape,
})

const plus = ({ data, shape }: Tensor, more: Tensor): Tensor => ({
  data: data.map((x, i) => x + (more.data[i % more.data.length] as number)),
  shape,
})

describe('700 × 700', () => {
  const n = 700
  const rows = random.tensor(n, n)
  const table = random.tensor(32, 1)
  const codes = () => embed(core, { type: 'sinusoidal' }, { positions: upTo(n), dim: n })
  const rope: Position = { type: 'rope', base: 500000 }
  const content = () => {
    const [query, key] = [random.tensor(1, n, 16), random.tensor(1, n, 16)]
    const { scores } = attention(core, query, key, key, { position: { type: 'alibi' }, return: ['scores'] })
    return { scores: scores as Tensor, query, key }
  }
  test.each<[string, () => IdentifyRequest, string]>([
    ['a rotation', () => ({ input: rows, output: rotate(core, rope, rows) }), 'rope, base 500000'],
    ['codes that are added', () => ({ added: codes() }), 'sinusoidal'],
    [
      'codes in the rows of a batch',
      () => {
        const input = random.tensor(2, n, n)
        return { input, output: plus(input, codes()) }
      },
      'sinusoidal',
    ],
    ['a linear bias', () => ({ bias: biasOf({ type: 'alibi' }, n) }), 'alibi'],
    [
      'a window',
      () => ({ bias: windowed(biasOf({ type: 'alibi' }, n), n, 500) }),
      'alibi, mask, kind window, left 500, right 0',
    ],
    ['a curve', () => ({ bias: biasOf({ type: 'kerple', r1: [1], r2: [1] }, n) }), 'kerple, r1 [1], r2 [1]'],
    ['buckets', () => ({ bias: biasOf({ type: 't5', table }, n) }), 't5, table from the data'],
    [
      'a number for each distance',
      () => ({ bias: biasOf({ type: 'relativeBias', table: random.tensor(2 * n - 1, 1) }, n) }),
      'relativeBias, table from the data',
    ],
    ['scores', () => ({ scores: plus(biasOf({ type: 'alibi' }, n), random.tensor(1)) }), 'alibi'],
    ['scores with their content', content, 'alibi, q·k times 0.25'],
  ])('%s', async (_, request, name) => {
    const { explanations } = await identify(core, request())
    expect(explanations.map((one) => one.name)).toEqual([name])
  })
})

test('512 × 512 behind a window', async () => {
  const request = { bias: windowed(biasOf({ type: 'alibi' }, 512), 512, 400) }
  const { explanations } = await identify(core, request)
  expect(explanations.map(({ name }) => name)).toEqual(['alibi, mask, kind window, left 400, right 0'])
})

test('2048 × 2048, of which nothing and something is known', async () => {
  const n = 2048
  const product = Float32Array.from({ length: n * n }, (_, i) => Math.sin(Math.floor(i / n) * (i % n)))
  const { verdict } = await identify(core, { bias: { data: product, shape: [n, n] } })
  expect(verdict).toBe('none')
  const moved = Float32Array.from({ length: n * n }, (_, i) => (1 + (i % n) - n) / 256)
  const { explanations } = await identify(core, { bias: { data: moved, shape: [n, n] } })
  expect(explanations.map(({ name }) => name)).toEqual(['alibi, keyed key, positions − 2047'])
})

test('130 000 tokens', async () => {
  const input = random.tensor(130_000, 4)
  const turned = await identify(core, { input, output: rotate(core, { type: 'rope' }, input) })
  expect(turned.explanations[0]?.name).toBe('rope')
  const added = embed(core, { type: 'sinusoidal' }, { positions: upTo(130_000), dim: 4 })
  expect((await identify(core, { added })).explanations[0]?.name).toBe('sinusoidal')
})

test('positions so far apart that a table would be far larger than the array', async () => {
  const far = [...upTo(15), 300_000]
  const rows = random.tensor(2, 16, 64)
  const shared = { input: rows, output: plus(rows, random.tensor(16, 64)) }
  expect((await identify(core, shared)).explanations.map(({ name }) => name)).toEqual([
    'learned, table from the data',
  ])
  const { kind, verdict } = await identify(core, { ...shared, positions: far })
  expect([kind, verdict]).toEqual(['addition', 'none'])
  const wide = random.tensor(4, 2, 2)
  const { explanations } = await identify(core, { bias: wide, positions: [0, 2 ** 24] })
  expect(explanations.filter(({ name }) => name.startsWith('relativeBias'))).toEqual([])
})

test('more numbers than are searched are refused', async () => {
  const bias = { data: new Float32Array(4097 * 4096), shape: [4097, 4096] }
  await expectRejection(identify(core, { bias }), 'ERR_SHAPE', 'request.bias', '16781312 numbers', '16777216')
})

describe('while it searches', () => {
  /** As if each piece took longer than others can wait. */
  function slowly(): void {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 20
      return now
    })
  }

  const input = random.tensor(2, 16, 16)
  const request = () => ({ input, output: rotate(core, { type: 'rope' }, input) })

  test('others have their turn at every piece, and hear how far it is', async () => {
    slowly()
    let turns = 0
    let isOver = false
    const another = () => {
      turns++
      if (!isOver) setImmediate(another)
    }
    setImmediate(another)
    const progress: IdentifyProgress[] = []
    const found = await identify(core, request(), { onProgress: (one) => progress.push(one) })
    isOver = true
    expect(found.explanations[0]?.name).toBe('rope')
    expect(turns).toBeGreaterThan(50)
    expect(progress.length).toBeGreaterThan(50)
    expect(new Set(progress.map(({ phase }) => phase))).toEqual(new Set(['measuring', 'comparing']))
    expect(progress.filter(({ done, total }) => !(done >= 0 && done <= total))).toEqual([])
  })

  test('a signal stops it, before and in the middle', async () => {
    slowly()
    const controller = new AbortController()
    const { signal } = controller
    let heard = 0
    const onProgress = () => {
      heard++
      if (heard === 5) setImmediate(() => controller.abort())
    }
    await expectRejection(identify(core, request(), { signal, onProgress }), 'ERR_ABORTED')
    expect(heard).toBeLessThan(9)
    await expectRejection(identify(core, request(), { signal }), 'ERR_ABORTED')
  })

  test('the arrays may change', async () => {
    slowly()
    const given = request()
    const before = await identify(core, given)
    const searching = identify(core, given)
    given.output.data.fill(7)
    expect(await searching).toEqual(before)
  })

  test('options are checked', async () => {
    await expectRejection(identify(core, request(), { signal: 1 as never }), 'ERR_TYPE', 'options.signal')
    await expectRejection(
      identify(core, request(), { progress: 1 } as never),
      'ERR_VALUE',
      'options.progress',
    )
  })
})
