// embed/sizes.json: what a page with one figure downloads, measured in the built files (page/embed-sizes.ts reads it).

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'
import type { EmbedSizes } from '../page/embed-sizes.js'
import { assetOf, type Bundle, chunkOf, withImports } from './bundle.js'
import { packageFolder } from './package-folder.js'

/** What the build of the package wrote of each figure. */
const { WHEREFORMER_FIGURE_SIZES: FIGURE_SIZES } = process.env

export function embedSizesPlugin(): Plugin {
  return {
    name: 'embed-sizes',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const sizes = measured(bundle, dir)
      if (sizes) writeFileSync(join(dir, 'embed/sizes.json'), JSON.stringify(sizes))
    },
  }
}

interface FigureSize {
  tag: string
  bytes: number
  /** Those of uPlot, where the figure draws lines. */
  lines: number
}

/** Undefined where the package was built for this page alone, without inline.js, and where Vite is called by hand. */
function measured(bundle: Bundle, dir: string): EmbedSizes | undefined {
  if (!FIGURE_SIZES || !existsSync(`${packageFolder}elements/inline.js`)) return undefined
  const { figures } = JSON.parse(readFileSync(FIGURE_SIZES, 'utf8')) as {
    figures: Readonly<Record<string, Omit<FigureSize, 'tag'>>>
  }
  const byTag = (size: (figure: FigureSize) => number) =>
    Object.fromEntries(Object.entries(figures).map(([tag, sizes]) => [tag, size({ tag, ...sizes })]))
  const inPackage = (...names: string[]) => sizeOf(names.map((name) => packageFolder + name))
  return {
    script: inPackage('elements/inline.js'),
    smallModels: inPackage('elements/small-models.js'),
    library: inPackage('worker.mjs', 'worker-thread.js', 'core-simd.wasm'),
    modules: byTag(({ bytes, lines }) => bytes + lines),
    frames: byTag(({ tag, lines }) => frameOf(tag, bundle, dir) + lines),
  }
}

/** The page and what it names (style, script), the typeface, the figure, the engine and the core. */
function frameOf(tag: string, bundle: Bundle, dir: string): number {
  const name = tag.slice('wf-'.length)
  const chunks = ['/page/embed.ts', `/${name}/${name}-figure.ts`, '/dist/worker.mjs'].map((end) =>
    chunkOf(bundle, end),
  )
  const assets = [/worker-thread-[^/]*\.js$/, /core-simd-[^/]*\.wasm$/, /inter-[^/]*\.woff2$/]
  const page = 'embed/index.html'
  const named = readFileSync(join(dir, page), 'utf8').matchAll(/="\.\.\/([^"]+\.(?:css|js))"/g)
  const files = [
    page,
    ...Array.from(named, ([, file = '']) => file),
    ...withImports(bundle, chunks),
    ...assets.map((one) => assetOf(bundle, one)),
  ]
  return sizeOf([...new Set(files)].map((file) => join(dir, file)))
}

const known = new Map<string, number>()

const sizeOf = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + compressed(path), 0)

function compressed(path: string): number {
  const size = known.get(path) ?? brotliCompressSync(readFileSync(path)).length
  known.set(path, size)
  return size
}
