// The schema of the C++ code: operations, the spec of a model and the parameters of encodings, as bindings/schema.cpp prints them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../failure.mjs'
import { root } from '../paths.mjs'
import { capture } from '../process.mjs'

/** Committed, so that tools need no compiler; "npm run generate" writes it. */
export const schemaFile = 'tools/generate/schema.generated.json'

export const schema = () => JSON.parse(readFileSync(join(root, schemaFile), 'utf8'))

/** The schema, printed by the built program. */
export function printedSchema() {
  const program = join(root, 'build/wasm-simd/whereformer_schema.mjs')
  const text = capture(process.execPath, [join(root, 'tools/build/run-wasm.mjs'), program])
  if (text === null) throw new Failure(`${program} does not run: npm run build`)
  return text
}

/** enum class Range of parameters.hpp: the bounds of a schema, and their names. */
export const ranges = {
  any: { bounds: {}, words: '' },
  not_negative: { bounds: { minimum: 0 }, words: '0 or more' },
  positive: { bounds: { exclusiveMinimum: 0 }, words: 'greater than 0' },
  at_least_one: { bounds: { minimum: 1 }, words: '1 or more' },
  above_one: { bounds: { exclusiveMinimum: 1 }, words: 'greater than 1' },
  unit: { bounds: { exclusiveMinimum: 0, maximum: 1 }, words: 'greater than 0, at most 1' },
  even_not_negative: { bounds: { minimum: 0, even: true }, words: 'even, 0 or more' },
}
