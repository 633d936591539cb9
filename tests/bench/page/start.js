// The page of the benchmark: Node opens engines and asks for one item after the other.

import { measure } from './measure.js'

/** @param {Record<string, (variant?: string) => Promise<object>>} openers by the name of the engine */
export function start(openers) {
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
}
