// Random changes of a JSON document, as a list that can be shrunk: what is left out of the list did not matter.

import type { Random } from '../support/random.js'
import type { Json, JsonObject } from './values.js'

/** At a path: another value, or none. */
export type Change = { path: (string | number)[]; value?: Json }

type Container = JsonObject | Json[]

// What a $ describes is changed as a whole.
const isContainer = (value: Json | undefined): value is Container =>
  typeof value === 'object' && value !== null && !('$' in value)

/** One to three changes; `value` makes a value for a key. */
export function changesOf(random: Random, document: Json, value: (key: string) => Json): Change[] {
  return Array.from({ length: random.integer(1, 3) }, () => changeOf(random, document, value))
}

function changeOf(random: Random, document: Json, value: (key: string) => Json): Change {
  const path: (string | number)[] = []
  let at: Json = document
  for (;;) {
    const keys: (string | number)[] = Array.isArray(at) ? [...at.keys()] : Object.keys(at as JsonObject)
    if (keys.length === 0) return { path, value: value('') }
    const key = random.pick(keys)
    path.push(key)
    const inner = (at as JsonObject)[key] as Json
    if (isContainer(inner) && random.integer(0, 3) > 0) at = inner
    else return random.integer(0, 5) === 0 ? { path } : { path, value: value(String(key)) }
  }
}

/** A copy with the changes; one whose path is gone changes nothing. */
export function changedBy(document: Json, changes: readonly Change[]): Json {
  const changed = structuredClone(document)
  for (const { path, value } of changes) {
    let at: Json | undefined = changed
    for (const key of path.slice(0, -1)) at = isContainer(at) ? (at as JsonObject)[key] : undefined
    const last = path.at(-1)
    if (!isContainer(at) || last === undefined || (Array.isArray(at) && typeof last !== 'number')) continue
    if (value !== undefined) Object.defineProperty(at, last, { value, ...plain })
    else if (Array.isArray(at)) at.splice(Number(last), 1)
    else delete at[last]
  }
  return changed
}

const plain = { enumerable: true, writable: true, configurable: true }
