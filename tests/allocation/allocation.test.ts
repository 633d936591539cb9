// Memory that does not suffice, at every allocation of every scenario. `npm run allocations` tries each; `npm test -- --all` tries some.

import { writeFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { FailingLibrary } from './failing-library.js'
import { scenarios } from './scenarios.js'
import { grown, sweep } from './sweep.js'

/** The file for the figures of a full run. */
const { ALLOCATIONS_REPORT } = process.env
/** How many allocations of a scenario are tried: of the models of all families a full run has no time for more. */
const most = { short: 4, full: Number.POSITIVE_INFINITY, families: 40 }
/** So many families are in a short run. */
const FEW = 8

let library: FailingLibrary
const figures: object[] = []

beforeAll(async () => {
  library = await FailingLibrary.start()
})

test.each(Object.entries(scenarios))('%s', async (group, list) => {
  const full = ALLOCATIONS_REPORT !== undefined
  const isFamilies = group === 'families'
  const chosen = isFamilies && !full ? every(Math.ceil(list.length / FEW), list) : list
  const total = { scenarios: chosen.length, allocations: 0, runs: 0 }
  const faults: string[] = []
  for (const one of chosen) {
    const swept = await sweep(library, one, !full ? most.short : isFamilies ? most.families : most.full)
    total.allocations += swept.allocations
    total.runs += swept.runs
    faults.push(...swept.faults)
  }
  figures.push({ group, ...total, faults: faults.length })
  if (full) writeFileSync(ALLOCATIONS_REPORT, JSON.stringify(figures))
  expect(faults).toEqual([])
  expect(total.allocations).toBeGreaterThan(chosen.length)
})

test.each(Object.entries(scenarios))('memory that grows at each allocation: %s', async (_, list) => {
  const growing = await FailingLibrary.start() // a limit of its own: each allocation takes a page
  const faults: string[] = []
  for (const one of list) faults.push(...[await grown(growing, one)].filter((fault) => fault !== undefined))
  expect(faults).toEqual([])
})

const every = <T>(step: number, list: readonly T[]): T[] => list.filter((_, i) => i % step === 0)
