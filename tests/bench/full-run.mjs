// Everything: ours, the peers, plain JavaScript, memory, cold pages, native.
import { allPages, bundleColdPages, measureColdPages } from './cold-pages.mjs'
import { chosenItems, chosenRealSizes, partChosen } from './items.mjs'
import { measureItems } from './measure-items.mjs'
import { runNative } from './native.mjs'
import { peers, peerVersions } from './peers.mjs'
import { realSizesRun } from './real-sizes-run.mjs'
import { Results } from './results.mjs'
import { trainingRun } from './training-run.mjs'

const largest = { heads: 8, tokens: 16384, headDim: 64 }

/** @param told is handed what there is after each item, so that a run that ends early leaves its tables */
export async function fullRun(bench, ownEngines, { only, rounds, threads }, machine, told) {
  const run = { results: new Results([]), failures: {}, peers: peerVersions(), threads }
  const keep = (part) => told(Object.assign(run, part))
  if (partChosen(only, 'training')) keep({ training: await trainingRun(bench, machine) })
  if (partChosen(only, 'cold')) keep({ cold: await measureCold(bench) })
  if (partChosen(only, 'memory')) keep({ memory: await measureMemory(bench) })
  const models = await realSizesRun(bench, chosenRealSizes(only), { rounds, threads })
  keep({ results: new Results(models) })
  const chosen = chosenItems(only, false)
  if (chosen.length === 0) return run
  keep({ failures: await bench.open([...ownEngines, ...Object.keys(peers), 'plain']) })
  const settings = { rounds, sampleMs: 10, budgetMs: 1500 }
  await measureItems(bench, chosen, settings, ({ measured }) =>
    keep({ results: new Results([...measured, ...models]) }),
  )
  keep({ native: runNative() })
  return run
}

async function measureMemory(bench) {
  console.log(`  memory at ${largest.tokens} tokens`)
  const simd = await bench.memory({ variant: 'simd', ...largest })
  return { simd, relaxed: await bench.memory({ variant: 'relaxed', ...largest }) }
}

async function measureCold(bench) {
  console.log('  cold pages')
  await bundleColdPages(allPages)
  return measureColdPages(bench, allPages, 15)
}
