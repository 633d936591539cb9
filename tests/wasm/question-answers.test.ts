// Questions of the side pages: their numbers from arithmetic in plain loops and double, and from configs of published models.

import { describe, expect, test } from 'vitest'
import { type Question, questions } from '../../web/elements/figures/question/collection/index.js'
import { linear } from '../../web/elements/parts/positions/seeded-tables.js'
import { readJson } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { dot, rotated, softmax } from './cache-reference.js'

const library = useLibrary()

/** The right answer, the numbers of the steps, and their columns. */
async function solved(id: string) {
  const question = questions.find((one) => one.id === id) as Question
  const { right, steps } = await question.solve(library.wf)
  return {
    answer: question.answers[right]?.en ?? '',
    values: steps.map(({ value }) => value as number),
    columns: steps.map(({ columns }) => columns?.values ?? []),
  }
}

/** Equal, up to rounding in float32; of the same length. */
function expectClose(found: readonly number[], wanted: readonly number[], tolerance = 1e-5): void {
  expect(found.length).toBe(wanted.length)
  for (const [i, value] of wanted.entries())
    expect(Math.abs((found[i] ?? Number.NaN) - value)).toBeLessThan(tolerance)
}

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i)
const largest = (values: readonly number[]): number => Math.max(...values.map(Math.abs))
const apart = (a: readonly number[], b: readonly number[]): number =>
  largest(a.map((x, i) => x - (b[i] ?? Number.NaN)))
const rows = (seed: number, count: number, width: number, most: number): number[][] => {
  const { data } = linear(seed, [count, width], -most, most)
  return range(0, count).map((i) => [...data.slice(i * width, (i + 1) * width)])
}

describe('a mask', () => {
  test('the value of the first token has the weight 1/n at token n; equal values have one mean', async () => {
    const { answer, values, columns } = await solved('recognised')
    expect(answer).toMatch(/^A start token/)
    expectClose(
      columns[2] ?? [],
      range(1, 8).map((n) => 1 / n),
    )
    const [start, word] = [rows(1, 1, 16, 1)[0] ?? [], rows(2, 1, 16, 1)[0] ?? []]
    const outputs = range(1, 8).map((n) => start.map((x, i) => (x + (n - 1) * (word[i] ?? Number.NaN)) / n))
    const steps = outputs.slice(1).map((output, i) => apart(output, outputs[i] ?? []))
    expectClose(values, [0, Math.min(...steps), 1 / 8])
  })
})

describe('values', () => {
  test('sinusoidal vectors of positions 0 and 20 differ, and nothing else does', async () => {
    const { answer, values } = await solved('moved-value')
    expect(answer).toBe('Sinusoidal vectors')
    const angles = range(0, 8).map((i) => 20 * 10000 ** (-i / 8))
    const changes = angles.flatMap((angle) => [Math.sin(angle), Math.cos(angle) - 1])
    expectClose(values, [largest(changes), 0, 0, 0])
  })

  test('distances 6 and 60 are clipped to one row, distance 3 has its own', async () => {
    const { answer, values } = await solved('far-value')
    expect(answer).toBe('That both are at least 4.')
    const table = rows(6, 9, 16, 1)
    const rowOf = (distance: number) => table[Math.max(-4, Math.min(4, -distance)) + 4] ?? []
    expectClose(values, [apart(rowOf(3), rowOf(6)), apart(rowOf(6), rowOf(60))])
    expect(rowOf(6)).toBe(rowOf(60))
  })
})

/** Tables of positions in the checkpoint of a published model, as transformers names them. */
interface Published {
  expected: { tensors: Readonly<Record<string, number[]>> }
}

