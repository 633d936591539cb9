// XLNet's targets against transformers: those that see nothing, and beside padding.

import { expect, test } from 'vitest'
import { expectClose } from '../support/close.js'
import { golden } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { goldenModel } from '../support/models.js'

const library = useLibrary()
const file = golden('query-stream.safetensors')

/** [n, m] → n lists; [n, m, k] → n lists of m lists. */
function nested(name: string): number[][] | number[][][] {
  const { data, shape } = file.tensor(name)
  const width = shape.at(-1) ?? 1
  const rows = Array.from({ length: data.length / width }, (_, i) => [
    ...data.subarray(i * width, (i + 1) * width),
  ])
  if (shape.length === 2) return rows
  const each = shape[1] ?? 1
  return Array.from({ length: shape[0] ?? 0 }, (_, i) => rows.slice(i * each, (i + 1) * each))
}

test.each(['first', 'padded'])('%s: logits and last hidden states are those of the targets', async (name) => {
  using model = await library.wf.loadModel(goldenModel('xlnet-f32').request)
  const mask = `${name}.attentionMask`
  const input = {
    inputIds: nested(`${name}.ids`) as number[][],
    permMask: nested(`${name}.permMask`) as number[][][],
    targetPositions: nested(`${name}.targets`) as number[][],
    ...(file.has(mask) ? { attentionMask: nested(mask) as number[][] } : {}),
  }
  const { logits, lastHiddenState } = model.forward(input, { return: ['lastHiddenState'] })
  for (const [actual, field] of [
    [logits, 'logits'],
    [lastHiddenState, 'lastHiddenState'],
  ] as const) {
    const { data, shape } = file.tensor(`${name}.${field}`)
    expect(actual?.shape).toEqual(shape)
    expectClose(actual?.data ?? [], data, file.tolerance)
  }
  const alone = {
    inputIds: input.inputIds[0] ?? [],
    permMask: input.permMask[0] ?? [],
    targetPositions: input.targetPositions[0] ?? [],
  }
  if (name === 'first') {
    const one = model.forward(alone, { return: ['lastHiddenState', 'meanPooled'] })
    expect(one.lastHiddenState?.shape).toEqual([2, 24])
    expect(one.meanPooled).toEqual(model.forward({ ...alone }, { return: ['meanPooled'] }).meanPooled)
  }
})
