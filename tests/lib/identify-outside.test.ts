// Arrays that other people's code made, right and with the bugs it has had, at all sizes: how many are named, and that no certainty is wrong.

import { beforeAll, expect, test } from 'vitest'
import type { Explanation, Identification, IdentifyRequest, Tensor } from 'whereformer'
import type { Core } from '../../web/lib/boundary/core.js'
import { identify } from '../../web/lib/identify/identify.js'
import { once } from '../../web/lib/identify/once.js'
import { golden } from '../support/golden.js'
import { startCore } from './support/raw-core.js'
import { type Fields, says } from './support/says.js'

let core: Core

beforeAll(async () => {
  core = (await startCore()).core
})

interface Case {
  bug: string
  input?: number[]
  type?: 'float16' | 'bfloat16'
  position?: Fields | Fields[]
}

const file = golden<Case>('identify-outside.safetensors')

function requestOf(name: string, { input, type }: Case): IdentifyRequest {
  const request: Record<string, unknown> = {}
  if (input) {
    const numbers = file.values(type ? `input.${type}` : 'input')
    request.input = {
      data: numbers.slice(
        0,
        input.reduce((a, b) => a * b),
      ),
      shape: input,
    }
  }
  for (const field of ['output', 'added', 'bias'] as const)
    if (file.has(`${name}.${field}`)) request[field] = file.tensor(`${name}.${field}`)
  if (file.has(`${name}.positions`)) request.positions = file.values(`${name}.positions`)
  return request
}

/** Are the positions, or the grid, those of the tokens? */
function standsAt({ position, positions }: Explanation, places: Tensor | undefined): boolean {
  const { grid } = (position ?? {}) as { grid?: Tensor }
  if (!places) return positions === undefined
  if (places.shape.length === 1) return says(positions, Array.from(places.data))
  if (!grid) return true // the width of an image says where its tokens stand
  return grid.data.every((x, i) => Math.abs(x - (places.data[i] as number)) <= 1e-4)
}

const CONVENTIONS = ['offset', 'reversed', 'scale', 'mistake', 'rounding', 'isCausal', 'side'] as const

function isRight(explanation: Explanation, name: string, { position, ...truth }: Case): boolean {
  const wanted = truth as Fields
  if (!CONVENTIONS.every((key) => says(explanation[key], wanted[key]))) return false
  const places = file.has(`${name}.places`) ? file.tensor(`${name}.places`) : undefined
  if (!standsAt(explanation, places)) return false
  const named = [explanation.position, ...explanation.same]
  return position === undefined || [position].flat().some((one) => named.some((found) => says(found, one)))
}

const identified = once(async () => {
  const all: { name: string; isNamed: boolean; found: Identification }[] = []
  for (const [name, truth] of file.cases) {
    const found = await identify(core, requestOf(name, truth))
    all.push({ name, isNamed: found.explanations.some((one) => isRight(one, name, truth)), found })
  }
  return all
})

const text = ({ name, found }: Awaited<ReturnType<typeof identified>>[number]): string =>
  `${name}: ${found.verdict} ${found.explanations.map((one) => one.name.slice(0, 150)).join('; ')}`

test('no certainty is wrong', async () => {
  const wrong = (await identified()).filter(({ isNamed, found }) => found.verdict === 'one' && !isNamed)
  expect(wrong.map(text)).toEqual([])
}, 300_000)

test('at least 95 of 100 are named', async () => {
  const all = await identified()
  expect(all.length).toBeGreaterThanOrEqual(200)
  const missed = all.filter(({ isNamed }) => !isNamed)
  expect(1 - missed.length / all.length, missed.map(text).join('\n')).toBeGreaterThanOrEqual(0.95)
}, 300_000)

test('an array that is named otherwise does not count', () => {
  const [name, truth] = file.cases.find(([, { bug }]) => bug === 'swapped') as [string, Case]
  const position = [truth.position].flat()[0] as Explanation['position']
  const told = { name, position, same: [], changes: [], difference: 0 } as unknown as Explanation
  expect(isRight({ ...told, mistake: 'rope-swapped' }, name, truth)).toBe(true)
  expect(isRight(told, name, truth)).toBe(false)
  expect(isRight({ ...told, mistake: 'rope-swapped', offset: 1 }, name, truth)).toBe(false)
})
