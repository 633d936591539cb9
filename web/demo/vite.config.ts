// The demo page uses the package as published: the files in dist/, resolved through the exports of package.json.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './site/chunks.js'
import { embedSizesPlugin } from './site/embed-sizes.js'
import { figurePagesPlugin } from './site/figure-pages.js'
import { cutFonts, fontFolder } from './site/fonts.js'
import { inlineIntegrity } from './site/inline-integrity.js'
import { packageFolder } from './site/package-folder.js'
import { preloadPlugin } from './site/preloads.js'
import { inputs, sitePlugin } from './site/site-plugin.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Whom a reader can ask for a model by its name: the Hub and two mirrors, with the hosts that they redirect to. The page asks nobody else, so
 * that this line proves what it says: another host needs a page of one's own.
 */
const MODEL_HOSTS = [
  'https://huggingface.co',
  'https://*.huggingface.co',
  'https://*.hf.co',
  'https://hf-mirror.com',
  'https://*.hf-mirror.com',
  'https://*.modelscope.cn',
]

/** Content security policy; checked by a browser test. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "worker-src 'self'",
  "img-src 'self' data: blob:",
  `connect-src 'self' ${MODEL_HOSTS.join(' ')}`,
  "object-src 'none'",
  "base-uri 'none'",
].join('; ')

// The content security policy as a <meta> element, for hosts without headers. Build only: the development server injects inline styles and sockets.
const policyInPage: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
      injectTo: 'head-prepend',
    },
  ],
}

// package.json declares sideEffects for the published files only; the page and the registration are side effects.
const keepSideEffects: Plugin = {
  name: 'keep-side-effects',
  transform: { filter: { id: /\/web\/(?:demo|elements)\// }, handler: () => ({ moduleSideEffects: true }) },
}

interface Exported {
  default: string
}

function packageAliases(): { find: RegExp; replacement: string }[] {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    exports: Record<string, Exported | string>
  }
  return Object.entries(exports).map(([path, target]) => ({
    find: new RegExp(`^whereformer${path.slice(1).replaceAll('.', '\\.')}(?=$|\\?)`),
    replacement: (typeof target === 'string' ? target : target.default).replace('./dist/', packageFolder),
  }))
}

await cutFonts(root)

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [
    sitePlugin(),
    preloadPlugin(),
    figurePagesPlugin(),
    embedSizesPlugin(),
    policyInPage,
    keepSideEffects,
  ],
  define: { INLINE_INTEGRITY: JSON.stringify(inlineIntegrity) ?? 'undefined' },
  resolve: { alias: [...packageAliases(), { find: '@fonts', replacement: fontFolder(root) }] },
  optimizeDeps: { exclude: ['whereformer'] },
  server: { fs: { allow: [root] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0, // inlined files would be data: URLs, which the policy forbids
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: inputs.map((path) => fileURLToPath(new URL(path, import.meta.url))),
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
  preview: {
    cors: { origin: '*' }, // sandboxed frames have an opaque origin: without CORS they may not load modules
    headers: { 'Content-Security-Policy': CONTENT_SECURITY_POLICY, 'X-Content-Type-Options': 'nosniff' },
  },
})
