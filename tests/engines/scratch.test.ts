import { writeFileSync } from 'node:fs'
import { Builder, Capabilities } from 'selenium-webdriver'
import { test } from 'vitest'
import { serve } from '../support/server.js'
import { besidePackage, trained } from './package.js'
import { findBrowser, startDriver, startScreen } from './webkit/programs.js'

const script = '<script type="module" src="/dist/elements/register.mjs"></script>'
const style = '<style>body{margin:16px auto;max-width:1180px;font:16px/1.6 system-ui,sans-serif}</style>'
test('shots', async () => {
  const screen = await startScreen()
  const service = await startDriver({ DISPLAY: screen.display })
  const browser = await new Builder()
    .usingServer(await service.address())
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        timeouts: { script: 100000, pageLoad: 100000 },
        'webkitgtk:browserOptions': { binary: findBrowser(), args: ['--automation'] },
      }),
    )
    .build()
  const server = await serve(besidePackage(script + style + process.env.BODY, trained), '')
  for (const width of (process.env.WIDTHS ?? '1280').split(',').map(Number)) {
    await browser.manage().window().setRect({ x: 0, y: 0, width, height: 1000 })
    await browser.get(server.address)
    await new Promise((r) => setTimeout(r, 5000))
    if (process.env.DO) await browser.executeScript(process.env.DO)
    await new Promise((r) => setTimeout(r, Number(process.env.WAIT ?? 2000)))
    writeFileSync(`/tmp/h3/wk-${process.env.NAME}-${width}.png`, await browser.takeScreenshot(), 'base64')
    if (process.env.ASK) console.log(JSON.stringify(await browser.executeScript('return ' + process.env.ASK)))
  }
  await browser.quit()
  await service.kill()
  screen.close()
  server.close()
})
