// Rotations of random parameters: what is named with certainty is what was computed.

import { beforeAll, expect, test } from 'vitest'
import type { Identification, Position, RopePosition, RopeScaling, Tensor } from 'whereformer'
import type { Core } from '../../web/lib/boundary/core.js'
import { identify } from '../../web/lib/identify/identify.js'
import { rotate } from '../../web/lib/position/hooks.js'
import { Random } from '../support/random.js'
import { toBfloat16 } from './support/bfloat16.js'
import { startCore } from './support/raw-core.js'

let core: Core

beforeAll(async () => {
  core = (await startCore()).core
})

interface Trial {
  position: RopePosition
  offset: number
  found: Identification
}

type RopeType = NonNullable<RopeScaling['ropeType']>

function scalingOf(random: Random): RopeScaling | undefined {
  const ropeType = random.pick<RopeType>([
    ...([
      'default',
      'default',
      'linear',
      'ntk',
      'dynamic',
      'yarn',
      'llama3',
      'ntkByParts',
      'dynamicYarn',
    ] as const),
  ])
  const original = random.pick(ropeType === 'dynamicYarn' ? [4] : [512, 2048, 4096, 8192])
  if (ropeType === 'default') return undefined
  return {
    ropeType,
    ...(ropeType === 'dynamicYarn' ? {} : { factor: random.pick([2, 4, 8]) }),
    ...(ropeType === 'dynamic' ? { maxPositionEmbeddings: 4 } : {}),
    ...(['linear', 'ntk', 'dynamic'].includes(ropeType) ? {} : { originalMaxPositionEmbeddings: original }),
  }
}

async function trial(
  random: Random,
  round: (x: number) => number,
  widths: readonly number[],
): Promise<Trial> {
  const [dim, tokens, heads] = [random.pick(widths), random.pick([8, 12, 16]), random.pick([1, 2])]
  const scaling = scalingOf(random)
  const isPartial = scaling === undefined && random.flag()
  const position: RopePosition = {
    type: 'rope',
    base: random.pick([10000, 500000, 1000000, ...(scaling ? [] : [random.integer(5000, 25000)])]),
    layout: random.pick(['half', 'interleaved'] as const),
    ...(isPartial ? { rotaryDim: dim / 2 } : {}),
    ...(scaling ? { scaling } : {}),
  }
  const offset = random.pick([0, 0, 1, 7])
  const input = rounded(random.tensor(heads, tokens, dim), round)
  const positions = Array.from({ length: tokens }, (_, i) => i + offset)
  const output = rounded(rotate(core, position, input, { positions }), round)
  return { position, offset, found: await identify(core, { input, output }) }
}

const rounded = ({ data, shape }: Tensor, round: (x: number) => number): Tensor => ({
  data: data.map(round),
  shape,
})

/** Layout, channels, scaling and numbers, defaults filled in. */
function facts(position: Position | undefined): readonly unknown[] {
  const { type, base = 10000, layout = 'half', rotaryDim = 0, scaling = {} } = position as RopePosition
  const { ropeType = 'default', factor, originalMaxPositionEmbeddings, maxPositionEmbeddings } = scaling
  return [
    type,
    layout,
    rotaryDim,
    ropeType,
    base,
    factor,
    originalMaxPositionEmbeddings,
    maxPositionEmbeddings,
  ]
}

const agree = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.every((x, i) => x === b[i] || (typeof x === 'number' && Math.abs(x / (b[i] as number) - 1) < 2e-3))

/** Scalings of pairs that do not visibly turn are listed beside the unscaled rotation, by their kind. */
function isNamed({ position, offset, found }: Trial): boolean {
  const wanted = facts(position)
  return found.explanations.some((one) => {
    const sameKind = one.same.map((other) => facts(other)).some((other) => agree(other.slice(0, 5), wanted))
    const hidden = one.position && !('scaling' in one.position) && sameKind
    const exact = [one.position, ...one.same].some((other) => agree(facts(other), wanted))
    return (one.offset ?? 0) === offset && !one.reversed && one.scale === undefined && (exact || hidden)
  })
}

test.each([
  ['float32', (x: number) => Math.fround(x), [8, 16, 32], 80, 0.95],
  ['bfloat16', toBfloat16, [16, 32], 40, 0.8],
  ['bfloat16 of width 8', toBfloat16, [8], 40, 0.8],
] as const)('%s: no certainty is wrong', async (_, round, widths, count, share) => {
  const random = new Random(11)
  const trials: Trial[] = []
  for (let i = 0; i < count; i++) trials.push(await trial(random, round, widths))
  const wrong = trials.filter((one) => one.found.verdict === 'one' && !isNamed(one))
  expect(wrong.map(({ position, offset, found }) => [position, offset, found.explanations[0]?.name])).toEqual(
    [],
  )
  expect(trials.filter(isNamed).length / count).toBeGreaterThanOrEqual(share)
})
