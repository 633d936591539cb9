// More sequences, tokens and blocks than a function has arguments.

import { expect, test } from 'vitest'
import type { RawPositions } from '../../web/lib/boundary/raw.js'
import { recipeOf } from '../../web/lib/families/index.js'
import { forwardPlan } from '../../web/lib/model/forward.js'
import { goldenModel } from '../support/models.js'

const MANY = 130_000
const recipe = recipeOf(goldenModel('llama-f16-gqa').request.config)
const positions = (part: Record<string, unknown>): RawPositions => ({
  stacks: [{ position: [part as RawPositions['stacks'][0]['position'][0]] }],
  stackOf: new Int32Array(recipe.spec.layers),
  encoderStacks: [],
  encoderStackOf: new Int32Array(0),
})
const table = { data: new Float32Array(3 * 4), rows: 3, columns: 4 }

test('a batch: its largest position is found, where tables end and where frequencies follow it', () => {
  const inputIds = Array.from({ length: MANY }, () => [1])
  const positionIds = inputIds.map((_, i) => [i === 7 ? 5 : 0])
  const input = { inputIds, positionIds }
  expect(() => forwardPlan(input, undefined, recipe, positions({ type: 'learned', table }), 0)).toThrow(
    'position 5',
  )
  const dynamic = positions({ type: 'rope', scaling: { ropeType: 'dynamic' } })
  const { requests } = forwardPlan(input, undefined, recipe, dynamic, 0)
  expect(requests).toHaveLength(MANY)
  expect(requests[0]?.stacks[0]?.position[0]).toMatchObject({ scaling: { currentLength: 6 } })
})

test('a sequence: the segment of each position', () => {
  const inputIds = new Array(MANY).fill(1)
  const input = {
    inputIds,
    positionIds: inputIds.map((_, i) => i),
    tokenTypeIds: inputIds.map((_, i) => i % 2),
  }
  const { requests } = forwardPlan(input, undefined, recipe, positions({ type: 'xlnet' }), 0)
  const segments = requests[0]?.stacks[0]?.position[0]?.segments as number[]
  expect([segments.length, segments[MANY - 1]]).toEqual([MANY, 1])
})
