// Chunk groups: one chunk for the registration of the figures, one for modules that most figures share.

import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const REGISTER = fileURLToPath(new URL('../../elements/register.ts', import.meta.url))
const ELEMENTS = /\/web\/elements\/|\/node_modules\/(?:@lit|lit)/

/** A module goes into the shared chunk if at least this many figures use it. */
const SHARED = 4

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: (id, graph) => (registration(graph).has(id) ? 'frame' : null), priority: 2 },
  { name: 'figures', test: ELEMENTS, minShareCount: SHARED, priority: 1 },
]

/** What the registration imports, and what that imports. */
function registration(graph: Graph): ReadonlySet<string> {
  const found = new Set([REGISTER])
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}
