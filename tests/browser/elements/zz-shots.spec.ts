import { test } from './figures.js'
import { serveModels } from './models.js'
const STATES: [string, string][] = [['keep',''],['evict','operation="evict"'],['renumber','operation="renumber"'],['pad','operation="pad"'],['seen','operation="pad" padding="seen" encoding="alibi"'],['learned','operation="pad" encoding="learned"'],['dyn','scaling="dynamic" start="64" layer="1" head="1"']]
for (const [width, scheme, lang] of [[1440,'light','en'],[390,'light','en'],[390,'dark','zh'],[768,'dark','en']] as const)
test(`shots ${width} ${scheme}`, async ({ figures, page, context }) => {
  await serveModels(context)
  await page.setViewportSize({ width, height: 844 })
  await page.emulateMedia({ colorScheme: scheme })
  for (const [name, attributes] of STATES) {
    if (width !== 390 && ['seen','dyn'].includes(name)) continue
    await figures.open(`<wf-cache ${attributes}></wf-cache>`, { html: `lang="${lang}"` })
    await figures.ready('wf-cache')
    if (name === 'learned') await page.locator('wf-cache summary').click()
    await page.waitForTimeout(700)
    await page.screenshot({ path: `/tmp/shots-f/${width}-${scheme}-${name}.png`, fullPage: true })
  }
})
