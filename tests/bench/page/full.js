// The page of the whole benchmark: ours, the peers and plain JavaScript.

import { ownEngines } from './own-engines.js'
import { start } from './start.js'

start({
  ...ownEngines,
  onnxruntime: async () => (await import('./engines/onnxruntime.js')).openOnnxruntime(),
  litert: async () => (await import('./engines/litert.js')).openLitert(),
  tfjs: async () => (await import('./engines/tfjs.js')).openTfjs(),
  jax: async () => (await import('./engines/jax.js')).openJax(),
  plain: async () => (await import('./engines/plain.js')).openPlain(),
})

/** Steps of training, ours and the peers' in turns. */
globalThis.bench.trainingSteps = async (size, rounds) =>
  (await import('./training/compare.js')).compareSteps(size, rounds)

/** A model of real size, ours and the peers' in turns. */
globalThis.bench.realSizes = async (job) => (await import('./real-sizes/measure.js')).measureRealSizes(job)
