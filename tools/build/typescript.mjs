// Imports a TypeScript module of the page in Node: bundled in memory, so that page and tools share one source.
import { join } from 'node:path'
import { root } from '../paths.mjs'

/** @param {string} path relative to the repository */
export async function importTypeScript(path) {
  const { build } = await import('esbuild')
  const options = {
    entryPoints: [join(root, path)],
    bundle: true,
    format: 'esm',
    external: ['node:*'],
    write: false,
    logLevel: 'silent',
  }
  const { outputFiles } = await build(options)
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}
