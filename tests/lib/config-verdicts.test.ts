// config.json with changed fields, beside what transformers says of it: nothing that it refuses is taken silently, nothing that changes its
// numbers is left out silently.

import { beforeAll, describe, expect, test } from 'vitest'
import type { Core } from '../../web/lib/boundary/core.js'
import { readJson } from '../support/golden.js'
import { goldenModel } from '../support/models.js'
import { loadRaw, startCore } from './support/raw-core.js'

interface Case {
  model: string
  ids: number[]
  changes: Record<string, unknown>
  verdict: 'refused' | 'same' | 'other' | 'not finite'
  /** Where transformers refuses, and by which error. */
  at?: 'config' | 'build' | 'weights' | 'forward'
  by?: string
  /** The logits of the last token, if they are others. */
  last?: number[]
}

let core: Core

beforeAll(async () => {
  core = (await startCore()).core
})

const cases = readJson<Case[]>('config-verdicts.json')

/** The logits of the last token; undefined = refused. `changes` = {}: of the checkpoint as it is. */
async function lastRow({ model: name, changes, ids }: Case): Promise<number[] | undefined> {
  const { request } = goldenModel(name)
  const config = { ...request.config, ...changes }
  try {
    using model = (await loadRaw(core, { ...request, config })).model
    const decoder = model.spec.encoder ? { decoderInputIds: ids } : {}
    const { logits } = model.forward({ inputIds: ids, ...decoder })
    return Array.from(logits.data.subarray(-(logits.shape.at(-1) as number)))
  } catch (error) {
    expect((error as Error).name, String(error)).toBe('WhereformerError')
    return undefined
  }
}

const near = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((x, i) => Math.abs(x - (b[i] as number)) <= 2e-4 * (1 + Math.abs(x)))

/** What is right here, though transformers says otherwise. */
interface Exception {
  why: string
  holds: (one: Case, field: string) => boolean
}
const exceptions: readonly Exception[] = [
  {
    why: 'transformers is asked without a text for the decoder then, here with one; the tensors are those of an encoder–decoder',
    holds: ({ model, changes }) => model === 'bart-f32' && changes.is_encoder_decoder === false,
  },
  {
    why: 'a Falcon with ALiBi turns nothing; transformers looks the kind of RoPE up all the same',
    holds: ({ model }, field) => model === 'falcon-rw-f32' && field === 'rope_parameters',
  },
]

/** A sentence where the answer here is laxer than that of transformers, or has other numbers. */
async function faultOf(one: Case): Promise<string | undefined> {
  const answer = await lastRow(one)
  if (!answer) return undefined // stricter is never silent
  if (one.verdict === 'not finite') return `runs; transformers gives numbers that are not finite`
  const unchanged = (await lastRow({ ...one, changes: {} })) ?? []
  // of a type that its configuration refuses, in a field that changes no number here
  if (one.at === 'config' && near(answer, unchanged)) return undefined
  if (one.verdict === 'refused') return `runs; transformers refuses (${one.at}, ${one.by})`
  const wanted = one.last ?? unchanged
  return near(answer, wanted) ? undefined : `has other numbers (transformers: ${one.verdict})`
}

describe.each([...new Set(cases.map(({ model }) => model))])('%s', (name) => {
  test('no laxer than transformers, and the same numbers', async () => {
    const faults: string[] = []
    for (const one of cases.filter(({ model }) => model === name)) {
      const fault = await faultOf(one)
      const excused = exceptions.some(({ holds }) => holds(one, Object.keys(one.changes)[0] as string))
      if ((fault !== undefined) !== excused)
        faults.push(`${JSON.stringify(one.changes)}: ${fault ?? 'is excused, and has no fault'}`)
    }
    expect(faults).toEqual([])
  })
})

test('the corpus has enough of each kind', () => {
  const count = (verdict: Case['verdict']) => cases.filter((one) => one.verdict === verdict).length
  expect(cases.length).toBeGreaterThan(300)
  for (const verdict of ['refused', 'same', 'other'] as const) expect(count(verdict)).toBeGreaterThan(30)
})
