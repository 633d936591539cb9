import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../../', import.meta.url))

// The built page in Debian's Firefox and in WebKit: --project firefox, --project webkit. One browser at a time.
export default defineConfig({
  root,
  test: {
    fileParallelism: false,
    projects: (['firefox', 'webkit'] as const).map((engine) => ({
      extends: true as const,
      test: {
        name: engine,
        provide: { engine },
        include: ['tests/engines/**/*.test.ts'],
        isolate: false, // one browser for all files
        // Limits of waiting, which no test comes near: the machine may have other things to do.
        testTimeout: 300_000,
        hookTimeout: 180_000,
        expect: { poll: { timeout: 120_000 } },
      },
    })),
  },
})
