// The page of the benchmark: Node opens engines and asks for one item after the other.

import { measure } from './measure.js'

const openers = {
  peak: async (variant) => (await import('./engines/peak.js')).openPeak(variant),
  packed: async (variant) => (await import('./engines/packed.js')).openPacked(variant),
  whereformer: async (variant) => (await import('./engines/whereformer.js')).openWhereformer(variant),
  onnxruntime: async () => (await import('./engines/onnxruntime.js')).openOnnxruntime(),
  litert: async () => (await import('./engines/litert.js')).openLitert(),
  tfjs: async () => (await import('./engines/tfjs.js')).openTfjs(),
  jax: async () => (await import('./engines/jax.js')).openJax(),
  plain: async () => (await import('./engines/plain.js')).openPlain(),
}

const engines = []

globalThis.bench = {
  /** @param {string} name an engine, or engine:variant */
  async open(name) {
    const [engine, variant] = name.split(':')
    engines.push(await openers[engine](variant))
  },
  measure: (item, settings) => measure(item, engines, settings),
  memory: async (sizes) => (await import('./memory.js')).extraMemory(sizes),
}
