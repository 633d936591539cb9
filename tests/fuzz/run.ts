// The loop of the fuzzer. Every case is followed by the known call and a count of what is alive; a fault is shrunk and written to a file.

import { mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '../support/random.js'
import { shrunk } from './shrink.js'
import { type Bench, Fault, type Target } from './target.js'
import type { Json } from './values.js'

export interface Plan {
  seed: number
  /** The number of the first case. */
  from: number
  /** Ends after so many cases, or at a time (performance.now()). */
  cases: number
  until: number
  /** How often the limit of a case's time may pass: tests do not depend on time. */
  patience: number
  /** The number of the case that runs is kept in this file, with a count that goes on, for the process that watches. */
  pulse?: string | undefined
  /** Where faults are written; absent: nowhere. */
  folder?: string | undefined
}

export interface Report {
  cases: number
  worked: number
  refused: number
  faults: FoundCase[]
}

/** A file of tests/fuzz/found. */
export interface FoundCase {
  target: string
  seed: number
  index: number
  fault: string
  case: Json
}

const SLOWEST = 5000
const MOST_FAULTS = 10
const MOST_TRIES = 400

export function caseOf(bench: Bench, seed: number, index: number): Json {
  return bench.make(new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)))
}

export async function run(target: Target, plan: Plan): Promise<Report> {
  let bench = await target.open()
  const pulse = pulseIn(plan.pulse)
  const report: Report = { cases: 0, worked: 0, refused: 0, faults: [] }
  const seen = new Set<string>()
  const last = plan.from + plan.cases
  for (let index = plan.from; index < last && performance.now() < plan.until; index++) {
    const value = caseOf(bench, plan.seed, index)
    pulse(index, report)
    const fault = await verdict(target, bench, value, plan.patience, report)
    report.cases++
    if (fault === undefined) continue
    if (!seen.has(kindOf(fault))) {
      seen.add(kindOf(fault))
      const alive = () => pulse(index, report)
      report.faults.push(
        await reduced(
          target,
          bench,
          { seed: plan.seed, index, fault, value, patience: plan.patience },
          alive,
        ),
      )
      if (plan.folder !== undefined) keep(plan.folder, report.faults.at(-1) as FoundCase)
    }
    if (report.faults.length >= MOST_FAULTS) break
    await bench.close()
    bench = await target.open() // a fault may leave something behind
  }
  pulse(plan.from + report.cases, report)
  await bench.close()
  return report
}

/** Runs a case that was found before; @returns its fault. */
export async function replay(target: Target, value: Json): Promise<string | undefined> {
  const bench = await target.open()
  const fault = await verdict(target, bench, value, Number.POSITIVE_INFINITY)
  await bench.close()
  return fault
}

async function verdict(
  target: Target,
  bench: Bench,
  value: Json,
  patience: number,
  report?: Report,
): Promise<string | undefined> {
  const started = performance.now()
  try {
    const outcome = await bench.run(value)
    if (report) report[outcome]++
    const milliseconds = performance.now() - started
    if (milliseconds > patience * (target.slowest ?? SLOWEST))
      throw new Fault(`took ${Math.round(milliseconds)} milliseconds`)
    await bench.known()
    const live = await bench.live()
    if (live !== 0) throw new Fault(`${live} handles are left`)
    return undefined
  } catch (error) {
    return String(error)
  }
}

// The same fault with other numbers counts once.
const kindOf = (fault: string) => fault.replace(/[-+.\d]+(e[-+]?\d+)?/g, '#')

interface Failing {
  seed: number
  index: number
  fault: string
  value: Json
  patience: number
}

async function reduced(
  target: Target,
  bench: Bench,
  failing: Failing,
  alive: () => void,
): Promise<FoundCase> {
  const kind = kindOf(failing.fault)
  const smallest = await shrunk(
    failing.value,
    async (candidate) => {
      alive()
      const fault = await verdict(target, bench, candidate, failing.patience)
      return fault !== undefined && kindOf(fault) === kind
    },
    MOST_TRIES,
  )
  const fault = (await verdict(target, bench, smallest, failing.patience)) ?? failing.fault
  return { target: target.name, seed: failing.seed, index: failing.index, fault, case: smallest }
}

function keep(folder: string, found: FoundCase): void {
  mkdirSync(folder, { recursive: true })
  const name = `${found.target}-${found.seed}-${found.index}.json`
  writeFileSync(join(folder, name), `${JSON.stringify(found, null, 2)}\n`)
}

function pulseIn(file: string | undefined): (index: number, report: Report) => void {
  if (file === undefined) return () => {}
  const descriptor = openSync(file, 'w')
  let beats = 0
  return (index, { cases, worked, refused }) => {
    beats++
    const line = JSON.stringify({ index, cases, worked, refused, beats }).padEnd(100)
    writeSync(descriptor, line, 0)
  }
}
