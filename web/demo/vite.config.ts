// The demo page is built on the package as users get it: the files in dist/, found through the exports of package.json.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './site/chunks.js'
import { preloadPlugin } from './site/preloads.js'
import { inputs, sitePlugin } from './site/site-plugin.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What the page may do; checked by a browser test. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "worker-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
].join('; ')

// As a <meta> for hosts that set no headers. The development server injects styles and sockets that it would forbid.
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

// package.json promises users a package without side effects; the page and the registration of elements are nothing but.
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
    replacement: root + (typeof target === 'string' ? target : target.default).replace('./', ''),
  }))
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [sitePlugin(), preloadPlugin(), policyInPage, keepSideEffects],
  resolve: { alias: packageAliases() },
  optimizeDeps: { exclude: ['whereformer'] },
  server: { fs: { allow: [root] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0, // inlined files would be data: addresses, which the policy forbids to fetch
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: inputs.map((path) => fileURLToPath(new URL(path, import.meta.url))),
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
  preview: {
    cors: { origin: '*' }, // frames in a sandbox have no origin: without this they may not read the modules
    headers: { 'Content-Security-Policy': CONTENT_SECURITY_POLICY, 'X-Content-Type-Options': 'nosniff' },
  },
})
