// Everything: ours, the peers, plain JavaScript, memory, cold pages, native.
import { allPages, bundleColdPages, measureColdPages } from './cold-pages.mjs'
import { chosenItems, trainingChosen } from './items.mjs'
import { measureItems } from './measure-items.mjs'
import { runNative } from './native.mjs'
import { peers, peerVersions } from './peers.mjs'
import { Results } from './results.mjs'
import { trainingRun } from './training-run.mjs'

const largest = { heads: 8, tokens: 16384, headDim: 64 }

/** @param told is handed what there is after each item, so that a run that ends early leaves its tables */
export async function fullRun(bench, ownEngines, { only, rounds }, machine, told) {
  const training = trainingChosen(only, false) ? await trainingRun(bench, machine) : undefined
  const chosen = chosenItems(only, false)
  if (chosen.length === 0) return { results: new Results([]), failures: {}, training }
  const failures = await bench.open([...ownEngines, ...Object.keys(peers), 'plain'])
  const settings = { rounds, sampleMs: 10, budgetMs: 1500 }
  const results = await measureItems(bench, chosen, settings, (results) =>
    told({ results, failures, peers: peerVersions(), training }),
  )
  const whole = only.length === 0
  return {
    results,
    failures,
    peers: peerVersions(),
    memory: whole ? await measureMemory(bench) : undefined,
    cold: whole ? await measureCold(bench) : undefined,
    native: runNative(),
    training,
  }
}

async function measureMemory(bench) {
  console.log(`  memory at ${largest.tokens} tokens`)
  const simd = await bench.memory({ variant: 'simd', ...largest })
  return { simd, relaxed: await bench.memory({ variant: 'relaxed', ...largest }) }
}

async function measureCold(bench) {
  console.log('  cold pages')
  await bundleColdPages(allPages)
  return measureColdPages(bench, allPages, 9)
}
