// What a test of a target does: the run that the command wants, or the short one and the cases of tests/fuzz/found.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { caseOf, type FoundCase, replay, run } from './run.js'
import type { Target } from './target.js'

/** The command passes its options in the environment. */
const { FUZZ_TARGET, FUZZ_MINUTES, FUZZ_SEED, FUZZ_FROM, FUZZ_FOLDER, FUZZ_ONLY, FUZZ_REPORT, FUZZ_PULSE } =
  process.env
const SEED = 20
const endless = Number.POSITIVE_INFINITY
const found = join(process.cwd(), 'tests/fuzz/found')

export function testTarget(target: Target): void {
  if (FUZZ_MINUTES === undefined) testShort(target)
  else if (FUZZ_TARGET === target.name) test(target.name, () => long(target))
}

function testShort(target: Target): void {
  test(`${target.name}, ${target.short} cases`, async () => {
    const plan = { seed: SEED, from: 0, cases: target.short, until: endless, patience: endless }
    const { faults, worked, refused } = await run(target, plan)
    expect(faults).toEqual([])
    expect(worked + refused).toBe(target.short)
    expect(worked, 'cases that were not refused').toBeGreaterThan(target.short / 50)
  })
  for (const name of readdirSync(found).filter((one) => one.endsWith('.json'))) {
    const one = JSON.parse(readFileSync(join(found, name), 'utf8')) as FoundCase
    if (one.target === target.name)
      test(`found before: ${name}`, async () => expect(await replay(target, one.case)).toBeUndefined())
  }
}

async function long(target: Target): Promise<void> {
  const [seed, from] = [Number(FUZZ_SEED), Number(FUZZ_FROM)]
  if (FUZZ_ONLY !== undefined) return keepCase(target, seed, Number(FUZZ_ONLY))
  const until = performance.now() + Number(FUZZ_MINUTES) * 60_000
  const cases = endless
  const report = await run(target, {
    seed,
    from,
    cases,
    until,
    patience: 1,
    pulse: FUZZ_PULSE,
    folder: FUZZ_FOLDER,
  })
  writeFileSync(FUZZ_REPORT as string, JSON.stringify(report))
}

/** A case that ended its process is made again, without running it. */
async function keepCase(target: Target, seed: number, index: number): Promise<void> {
  const bench = await target.open()
  const one: FoundCase = {
    ...{ target: target.name, seed, index, fault: 'the process ended or hung' },
    case: caseOf(bench, seed, index),
  }
  await bench.close()
  writeFileSync(`${FUZZ_FOLDER}/${target.name}-${seed}-${index}.json`, `${JSON.stringify(one, null, 2)}\n`)
}
