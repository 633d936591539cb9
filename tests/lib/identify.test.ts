// Which convention arrays follow: outputs of transformers, x-transformers and rotary-embedding-torch, known mistakes, and what is nothing.

import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Explanation, Identification, IdentifyRequest, Position, Tensor } from 'whereformer'
import type { Core } from '../../web/lib/boundary/core.js'
import { WRONG_BUCKETS } from '../../web/lib/identify/distances.js'
import { identify } from '../../web/lib/identify/identify.js'
import { measuredNames, wrongRowNames } from '../../web/lib/identify/mistakes.js'
import { rotate } from '../../web/lib/position/hooks.js'
import { expectRejection } from '../support/errors.js'
import { golden } from '../support/golden.js'
import { Random } from '../support/random.js'
import { startCore } from './support/raw-core.js'

let core: Core

beforeAll(async () => {
  core = (await startCore()).core
})

type Fields = Readonly<Record<string, unknown>>

interface Case {
  of: string
  source: string
  heads?: number
  nothing?: boolean
  position?: Fields
}

const file = golden<Case>('identify.safetensors')

function requestOf(name: string, { heads }: Case): IdentifyRequest {
  const tensors = file.names.filter((tensor) => tensor.startsWith(`${name}.`))
  const given = tensors.map((tensor) => {
    const field = tensor.slice(name.length + 1)
    return [field, field === 'positions' ? file.values(tensor) : file.tensor(tensor)]
  })
  return { ...Object.fromEntries(given), ...(heads ? { heads } : {}) }
}

/** Numbers that come from the data, and what LongRoPE's divisors follow from. */
const FREE = new Set(['table', 'gateLogits', 'r1', 'r2', 'width', 'height'])
const FREE_OF_LONGROPE = new Set([
  'shortFactor',
  'longFactor',
  'attentionFactor',
  'originalMaxPositionEmbeddings',
])

/** Does it say what is wanted, and nothing else? Numbers agree to a thousandth. */
function says(found: unknown, wanted: unknown, free: ReadonlySet<string> = FREE): boolean {
  if (typeof found === 'number' && typeof wanted === 'number')
    return Math.abs(found - wanted) <= 1e-3 * Math.abs(wanted)
  if (typeof found !== 'object' || typeof wanted !== 'object' || !found || !wanted) return found === wanted
  const [a, b] = [found as Fields, wanted as Fields]
  const ignored = b.ropeType === 'longrope' ? FREE_OF_LONGROPE : free
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => ignored.has(key) || says(a[key], b[key], free))
}

const CONVENTIONS = [
  'offset',
  'reversed',
  'scale',
  'inputScale',
  'scoreScale',
  'side',
  'isCausal',
  'mistake',
] as const

function isRight(explanation: Explanation, { position, ...truth }: Case): boolean {
  const wanted = truth as Fields
  const isSame = CONVENTIONS.every((key) => says(explanation[key], wanted[key]))
  const positions = [explanation.position, ...explanation.same]
  return isSame && (position === undefined || positions.some((one) => says(one, position)))
}

const named = file.cases.filter(([, { nothing }]) => !nothing)

describe('outputs of other libraries', () => {
  test.each(named)('%s', async (name, truth) => {
    const found = await identify(core, requestOf(name, truth))
    expect(
      found.explanations.map((one) => isRight(one, truth)),
      found.explanations.map((e) => e.name).join('; '),
    ).toContain(true)
    for (const { difference } of found.explanations) expect(difference).toBeLessThanOrEqual(found.tolerance)
    for (const { changes } of found.explanations)
      for (const { difference } of changes) expect(difference).toBeGreaterThan(found.tolerance)
  })

  test('most are certain, and no certainty is wrong', async () => {
    const all = await Promise.all(
      named.map(async ([name, truth]) => ({ truth, found: await identify(core, requestOf(name, truth)) })),
    )
    const certain = all.filter(({ found }) => found.verdict === 'one')
    const ofData = all.filter(({ found }) => found.explanations.some(({ free }) => free !== undefined))
    expect(ofData.filter(({ found }) => found.verdict === 'one')).toEqual([])
    expect([certain.length, ofData.length, all.length]).toEqual([87, 8, 105])
    expect(certain.every(({ truth, found }) => isRight(found.explanations[0] as Explanation, truth))).toBe(
      true,
    )
  })

  test.each(file.cases.filter(([, { nothing }]) => nothing))('%s is none of these', async (name, truth) => {
    const { verdict, explanations, nearest, tolerance } = await identify(core, requestOf(name, truth))
    expect([verdict, explanations]).toEqual(['none', []])
    for (const { difference } of nearest) expect(difference).toBeGreaterThan(tolerance)
  })
})

