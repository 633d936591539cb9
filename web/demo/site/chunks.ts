// Few files instead of many small ones: what the registration of the figures needs is one, what most figures share is another.

import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const REGISTER = fileURLToPath(new URL('../../elements/register.ts', import.meta.url))
const ELEMENTS = /\/web\/elements\/|\/node_modules\/(?:@lit|lit)/

/** So many figures have to share a module before it comes with all of them. */
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
