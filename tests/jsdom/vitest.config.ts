import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const dist = (file: string) => fileURLToPath(new URL(`../../dist/${file}`, import.meta.url))

/** Packages are loaded by Node itself: as those of users, the built files are not transformed. */
const shared = {
  include: ['tests/jsdom/**/*.test.ts'],
  environment: 'jsdom',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  maxWorkers: 2,
  server: { deps: { external: [/\/dist\//] } },
}

export default defineConfig({
  resolve: {
    alias: [
      { find: /^whereformer$/, replacement: dist('node.mjs') },
      { find: /^whereformer\/inline$/, replacement: dist('inline.mjs') },
      { find: /^whereformer\/elements\/inline\.js$/, replacement: dist('elements/inline.js') },
    ],
  },
  test: {
    projects: [
      { extends: true, test: { ...shared, name: 'over Node', pool: 'forks' } },
      { extends: true, test: { ...shared, name: 'a context of its own', pool: 'vmForks' } },
    ],
  },
})
