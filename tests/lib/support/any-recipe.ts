// The recipe of any config, with the families of its chunk.

import { type Recipe, recipeFor } from '../../../web/lib/families/index.js'
import { onDemand } from '../../../web/lib/families/on-demand.js'

export const anyRecipe = (config: object): Promise<Recipe> => recipeFor(config, onDemand)
