// Settings that count from 0, where only a computation knows how far.

import type { Refused } from './figure-state.js'

type Index<Name extends string> = { [N in Name]: Refused & { name: N; used: number } }[Name]

/** Refusals of indices beyond the last one, which is used instead. */
export function beyond<Name extends string>(
  state: Readonly<Record<NoInfer<Name>, number>>,
  counts: Readonly<Record<Name, number>>,
): Index<Name>[] {
  const names = Object.keys(counts) as Name[]
  return names.flatMap((name) => {
    const last = counts[name] - 1
    return state[name] > last ? [{ name, wanted: last === 0 ? '0' : `0 … ${last}`, used: last }] : []
  })
}
