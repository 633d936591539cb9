// <wf-your-model>: files dropped and chosen, shards, refusals, loading, cancelling, closing, in both languages.

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator } from '@playwright/test'
import { expect, type Figures, test } from './figures.js'

const TAG = 'wf-your-model'
const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const OURS = at('web/demo/public/models/tiny-shakespeare-rope')
const filesOf = (folder: string, ...names: string[]) => names.map((name) => join(folder, name))
const THREE = filesOf(OURS, 'config.json', 'tokenizer.json', 'model.safetensors')

async function open(figures: Figures, attributes = ''): Promise<Locator> {
  await figures.open(`<${TAG} id="one" ${attributes}></${TAG}>`)
  return figures.ready(TAG)
}

test('three files are chosen, described, loaded, and read', async ({ figures, page }) => {
  const figure = await open(figures)
  await figure.locator('.files-input').setInputFiles(THREE)
  await expect(figure.locator('.found')).toContainText('llama')
  await page.screenshot({ path: '/tmp/ym-found.png' })
  await figure.locator('button.load').click()
  await expect(figure.locator('wf-attention')).toBeVisible()
  await expect(figure.locator('wf-attention .stage').first()).toHaveClass(/drawn/)
  await page.screenshot({ path: '/tmp/ym-ready.png', fullPage: true })
})
