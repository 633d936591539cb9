// For every allocation of a scenario: it fails, alone and with all after it. The answer is ERR_OOM, nothing is leaked, and the same call
// once more on the same objects gives the bits of a run in which nothing failed.

import { isDeepStrictEqual } from 'node:util'
import type { Whereformer } from 'whereformer'
import type { FailingLibrary } from './failing-library.js'

export interface Scenario<State = unknown> {
  name: string
  /** What is there before anything fails. */
  prepare?: (wf: Whereformer) => State | Promise<State>
  /** Returns all that it computes. Objects that it makes it releases, also when it fails. */
  run: (wf: Whereformer, state: State) => unknown
  /** What `run` left behind. */
  left?: (state: State) => unknown
  release?: (state: State) => void
}

/** Scenarios of any state in one list. */
export const scenario = <State>(one: Scenario<State>): Scenario => one as Scenario

interface Run {
  call: () => Promise<unknown>
  left: () => unknown
}

export interface Swept {
  allocations: number
  runs: number
  /** Sentences, one for each run that went wrong. */
  faults: string[]
}

const EVER = 2 ** 31 - 1

/** `most`: so many of its allocations are tried, evenly chosen. */
export async function sweep(library: FailingLibrary, one: Scenario, most: number): Promise<Swept> {
  const { wf } = library
  const around = async <T>(use: (run: Run) => Promise<T>): Promise<T> => {
    const state = await one.prepare?.(wf)
    try {
      return await use({
        call: async () => one.run(wf, state),
        left: () => one.left?.(state),
      })
    } finally {
      library.fail(0, 0)
      one.release?.(state)
    }
  }
  const [expected, allocations] = await around(async (run) => {
    library.fail(0, 0)
    const result = await run.call()
    const count = library.fail(0, 0)
    return [[result, run.left()], count] as const
  })
  const faults: string[] = []
  const tried = chosen(allocations, most)
  for (const first of tried) {
    for (const last of [first, EVER]) {
      const fault = await around((run) => faultOf(library, run, first, last, expected))
      const alive = wf.liveHandles()
      const told = fault ?? (alive === 0 ? undefined : `${alive} handles are alive`)
      if (told !== undefined) faults.push(`${one.name}: allocation ${first} of ${allocations}: ${told}`)
    }
  }
  return { allocations, runs: 2 * tried.length, faults }
}

async function faultOf(
  library: FailingLibrary,
  run: Run,
  first: number,
  last: number,
  expected: unknown,
): Promise<string | undefined> {
  const crashes = library.crashes
  library.fail(first, last)
  const told = await outcome(run.call)
  library.fail(0, 0)
  if (library.crashes > crashes) return `the core crashed (${told})`
  if (told !== 'ERR_OOM') return `answered ${told}`
  const again = [await run.call(), run.left()]
  return isDeepStrictEqual(again, expected) ? undefined : 'the next call has other bits'
}

async function outcome(run: () => Promise<unknown>): Promise<string> {
  try {
    await run()
    return 'as if nothing had failed'
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return code === 'ERR_OOM' ? code : `${code ?? 'an error without a code'}: ${message}`
  }
}

/** With memory that grows at each allocation: the bits of a run in which it does not. */
export async function grown(library: FailingLibrary, one: Scenario): Promise<string | undefined> {
  const { wf } = library
  const results: unknown[] = []
  for (const grows of [false, true]) {
    library.growAlways(grows)
    const state = await one.prepare?.(wf)
    try {
      results.push([await one.run(wf, state), one.left?.(state)])
    } finally {
      library.growAlways(false)
      one.release?.(state)
    }
  }
  return isDeepStrictEqual(results[0], results[1]) ? undefined : `${one.name}: other bits where memory grows`
}

function chosen(count: number, most: number): number[] {
  const all = Array.from({ length: count }, (_, i) => i + 1)
  if (count <= most) return all
  return [...new Set(Array.from({ length: most }, (_, i) => 1 + Math.round((i * (count - 1)) / (most - 1))))]
}
