// The call that follows every case: attention with rotated queries, to the bit.

import { load, type Whereformer } from 'whereformer'
import { Random } from '../../support/random.js'
import { Fault } from '../target.js'

const random = new Random(3)
const [query, key, value] = [random.tensor(2, 3, 4), random.tensor(2, 5, 4), random.tensor(2, 5, 4)] as const
const options = { position: { type: 'rope' }, isCausal: true, causalAlignment: 'bottom-right' } as const

export interface Known {
  wf: Whereformer
  known(): void
}

export async function withKnown(): Promise<Known> {
  const wf = await load()
  const ask = () => wf.attention(query, key, value, options).output.data
  const expected = ask()
  const known = () => {
    if (!equalBits(ask(), expected)) throw new Fault('the known call gives other numbers')
  }
  return { wf, known }
}

/** The same numbers; NaN is itself. */
export function equalBits(a: Float32Array, b: Float32Array): boolean {
  return a.length === b.length && a.every((x, i) => Object.is(x, b[i]))
}

/** Refuses what is no number. */
export function requireFinite(numbers: ArrayLike<number>, what: string, allowed?: number): void {
  for (let i = 0; i < numbers.length; i++) {
    const x = numbers[i] as number
    if (!Number.isFinite(x) && x !== allowed) throw new Fault(`${what}[${i}] is ${x}`)
  }
}
