// Recipes that are wrong in one thing, made of right ones.

import type { ModelSpec, StackSpec, TensorRule } from '../../../web/lib/families/family.js'
import type { Recipe } from '../../../web/lib/families/index.js'
import type { PositionEncoding } from '../../../web/lib/position/position-types.generated.js'
import type { TableReference } from '../../../web/lib/position/table-reference.js'

/** The recipe in which a fact is wrong; undefined where there is nothing to get wrong. */
export type Fact = (recipe: Recipe) => Recipe | undefined

export type Part = PositionEncoding<TableReference>

/** Changes of the spec; rules and constants for weights that are no longer wanted go. */
export function spec(recipe: Recipe, changes: Partial<ModelSpec>, unwanted?: RegExp): Recipe {
  const changed = { ...recipe, spec: { ...recipe.spec, ...changes } }
  return unwanted ? without(changed, unwanted) : changed
}

function without(recipe: Recipe, unwanted: RegExp): Recipe {
  const kept = recipe.rules.filter(({ to }) => !to.every(({ name }) => unwanted.test(name)))
  const wanted = ({ name }: { name: string }) => !unwanted.test(name)
  return {
    ...recipe,
    rules: kept,
    constants: recipe.constants.filter(wanted),
    factors: recipe.factors.filter(wanted),
  }
}

/** A change of the spec where `holds`. */
export const unless =
  (
    holds: (s: ModelSpec) => unknown,
    changes: (s: ModelSpec) => Partial<ModelSpec>,
    unwanted?: RegExp,
  ): Fact =>
  (recipe) =>
    holds(recipe.spec) ? spec(recipe, changes(recipe.spec), unwanted) : undefined

/** Of both stacks. */
export function both({ spec: { encoder } }: Recipe, changes: Partial<StackSpec>): Partial<ModelSpec> {
  return { ...changes, ...(encoder ? { encoder: { ...encoder, ...changes } } : {}) }
}

/** Both stacks alike, by what each of them is. */
export const inStacks =
  (change: (s: StackSpec) => Partial<StackSpec> | undefined): Fact =>
  (recipe) => {
    const { encoder } = recipe.spec
    const changes = change(recipe.spec)
    if (!changes) return undefined
    return spec(recipe, { ...changes, ...(encoder ? { encoder: { ...encoder, ...change(encoder) } } : {}) })
  }

/** One rule for another. */
export const rules =
  (change: (rule: TensorRule) => TensorRule): Fact =>
  (recipe) => {
    const changed = recipe.rules.map(change)
    return changed.some((rule, i) => rule !== recipe.rules[i]) ? { ...recipe, rules: changed } : undefined
  }

export const partsIn = ({ positions }: Recipe): Part[] =>
  positions.decoder.flatMap((p) => [p].flat() as Part[])

/** One part of the positions of all layers for another; undefined leaves it out. */
export const position =
  <T extends Part['type']>(type: T, change: (part: Extract<Part, { type: T }>) => Part | undefined): Fact =>
  (recipe) => {
    let changes = 0
    const changed = (parts: readonly Part[]): Part[] =>
      parts.flatMap((part) => {
        if (part.type !== type) return [part]
        const other = change(part as Extract<Part, { type: T }>)
        if (other !== part) changes++
        return other ? [other] : []
      })
    const ofStack = (layers: Recipe['positions']['decoder']) =>
      layers.map((p) => {
        const parts = changed([p].flat() as Part[])
        return parts.length ? parts : { type: 'none' as const }
      })
    const { decoder, encoder } = recipe.positions
    const positions = { decoder: ofStack(decoder), ...(encoder ? { encoder: ofStack(encoder) } : {}) }
    return changes ? { ...recipe, positions } : undefined
  }

/** The same object when it has no such field. */
export function lacking<T extends object>(value: T, key: keyof T): T {
  if (value[key] === undefined) return value
  const { [key]: _, ...rest } = value
  return rest as T
}
