// Steps of the same model on the same batch in each engine, in turns: the losses have to agree before anything is timed.

import { jaxTrainer } from './jax.js'
import { ownTrainer } from './own.js'
import { batchOf, sizes } from './problem.js'
import { tfjsTrainer } from './tfjs.js'

const CHECKED = 5
const CLOSE = 1e-4

/** @returns milliseconds of each step: { simd: [], relaxed: [], 'tfjs-wasm': [], 'jax-js': [] } */
export async function compareSteps(name, rounds) {
  const size = sizes[name]
  const ids = batchOf(size)
  const { load } = await import('/dist/web.mjs')
  const own = await ownTrainer(await load({ variant: 'simd' }), size, ids)
  const trainers = {
    simd: own,
    relaxed: await ownTrainer(await load({ variant: 'relaxed' }), size, ids),
    'tfjs-wasm': await tfjsTrainer(size, ids, own.weights),
    'jax-js': await jaxTrainer(size, ids, own.weights),
  }
  for (let i = 0; i < CHECKED; i++) await checkStep(trainers)
  const times = Object.fromEntries(Object.keys(trainers).map((engine) => [engine, []]))
  for (let i = 0; i < rounds; i++) {
    for (const [engine, { step }] of Object.entries(trainers)) {
      const start = performance.now()
      await step()
      times[engine].push(performance.now() - start)
    }
  }
  for (const { dispose } of Object.values(trainers)) dispose()
  return times
}

async function checkStep(trainers) {
  const losses = {}
  for (const [engine, { step }] of Object.entries(trainers)) losses[engine] = await step()
  const wrong = Object.values(losses).some((loss) => !(Math.abs(loss - losses.simd) <= CLOSE))
  if (wrong) throw new Error(`the losses differ: ${JSON.stringify(losses)}`)
}
