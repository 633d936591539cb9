import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^whereformer$/, replacement: path('../../web/lib/exports.ts') },
      { find: /^whereformer-build$/, replacement: path('build-stand-in.ts') },
    ],
  },
  test: { include: ['tests/allocation/*.test.ts'], testTimeout: 0, hookTimeout: 60_000 },
})
