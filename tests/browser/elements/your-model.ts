// <wf-your-model> in tests: opened, given files, loaded.

import type { Locator } from '@playwright/test'
import { expect, type Figures } from './figures.js'

export const TAG = 'wf-your-model'

export async function open(figures: Figures, attributes = '', html = 'lang="en"'): Promise<Locator> {
  await figures.open(`<h1>A page</h1><${TAG} id="one" ${attributes}></${TAG}>`, { html })
  return figures.ready(TAG)
}

export const choose = (figure: Locator, files: string[]) =>
  figure.locator('.files-input').setInputFiles(files)

export const refusal = (figure: Locator) => figure.locator('.refusal')

export async function load(figure: Locator): Promise<void> {
  await figure.locator('button.load').click()
  await expect(figure.locator('.ready')).toBeVisible({ timeout: 30_000 })
}