describe('an answer', () => {
  const random = new Random(5)
  const input = random.tensor(2, 16, 16)

  function turned(position: Position, positions?: number[]): Tensor {
    return rotate(core, position, input, positions ? { positions } : {})
  }

  test('says what one changed convention would do', async () => {
    const output = turned({ type: 'rope', layout: 'interleaved' })
    const { verdict, explanations } = await identify(core, { input, output })
    expect(verdict).toBe('one')
    const [{ name, position, changes } = {} as Explanation] = explanations
    expect([name, position]).toEqual(['rope, layout interleaved', { type: 'rope', layout: 'interleaved' }])
    const half = rotate(core, { type: 'rope' }, input)
    const difference = Math.max(...half.data.map((x, i) => Math.abs(x - (output.data[i] as number))))
    expect(changes.find(({ convention }) => convention === 'layout')).toEqual({
      convention: 'layout',
      value: 'half',
      difference,
    })
    expect(changes.map(({ convention }) => convention)).toContain('offset')
  })

  test('is computed from positions that have gaps, and finds an offset', async () => {
    const positions = [3, 4, 5, 9, 11, 30, 31, 32, 60, 61, 90, 91, 92, 200, 201, 202]
    const shifted = turned(
      { type: 'rope' },
      positions.map((p) => p + 1),
    )
    const { explanations } = await identify(core, { input, output: shifted, positions })
    expect(explanations.map(({ name }) => name)).toEqual(['rope, positions + 1'])
  })

  test('counts the heads of each row of a batch', async () => {
    const [batch, heads, tokens, dim] = [2, 3, 10, 16]
    const rows = random.tensor(batch, heads, tokens, dim)
    // channels 2i and 2i + 1 of head h turned by h · 10000^(−2i/d)
    const data = rows.data.map((x, i) => {
      const [channel, head] = [i % dim, Math.floor(i / dim / tokens) % heads]
      const angle = head * 10000 ** (-(channel - (channel % 2)) / dim)
      const partner = channel % 2 ? (rows.data[i - 1] as number) : -(rows.data[i + 1] as number)
      return x * Math.cos(angle) + partner * Math.sin(angle)
    })
    const { verdict, explanations } = await identify(core, { input: rows, output: { ...rows, data } })
    const names = explanations.map(({ name }) => name)
    expect([verdict, names]).toEqual(['one', ['mistake rope-head-axis, rope, layout interleaved']])
  })

  test('names whole positions in any order', async () => {
    const positions = [9, 2, 30, 4, 4, 17, 21, 1, 0, 5, 12, 40, 3, 8, 6, 7]
    const { verdict, explanations } = await identify(core, {
      input,
      output: turned({ type: 'rope' }, positions),
    })
    expect([verdict, explanations[0]?.position, explanations[0]?.positions]).toEqual([
      'one',
      { type: 'rope' },
      positions,
    ])
  })

  test('nothing changed is no encoding', async () => {
    const { kind, verdict, explanations } = await identify(core, { input, output: input })
    expect([kind, verdict, explanations[0]?.position]).toEqual(['unchanged', 'one', { type: 'none' }])
  })

  test('two tokens do not tell yarn from linear: all are listed', async () => {
    const scaling = { ropeType: 'linear', factor: 4 } as const
    const two = random.tensor(2, 2, 8)
    const output = rotate(core, { type: 'rope', scaling }, two, { positions: [0, 1] })
    const { explanations } = await identify(core, { input: two, output })
    const all = explanations.flatMap(({ position, same }) => [position, ...same])
    expect(all.some((position) => says(position, { type: 'rope', scaling }))).toBe(true)
  })

  test('names the precision that the numbers have', async () => {
    const precisions: Record<string, Identification['precision']> = {
      'llama-bfloat16': 'bfloat16',
      'llama-float16': 'float16',
      'llama-16x12': 'float32',
    }
    for (const [name, precision] of Object.entries(precisions)) {
      const [, given] = file.cases.find(([one]) => one === name) ?? []
      expect((await identify(core, requestOf(name, given as Case))).precision).toBe(precision)
    }
  })
})

