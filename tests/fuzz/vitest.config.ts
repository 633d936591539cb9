import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const dist = (file: string) => fileURLToPath(new URL(`../../dist/${file}`, import.meta.url))

// A long run has no limit of its own: the command ends it.
const timeout = process.env.FUZZ_MINUTES ? 0 : 600_000

export default defineConfig({
  resolve: {
    alias: [
      { find: /^whereformer$/, replacement: dist('node.mjs') },
      { find: /^whereformer\/worker$/, replacement: dist('worker.mjs') },
      { find: /^whereformer\/elements\/inline\.js$/, replacement: dist('elements/inline.js') },
    ],
  },
  test: {
    include: ['tests/fuzz/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: timeout,
    hookTimeout: 60_000,
    server: { deps: { external: [/\/dist\//] } }, // as Node itself loads them
  },
})
