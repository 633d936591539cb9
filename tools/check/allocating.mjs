// Code of the core whose allocations end the program when memory is short: operator new, and code of the C++ library that uses it
// (std::vector, std::string, std::function …). src/core has what returns a Status instead: Buffer, GrowingArray, Name, make.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../failure.mjs'
import { root } from '../paths.mjs'
import { capture } from '../process.mjs'

/** new, new[], with an alignment or without, but not the kind that returns null. */
const NEW = /^_Zn[wa][jm](?!\w*nothrow)/
/** Functions of the C++ library that are not in its headers. */
const LIBRARY = /^_ZNK?(?:S[abiost]|St3__2)/

/** A line for each object file of the built core that refers to one of them. */
export function allocating({ emscriptenRoot, environment }) {
  const folder = join(root, 'build/wasm-simd')
  const files = [...objectsIn(folder, 'CMakeFiles'), ...objectsIn(folder, 'bindings')]
  if (files.length === 0) throw new Failure(`${folder} has no object files: build the core first.`)
  const nm = join(emscriptenRoot, 'emnm')
  const listed = capture(nm, ['--undefined-only', '--print-file-name', ...files], {
    env: { ...process.env, ...environment },
    maxBuffer: 1 << 26,
  })
  if (listed === null) throw new Failure(`${nm} cannot read the object files of the core.`)
  return faultsIn(listed)
}

/** @param {string} listed lines "file: U symbol" */
export function faultsIn(listed) {
  return listed.split('\n').flatMap((line) => {
    const [, file, symbol] = /^(.*):\s+U (\S+)$/.exec(line) ?? []
    if (symbol === undefined || !(NEW.test(symbol) || LIBRARY.test(symbol))) return []
    return [
      `${file.slice(root.length + 1)} uses ${symbol}: without memory that ends the instance, and all models with it`,
    ]
  })
}

/** The core and its bindings; not the tests, nor the program that prints the schema. */
const objectsIn = (folder, part) =>
  readdirSync(join(folder, part), { recursive: true })
    .filter((file) => /\.o$/.test(file) && !/schema|failing|tests?[/_]/.test(file))
    .map((file) => join(folder, part, file))
