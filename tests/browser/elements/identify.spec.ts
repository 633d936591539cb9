// <wf-identify>: examples, arrays of the reader by paste, file and drop, refusals, both languages.

import type { Locator } from '@playwright/test'
import { npyFile } from '../../support/npy-file.js'
import { axeEverywhere } from '../axe.js'
import { expect, type Figures, test } from './figures.js'

const TAG = 'wf-identify'

async function open(figures: Figures, attributes = '', html = 'lang="en"'): Promise<Locator> {
  await figures.open(`<h1>A page</h1><${TAG} id="one" ${attributes}></${TAG}>`, { html })
  return figures.ready(TAG)
}

/** Rows of one pair, turned by the position: [tokens, 2]. */
const tokens = [0, 1, 2, 3, 4, 5, 6, 7]
const before = tokens.map((p) => [1 + p / 4, 2 - p / 8])
const after = before.map(([a = 0, b = 0], p) => [
  a * Math.cos(p) - b * Math.sin(p),
  a * Math.sin(p) + b * Math.cos(p),
])

test('an example is named, with what one changed convention would do', async ({ figures }) => {
  const figure = await open(figures)
  await expect(figure.locator('.verdict')).toHaveText('This fits.')
  await expect(figure.locator('.explanation').first()).toContainText('Rotary position embedding (RoPE)')
  await expect(figure.locator('.explanation code').first()).toHaveText(
    '{"type":"rope","layout":"interleaved"}',
  )
  await expect(figure.locator('tbody tr', { hasText: 'Arrangement of the channels' })).toContainText(
    'half a width apart',
  )
  await expect(figure.locator('.shape').first()).toHaveText('shape [2, 12, 16]')
  const colors = await figure
    .locator('textarea')
    .first()
    .evaluate((box) => {
      const quiet = box.closest('.identify')?.querySelector('.quiet') as Element
      return [getComputedStyle(box, '::placeholder').color, getComputedStyle(quiet).color]
    })
  expect(colors[0]).toBe(colors[1])
})

for (const [example, words] of [
  ['offset', 'added to the positions 1'],
  ['mistake', 'rope-position-twice'],
  ['alibi', '"symmetric":true'],
  ['yarn', '"ropeType":"yarn"'],
] as const) {
  test(`example ${example}`, async ({ figures }) => {
    const figure = await open(figures, `example="${example}"`)
    await expect(figure.locator('.explanation').first()).toContainText(words)
  })
}

test('random numbers are none of these', async ({ figures }) => {
  const figure = await open(figures, 'example="nothing"')
  await expect(figure.locator('.verdict')).toContainText('None of these')
})

test('arrays of the reader: pasted, chosen, and kept out of the link', async ({ figures }) => {
  const figure = await open(figures)
  await figure.locator('#input').fill(JSON.stringify(before))
  await expect(figure.locator('.identify .verdict')).toHaveCount(0)
  await expect(figure.locator('.shape').first()).toHaveText('shape [8, 2]')
  await expect(figure.locator('#example')).toHaveValue('none')
  const buffer = Buffer.from(npyFile(after.flat(), [8, 2]))
  await figure
    .locator('.array')
    .nth(1)
    .locator('input[type=file]')
    .setInputFiles({ name: 'after.npy', mimeType: 'application/octet-stream', buffer })
  await expect(figure.locator('.verdict')).toBeVisible()
  await expect(figure.locator('.explanation').first()).toContainText('"type":"rope"')
  const state = await figure.evaluate((element: HTMLElement & { state?: unknown }) => element.state)
  expect(state).toEqual({ example: 'none' })
})

test('what cannot be read is said, and the next array works', async ({ figures }) => {
  const figure = await open(figures, 'example="none"')
  await expect(figure.locator('.identify > [role=status]')).toContainText('Give the array')
  await figure.locator('#output').fill('[[1, 2], [3]]')
  await expect(figure.locator('[role=alert]')).toContainText('wanted lists of one length')
  await figure.locator('#output').fill('[[0, -0.5, -1], [-0.5, 0, -0.5], [-1, -0.5, 0]]')
  await expect(figure.locator('.explanation').first()).toContainText('"type":"alibi"')
})

test('is accessible, in both languages', async ({ figures, page }) => {
  const figure = await open(figures, '', 'lang="zh"')
  await expect(figure.locator('.verdict')).toHaveText('这个解释符合。')
  await expect(figure.locator('.explanation').first()).toContainText('旋转位置编码（RoPE）')
  expect(await axeEverywhere(page, 'zh')).toEqual([])
})
