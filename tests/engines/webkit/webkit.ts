// WebKit as GTK has it, through WebDriver, in windows on a screen that nobody sees.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Builder, Capabilities, Key as Keys, type WebDriver } from 'selenium-webdriver'
import { type Engine, type Key, PATIENCE, type Page, type View } from '../engine.js'
import type { Point } from '../figure.js'
import { heard, listening } from './complaints.js'
import { findBrowser, startDriver, startScreen } from './programs.js'

export async function startWebKit(): Promise<Engine> {
  const screen = await startScreen()
  const user = await makeUser()
  const service = await startDriver({ DISPLAY: screen.display, ...user.env })
  const browser = await new Builder()
    .usingServer(await service.address())
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        timeouts: { script: PATIENCE, pageLoad: PATIENCE },
        'webkitgtk:browserOptions': { binary: findBrowser(), args: ['--automation'] },
      }),
    )
    .build()
  const first = await browser.getWindowHandle()
  return {
    downloads: user.folder,
    head: `<script>${listening}</script>`,
    async open(address) {
      await browser.switchTo().window(first)
      await browser.switchTo().newWindow('window') // a tab in the background would not draw
      return WebKitPage.open(browser, address)
    },
    async close() {
      await browser.quit()
      await service.kill()
      screen.close()
      await rm(user.folder, { recursive: true, force: true })
    },
  }
}

/** Settings of a user whose downloads are in a folder of their own. */
async function makeUser() {
  const folder = await mkdtemp(join(tmpdir(), 'webkit-'))
  await writeFile(join(folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${folder}"\n`)
  return { folder, env: { XDG_CONFIG_HOME: folder } }
}

const KEYS: Readonly<Record<Key, string>> = {
  ArrowDown: Keys.ARROW_DOWN,
  ArrowRight: Keys.ARROW_RIGHT,
  Control: Keys.CONTROL,
  End: Keys.END,
  a: 'a',
}

class WebKitPage implements Page {
  readonly #browser: WebDriver
  readonly #window: string

  private constructor(browser: WebDriver, window: string) {
    this.#browser = browser
    this.#window = window
  }

  /** In the browser's newest window. */
  static async open(browser: WebDriver, address: string): Promise<WebKitPage> {
    await browser.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 1000 })
    await browser.get(address)
    return new WebKitPage(browser, await browser.getWindowHandle())
  }

  async run(expression: string): Promise<unknown> {
    await this.#enter()
    return this.#browser.executeScript(`return ${expression}`)
  }

  async url(): Promise<string> {
    await this.#enter()
    return this.#browser.getCurrentUrl()
  }

  async frame(selector: string): Promise<View> {
    return {
      run: async (expression) => {
        await this.#enter()
        await this.#browser.switchTo().frame(this.#browser.findElement({ css: selector }))
        return this.#browser.executeScript(`return ${expression}`)
      },
    }
  }

  async click({ x, y }: Point): Promise<void> {
    await this.#enter()
    await this.#actions()
      .move({ x: Math.round(x), y: Math.round(y), duration: 0 })
      .click()
      .perform()
  }

  async press(...keys: readonly Key[]): Promise<void> {
    await this.#enter()
    const actions = this.#actions()
    for (const key of keys) actions.keyDown(KEYS[key])
    for (const key of [...keys].reverse()) actions.keyUp(KEYS[key])
    await actions.perform()
  }

  async type(text: string): Promise<void> {
    await this.#enter()
    await this.#actions().sendKeys(text).perform()
  }

  async follow(selector: string): Promise<void> {
    const before = await this.url()
    await this.#browser.findElement({ css: selector }).click()
    await this.#browser.wait(async () => (await this.url()) !== before, PATIENCE)
  }

  async complaints(): Promise<readonly string[]> {
    return (await this.run(heard)) as string[]
  }

  async close(): Promise<void> {
    await this.#enter()
    await this.#browser.close()
  }

  /** What is sent to the browser from now on is for this window, outside of its frames. */
  async #enter(): Promise<void> {
    await this.#browser.switchTo().window(this.#window)
    await this.#browser.switchTo().defaultContent()
  }

  #actions() {
    return this.#browser.actions({ async: true })
  }
}
