// What needs nothing but the package.

export const ownEngines = {
  peak: async (variant) => (await import('./engines/peak.js')).openPeak(variant),
  packed: async (variant) => (await import('./engines/packed.js')).openPacked(variant),
  whereformer: async (variant) => (await import('./engines/whereformer.js')).openWhereformer(variant),
}
