// What a page with attention alone downloads when a bundler has left out what it does not import, compressed with brotli.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'

const page = `import { load } from './web.mjs'
const wf = await load()
document.body.append(String(wf.attention))`

/** @param dist folder of the package @returns bytes: scripts that the page loads before its first result, and the core */
export async function attentionPage(dist) {
  const { metafile, outputFiles } = await build({
    stdin: { contents: page, resolveDir: dist },
    absWorkingDir: dist,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    charset: 'utf8',
    outdir: join(dist, 'out'),
    write: false,
    metafile: true,
    loader: { '.wasm': 'file' },
    logLevel: 'error',
  })
  const texts = new Map(outputFiles.map(({ path, contents }) => [path, contents]))
  const scripts = [...importedBy(metafile.outputs)].map((name) => texts.get(join(dist, name)))
  const core = await readFile(join(dist, 'core-simd.wasm'))
  return [...scripts, core].reduce((sum, bytes) => sum + brotliCompressSync(bytes).length, 0)
}

/** The entry and what it imports before it runs; `import()` does not count. */
function importedBy(outputs) {
  const [entry] = Object.keys(outputs).filter((name) => outputs[name].entryPoint === '<stdin>')
  const found = new Set([entry])
  for (const name of found)
    for (const { kind, path } of outputs[name].imports) if (kind === 'import-statement') found.add(path)
  return found
}
