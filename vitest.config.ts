import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

// `npm run checked` tries another build, which is slower.
const { WHEREFORMER_DIST: dist = 'dist' } = process.env
const limit = dist === 'dist' ? 300_000 : 900_000 // of waiting: the machine may have other things to do
const shared = { testTimeout: limit, hookTimeout: limit }

// lib: the modules of web/lib and web/lab from source, over the built core. wasm: the built package, as its users import it.
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        resolve: { alias: [{ find: /^whereformer$/, replacement: path('web/lib/exports.ts') }] },
        test: { ...shared, name: 'lib', include: ['tests/{lib,lab}/**/*.test.ts'] },
      },
      {
        resolve: {
          alias: [
            { find: /^whereformer$/, replacement: path(`${dist}/node.mjs`) },
            { find: /^whereformer\/inline$/, replacement: path(`${dist}/inline.mjs`) },
            { find: /^whereformer\/worker$/, replacement: path(`${dist}/worker.mjs`) },
          ],
        },
        test: {
          ...shared,
          name: 'wasm',
          server: { deps: { external: [/\/dist[^/]*\/.*\.mjs$/] } }, // as Node itself loads them
          include: ['tests/wasm/**/*.test.ts'],
        },
      },
    ],
  },
})
