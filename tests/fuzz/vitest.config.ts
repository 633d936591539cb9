import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// `npm run checked` tries another build.
const { WHEREFORMER_DIST: folder = 'dist' } = process.env
const dist = (file: string) => fileURLToPath(new URL(`../../${folder}/${file}`, import.meta.url))

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
    // Node 20 asserts where V8's compiler threads still work for an isolate that a killed worker leaves (NodePlatform::ForIsolate: about one
    // process in two thousand killed workers): each thread compiles for itself here.
    execArgv: ['--no-concurrent-recompilation'],
    maxWorkers: 2,
    testTimeout: timeout,
    hookTimeout: 60_000,
    server: { deps: { external: [/\/dist[^/]*\//] } }, // as Node itself loads them
  },
})
