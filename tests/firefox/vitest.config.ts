import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../../', import.meta.url))

// The built page in Debian's Firefox, driven through WebDriver BiDi. One browser at a time.
export default defineConfig({
  root,
  test: {
    include: ['tests/firefox/**/*.test.ts'],
    fileParallelism: false,
    isolate: false, // one browser for all files
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