describe('tables', () => {
  test('δ is clipped to −k … k − 1, plus k', async () => {
    const delta = (i: number, j: number) => Math.max(-4, Math.min(3, i - j)) + 4
    const { answer, values } = await solved('delta-row')
    expect(values).toEqual([delta(2, 9), delta(9, 2)])
    expect(answer).toBe(String(delta(9, 2)))
  })

  test('one table of T5 serves all layers; BERT’s and GPT-2’s have the shapes of their checkpoints', async () => {
    const sizesOf = (name: string) => {
      const { expected } = readJson<Published>(`configs/${name}.json`)
      return Object.values(expected.tensors).map((shape) => shape.reduce((a, b) => a * b))
    }
    const { answer, values } = await solved('shared-table')
    expect(values).toEqual([
      1,
      32 * 12,
      ...sizesOf('google-bert-bert-base-uncased'),
      ...sizesOf('openai-community-gpt2'),
    ])
    expect(answer).toBe(`${32 * 12}: one per bucket and head.`)
    expect(sizesOf('google-t5-small')).toEqual([32 * 8, 32 * 8]) // of two stacks, each of six layers
  })
})

describe('cached keys', () => {
  const scoresOf = (query: readonly number[], keys: readonly number[][]) =>
    keys.map((key) => dot(query, key) / Math.sqrt(query.length))

  test('with the cache’s length as its position, a query meets the key of position 7 one back', async () => {
    const { answer, values, columns } = await solved('renumbered')
    expect(answer).toBe('The one at position 7.')
    const content = rows(1, 1, 32, 1.5)[0] ?? []
    const keys = range(4, 8).map((p) => rotated(rotated(content, 1), p))
    const [kept = [], counted = []] = [12, 8].map((p) => softmax(scoresOf(rotated(content, p), keys)))
    expectClose(columns[0] ?? [], kept)
    expectClose(columns[1] ?? [], counted)
    expectClose(values, [12 - 1, 8 - 1, counted[7] ?? Number.NaN])
  })

  test('ten positions forward and three back are seven', async () => {
    const { answer, values } = await solved('rotated-again')
    expect(answer).toBe('Rotate it back by 3 positions.')
    const key = rows(2, 1, 32, 1.5)[0] ?? []
    expectClose(rotated(rotated(key, 10), -3), rotated(key, 7), 1e-12)
    expectClose(values, [apart(rotated(key, 17), rotated(key, 7)), 0])
  })

  test('an angle is wrong by the position times the change of the frequency since the key was stored', async () => {
    const { answer, values, columns } = await solved('new-frequencies')
    expect(answer).toBe('One between, at position 63.')
    // dynamic NTK, factor 2
    const baseAt = (length: number) => 10000 * ((2 * Math.max(64, length)) / 64 - (2 - 1)) ** (32 / 30)
    const errorAt = (p: number) =>
      p * largest(range(0, 16).map((i) => baseAt(p + 1) ** (-i / 16) - baseAt(128) ** (-i / 16)))
    expectClose(columns[3] ?? [], range(0, 128).map(errorAt), 3e-5)
    expectClose(values, [0, 63, 100, 127].map(errorAt), 3e-5)
  })

  test('after eight tokens and any padding comes position 8', async () => {
    const { answer, values } = await solved('padded-next')
    expect(answer).toMatch(/^8:/)
    const tokens = rows(3, 9, 32, 2.5)
    const query = rows(5, 1, 32, 2.5)[0] ?? []
    const weightsAt = (next: number) => {
      const positions = [...range(0, 8), next]
      const keys = tokens.map((token, i) => rotated(token, positions[i] ?? Number.NaN))
      return softmax(scoresOf(rotated(query, next), keys))
    }
    const wrong = apart(weightsAt(12), weightsAt(8))
    expect(wrong).toBeGreaterThan(0.05)
    expectClose(values, [0, wrong])
  })
})

