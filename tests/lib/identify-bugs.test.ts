// The bugs that programs have, and parameters off their defaults, in arrays that other code made: what is named is what was done.

import { beforeAll, expect, test } from 'vitest'
import type { Explanation, Identification, IdentifyRequest } from 'whereformer'
import type { Core } from '../../web/lib/boundary/core.js'
import { identify } from '../../web/lib/identify/identify.js'
import { once } from '../../web/lib/identify/once.js'
import { golden } from '../support/golden.js'
import { startCore } from './support/raw-core.js'
import { type Fields, says } from './support/says.js'
import { partOf } from './support/shared-input.js'

let core: Core

beforeAll(async () => {
  core = (await startCore()).core
})

interface Case {
  bug: string
  input?: [heads: number, tokens: number, dim: number]
  position?: Fields
}

const file = golden<Case>('identify-bugs.safetensors')

function requestOf(name: string, { input }: Case): IdentifyRequest {
  const tensors = file.names.filter((tensor) => tensor.startsWith(`${name}.`))
  const given = tensors.map((tensor) => {
    const field = tensor.slice(name.length + 1)
    return [field, field === 'positions' ? file.values(tensor) : file.tensor(tensor)]
  })
  return { ...(input ? { input: partOf(file.tensor('input'), input) } : {}), ...Object.fromEntries(given) }
}

const CONVENTIONS = ['offset', 'reversed', 'scale', 'mistake', 'rounding', 'positions', 'isCausal'] as const

function isRight(explanation: Explanation, { position, ...truth }: Case): boolean {
  const wanted = truth as Fields
  const isSame = CONVENTIONS.every((key) => says(explanation[key], wanted[key]))
  return isSame && [explanation.position, ...explanation.same].some((one) => says(one, position))
}

const RAMP: Fields = {
  betaFast: 32,
  betaSlow: 1,
  lowFreqFactor: 1,
  highFreqFactor: 4,
}

/** Are all numbers of a ramp those of the truth? */
function hasRampOf(position: unknown, truth: Fields): boolean {
  const { scaling = {} } = (position ?? {}) as { scaling?: Fields }
  const numbers = ['originalMaxPositionEmbeddings', ...Object.keys(RAMP)].filter((name) => name in truth)
  return numbers.every((name) => says(scaling[name] ?? RAMP[name], truth[name]))
}

const hasUsualRamp = ({ position }: Explanation): boolean => {
  const { scaling = {} } = position as { scaling?: Fields }
  return Object.keys(RAMP).every((name) => scaling[name] === undefined)
}

/** Every array with its truth and what is found in it, for all tests of this file. */
const identified = once(async () => {
  const all: { name: string; truth: Case; found: Identification }[] = []
  for (const [name, truth] of file.cases)
    all.push({ name, truth, found: await identify(core, requestOf(name, truth)) })
  return all
})

test('a ramp is certain where its numbers are among those named, or where the usual ones give the same', async () => {
  const wrong: string[] = []
  for (const { name, truth, found } of await identified()) {
    const scaling = truth.position?.scaling as Fields | undefined
    if (!scaling) continue
    const { verdict, explanations } = found
    const [one] = explanations as [Explanation]
    const isKnown = [one.position, ...one.same].some((position) => hasRampOf(position, scaling))
    if (verdict === 'one' && !isKnown && !hasUsualRamp(one)) wrong.push(`${name}: ${one.name}`)
  }
  expect(wrong).toEqual([])
}, 300_000)

test('95 of 100 are named, and no certainty is wrong', async () => {
  const all = await identified()
  const isNamed = ({ truth, found }: (typeof all)[number]) =>
    found.explanations.some((one) => isRight(one, truth))
  const text = ({ name, found }: (typeof all)[number]) =>
    `${name}: ${found.verdict} ${found.explanations.map((one) => one.name.slice(0, 150)).join('; ')}`
  const wrong = all.filter((one) => one.found.verdict === 'one' && !isNamed(one))
  expect(wrong.map(text)).toEqual([])
  expect(all.length).toBe(200)
  expect(all.filter(isNamed).length / all.length).toBeGreaterThanOrEqual(0.95)
}, 300_000)
