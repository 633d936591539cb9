// Any model that the core can run, in the terms of this package: config.json is { model_type: "whereformer", spec, position }. `spec`
// has the fields of ModelSpec (default: those of LLaMA); `position` is an encoding whose tables are references into the file,
// { tensor, shape }; { layers: […] } if layers differ, { encoder, decoder } for two stacks. Tensors have their canonical names.

import { choiceOf, fieldOf, fieldsOf, isList, itemsOf, textOf } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import { CHOICES } from '../boundary/spec.generated.js'
import type { Position } from '../position/position-types.generated.js'
import { isReference, requireReference, type TableReference } from '../position/table-reference.js'
import { canonicalTensors } from './canonical.js'
import { ConfigFields } from './config-fields.js'
import type { Family, LayerPositions, ModelSpec, StackSpec } from './family.js'
import { rule } from './rules.js'
import { evenHeads, keyHeads, modelSpec, stackSpec } from './spec.js'

export const whereformer: Family = {
  name: 'whereformer',
  modelTypes: ['whereformer'],
  rename: (name) => name,
  spec,
  tensors: (s) => canonicalTensors(s).map(({ name, shape }) => rule(name, shape, name)),
  positions,
}

function spec(config: ConfigFields): ModelSpec {
  const fields = config.inner('spec') ?? new ConfigFields({}, config.path('spec'))
  const dModel = fields.count('dModel')
  const usual = modelSpec({
    ...stack(fields, dModel, true),
    vocab: fields.count('vocab'),
    dModel,
    maxPositions: 2048,
    tieHead: false,
  })
  const encoder = fields.inner('encoder')
  return {
    ...usual,
    ...written(fields, usual),
    ...(encoder ? { encoder: stack(encoder, dModel, false) } : {}),
  }
}

function stack(fields: ConfigFields, dModel: number, causal: boolean): StackSpec {
  const heads = fields.count('heads')
  const usual = stackSpec({
    layers: fields.count('layers'),
    heads,
    kvHeads: keyHeads(fields, 'kvHeads', heads),
    headDim: fields.has('headDim') ? fields.count('headDim') : evenHeads(fields, 'dModel', dModel, heads),
    dFf: fields.count('dFf', 4 * dModel),
    norm: choiceOf(fields.text('norm', 'rms'), fields.path('norm'), CHOICES.norm),
    normEpsilon: 1e-6,
    activation: 'silu',
    gatedMlp: true,
    causal,
  })
  return { ...usual, ...written(fields, usual), ...ofNoDefault(fields) }
}

function ofNoDefault(fields: ConfigFields): Partial<StackSpec> {
  const [scale, epsilon] = ['scale', 'queryKeyNormEpsilon'] as const
  return {
    ...(fields.has(scale) ? { scale: fields.number(scale) } : {}),
    ...(fields.has(epsilon)
      ? { queryKeyNormEpsilon: notNegative(fields.number(epsilon), fields.path(epsilon)) }
      : {}),
  }
}

function notNegative(number: number, argument: string): number {
  if (number >= 0) return number
  throw refuse('ERR_VALUE', argument, String(number), 'a number ≥ 0')
}

const choices: Readonly<Record<string, readonly string[]>> = CHOICES

/** The fields that a config gives, checked against the types of `usual`. */
function written<T extends object>(fields: ConfigFields, usual: T): Partial<T> {
  const there = Object.entries(usual).filter(([key]) => fields.has(key))
  return Object.fromEntries(there.map(([key, value]) => [key, valueLike(value, fields, key)])) as Partial<T>
}

function valueLike(usual: unknown, fields: ConfigFields, key: string): unknown {
  if (typeof usual === 'number') return fields.number(key)
  if (typeof usual === 'boolean') return fields.flag(key, usual)
  if (Array.isArray(usual)) return fields.numbers(key)
  return choiceOf(fields.text(key), fields.path(key), choices[key] ?? [])
}

function positions(config: ConfigFields, s: ModelSpec): LayerPositions {
  const position = config.raw('position') ?? { type: 'none' }
  const at = config.path('position')
  if (!s.encoder) return { decoder: ofLayers(position, s, at) }
  return {
    encoder: ofLayers(fieldOf(position, 'encoder', at), s.encoder, `${at}.encoder`),
    decoder: ofLayers(fieldOf(position, 'decoder', at), s, `${at}.decoder`),
  }
}

// The position of each layer, from one for all layers or { layers }. Parameters are checked when parts are lowered.
function ofLayers(position: unknown, { layers }: StackSpec, at: string): Position<TableReference>[] {
  const list = isList(position, at) ? undefined : fieldOf(position, 'layers', at)
  if (list === undefined) return Array(layers).fill(partsOf(position, at))
  const each = itemsOf(list, `${at}.layers`, 'a list of positions', layers)
  if (each.length === layers) return each.map((one, i) => partsOf(one, `${at}.layers[${i}]`))
  throw refuse('ERR_SHAPE', `${at}.layers`, `${each.length} positions`, `${layers}, one per layer`)
}

function partsOf(position: unknown, at: string): Position<TableReference> {
  const parts = isList(position, at) ? itemsOf(position, at, 'a list of encodings', 16) : [position]
  for (const part of parts) {
    textOf(fieldOf(part, 'type', at), `${at}.type`)
    for (const [key, value] of Object.entries(fieldsOf(part, at))) {
      if (isReference(value)) requireReference(value, `${at}.${key}`)
    }
  }
  return position as Position<TableReference>
}
