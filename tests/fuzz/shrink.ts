// Makes a failing case smaller: leaves out keys, items and halves of texts, and pulls numbers towards 0, while it fails in the same way.

import type { Json, JsonObject } from './values.js'

export async function shrunk(
  value: Json,
  fails: (candidate: Json) => Promise<boolean>,
  most: number,
): Promise<Json> {
  let smallest = value
  let tries = 0
  for (let found = true; found && tries < most; ) {
    found = false
    for (const candidate of smaller(smallest)) {
      if (++tries > most) break
      if (!(await fails(candidate))) continue
      smallest = candidate
      found = true
      break
    }
  }
  return smallest
}

/** Everything that is one step smaller, the largest steps first. */
function* smaller(value: Json): Generator<Json> {
  if (Array.isArray(value)) yield* smallerList(value)
  else if (typeof value === 'object' && value !== null) yield* smallerObject(value)
  else if (typeof value === 'string' && value.length > 1) yield value.slice(0, value.length >> 1)
  else if (typeof value === 'number') yield* smallerNumber(value)
}

function* smallerList(list: Json[]): Generator<Json> {
  if (list.length > 3) yield list.slice(0, list.length >> 1)
  if (list.length > 3) yield list.slice(list.length >> 1)
  if (list.length <= 64) for (const i of list.keys()) yield list.filter((_, j) => j !== i)
  for (const [i, item] of list.slice(0, 64).entries())
    for (const one of smaller(item)) yield list.map((other, j) => (i === j ? one : other))
}

function* smallerObject(object: JsonObject): Generator<Json> {
  const described = '$' in object // its fields belong together
  for (const key of described ? [] : Object.keys(object)) {
    const { [key]: _, ...rest } = object
    yield rest
  }
  for (const [key, inner] of Object.entries(object))
    for (const one of described && typeof inner === 'string' ? [] : smaller(inner))
      yield { ...object, [key]: one }
}

function* smallerNumber(number: number): Generator<Json> {
  for (const one of [0, 1, Math.trunc(number), Math.trunc(number / 2)])
    if (Math.abs(one) < Math.abs(number)) yield one
}
