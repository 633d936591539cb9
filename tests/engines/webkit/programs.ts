// The programs that WebKit needs: Xvfb, a screen that nobody sees, and WebKit's driver with its browser.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DriverService } from 'selenium-webdriver/remote'
import { PATIENCE } from '../engine.js'

interface Screen {
  /** The value of DISPLAY. */
  display: string
  close(): void
}

/** On a display that is free. */
export async function startScreen(): Promise<Screen> {
  const args = ['-displayfd', '1', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp']
  const server = spawn(present('/usr/bin/Xvfb'), args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const end = () => server.kill()
  process.once('exit', end)
  const ended = once(server, 'exit').then(([code]) => {
    throw new Error(`Xvfb ended with ${code} before it had a display`)
  })
  const [number] = await Promise.race([once(server.stdout, 'data'), ended])
  ended.catch(() => {}) // later it may
  return {
    display: `:${String(number).trim()}`,
    close() {
      process.off('exit', end)
      end()
    },
  }
}

const fonts = fileURLToPath(new URL('../../browser/fonts.conf', import.meta.url))

/** @param env what the browser finds in its environment besides that of the tests */
export async function startDriver(env: Readonly<Record<string, string>>): Promise<DriverService> {
  const service = new DriverService.Builder(present('/usr/bin/WebKitWebDriver'))
    .setLoopback(true)
    .setEnvironment({
      ...(process.env as Record<string, string>),
      LC_ALL: 'C', // English (en-US); of C.UTF-8 WebKit makes the language "C"
      WEBKIT_DISABLE_DMABUF_RENDERER: '1', // without a graphics card the other way of drawing is the quicker one
      FONTCONFIG_FILE: fonts,
      ...env,
    })
    .setStdio('inherit')
    .build()
  await service.start(PATIENCE)
  return service
}

/** MiniBrowser, which comes with the library: /usr/lib/<system>/webkit2gtk-<version>/MiniBrowser. */
export function findBrowser(): string {
  const below = (folder: string) => readdirSync(folder).map((name) => `${folder}/${name}`)
  const folders = below('/usr/lib').filter((folder) => /-linux-gnu[^/]*$/.test(folder))
  const libraries = folders.flatMap(below).filter((folder) => /\/webkit(2gtk|gtk)-[\d.]+$/.test(folder))
  const found = libraries.map((folder) => `${folder}/MiniBrowser`).find((file) => existsSync(file))
  return present(found ?? '/usr/lib/*/webkit2gtk-*/MiniBrowser')
}

function present(program: string): string {
  if (existsSync(program)) return program
  throw new Error(`${program} is not there: "npm run setup -- --tests" installs WebKit and Xvfb`)
}
