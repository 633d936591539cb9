// Which modules a script reaches, for scripts that take from each other what they have in common.

import { relative } from 'node:path'
import { build } from 'esbuild'

/** Begins the names of modules that exist only in a build. */
const VIRTUAL = 'virtual:'

export const isVirtual = (name) => name.startsWith(VIRTUAL)

/** What a module imports another by. */
export const specifierOf = (name) => (isVirtual(name) ? name.slice(VIRTUAL.length) : `./${name}`)

/** The name of a module in a graph, by what esbuild's plugins know of it. */
const nameOf = (root, { namespace, path }) =>
  namespace === 'file' ? relative(root, path) : `${namespace}:${path}`

/** @returns a function from the name of a module to the names of those that it imports */
export async function graphOf(entryPoints, options) {
  const graph = { entryPoints, outfile: undefined, outdir: 'build', write: false, metafile: true }
  const { metafile } = await build({ ...options, ...graph })
  const { '<runtime>': ofEsbuild, ...inputs } = metafile.inputs
  return {
    names: Object.keys(inputs),
    importsOf: (name) => inputs[name]?.imports.map(({ path }) => path).filter((path) => path in inputs) ?? [],
  }
}

/** @returns the names of all modules that some reach, with these */
export function reached(names, importsOf, found = new Set()) {
  for (const name of names) {
    if (found.has(name)) continue
    found.add(name)
    reached(importsOf(name), importsOf, found)
  }
  return found
}

/** @returns the modules of `held` that others of a graph import */
export function takenBy(others, held, importsOf) {
  return others
    .filter((name) => !held.has(name))
    .flatMap(importsOf)
    .filter((name) => held.has(name))
}

/** Replaces modules of a script by those of a namespace, which are named by their places in `modules`. */
export function replacing(root, modules, namespace) {
  const seen = {}
  return async (resolve, { path, pluginData, ...from }) => {
    if (pluginData === seen) return undefined
    const found = await resolve(path, { ...from, pluginData: seen })
    const index = modules.indexOf(nameOf(root, found))
    return index < 0 ? found : { path: String(index), namespace }
  }
}
