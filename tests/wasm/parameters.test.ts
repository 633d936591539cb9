// Bad parameters of every encoding, made from the schema of the catalogue: each is refused by name, at its bounds too.

import { describe, expect, test } from 'vitest'
import { type EncodingParameter, encodings, type Position, type Tensor } from 'whereformer'
import { expectError, expectRefusal, type Refusal } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import { changed, complete, D_MODEL, rows, TOKENS, type Type, types } from '../support/positions.js'

const library = useLibrary()

// Everything that may be asked of a position, so that every parameter is read.
function use(position: Position, type: Type): void {
  const [query, key, value] = rows(1)
  library.wf.attention(query, key, value, { position })
  const entry = encodings.find((e) => e.type === type)
  if (entry?.doors.includes('embed')) library.wf.embed(position, { length: TOKENS, dim: D_MODEL })
}

describe('the schema', () => {
  test.each(types)('%s: the example is valid', (type) => {
    use(complete[type], type)
  })
})

const parameters = encodings.flatMap((entry) =>
  entry.parameters.map(
    (parameter) => [`${entry.type}.${parameter.name}`, entry.type as Type, parameter] as const,
  ),
)
const ofKind = (...kinds: EncodingParameter['kind'][]) =>
  parameters.filter(([, , { kind }]) => kinds.includes(kind))

describe('wrong types', () => {
  const strangers: Record<EncodingParameter['kind'], unknown[]> = {
    number: ['1', null, true, [1], 1n],
    integer: ['1', null, false, {}],
    boolean: [1, 'true', null],
    choice: [1, true, null],
    numbers: ['1', 7, null, {}, new BigInt64Array(2)],
    tensor: [
      1,
      'table',
      null,
      [[1]],
      { data: [1], shape: [1, 1] },
      { data: new Float64Array(1), shape: [1, 1] },
    ],
  }

  test.each(parameters)('%s', (_, type, { name, kind }) => {
    for (const stranger of strangers[kind]) {
      expectRefusal(() => use(changed(complete[type], name, stranger), type), 'ERR_TYPE', `position.${name}`)
    }
  })

  test.each(ofKind('numbers'))('%s: an item', (_, type, { name }) => {
    const position = changed(complete[type], name, [1, '1'])
    expectRefusal(() => use(position, type), 'ERR_TYPE', `position.${name}[1]`)
  })

  test.each(ofKind('choice'))('%s: an unknown word', (_, type, { name, choices = [] }) => {
    const position = changed(complete[type], name, 'wobbly')
    expectRefusal(() => use(position, type), 'ERR_VALUE', `position.${name}`, 'wobbly', ...choices)
  })
})

describe('numbers that are none', () => {
  test.each(ofKind('number', 'integer', 'numbers'))('%s', (_, type, { name, kind }) => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      const position = changed(complete[type], name, kind === 'numbers' ? [1, bad] : bad)
      const path = kind === 'numbers' ? `position.${name}[1]` : `position.${name}`
      expectRefusal(() => use(position, type), 'ERR_VALUE', path, String(bad))
    }
  })

  test.each(ofKind('integer'))('%s: a fraction', (_, type, { name, minimum = 0 }) => {
    const position = changed(complete[type], name, minimum + 2.5)
    expectRefusal(() => use(position, type), 'ERR_VALUE', `position.${name}`, '.5')
  })
})

describe('the edges of ranges', () => {
  test.each(ofKind('number', 'integer', 'numbers'))('%s: just outside', (_, type, parameter) => {
    for (const bad of outside(parameter)) {
      const position = changed(complete[type], parameter.name, parameter.kind === 'numbers' ? [bad] : bad)
      expectRefusal(() => use(position, type), 'ERR_VALUE', `position.${parameter.name}`, String(bad))
    }
  })

  test.each(ofKind('number', 'integer', 'numbers'))('%s: just inside', (_, type, parameter) => {
    const length = (valueAt(complete[type], parameter.name) as number[]).length
    for (const good of inside(parameter)) {
      const value = parameter.kind === 'numbers' ? Array(length).fill(good) : good
      expectInRange(() => use(changed(complete[type], parameter.name, value), type), type, parameter)
    }
  })

  // What the schema has in words behind the bounds may still refuse what they allow, then in other words than theirs.
  function expectInRange(attempt: () => void, type: Type, { name, range = '' }: EncodingParameter): void {
    try {
      attempt()
    } catch (error) {
      const { message } = error as Error
      const isNamed = (one: EncodingParameter) => message.includes(`position.${one.name}:`)
      const refused = parameters.find(([, owner, one]) => owner === type && isNamed(one))?.[2]
      const isRelation = refused?.kind === 'tensor' || `${range}${refused?.range}`.includes('; ')
      expect(isRelation, `${name}: ${message}`).toBe(true)
      expect(message).not.toContain(`, ${range}`)
    }
  }

  function outside({ kind, minimum, exclusiveMinimum, maximum, even }: EncodingParameter): number[] {
    const step = kind === 'integer' ? 1 : 2 ** -30
    return [
      ...(minimum === undefined ? [] : [minimum - step]),
      ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum, exclusiveMinimum - 1]),
      ...(maximum === undefined ? [] : [maximum + step]),
      ...(even ? [3] : []),
    ]
  }

  function inside({ kind, minimum, exclusiveMinimum, maximum }: EncodingParameter): number[] {
    const step = kind === 'integer' ? 1 : 2 ** -20
    return [
      ...(minimum === undefined ? [] : [minimum]),
      ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum + step]),
      ...(maximum === undefined ? [] : [maximum]),
    ]
  }
})

function valueAt(position: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => Reflect.get(value as object, key), position)
}

