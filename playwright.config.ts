// Browser tests of the built demo page (web/demo/dist), in the system's Chromium: no browser is downloaded.

import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'

const PORT = 41737
const address = `http://127.0.0.1:${PORT}/`

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/{testFileDir}/pictures/{arg}{ext}',
  forbidOnly: !!process.env.CI,
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: address,
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    launchOptions: {
      env: {
        ...process.env,
        FONTCONFIG_FILE: fileURLToPath(new URL('tests/browser/fonts.conf', import.meta.url)),
      } as Record<string, string>,
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--font-render-hinting=none', // letters of the same width on every system
      ],
    },
  },
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview web/demo --host 127.0.0.1 --port ${PORT} --strictPort`,
    url: address,
    reuseExistingServer: false,
  },
})
