// The recipe of any config, with the families of its chunk.

import { atHand } from '../../../web/lib/families/at-hand.js'
import { type Recipe, recipeFor } from '../../../web/lib/families/index.js'

export const anyRecipe = (config: object): Promise<Recipe> => recipeFor(config, atHand)
