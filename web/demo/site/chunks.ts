// Chunk groups: one chunk for what every page knows of the figures, one for modules that most figures share.

import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const ALL = fileURLToPath(new URL('../../elements/all-elements.ts', import.meta.url))
const ELEMENTS = /\/web\/elements\/|\/node_modules\/(?:@lit|lit)/

/** A module goes into the shared chunk if at least this many figures use it. */
const SHARED = 4

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: (id, graph) => (known(graph).has(id) ? 'frame' : null), priority: 2 },
  { name: 'figures', test: ELEMENTS, minShareCount: SHARED, priority: 1 },
]

/** The list of all figures, what it imports, and what that imports. */
function known(graph: Graph): ReadonlySet<string> {
  const found = new Set([ALL])
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}
