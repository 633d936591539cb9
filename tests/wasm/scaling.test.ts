// RoPE scalings: the errors of their parameters, and lengths that grow. Their numbers: encodings.test.ts.

import { describe, expect, test } from 'vitest'
import type { RopePosition, RopeScaling } from 'whereformer'
import { expectClose } from '../support/close.js'
import { expectRefusal } from '../support/errors.js'
import { useLibrary } from '../support/library.js'

const library = useLibrary()

describe('bad scalings', () => {
  const yarn: RopeScaling = { ropeType: 'yarn', factor: 4, originalMaxPositionEmbeddings: 64 }
  const longrope: RopeScaling = { ...yarn, ropeType: 'longrope', shortFactor: [1, 1], longFactor: [2, 2] }

  test.each<[string, object, string, ...string[]]>([
    ['an unknown type', { ropeType: 'wobbly' }, 'ERR_VALUE', 'position.scaling.ropeType', 'wobbly', 'yarn'],
    ['an unknown key', { ...yarn, beta: 1 }, 'ERR_VALUE', 'position.scaling.beta', 'betaFast'],
    ['a factor of 0', { ...yarn, factor: 0 }, 'ERR_VALUE', 'scaling.factor', '0'],
    ['a factor of NaN', { ...yarn, factor: Number.NaN }, 'ERR_VALUE', 'scaling.factor', 'NaN'],
    ['a factor of text', { ...yarn, factor: '4' }, 'ERR_TYPE', 'scaling.factor', '"4"'],
    [
      'YaRN without its length',
      { ropeType: 'yarn', factor: 4 },
      'ERR_VALUE',
      'originalMaxPositionEmbeddings',
    ],
    [
      'a length of 0',
      { ...yarn, originalMaxPositionEmbeddings: 0 },
      'ERR_VALUE',
      'originalMaxPositionEmbeddings',
    ],
    ['betas in the wrong order', { ...yarn, betaSlow: 40 }, 'ERR_VALUE', 'betaSlow', '40'],
    ['a list of the wrong length', { ...longrope, longFactor: [1] }, 'ERR_SHAPE', 'longFactor', '1'],
    ['a factor of 0 in a list', { ...longrope, shortFactor: [1, 0] }, 'ERR_VALUE', 'shortFactor', '0'],
    ['dynamic without its length', { ropeType: 'dynamic', factor: 2 }, 'ERR_VALUE', 'maxPositionEmbeddings'],
    ['low above high', { ...yarn, ropeType: 'llama3', lowFreqFactor: 5 }, 'ERR_VALUE', 'lowFreqFactor', '5'],
    ['no object', 'yarn' as never, 'ERR_TYPE', 'position.scaling', '"yarn"'],
  ])('%s', (_, scaling, code, ...words) => {
    const position = { type: 'rope', scaling } as RopePosition
    expectRefusal(() => library.wf.frequencies(position, { dim: 4 }), code, ...words)
  })
})

test('dynamic NTK in attention follows the largest position, and is plain RoPE up to its reference length', () => {
  const x = { data: Float32Array.from({ length: 4 * 8 }, (_, i) => Math.sin(i)), shape: [1, 4, 8] }
  const scaling = { ropeType: 'dynamic', factor: 4, maxPositionEmbeddings: 32 } as const
  const attend = (position: RopePosition, first: number) => {
    const ids = [0, 1, 2, 3].map((i) => first + i)
    return library.wf.attention(x, x, x, { position, positions: { query: ids, key: ids } }).output.data
  }
  expectClose(attend({ type: 'rope', scaling }, 28), attend({ type: 'rope' }, 28), { absolute: 0 })
  const beyond = attend({ type: 'rope', scaling }, 125)
  expect(() => expectClose(beyond, attend({ type: 'rope' }, 125), { absolute: 1e-5 })).toThrow()
})
