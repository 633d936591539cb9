// A model before anything of it is read: its config is refused here, or says which tensors it needs.

import { Inventory } from '../checkpoint/inventory.js'
import { recipeOf } from '../families/index.js'
import { requireMemory } from '../families/memory.js'
import type { WeightFormat } from '../families/weight-format.js'

export function plannedInventory(config: object, format: WeightFormat): Inventory {
  const recipe = recipeOf(config)
  requireMemory(recipe, undefined, format)
  return new Inventory(recipe)
}