describe('frequencies', () => {
  const frequencies = (dim: number) => range(0, dim / 2).map((i) => 10000 ** ((-2 * i) / dim))

  test('eleven of sixteen pairs have wavelengths above 64', async () => {
    const wavelengths = frequencies(32).map((frequency) => (2 * Math.PI) / frequency)
    const { answer, values } = await solved('unfinished')
    const [fastest = Number.NaN, slowest = Number.NaN] = [wavelengths[0], wavelengths[15]]
    expect(answer).toBe(String(wavelengths.filter((length) => length > 64).length))
    expectClose(values, [11, fastest, slowest, 64 / slowest], 1e-2)
  })

  test('only a list of divisors can have steps', async () => {
    const { answer, values, columns } = await solved('own-factors')
    expect(answer).toBe('LongRoPE')
    const wanted = range(0, 16).map((i) => (i < 5 ? 1 : i < 10 ? 2 : 4))
    const pairs = range(0, 16)
    const pairOf = (rotations: number) => (16 * Math.log(64 / (rotations * 2 * Math.PI))) / Math.log(10000)
    const [low, high] = [Math.max(0, Math.floor(pairOf(32))), Math.ceil(pairOf(1))]
    const ramp = (i: number) => Math.max(0, Math.min(1, (i - low) / (high - low)))
    expectClose(
      columns[0] ?? [],
      pairs.map(() => 4),
    )
    expectClose(
      columns[1] ?? [],
      pairs.map((i) => 4 ** (i / 15)),
    )
    expectClose(
      columns[2] ?? [],
      pairs.map((i) => 1 / (1 - ramp(i) + ramp(i) / 4)),
    )
    expectClose(columns[3] ?? [], wanted)
    const differing = (divisors: readonly number[]) =>
      divisors.filter((divisor, i) => Math.abs(divisor - (wanted[i] ?? Number.NaN)) > 1e-3).length
    expect(values).toEqual(columns.map(differing))
    expect(values).toEqual([10, 14, 9, 0])
  })

  test('a sum of 64 cosines falls up to distance 11, and rises at 12', async () => {
    const shares = range(0, 512).map(
      (distance) => frequencies(128).reduce((sum, frequency) => sum + Math.cos(distance * frequency), 0) / 64,
    )
    const rises = shares.map((share, i) => share - (shares[i - 1] ?? Number.POSITIVE_INFINITY))
    const { answer, values, columns } = await solved('first-rise')
    const first = rises.findIndex((rise) => rise > 0)
    expect(answer).toBe(`At distance ${first}.`)
    expectClose(columns[0] ?? [], shares.slice(0, 64))
    expectClose(values, [12, rises[12] ?? Number.NaN, rises.filter((rise) => rise > 1e-4).length])
  })
})

describe('measurements', () => {
  const bits = [...linear(1, [8192], 0, 1).data].map((draw) => Number(draw < 0.8))
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b) / values.length

  /** Loss of a bit by the rule of succession, from so many before it. */
  function lossOf(index: number, seen: number): number {
    const ones = bits.slice(index - seen, index).reduce((a, b) => a + b, 0)
    const one = (ones + 1) / (seen + 2)
    return -Math.log(bits[index] ? one : 1 - one)
  }
  const lossesOf = (piece: number, reach: number) => bits.map((_, i) => lossOf(i, Math.min(i % piece, reach)))
  const later = (losses: readonly number[]) => mean(losses.filter((_, i) => i % 512 >= 64))

  test('a model that sees 64 tokens has a lower loss in longer pieces', async () => {
    const { answer, values } = await solved('flat-curve')
    const [short, long] = [mean(lossesOf(64, 64)), mean(lossesOf(512, 64))]
    expect(long).toBeLessThan(short)
    expect(answer).toBe('It falls.')
    const seen = [(63 * 64) / 2 / 64, ((63 * 64) / 2 + (512 - 64) * 64) / 512]
    expectClose(values, [short, long, ...seen])
  })

  test('both models fall, begin alike, and only the far one needs more than 64 tokens', async () => {
    const { answer, values } = await solved('deciding-test')
    expect(answer).toMatch(/cut to the last 64 tokens/)
    const short = mean(lossesOf(64, 64))
    const [near, far] = [lossesOf(512, 64), lossesOf(512, 512)]
    const rise = later(near) - later(far)
    expect(rise).toBeGreaterThan(1e-3)
    expectClose(values, [short - mean(near), short - mean(far), 0, 0, rise])
  })
})
