// <wf-identify>: examples, arrays of the reader by paste, file and drop, refusals, both languages.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
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
  await expect(figure.locator('.verdict')).toHaveText('Match found.')
  await expect(figure.locator('.explanation').first()).toContainText('Rotary position embedding (RoPE)')
  await expect(figure.locator('.explanation code').first()).toHaveText(
    '{"type":"rope","layout":"interleaved"}',
  )
  await expect(figure.locator('tbody tr', { hasText: 'Channel layout' })).toContainText('halves: i, i + d/2')
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
  ['offset', 'position offset 1'],
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
  await expect(figure.locator('.verdict')).toContainText('No match')
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
  await expect(figure.locator('.identify > [role=status]')).toContainText('Add the array')
  await figure.locator('#output').fill('[[1, 2], [3]]')
  await expect(figure.locator('[role=alert]')).toContainText('wanted lists of one length')
  await figure.locator('#output').fill('[[0, -0.5, -1], [-0.5, 0, -0.5], [-1, -0.5, 0]]')
  await expect(figure.locator('.explanation').first()).toContainText('"type":"alibi"')
})

/** Drops files or folders as a reader does. */
async function drop(page: Page, place: Locator, paths: string[]): Promise<void> {
  const { x, y, width, height } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: paths, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, data, x: x + width / 2, y: y + height / 2 })
  await session.detach()
}

/** An event with what a program made up: files that cannot be read, texts, nothing. */
const transfer = (place: Locator, make: string, type = 'drop') =>
  place.evaluate(
    (element, [make, type]) => {
      const data = new DataTransfer()
      new Function('data', 'File', make)(data, File)
      const init = { bubbles: true, cancelable: true, composed: true }
      element.dispatchEvent(
        type === 'drop'
          ? new DragEvent(type, { ...init, dataTransfer: data })
          : new ClipboardEvent(type, { ...init, clipboardData: data }),
      )
    },
    [make, type] as const,
  )

const BIAS = '[[0, -0.5, -1], [-0.5, 0, -0.5], [-1, -0.5, 0]]'

const LANGUAGES = {
  en: {
    folder: /^folder-.* is a folder\. Wanted: one file/,
    several: '2 files came at once',
    nothing: 'Nothing came that could be an array',
    unreadable: 'x.json could not be read',
    large: 'large.npy has 67.1 MB; at most 67.1 MB are read',
    none: ': this is no array. Wanted: nested lists of numbers',
    refused: 'The library does not take these arrays.',
  },
  zh: {
    folder: /^folder-.* 是一个文件夹/,
    several: '一次来了 2 个文件',
    nothing: '放进来的内容里没有数组',
    unreadable: 'x.json 读取失败',
    large: 'large.npy 有 67.1 MB，最多读取 67.1 MB',
    none: '这不是数组。应为嵌套的数字列表',
    refused: '程序库不接受这样的数组。',
  },
} as const

for (const [lang, said] of Object.entries(LANGUAGES))
  test(`what is dropped or pasted and is no array is named, and the next one works (${lang})`, async ({
    figures,
    page,
  }) => {
    const figure = await open(figures, '', `lang="${lang}"`)
    const place = figure.locator('.array').nth(1)
    const alert = figure.locator('[role=alert]')
    const folder = await mkdtemp(join(tmpdir(), 'folder-'))
    try {
      await drop(page, place, [folder])
      await expect(alert.locator('p').first()).toHaveText(said.folder)
    } finally {
      await rm(folder, { recursive: true })
    }
    const file = (name: string) => `data.items.add(new File(['[1]'], '${name}'))`
    await transfer(place, `${file('a.json')}; ${file('b.json')}`)
    await expect(alert).toContainText(said.several)
    await transfer(place, '')
    await expect(alert).toContainText(said.nothing)
    await transfer(place, "data.setData('text/uri-list', 'https://example.org/')")
    await expect(alert).toContainText(said.nothing)
    await transfer(place, "data.setData('text/plain', 'https://example.org/')")
    await expect(alert).toContainText(said.none)
    await page.evaluate(() => {
      const reads = Object.getOwnPropertyDescriptor(Blob.prototype, 'arrayBuffer') as PropertyDescriptor
      Object.defineProperty(Blob.prototype, 'arrayBuffer', {
        configurable: true,
        value() {
          Object.defineProperty(Blob.prototype, 'arrayBuffer', reads)
          return Promise.reject(new DOMException('it is gone', 'NotReadableError'))
        },
      })
    })
    await transfer(place, file('x.json'))
    await expect(alert).toContainText(said.unreadable)
    await expect(alert).toContainText('it is gone')
    await transfer(place, "data.items.add(new File([new Uint8Array(2 ** 26 + 1)], 'large.npy'))")
    await expect(alert).toContainText(said.large)
    for (const text of [
      'null',
      'NaN',
      '{}',
      '[NaN]',
      '[[1, 2], [3]]',
      '[[[',
      '"x"',
      '{"data": null, "shape": 3}',
    ]) {
      await figure.locator('#output').fill(text)
      await expect(alert, text).toContainText(said.none)
      await expect(alert.locator('code'), text).toContainText('wanted')
      await expect(alert, text).not.toContainText('TypeError')
    }
    await figure.locator('#output').fill('[[1e999, 1], [1, 1]]')
    await expect(alert).toContainText(said.refused)
    await expect(figure.locator('textarea').nth(1)).toHaveValue('')
    await transfer(place, `data.setData('text/plain', '${BIAS}')`)
    await expect(alert).toHaveCount(0)
    await expect(figure.locator('.explanation').first()).toContainText('"type":"alibi"')
  })

