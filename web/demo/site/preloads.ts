// Preloads the typefaces, and the first figure and the engine of the article, which every reader sees.

import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import { places } from './site-plugin.js'

/** Suffixes of the modules that the first figure imports dynamically. */
const MODULES = ['/slide/slide-figure.ts', '/dist/worker.mjs']
const WASM = /core-simd-[^/]*\.wasm$/
/** The two typefaces that every page begins with: prose, and everything in a figure. */
const FONTS = [/source-serif-4-(?!italic)[^/]*\.woff2$/, /inter-[^/]*\.woff2$/]

type Bundle = Rolldown.OutputBundle

export function preloadPlugin(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { path, bundle }) {
        const place = places.find((one) => `/${one.path}index.html` === path)
        if (!place || !bundle) return []
        const root = '../'.repeat(place.path.split('/').length - 1)
        const fonts = FONTS.map((name) => fontTag(root + assetOf(bundle, name)))
        if (place.page !== 'article') return fonts
        const modules = modulesOf(bundle).map((file) => moduleTag(root + file))
        return [...fonts, ...modules, wasmTag(root + assetOf(bundle, WASM))]
      },
    },
  }
}

const moduleTag = (href: string): HtmlTagDescriptor => tag({ rel: 'modulepreload', crossorigin: true, href })

const wasmTag = (href: string): HtmlTagDescriptor =>
  tag({ rel: 'preload', as: 'fetch', type: 'application/wasm', crossorigin: true, href })

const fontTag = (href: string): HtmlTagDescriptor =>
  tag({ rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href })

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

function assetOf(bundle: Bundle, name: RegExp): string {
  const file = Object.keys(bundle).find((one) => name.test(one))
  if (!file) throw new Error(`no asset has the name ${name}`)
  return file
}
