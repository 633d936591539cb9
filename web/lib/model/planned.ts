// A model before anything of it is read: its config is refused here, or says which tensors it needs.

import { Inventory } from '../checkpoint/inventory.js'
import type { OpenChunk } from '../families/further.js'
import { recipeFor } from '../families/index.js'
import { requireMemory } from '../families/memory.js'
import type { WeightFormat } from '../families/weight-format.js'

export async function plannedInventory(
  config: object,
  format: WeightFormat,
  families: OpenChunk,
): Promise<Inventory> {
  const recipe = await recipeFor(config, families)
  requireMemory(recipe, undefined, format)
  return new Inventory(recipe)
}