test('of two files the later one is drawn, whichever is read first', async ({ figures, page }) => {
  const figure = await open(figures, 'example="none"')
  const place = figure.locator('.array').nth(1)
  await page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer
    const waiting: (() => void)[] = []
    Object.assign(window, { readSlow: () => waiting.pop()?.(), shapes: [] })
    Blob.prototype.arrayBuffer = async function (this: File) {
      if (this.name === 'slow.json') await new Promise<void>((go) => waiting.push(go))
      return read.call(this)
    }
  })
  await transfer(place, "data.items.add(new File(['[[0, 7, 7, 7], [7, 0, 7, 7]]'], 'slow.json'))")
  await expect(place.locator('.shape')).toHaveText('reading …')
  await transfer(place, `data.items.add(new File(['${BIAS}'], 'fast.json'))`)
  await expect(place.locator('.shape')).toHaveText('shape [3, 3]')
  await place.evaluate((element) => {
    const { shapes } = window as unknown as { shapes: string[] }
    new MutationObserver(() => shapes.push(element.querySelector('.shape')?.textContent ?? '')).observe(
      element,
      { childList: true, characterData: true, subtree: true },
    )
  })
  await page.evaluate(() => (window as unknown as { readSlow(): void }).readSlow())
  await figure.locator('#input').fill('[[1, 2], [3, 4]]') // a drawing after it
  await expect(figure.locator('.shape').first()).toHaveText('shape [2, 2]')
  await expect(place.locator('.shape')).toHaveText('shape [3, 3]')
  const shapes = await page.evaluate(() => (window as unknown as { shapes: string[] }).shapes)
  expect(shapes.filter((text) => text.includes('[2, 4]'))).toEqual([])
})

test('two sides that come at once while an example is shown are both kept', async ({ figures }) => {
  const figure = await open(figures)
  await figure.locator('.identify').evaluate(
    (element, texts) => {
      for (const [i, text] of texts.entries()) {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([text], `${i}.json`))
        const init = { bubbles: true, cancelable: true, dataTransfer }
        element.querySelectorAll('.array')[i]?.dispatchEvent(new DragEvent('drop', init))
      }
    },
    [JSON.stringify(before), JSON.stringify(after)],
  )
  await expect(figure.locator('.shape')).toHaveText(['shape [8, 2]', 'shape [8, 2]'])
  await expect(figure.locator('.explanation').first()).toContainText('"type":"rope"')
})

test('with the keyboard alone: a file from the clipboard, and one that is chosen', async ({
  figures,
  page,
}) => {
  const figure = await open(figures, 'example="none"')
  await transfer(figure.locator('#output'), `data.items.add(new File(['${BIAS}'], 'bias.json'))`, 'paste')
  await expect(figure.locator('.explanation').first()).toContainText('"type":"alibi"')
  const asked = page.waitForEvent('filechooser')
  await figure.locator('.file-of').nth(1).press('Enter')
  await (await asked).setFiles({ name: 'x.json', mimeType: '', buffer: Buffer.from('null') })
  await expect(figure.locator('[role=alert]')).toContainText('x.json: got null, wanted lists of numbers')
})

test('is accessible, in both languages', async ({ figures, page }) => {
  const figure = await open(figures, '', 'lang="zh"')
  await expect(figure.locator('.verdict')).toHaveText('这个解释符合。')
  await expect(figure.locator('.explanation').first()).toContainText('旋转位置编码（RoPE）')
  expect(await axeEverywhere(page, 'zh')).toEqual([])
})
