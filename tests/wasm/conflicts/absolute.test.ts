// Absolute positions where implementations disagree: both sides by their parameter, and what lies between them. docs/conflicts.md names these tests.

import { describe, expect, test } from 'vitest'
import { type Position, positionFromConfig, positionIds, type Tensor } from 'whereformer'
import { expectClose } from '../../support/close.js'
import { channels, count, defaultOf, expectFar, library } from '../../support/conflicts.js'
import { readJson } from '../../support/golden.js'

describe('sinusoids', () => {
  const dim = 16
  const code = (more: object = {}) =>
    library.wf.embed({ type: 'sinusoidal', ...more }, { positions: [0, 1, 2, 7, 500], dim })

  test('are the paper’s by default', () => {
    expect(defaultOf('sinusoidal', 'layout')).toBe('interleaved')
    expect(defaultOf('sinusoidal', 'spacing')).toBe('paper')
  })

  test('interleaved and concatenated are permutations, bit for bit', () => {
    const order = count(dim, (c) => (c < dim / 2 ? 2 * c : 2 * c - dim + 1))
    for (const spacing of ['paper', 'endpoint']) {
      const concatenated = code({ spacing, layout: 'concatenated' })
      expect(concatenated.data).toEqual(channels(code({ spacing }), order).data)
    }
  })

  test('exponents i/(D/2 − 1) raise the base to D/(D − 2)', () => {
    for (const layout of ['interleaved', 'concatenated']) {
      const endpoint = code({ layout, spacing: 'endpoint' })
      expectClose(endpoint.data, code({ layout, base: 10000 ** (dim / (dim - 2)) }).data, { absolute: 1e-6 })
      expectFar(endpoint.data, code({ layout }).data)
    }
  })
})

describe('frequencies with an end point', () => {
  const slowest = (dim: number, more: object = {}) => {
    const position: Position = { type: 'sinusoidal', layout: 'concatenated', ...more }
    const { data } = library.wf.embed(position, { positions: [1], dim })
    return Math.asin(data[dim / 2 - 1] as number)
  }

  test('come down to 1/base exactly', () => {
    for (const dim of [4, 64, 512]) {
      expectClose([slowest(dim, { spacing: 'endpoint' })], [1e-4], { relative: 1e-7 })
    }
  })

  test('the paper’s stop one step before, base^(2/D) times faster', () => {
    for (const dim of [4, 64, 512]) {
      const faster = 10000 ** (2 / dim)
      expectClose([slowest(dim) / slowest(dim, { spacing: 'endpoint' })], [faster], { relative: 3e-7 })
      const { inverse } = library.wf.frequencies({ type: 'rope' }, { dim })
      expectClose([inverse.at(-1) as number], [1e-4 * faster], { relative: 1e-7 })
    }
  })
})

describe('offsets of learned tables', () => {
  const table: Tensor = { data: Float32Array.from({ length: 10 }, (_, row) => row), shape: [10, 1] }
  const rows = (positions: number[], offset?: number) => [
    ...library.wf.embed(
      { type: 'learned', table, ...(offset === undefined ? {} : { offset }) },
      { positions, dim: 1 },
    ).data,
  ]
  const leftPadded = [0, 0, 1, 1, 1]
  const arange = [0, 1, 2, 3, 4]

  test('are 0 by default, as in GPT-2 and BERT', () => expect(defaultOf('learned', 'offset')).toBe(0))

  test('shift the rows: 2 in BART, padding id + 1 in RoBERTa', () => {
    expect(rows(arange)).toEqual(arange)
    expect(rows(arange, 2)).toEqual(rows(arange.map((p) => p + 2)))
    const offset = (name: string) => {
      const { config } = readJson<{ config: object }>(`configs/${name}.json`)
      const position = positionFromConfig(config) as { offset?: number }
      return position.offset ?? 0
    }
    const names = ['facebook-bart-base', 'facebookai-roberta-base', 'google-bert-bert-base-uncased']
    expect(names.map(offset)).toEqual([2, 2, 0])
  })

  test('left padding shifts tokens by as many rows, unless ids are counted from the mask', () => {
    expect(rows(arange).slice(2)).toEqual([2, 3, 4])
    expect(rows(positionIds(leftPadded)).slice(2)).toEqual([0, 1, 2])
  })

  test('RoBERTa’s own ids are these rows, and padding reads that of the padding id', () => {
    const roberta = positionIds(leftPadded, { padding: 1 })
    expect(roberta).toEqual([1, 1, 2, 3, 4])
    expect(rows(roberta)).toEqual(rows([-1, -1, 0, 1, 2], 2))
    expect(rows(roberta).slice(2)).toEqual(rows(positionIds(leftPadded), 2).slice(2))
  })
})
