// Preloads the typefaces, and the first figure and the engine of the article, which every reader sees.

import type { HtmlTagDescriptor, Plugin } from 'vite'
import { assetOf, chunkOf, withImports } from './bundle.js'
import { places } from './site-plugin.js'

/** Suffixes of the modules that the first figure imports dynamically. */
const MODULES = ['/slide/slide-figure.ts', '/dist/worker.mjs']
const WASM = /core-simd-[^/]*\.wasm$/
/** The two typefaces that every page begins with: prose, and everything in a figure. */
const FONTS = [/source-serif-4-(?!italic)[^/]*\.woff2$/, /inter-[^/]*\.woff2$/]

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
        const first = MODULES.map((end) => chunkOf(bundle, end))
        const modules = withImports(bundle, first).map((file) => moduleTag(root + file))
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
