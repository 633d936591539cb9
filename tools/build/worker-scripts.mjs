// dist/worker-thread.js and dist/worker-further.js: the second takes from the first the modules that both have.

import { graphOf, reached, replacing, specifierOf, takenBy } from './module-graph.mjs'

const entries = { thread: 'web/lab/thread.ts', further: 'web/lib/worker/further-script.ts' }

/** Where the first script leaves its modules: those of another build have other numbers. */
const partsOf = (build) => `globalThis[Symbol.for('whereformer.parts ${build}')]`

/**
 * @param options of esbuild, but for the entry and the file
 * @param build names this build
 * @returns options of esbuild for each script
 */
export async function workerScripts(options, build) {
  const { names, importsOf } = await graphOf(Object.values(entries), options)
  const held = reached([entries.thread], importsOf)
  const inCommon = [...new Set(takenBy(names, held, importsOf))]
  const parts = partsOf(build)
  return {
    thread: { ...options, stdin: firstScript(inCommon, parts, options.absWorkingDir) },
    further: {
      ...options,
      entryPoints: [entries.further],
      plugins: [takenFromFirst(inCommon, parts, options.absWorkingDir), ...options.plugins],
    },
  }
}

function firstScript(modules, parts, root) {
  const imports = modules.map((name, index) => `import * as part${index} from '${specifierOf(name)}'`)
  const contents = `import { start } from './${entries.thread}'
${imports.join('\n')}
${parts} = [${modules.map((_, index) => `part${index}`)}]
start()`
  return { contents, resolveDir: root, sourcefile: 'worker-thread' }
}

const PARTS = 'parts'

const takenFromFirst = (modules, parts, root) => ({
  name: 'taken-from-first',
  setup({ onResolve, onLoad, resolve }) {
    const instead = replacing(root, modules, PARTS)
    onResolve({ filter: /./ }, (request) => instead(resolve, request))
    onLoad({ filter: /./, namespace: PARTS }, ({ path }) => ({
      contents: `module.exports = ${parts}[${path}]`,
    }))
  },
})
