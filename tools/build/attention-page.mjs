// The bytes that a page with attention alone downloads, compressed with brotli, by way of two bundlers that leave out what it does not import.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build as bundleWithEsbuild } from 'esbuild'

const PAGE = `import { load } from './web.mjs'
const wf = await load()
document.body.append(String(wf.attention))`

/**
 * Vite leaves out more: where a file is shared with code that is imported on demand, esbuild keeps it although the page uses nothing of it.
 * @param dist folder of the package @returns bytes: scripts that the page loads before its first result, and the core
 */
export async function attentionPages(dist) {
  const core = compressed(await readFile(join(dist, 'core-simd.wasm')))
  const sizeOf = (scripts) => scripts.reduce((sum, script) => sum + compressed(script), core)
  return { vite: sizeOf(await scriptsOfVite(dist)), esbuild: sizeOf(await scriptsOfEsbuild(dist)) }
}

const compressed = (bytes) => brotliCompressSync(bytes).length

async function scriptsOfVite(dist) {
  const { build } = await import('vite') // takes longer to load than a page to bundle
  const entry = join(dist, 'attention-page.js')
  const page = {
    name: 'page',
    enforce: 'pre',
    resolveId: (id) => (id === entry ? entry : null),
    load: (id) => (id === entry ? PAGE : null),
  }
  const { output } = await build({
    root: dist,
    configFile: false,
    logLevel: 'error',
    plugins: [page],
    build: {
      target: 'es2022',
      modulePreload: false,
      write: false,
      rolldownOptions: { input: entry },
    },
  })
  const chunks = output.filter(({ type }) => type === 'chunk')
  const { fileName } = chunks.find(({ isEntry }) => isEntry)
  const imports = Object.fromEntries(chunks.map((chunk) => [chunk.fileName, chunk.imports]))
  const names = importedBy(fileName, (name) => imports[name])
  return chunks.filter((chunk) => names.has(chunk.fileName)).map(({ code }) => code)
}

async function scriptsOfEsbuild(dist) {
  const { metafile, outputFiles } = await bundleWithEsbuild({
    stdin: { contents: PAGE, resolveDir: dist },
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
  const { outputs } = metafile
  const [entry] = Object.keys(outputs).filter((name) => outputs[name].entryPoint === '<stdin>')
  const names = importedBy(entry, (name) =>
    outputs[name].imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path),
  )
  const texts = new Map(outputFiles.map(({ path, contents }) => [path, contents]))
  return [...names].map((name) => texts.get(join(dist, name)))
}

/** The entry and what it imports before it runs; `import()` does not count. */
function importedBy(entry, importsOf) {
  const found = new Set([entry])
  for (const name of found) for (const path of importsOf(name)) found.add(path)
  return found
}
