// Preloads the first figure and the engine of the article, which every reader sees.

import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import { places } from './site-plugin.js'

/** Suffixes of the modules that the first figure imports dynamically. */
const MODULES = ['/slide/slide-figure.ts', '/dist/worker.mjs']
const WASM = /core-simd-[^/]*\.wasm$/

type Bundle = Rolldown.OutputBundle

export function preloadPlugin(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { path, bundle }) {
        const place = places.find((one) => `/${one.path}index.html` === path)
        if (place?.page !== 'article' || !bundle) return []
        const root = '../'.repeat(place.path.split('/').length - 1)
        return [...modulesOf(bundle).map((file) => moduleTag(root + file)), wasmTag(root + wasmOf(bundle))]
      },
    },
  }
}

const moduleTag = (href: string): HtmlTagDescriptor => tag({ rel: 'modulepreload', crossorigin: true, href })

const wasmTag = (href: string): HtmlTagDescriptor =>
  tag({ rel: 'preload', as: 'fetch', type: 'application/wasm', crossorigin: true, href })

const tag = (attrs: Record<string, string | boolean>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs,
  injectTo: 'head',
})

/** The chunks of the modules and what those import. */
function modulesOf(bundle: Bundle): string[] {
  const found = new Set<string>()
  const visit = (file: string) => {
    const chunk = bundle[file]
    if (found.has(file) || chunk?.type !== 'chunk') return
    found.add(file)
    chunk.imports.forEach(visit)
  }
  for (const end of MODULES) visit(fileOf(bundle, end))
  return [...found]
}

function fileOf(bundle: Bundle, end: string): string {
  const chunk = Object.values(bundle).find(
    (one) => one.type === 'chunk' && one.moduleIds.some((id) => id.endsWith(end)),
  )
  if (!chunk) throw new Error(`no chunk has ${end}`)
  return chunk.fileName
}

function wasmOf(bundle: Bundle): string {
  const file = Object.keys(bundle).find((name) => WASM.test(name))
  if (!file) throw new Error('the .wasm file is not among the assets')
  return file
}
