// Every model against its original: logits, hidden states and attention maps of every golden case, and tokens chosen
// without sampling (tests/lib/decoding.test.ts has decoding with a cache). The largest differences go into one table, which the last
// test writes.

import { mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Model, SoundInput } from 'whereformer'
import { differenceOf } from '../support/differences.js'
import { type Golden, golden } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { goldenModel, goldenModels } from '../support/models.js'
import { type Comparison, casesOf, runCase } from '../support/parity-cases.js'
import { type Column, ENCODERS, ParityTable, REQUIRED } from '../support/parity-table.js'

const library = useLibrary()
const table = new ParityTable()
const folders = goldenModels()

/** Of the largest logit, or number of the last hidden state; the tolerance of the files is absolute. */
const LOGITS = 1e-5

const largestIn = (values: Float32Array) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)

describe.each(folders)('%s', (name) => {
  const file = golden(`models/${name}/expected.safetensors`)
  const { request } = goldenModel(name)
  table.add(name, file.truth)

  const using = async (use: (model: Model) => unknown) => {
    const model = await library.wf.loadModel(request)
    try {
      await use(model)
    } finally {
      model.dispose()
    }
  }

  test.each(casesOf(file))('%s', (caseName) =>
    using((model) => {
      for (const comparison of runCase(model, file, caseName)) {
        expect(comparison.actual.shape, comparison.name).toEqual(comparison.expected.shape)
        const difference = differenceOf(...shownOf(comparison), file.tolerance)
        table.note(name, comparison.category, difference.absolute)
        const message = `${comparison.name}: ${JSON.stringify(difference)}`
        expect(difference.ofTolerance, message).toBeLessThanOrEqual(1)
        if (comparison.category !== 'logits' && !comparison.name.endsWith('.lastHiddenState')) continue
        const size = largestIn(comparison.expected.data)
        expect(difference.absolute, `${message} of ${size}`).toBeLessThanOrEqual(LOGITS * size)
      }
    }),
  )

  if (!file.has('greedy.ids')) return

  test('the same tokens without sampling', () =>
    using(async (model) => {
      const { input, start, ids } = greedyOf(file)
      const made = await model.generate(input as number[], { maxNewTokens: ids.length })
      expect(made).toEqual([...start, ...ids])
      table.write(name, 'greedy', `${ids.length} equal`)
    }))
})

interface Greedy {
  input: number[] | SoundInput
  /** What the answer begins with. */
  start: number[]
  ids: number[]
}

function greedyOf(file: Golden<unknown>): Greedy {
  const ids = [...file.values('greedy.ids')]
  if (!file.has('greedy.decoderStart')) {
    const prompt = [...file.values('greedy.prompt')]
    return { input: prompt, start: prompt, ids }
  }
  const start = [...file.values('greedy.decoderStart')]
  const sound = 'greedy.inputFeatures'
  if (file.has(sound)) return { input: { inputFeatures: file.tensor(sound) }, start, ids }
  return { input: [...file.values('greedy.encoderIds')], start, ids }
}

/** The rows of tokens, without those of padding. */
function shownOf({ actual, expected, rowMask, rowLength }: Comparison): [Float32Array, Float32Array] {
  if (!rowMask) return [actual.data, expected.data]
  expect(rowMask.length * rowLength).toBe(expected.data.length)
  const keep = (_: number, i: number) => rowMask[Math.floor(i / rowLength)] === 1
  return [actual.data.filter(keep), expected.data.filter(keep)]
}

/** What a model lacks of what is to be compared: everything in some folder of its own. */
function missingOf(model: string, pattern: RegExp): string[] {
  const own = folders.filter((name) => pattern.test(name))
  const compared = new Set(own.flatMap((name) => table.columnsOf(name)))
  const generates: Column[] = ENCODERS.includes(model) ? [] : ['greedy']
  const wanted: Column[] = ['logits', 'hidden states', 'attention', ...generates]
  return wanted.filter((column) => !compared.has(column)).map((column) => `${model}: ${column}`)
}

test('all of them are there, each compared in all that it has', () => {
  const url = new URL('../../build/logs/parity.txt', import.meta.url)
  mkdirSync(new URL('.', url), { recursive: true })
  writeFileSync(url, `${table.text}\n`)
  console.log(table.text)
  expect(Object.keys(REQUIRED).length).toBe(16 + 6)
  expect(Object.entries(REQUIRED).flatMap(([model, pattern]) => missingOf(model, pattern))).toEqual([])
})
