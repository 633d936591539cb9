import { expect, test } from 'vitest'
import { Pcg32 } from '../../web/lib/boundary/pcg32.js'
import { expectRefusal } from '../support/errors.js'

test('it gives the published sequence of PCG32 (pcg32-demo: seed 42, stream 54)', () => {
  const random = new Pcg32(42, 54)
  const published = [0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e]
  expect(published.map(() => random.next())).toEqual(published)
})

test('it equals the definition in 64-bit integers, for seeds and streams of up to 53 bits', () => {
  for (const [seed, stream] of [
    [0, 0],
    [1, 2 ** 31],
    [2 ** 32 - 1, 2 ** 32],
    [2 ** 53 - 1, 2 ** 53 - 1],
  ] as const) {
    const random = new Pcg32(seed, stream)
    const wanted = defined(BigInt(seed), BigInt(stream))
    for (let i = 0; i < 1000; i++) expect(random.next()).toBe(wanted())
  }
})

function defined(seed: bigint, stream: bigint): () => number {
  const whole = (x: bigint) => BigInt.asUintN(64, x)
  const increment = whole((stream << 1n) | 1n)
  const advance = (state: bigint) => whole(state * 6364136223846793005n + increment)
  let state = advance(whole(advance(0n) + seed))
  return () => {
    const shifted = BigInt.asUintN(32, ((state >> 18n) ^ state) >> 27n)
    const turn = state >> 59n
    state = advance(state)
    return Number(BigInt.asUintN(32, (shifted >> turn) | (shifted << (-turn & 31n))))
  }
}

test('it goes on from its state', () => {
  const random = new Pcg32(7, 2 ** 53 - 1)
  random.next()
  const again = Pcg32.from(JSON.parse(JSON.stringify(random.state)))
  for (let i = 0; i < 100; i++) expect(again.next()).toBe(random.next())
})

test('draws below n are uniform', () => {
  const random = new Pcg32(3)
  const draws = Array.from({ length: 70_000 }, () => random.below(7))
  const counts = [0, 1, 2, 3, 4, 5, 6].map((n) => draws.filter((draw) => draw === n).length)
  // 6 degrees of freedom: P(χ² > 22.5) = 0.001
  const chiSquared = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)
  expect(chiSquared).toBeLessThan(22.5)
})

test('a state of something else is refused', () => {
  for (const state of [undefined, [], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, -1], [0.5, 0, 0, 1], ['1', 0, 0, 1]])
    expectRefusal(() => Pcg32.from(state), 'ERR_VALUE', 'state')
})
