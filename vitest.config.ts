import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const dist = (file: string) => fileURLToPath(new URL(`dist/${file}`, import.meta.url))

// Tests that compute import the built package, as its users do.
export default defineConfig({
  resolve: {
    alias: [
      { find: /^whereformer$/, replacement: dist('node.mjs') },
      { find: /^whereformer\/inline$/, replacement: dist('inline.mjs') },
      { find: /^whereformer\/worker$/, replacement: dist('worker.mjs') },
    ],
  },
  test: {
    server: { deps: { external: [/\/dist\/.*\.mjs$/] } }, // as Node itself loads them
    include: ['tests/wasm/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
