// dist/elements/inline.js holds its code once. What workers run is one function, which returns modules: the page takes from it what it
// has in common with them, and starts a worker with its text.

import { build } from 'esbuild'
import { graphOf, isVirtual, reached, replacing, specifierOf, takenBy } from './module-graph.mjs'

const page = 'web/elements/inline.ts'

/** Script of a worker, by the module that exports it as text. */
const sides = { 'worker-thread-source': 'web/lab/thread-inside.ts' }

/** @param options of esbuild, but for the entry and the format */
export async function bundleInline(options) {
  const modules = await modulesOfWorkers(options)
  const library = await libraryOf(modules, options)
  const plugins = [takenFrom(library, modules, options.absWorkingDir), ...options.plugins]
  await build({ ...options, entryPoints: [page], format: 'iife', plugins })
}

/** @returns the names of the modules that workers start with, and of those that workers and the page's own modules need */
async function modulesOfWorkers({ outfile, ...options }) {
  const external = [...options.external, ...Object.keys(sides)]
  const { names, importsOf } = await graphOf([page, ...Object.values(sides)], { ...options, external })
  const ofWorkers = reached(Object.values(sides), importsOf)
  return [...new Set([...Object.values(sides), ...takenBy(names, ofWorkers, importsOf)])]
}

/** The name of the function, and of the module that exports it. */
const LIBRARY = 'library'

/** @returns a module: the function, which needs nothing that is outside of it, and what it returns on the page */
async function libraryOf(modules, options) {
  const contents = `modules = [${modules.map((name) => `() => require('${specifierOf(name)}')`)}]`
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
    const instead = replacing(root, modules, LIBRARY)
    onResolve({ filter: /./ }, (request) => {
      const { path } = request
      return path === LIBRARY || sides[path] ? { path, namespace: LIBRARY } : instead(resolve, request)
    })
    onLoad({ filter: /./, namespace: LIBRARY }, ({ path }) => ({
      contents: path === LIBRARY ? library : sides[path] ? textOf(path) : moduleAt(path),
      resolveDir: root,
    }))

    const textOf = (name) =>
      `import { library } from '${LIBRARY}'\nexport default \`(\${library})()[${modules.indexOf(sides[name])}]()\``

    // of a CommonJS module esbuild does not know the names, and would take all of it for the default
    const moduleAt = (index) =>
      isVirtual(modules[index])
        ? `import { modules } from '${LIBRARY}'\nexport default modules[${index}]().default`
        : `const { modules } = require('${LIBRARY}')\nmodule.exports = modules[${index}]()`
  },
})
