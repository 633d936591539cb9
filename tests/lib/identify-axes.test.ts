// Rows that vision towers and video models turn by places on a grid: the axes, the coordinates and the base are those they were made with.

import { beforeAll, expect, test } from 'vitest'
import type { MropePosition } from 'whereformer'
import type { Core } from '../../web/lib/boundary/core.js'
import { identify } from '../../web/lib/identify/identify.js'
import { golden } from '../support/golden.js'
import { startCore } from './support/raw-core.js'
import { partOf } from './support/shared-input.js'

let core: Core

beforeAll(async () => {
  core = (await startCore()).core
})

interface Case {
  input: [heads: number, tokens: number, dim: number]
  position?: Omit<MropePosition, 'grid'>
  scale?: number
}

const file = golden<Case>('identify-axes.safetensors')

const identified = (name: string, { input }: Case) =>
  identify(core, { input: partOf(file.tensor('input'), input), output: file.tensor(`${name}.output`) })

const known = file.cases.filter(([, { position }]) => position)
const unknown = file.cases.filter(([, { position }]) => !position)

test.each(known)('%s: the one explanation, whose coordinates are those of the image', async (name, truth) => {
  const { verdict, explanations, tolerance, precision } = await identified(name, truth)
  expect(explanations.map((one) => one.name)).toHaveLength(1)
  const [{ position, scale = 1, mistake, difference } = { difference: Number.NaN }] = explanations
  const { grid, ...told } = position as MropePosition
  expect({ verdict, mistake, ...told }).toEqual({ verdict: 'one', ...truth.position })
  expect(scale).toBeCloseTo(truth.scale ?? 1, precision === 'float32' ? 5 : 2)
  expect(difference).toBeLessThanOrEqual(tolerance)
  const places = file.values(`${name}.places`)
  expect(grid?.shape).toEqual(file.tensor(`${name}.places`).shape)
  const away = Array.from(grid?.data ?? [], (x, i) => Math.abs(x - (places[i] as number)))
  expect(Math.max(...away)).toBeLessThanOrEqual(1e-5)
})

test.each(unknown)('%s: never certain, and what is named computes the rows', async (name, truth) => {
  const { verdict, explanations, tolerance } = await identified(name, truth)
  expect(verdict).not.toBe('one')
  for (const { difference, free } of explanations) {
    expect(difference).toBeLessThanOrEqual(tolerance)
    expect(free).toBeGreaterThan(0)
  }
})

test('the name says where the coordinates of an image begin and end', async () => {
  const [name, truth] = known.find(([name]) => name === 'llama4-vision-4-16') as [string, Case]
  const [one] = (await identified(name, truth)).explanations
  expect(one?.name).toBe('mrope, layout interleaved, sections [4, 4], order axial, grid 1 … 4 × 1 … 4')
})
