// Which known encoding a formula is, by identify().

import { beforeAll, describe, expect, it } from 'vitest'
import type { FormulaKind } from '../../web/formula/names.js'
import { readFormula } from '../../web/formula/read.js'
import { type Library, recognised } from '../../web/formula/recognise.js'
import { identify } from '../../web/lib/identify/identify.js'
import { rotate } from '../../web/lib/position/hooks.js'
import { startCore } from './support/raw-core.js'

let wf: Library

beforeAll(async () => {
  const { core } = await startCore()
  wf = { identify: (request) => identify(core, request), rotate: (position, x) => rotate(core, position, x) }
})

const named = (kind: FormulaKind, text: string, heads = 8) =>
  recognised(wf, readFormula(text, kind), { heads, dim: 64, length: 64 })

/** Parameters that are found by fitting have six digits. */
const rounded = (position: unknown) =>
  JSON.parse(JSON.stringify(position), (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(6)) : value,
  )

describe('biases', () => {
  it.each([
    [
      '-log(1 + abs(d)) * 2^-(h+1)',
      'kerple',
      { r1: [0.5, 0.25, 0.125, 0.0625, 1 / 32, 1 / 64, 1 / 128, 1 / 256], r2: Array(8).fill(1) },
    ],
    ['-abs(d)^1.5 * 0.25', 'kerple', { kind: 'power', r1: Array(8).fill(0.25), r2: Array(8).fill(1.5) }],
    ['-abs(d) * 2^(-8*(h+1)/H)', 'alibi', { symmetric: true }],
    ['d * 2^(-8*(h+1)/H)', 'alibi', {}],
    ['0 * i', 'none', {}],
  ])('%s', async (text, type, fields) => {
    expect(rounded((await named('bias', text))?.position)).toEqual({ type, ...fields })
  })

  it('with the mistake that they make', async () => {
    expect(await named('bias', '-d * 2^(-8*(h+1)/H)')).toMatchObject({ mistake: 'alibi-sign' })
  })

  it.each(['sin(d)', 'i * j', 'd < -8 ? -1 : 0'])('%s is none of them', async (text) => {
    expect(await named('bias', text)).toBeUndefined()
  })
})

describe('frequencies', () => {
  it.each([
    ['10000^(-2*k/D)', {}],
    ['500000^(-2*k/D)', { base: 500000 }],
    ['10000^(-2*k/D) / 4', { scaling: { ropeType: 'linear', factor: 4 } }],
    ['(10000 * 4^(D/(D-2)))^(-2*k/D)', { scaling: { ropeType: 'ntk', factor: 4 } }],
  ])('%s', async (text, fields) => {
    expect((await named('frequencies', text))?.position).toEqual({ type: 'rope', ...fields })
  })

  it('that no scaling has', async () => {
    expect(await named('frequencies', '1 / (k + 1)')).toBeUndefined()
  })
})
