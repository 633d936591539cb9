// Browser tests of the built demo page (web/demo/dist), in the system's Chromium: no browser is downloaded.

import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'

/** One that nobody uses; the processes of the tests inherit it. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return String(port)
}

/** Each new window would start two more renderers: one for suggestions of addresses, one for the next page. They cost half of a short test. */
const DEAR = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
]
/** What Playwright 1.65 leaves out; the browser heeds the last list that it is given. */
const LEFT_OUT = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding', 'AimEnabled'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'PreconnectToSearch'],
]

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
/** The same engine without the windows of a browser takes three quarters of the time. */
const SHELL = '/usr/bin/chromium-headless-shell'
const WITHOUT_WINDOWS = !process.env.CHROMIUM_PATH && existsSync(SHELL) ? SHELL : CHROMIUM

// Of each process of tests: where its browser finds the site of the figures (tests/browser/elements/site.ts).
const FIGURES_PORT = await freePort()
process.env.WHEREFORMER_FIGURES_PORT = FIGURES_PORT

const launched = (executablePath: string) => ({
  env: {
    ...process.env,
    FONTCONFIG_FILE: fileURLToPath(new URL('tests/browser/fonts.conf', import.meta.url)),
  } as Record<string, string>,
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${[...LEFT_OUT, ...DEAR]}`,
    `--host-resolver-rules=MAP figures.test:80 127.0.0.1:${FIGURES_PORT}`,
    '--font-render-hinting=none', // letters of the same width on every system
  ],
})

process.env.WHEREFORMER_TEST_PORT ??= await freePort()
const PORT = process.env.WHEREFORMER_TEST_PORT
const address = `http://127.0.0.1:${PORT}/`

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/{testFileDir}/pictures/{arg}{ext}',
  forbidOnly: !!process.env.CI,
  fullyParallel: true,
  workers: 2,
  // Limits of waiting, which no test comes near: the machine may have other things to do.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    baseURL: address,
    actionTimeout: 60_000,
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
  },
  projects: [
    { name: 'engine', grepInvert: /@screenshot/, use: { launchOptions: launched(WITHOUT_WINDOWS) } },
    // controls are drawn a little differently without windows
    { name: 'pictures', grep: /@screenshot/, use: { launchOptions: launched(CHROMIUM) } },
  ],
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview web/demo --host 127.0.0.1 --port ${PORT} --strictPort`,
    url: address,
    timeout: 120_000,
    reuseExistingServer: false,
  },
})