describe('keys', () => {
  test.each(types)('%s: an unknown one', (type) => {
    const position = changed(complete[type], 'wobbly', 1)
    expectRefusal(() => use(position, type), 'ERR_VALUE', 'position.wobbly', type)
    expectRefusal(
      () => use([{ type: 'none' }, position] as Position, type),
      'ERR_VALUE',
      'position[1].wobbly',
    )
  })

  test.each(ofKind('tensor', 'numbers', 'number', 'integer').filter(([, , { required }]) => required))(
    '%s: a required one that is missing',
    (_, type, { name }) => {
      expectRefusal(
        () => use(changed(complete[type], name, undefined), type),
        'ERR_TYPE',
        `position.${name}`,
        'nothing',
      )
    },
  )

  test('in a list, the message names which encoding', () => {
    const position = [
      { type: 'none' },
      { type: 'rope', scaling: { ropeType: 'linear', factor: 0 } },
    ] as Position
    expectRefusal(
      () => use(position, 'rope'),
      'ERR_VALUE',
      'position[1].scaling.factor',
      '0',
      'greater than 0',
    )
  })
})

describe('tensors of another shape', () => {
  test.each(ofKind('tensor'))('%s: one axis, or three', (_, type, { name }) => {
    const { data, shape } = valueAt(complete[type], name) as Tensor
    for (const wrong of [[data.length], [1, ...shape]]) {
      const position = changed(complete[type], name, { data, shape: wrong })
      expectRefusal(() => use(position, type), 'ERR_SHAPE', `position.${name}`, '2 axes')
    }
  })

  test.each(ofKind('tensor'))('%s: data that do not fill the shape', (_, type, { name }) => {
    const { data, shape } = valueAt(complete[type], name) as Tensor
    const position = changed(complete[type], name, { data: data.slice(1), shape })
    expectRefusal(() => use(position, type), 'ERR_SHAPE', `position.${name}.data`)
  })

  test.each(ofKind('tensor'))('%s: no rows, or no columns', (_, type, { name }) => {
    for (const shape of [
      [0, 4],
      [4, 0],
      [0, 0],
    ]) {
      const position = changed(complete[type], name, { data: new Float32Array(0), shape })
      expectRefusal(() => use(position, type), 'ERR_SHAPE', `position.${name}`, 'at least one row')
    }
  })

  // A length of the call, or of another table: as an axis of its own or as a part of a formula.
  function isFixed(type: Type, name: string, axis: number): boolean {
    const axes = parameters
      .filter(([, owner, { kind }]) => owner === type && kind === 'tensor')
      .flatMap(([, , { name, shape = [] }]) => shape.map((formula, i) => ({ of: `${name} ${i}`, formula })))
    const own = (axes.find(({ of }) => of === `${name} ${axis}`)?.formula ?? '').replace(/ \+ \d+$/, '')
    if (!/^[A-Za-z_]+$/.test(own) || /^(heads|head_?dim|valueDim|pairs|d_?model)$/i.test(own)) return true
    return axes.some(({ of, formula }) => of !== `${name} ${axis}` && formula.split(/\W+/).includes(own))
  }

  test.each(
    ofKind('tensor').flatMap(([name, type, parameter]) =>
      [0, 1].map((axis) => [name, axis, type, parameter] as const),
    ),
  )('%s: one more along axis %i', (_, axis, type, { name }) => {
    const { shape } = valueAt(complete[type], name) as Tensor
    const wrong = shape.map((n, i) => (i === axis ? n + 1 : n)) as [number, number]
    const table = { data: new Float32Array(wrong[0] * wrong[1]), shape: wrong }
    const attempt = () => use(changed(complete[type], name, table), type)
    if (isFixed(type, name, axis)) return expectRefusal(attempt, 'ERR_SHAPE', 'position.')
    try {
      attempt() // the reader's choice, but for what the schema has in words
    } catch (error) {
      expectError(error as Refusal, 'ERR_SHAPE', `position.${name}`)
    }
  })
})

describe('limits that are other parameters are inside, as their words say', () => {
  const tokens: Tensor = { data: new Float32Array(32).fill(1), shape: [1, 4, 8] }
  const rangeOf = (type: string, name: string) =>
    encodings.find((one) => one.type === type)?.parameters.find((one) => one.name === name)?.range

  test.each([
    ['scaling.lowFreqFactor', 'at most highFreqFactor', 'llama3', 'lowFreqFactor', 'highFreqFactor'],
    ['scaling.betaFast', 'betaSlow or more', 'yarn', 'betaSlow', 'betaFast'],
    ['scaling.ntkBetaFast', 'ntkBetaSlow or more', 'ntkByParts', 'ntkBetaSlow', 'ntkBetaFast'],
    ['scaling.gammaFast', 'gammaSlow or more', 'ntkByParts', 'gammaSlow', 'gammaFast'],
  ] as const)('%s: %s', (name, words, ropeType, less, more) => {
    for (const type of ['rope', 'irope'] as const) {
      const turn = (low: number) =>
        library.wf.rotate(
          {
            type,
            scaling: { ropeType, factor: 2, originalMaxPositionEmbeddings: 64, [less]: low, [more]: 2 },
          },
          tokens,
        )
      expect(rangeOf(type, name)).toContain(words)
      expect(() => turn(2)).not.toThrow()
      expect(() => turn(2.5)).toThrow(`${less}: got 2.5, wanted at most ${more}`)
    }
  })

  test('rotaryStart: at most headDim, where nothing is rotated', () => {
    expect(rangeOf('rope', 'rotaryStart')).toContain('at most headDim')
    const turn = (rotaryStart: number) => library.wf.rotate({ type: 'rope', rotaryStart }, tokens).data
    expect([...turn(8)]).toEqual([...tokens.data])
    expect(() => turn(9)).toThrow('position.rotaryStart: got 9')
  })
})