test('mistakes have the ids of docs/mistakes.md', () => {
  const page = readFileSync(new URL('../../docs/mistakes.md', import.meta.url), 'utf8')
  const ids = [...wrongRowNames, ...measuredNames, ...Object.keys(WRONG_BUCKETS)]
  expect(ids.filter((id) => !page.includes(`id="${id}"`))).toEqual([])
})

describe('refuses', () => {
  const random = new Random(6)
  const [x, y] = [random.tensor(2, 4, 8), random.tensor(2, 4, 8)]
  const refused = (request: unknown, ...words: string[]) => {
    const [code = '', ...rest] = words
    return expectRejection(identify(core, request as IdentifyRequest), code, ...rest)
  }
  const withNumber = (number: number) => ({ ...x, data: x.data.map((v, i) => (i === 3 ? number : v)) })

  test('what is not one of the four requests', async () => {
    await refused(undefined, 'ERR_TYPE', 'request')
    await refused({}, 'ERR_VALUE', 'request', 'none of output, added, bias and scores')
    await refused({ input: x }, 'ERR_VALUE', 'request')
    await refused({ input: x, output: y, bias: x }, 'ERR_VALUE', 'request', 'output and bias')
    await refused({ output: y }, 'ERR_TYPE', 'request.input')
    await refused({ bias: x, heads: 2 }, 'ERR_VALUE', 'request.heads')
    await refused({ inputs: x, output: y }, 'ERR_VALUE', 'request.inputs', 'unknown option')
    await refused({ scores: random.tensor(2, 4, 4), query: x }, 'ERR_TYPE', 'request.key')
  })

  test('numbers that are no rows', async () => {
    await refused({ input: withNumber(Number.NaN), output: y }, 'ERR_VALUE', 'request.input.data[3]', 'NaN')
    await refused(
      { input: x, output: withNumber(Number.POSITIVE_INFINITY) },
      'ERR_VALUE',
      'request.output.data[3]',
    )
    await refused({ bias: { ...x, data: x.data.map(() => Number.NaN) } }, 'ERR_VALUE', 'request.bias.data[0]')
    await refused(
      { input: { ...x, data: x.data.map(() => 0) }, output: y },
      'ERR_VALUE',
      'request.input',
      'added',
    )
  })

  test('shapes that do not fit', async () => {
    const empty = { data: new Float32Array(), shape: [0, 8] }
    await refused({ input: empty, output: empty }, 'ERR_SHAPE', 'request.input', '[0, 8]')
    const one = random.tensor(2, 1, 8)
    await refused({ input: one, output: one }, 'ERR_SHAPE', 'request.input', 'at least 2 tokens')
    await refused({ input: x, output: random.tensor(2, 5, 8) }, 'ERR_SHAPE', 'request.output', '[2, 5, 8]')
    await refused({ input: x, output: y, heads: 3 }, 'ERR_SHAPE', 'request.input', '3 heads')
    await refused({ bias: random.tensor(2, 5, 4) }, 'ERR_SHAPE', 'request.bias', '[2, 5, 4]')
    await refused({ added: random.tensor(2, 4, 8) }, 'ERR_SHAPE', 'request.added', '2 axes')
    await refused(
      { scores: random.tensor(2, 4, 4), query: x, key: random.tensor(2, 4, 6) },
      'ERR_SHAPE',
      'request.key',
    )
  })

  test('positions that tell nothing', async () => {
    await refused({ input: x, output: y, positions: [1, 2] }, 'ERR_SHAPE', 'request.positions', '2 positions')
    await refused(
      { input: x, output: y, positions: [4, 4, 4, 4] },
      'ERR_VALUE',
      'request.positions',
      '4 for every token',
    )
    await refused({ input: x, output: y, positions: [0, 1, 2, -1] }, 'ERR_VALUE', 'request.positions[3]')
  })
})
