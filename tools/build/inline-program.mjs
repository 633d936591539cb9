// dist/elements/inline.js holds its code once. What workers run is one function, which returns modules: the page takes from it what it
// has in common with them, and starts a worker with its text.

import { relative } from 'node:path'
import { build } from 'esbuild'

const page = 'web/elements/inline.ts'

/** Script of a worker, by the module that exports it as text. */
const sides = { 'worker-thread-source': 'web/lab/thread.ts' }

/** @param options of esbuild, but for the entry and the format */
export async function bundleInline(options) {
  const modules = await modulesOfWorkers(options)
  const library = await libraryOf(modules, options)
  const plugins = [takenFrom(library, modules, options.absWorkingDir), ...options.plugins]
  await build({ ...options, entryPoints: [page], format: 'iife', plugins })
}

/** @returns the names of the modules that workers start with, and of those that workers and the page's own modules need */
async function modulesOfWorkers({ outfile, ...options }) {
  const entryPoints = [page, ...Object.values(sides)]
  const graph = { entryPoints, outdir: 'build', write: false, metafile: true }
  const external = [...options.external, ...Object.keys(sides)]
  const { metafile } = await build({ ...options, ...graph, external })
  const importsOf = (name) => metafile.inputs[name]?.imports.map(({ path }) => path) ?? []
  const ofWorkers = reached(Object.values(sides), importsOf)
  const ofPage = Object.keys(metafile.inputs).filter((name) => !ofWorkers.has(name))
  const inCommon = ofPage.flatMap(importsOf).filter((name) => ofWorkers.has(name))
  return [...new Set([...Object.values(sides), ...inCommon])]
}

function reached(names, importsOf, found = new Set()) {
  for (const name of names) {
    if (found.has(name)) continue
    found.add(name)
    reached(importsOf(name), importsOf, found)
  }
  return found
}

/** Begins the names of modules that exist only in a build. */
const VIRTUAL = 'virtual:'
/** The name of the function, and of the module that exports it. */
const LIBRARY = 'library'

/** @returns a module: the function, which needs nothing that is outside of it, and what it returns on the page */
async function libraryOf(modules, options) {
  const specifiers = modules.map((name) =>
    name.startsWith(VIRTUAL) ? name.slice(VIRTUAL.length) : `./${name}`,
  )
  const contents = `modules = [${specifiers.map((specifier) => `() => require('${specifier}')`)}]`
  const { outputFiles } = await build({
    ...options,
    stdin: { contents, resolveDir: options.absWorkingDir, sourcefile: LIBRARY },
    format: 'iife',
    write: false,
    banner: { js: `export function ${LIBRARY}() { "use strict"; let modules;` },
    footer: { js: `return modules }\nexport const modules = ${LIBRARY}()` },
  })
  return outputFiles[0].text
}

/** On the page's side: modules out of the function, and the texts of workers. */
const takenFrom = (library, modules, root) => ({
  name: 'taken-from-library',
  setup({ onResolve, onLoad, resolve }) {
    const seen = {}
    const nameOf = ({ namespace, path }) =>
      namespace === 'file' ? relative(root, path) : `${namespace}:${path}`
    onResolve({ filter: /./ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === seen) return undefined
      if (path === LIBRARY || sides[path]) return { path, namespace: LIBRARY }
      const found = await resolve(path, { ...from, pluginData: seen })
      const index = modules.indexOf(nameOf(found))
      return index < 0 ? found : { path: String(index), namespace: LIBRARY }
    })
    onLoad({ filter: /./, namespace: LIBRARY }, ({ path }) => ({
      contents: path === LIBRARY ? library : sides[path] ? textOf(path) : moduleAt(path),
      resolveDir: root,
    }))

    const textOf = (name) =>
      `import { library } from '${LIBRARY}'\nexport default \`(\${library})()[${modules.indexOf(sides[name])}]()\``

    // of a CommonJS module esbuild does not know the names, and would take all of it for the default
    const moduleAt = (index) =>
      modules[index].startsWith(VIRTUAL)
        ? `import { modules } from '${LIBRARY}'\nexport default modules[${index}]().default`
        : `const { modules } = require('${LIBRARY}')\nmodule.exports = modules[${index}]()`
  },
})
