// <wf-your-model>: files dropped and chosen, shards, refusals, loading, cancelling, closing, in both languages.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { lfsPointer, zip } from '../../support/foreign-files.js'
import { axeEverywhere } from '../axe.js'
import { Checkpoints, FILES, filesIn, ours, wordOf } from './checkpoints.js'
import { expect, test } from './figures.js'
import { serveModels } from './models.js'
import { choose, load, open, refusal, TAG } from './your-model.js'

/** The figure inside, when it has its picture. */
async function inside(figure: Locator, view: string, tag: string): Promise<Locator> {
  await figure.locator(`#view-${view}`).click()
  const inner = figure.locator(tag)
  await expect(inner.locator('.stage').first()).toHaveClass(/drawn/, { timeout: 30_000 })
  await expect(inner.locator('.stage').first()).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 })
  await expect(inner.locator('.trouble')).toHaveCount(0)
  return inner
}

/** Drops files or folders as a reader does. */
async function drop(page: Page, figure: Locator, paths: string[]): Promise<void> {
  const place = figure.locator('.door, .ready')
  await place.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: paths, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      type,
      data,
      x: x + width / 2,
      y: y + Math.min(60, height / 2),
    })
  await session.detach()
}

/** Everything that the page asks of the network from now on. */
function requestsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url())) asked.push(request.url())
  })
  return asked
}

test('three files are described before any weight is read, and loaded at the press of a button', async ({
  figures,
  page,
}) => {
  const figure = await open(figures)
  await expect(figure.locator('.private')).toContainText('Nothing leaves your machine')
  await choose(figure, filesIn(ours('rope')))
  const card = figure.locator('.card')
  await expect(card).toContainText('0.804 million')
  await expect(card).toContainText('one file, 1.61 MB, F16')
  await expect(card).toContainText('1.61 MB of memory (WebAssembly allows at most 2.15 GB)')
  await expect(card).toContainText('4 layers, 4 heads of dimension 32, causal')
  await expect(card).toContainText('layers 1–4, Rotary position embedding (RoPE) base = 10000')
  await expect(card).toContainText(
    '16 rotated pairs, wavelengths 6.28 to 35300 positions; 11 complete no rotation',
  )
  await expect(card).toContainText('pretraining_tp')
  expect(page.workers()).toHaveLength(1)
  await load(figure)
  expect(page.workers()).toHaveLength(2)
  await expect(figure.locator('.look').first()).toContainText('llama runs in this browser')
})

test('attention, ledger, surgery, longer texts and the card work on a loaded model, without the network', async ({
  figures,
  page,
}) => {
  test.setTimeout(90_000)
  const figure = await open(figures)
  await choose(figure, filesIn(ours('rope')))
  await load(figure)
  await inside(figure, 'attention', 'wf-attention')
  const asked = requestsOf(page)
  const attention = figure.locator('wf-attention')
  await expect(attention.locator('wf-token-strip button')).toHaveCount(41)
  await expect(attention.locator('wf-probability-bars')).toContainText('95.1 %')
  await attention.locator('textarea').fill('Juliet')
  await expect(attention.locator('wf-token-strip button')).toHaveCount(6)
  await attention.getByRole('button', { name: 'layer 3, head 2' }).click()
  await expect(attention.locator('wf-heat-map').first()).toHaveJSProperty(
    'label',
    'Attention map of layer 3, head 2: llama',
  )
  await attention.getByRole('button', { name: 'Continue the text' }).click()
  await expect(attention.locator('output')).toContainText(/^Juliet.{20}/s)

  const ledger = await inside(figure, 'ledger', 'wf-ledger')
  await expect(ledger.locator('.written')).toContainText('rotation')
  await expect(ledger.locator('.caption')).toContainText('content · content, rotation')
  await ledger.locator('#layer').selectOption('3')
  await expect(ledger.locator('.stack button')).toHaveCount(15)

  const surgery = await inside(figure, 'surgery', 'wf-surgery')
  await expect(surgery.locator('.verdict')).toContainText('No output changes')
  await surgery.locator('#operation-remove').click()
  await expect(surgery.locator('.verdict')).toContainText('14 of 15 outputs change')
  await surgery.locator('#operation-reverse').click()
  await expect(surgery.locator('.verdict')).toContainText('outputs change')

  const lengths = await inside(figure, 'lengths', 'wf-extrapolation')
  await expect(lengths.locator('.caption')).toContainText(/llama: [\d.]+ at 8, [\d.]+ at 512/, {
    timeout: 60_000,
  })
  await figures.more(lengths)
  await lengths.locator('#view').selectOption('wavelengths')
  await expect(lengths.locator('.caption')).toContainText('Of 16 pairs, 11 completed no rotation')

  await figure.locator('#view-card').click()
  await expect(figure.locator('.card')).toContainText('0.804 million')
  expect(asked.filter((address) => !address.includes('/package/'))).toEqual([]) // code of the figures, nothing else
})

for (const [lang, label, said] of [
  ['en', /Quantise to 8 bits: 0\.\d+ MB of memory/, /0\.\d+ MB of memory \(WebAssembly allows at most/],
  ['zh-CN', /把权重量化为 8 位：内存 0\.\d+ MB/, /内存 0\.\d+ MB，WebAssembly 最多有/],
] as const)
  test(`weights can be rounded to 8 bits before they are read (${lang})`, async ({ figures }) => {
    const figure = await open(figures, '', `lang="${lang}"`)
    await choose(figure, filesIn(ours('rope')))
    await expect(figure.locator('.card')).toContainText('1.61 MB')
    await figure.getByRole('checkbox', { name: label }).check()
    await expect(figure.locator('.card')).toContainText(said)
    await load(figure)
    const attention = await inside(figure, 'attention', 'wf-attention')
    await expect(attention.locator('wf-probability-bars')).toContainText(/9[45]\.\d\s%/)
    await figure.locator('button.close').click()
    await choose(figure, filesIn(ours('rope')))
    await expect(figure.getByRole('checkbox', { name: label })).not.toBeChecked()
  })

test('no figure offers more tokens than the context of the model', async ({ figures }) => {
  await using checkpoints = new Checkpoints()
  const figure = await open(figures)
  await choose(figure, filesIn(await checkpoints.lettered('llama-f32-dynamic')))
  await expect(figure.locator('.card')).toContainText('8 tokens')
  await load(figure)
  for (const [view, tag] of [
    ['attention', 'wf-attention'],
    ['ledger', 'wf-ledger'],
    ['surgery', 'wf-surgery'],
  ] as const) {
    const inner = await inside(figure, view, tag)
    await inner.locator('textarea').fill('abcdef')
    await expect(inner.locator('#text-notes')).toHaveText(/only its last 8 tokens are used/)
    await inner.locator('textarea').fill('abcdefghijkl')
    await expect(inner.locator('#text-notes')).toHaveText(/Your text has 12 tokens; the last 8 are read/)
  }
  await expect(figure.locator('.outputs tbody tr')).toHaveCount(8)
})

/** Tokens of a text in which two equal letters are one. */
const pairsIn = (text: string) =>
  (text.match(/(.)\1*/gs) ?? []).reduce((sum, run) => sum + Math.ceil(run.length / 2), 0)

/** A text of two tokens, to which 120 are added. */
const LONGEST = 122

for (const context of [LONGEST, LONGEST - 1])
  test(`a continuation has as many tokens as the model wrote, whatever the tokenizer merges (context ${context})`, async ({
    figures,
  }) => {
    await using checkpoints = new Checkpoints()
    const figure = await open(figures)
    await choose(figure, filesIn(await checkpoints.merging('alpaca-f16', context)))
    await load(figure)
    const attention = await inside(figure, 'attention', 'wf-attention')
    await attention.locator('textarea').fill('aaa')
    await expect(attention.locator('wf-token-strip .sign')).toHaveText(['aa', 'a'])
    await attention.getByRole('button', { name: 'Continue the text' }).click()
    const adopt = attention.getByRole('button', { name: 'Use as text' })
    await expect(adopt).toBeEnabled()
    const whole = (await attention.locator('output').textContent()) ?? ''
    expect(pairsIn(whole)).toBeLessThan(LONGEST) // read again, it has fewer
    const said = attention.locator('wf-continuation', { hasText: `a context length of ${context} tokens` })
    await expect(said).toHaveCount(context < LONGEST ? 1 : 0)
    await adopt.click()
    await expect(attention.locator('#text-notes')).toContainText(`Your text has ${pairsIn(whole)} tokens`)
    await expect(attention.locator('wf-continuation')).toHaveJSProperty('tokens', 64)
  })

test('a folder is dropped, and a folder is chosen', async ({ figures, page }) => {
  await using checkpoints = new Checkpoints()
  const folder = await checkpoints.copy(ours('alibi'))
  const figure = await open(figures)
  await drop(page, figure, [folder])
  await expect(figure.locator('.found .title')).toContainText('checkpoint-')
  await expect(figure.locator('.card')).toContainText('ALiBi (attention with linear biases)')
  await figure.locator('.folder-input').setInputFiles(ours('t5'))
  await expect(figure.locator('.found .title')).toHaveText('tiny-shakespeare-t5')
})

test('shards with their index are one model; one that is missing is named', async ({ figures }) => {
  await using checkpoints = new Checkpoints()
  const folder = await checkpoints.shards(ours('rope'))
  const names = ['config.json', 'tokenizer.json', 'model.safetensors.index.json']
  const shards = ['model-00001-of-00002.safetensors', 'model-00002-of-00002.safetensors']
  const figure = await open(figures)
  await choose(figure, filesIn(folder, [...names, ...shards]))
  await expect(figure.locator('.card')).toContainText('2 shards, 1.61 MB')
  await load(figure)
  const attention = await inside(figure, 'attention', 'wf-attention')
  await expect(attention.locator('wf-probability-bars')).toContainText('95.1 %')
  await figure.locator('button.close').click()
  await choose(figure, filesIn(folder, [...names, shards[0] ?? '']))
  await expect(refusal(figure)).toContainText(/names a shard that is not among these files: model-00002/)
})

test('each refusal is a sentence, and the next files work', async ({ figures }) => {
  await using checkpoints = new Checkpoints()
  const rope = ours('rope')
  const changed = (edit: (config: Record<string, unknown>) => object) =>
    checkpoints.copy(rope, {
      'config.json': (text) => JSON.stringify(edit(JSON.parse(text) as Record<string, unknown>)),
    })
  const cases: [files: string[], said: RegExp][] = [
    [
      filesIn(rope, ['tokenizer.json', 'model.safetensors']),
      /config\.json is missing\. It describes the architecture/,
    ],
    [
      filesIn(rope, ['config.json', 'tokenizer.json']),
      /There are no weights next to config\.json: no \.safetensors, pytorch_model\.bin or \.gguf/,
    ],
    [filesIn(rope, ['config.json', 'model.safetensors']), /tokenizer\.json is missing/],
    [filesIn(await checkpoints.copy(rope, { 'config.json': () => '{' })), /config\.json is not valid JSON/],
    [
      filesIn(await changed((config) => ({ ...config, model_type: 'mamba' }))),
      /config\.model_type: got "mamba"/,
    ],
    [
      filesIn(await changed((config) => ({ ...config, num_hidden_layers: 5 }))),
      /the checkpoint lacks 9 tensors: "layers\.4/,
    ],
    [
      filesIn(await changed((config) => ({ ...config, hidden_size: 40_000, intermediate_size: 80_000 }))),
      /This model is too large: its weights need [\d.]+ GB, and WebAssembly allows at most 2\.15 GB/,
    ],
    [filesIn(await checkpoints.copy(rope, { 'model.safetensors': () => '<!doctype html>' })), /safetensors/],
  ]
  const figure = await open(figures)
  for (const [files, said] of cases) {
    await choose(figure, files)
    await expect(refusal(figure)).toContainText(said)
    await expect(figure.locator('button.load')).toHaveCount(0)
  }
  await choose(figure, filesIn(rope))
  await expect(refusal(figure)).toHaveCount(0)
  await load(figure)
})

for (const [lang, said] of Object.entries({
  en: [
    'model.safetensors is not the file itself; in its place there is something else (Git LFS pointer). Fetch the file with git lfs pull',
    'tokenizer.json is not the file itself; in its place there is something else (Git LFS pointer)',
    'model.safetensors is packed (gzip file). Unpack it first.',
    'model.safetensors holds weights in a format that is not read here (PyTorch checkpoint)',
    'no weights next to config.json: no .safetensors, pytorch_model.bin or .gguf file. model.onnx (ONNX file), weights.h5 (HDF5 file of Keras or TensorFlow) has a weight format that is not supported here',
    'config.json is missing. model.onnx (ONNX file) has a weight format that is not supported here',
  ],
  zh: [
    'model.safetensors 里不是文件本身，而是别的内容（Git LFS pointer）。请用 git lfs pull 取回文件',
    'tokenizer.json 里不是文件本身，而是别的内容（Git LFS pointer）',
    'model.safetensors 是压缩文件（gzip file）。请先解压。',
    'model.safetensors 里的权重格式在这里读不了（PyTorch checkpoint）',
    'config.json 旁边没有权重文件（.safetensors、pytorch_model.bin 或 .gguf）。model.onnx (ONNX file), weights.h5 (HDF5 file of Keras or TensorFlow) 里的权重格式在这里读不了',
    '这些文件里没有 config.json。model.onnx (ONNX file) 里的权重格式在这里读不了',
  ],
}))
  test(`files of other formats are named for what they are (${lang})`, async ({ figures }) => {
    await using checkpoints = new Checkpoints()
    const rope = ours('rope')
    const instead = async (file: string, content: Uint8Array, names = FILES) =>
      filesIn(await checkpoints.copy(rope, { [file]: () => content }), names)
    const both = await checkpoints.copy(rope)
    for (const name of ['model.onnx', 'weights.h5']) writeFileSync(join(both, name), 'x')
    const figure = await open(figures, '', `lang="${lang === 'zh' ? 'zh-CN' : 'en'}"`)
    for (const [i, files] of [
      await instead('model.safetensors', lfsPointer),
      await instead('tokenizer.json', lfsPointer),
      await instead('model.safetensors', gzipSync(new Uint8Array(3000))),
      await instead('model.safetensors', zip('archive/data.pkl')),
      filesIn(both, ['config.json', 'model.onnx', 'weights.h5']),
      filesIn(both, ['model.onnx']),
    ].entries()) {
      await choose(figure, files)
      await expect(refusal(figure)).toContainText(said[i] as string)
    }
  })

test('weights that break off are refused while loading, and the card stays', async ({ figures }) => {
  await using checkpoints = new Checkpoints()
  const folder = await checkpoints.copy(ours('rope'), {
    'tokenizer.json': () => '{"model":{"type":"nothing"}}',
  })
  const figure = await open(figures)
  await choose(figure, filesIn(folder))
  await figure.locator('button.load').click()
  await expect(refusal(figure)).toContainText(/The model could not be loaded.*tokenizer/s)
  await expect(figure.locator('.card')).toBeVisible()
})

/** A drop of what a program made up. */
const transfer = (place: Locator, make: string) =>
  place.evaluate((element, make) => {
    const dataTransfer = new DataTransfer()
    new Function('data', 'File', make)(dataTransfer, File)
    element.dispatchEvent(
      new DragEvent('drop', { bubbles: true, cancelable: true, composed: true, dataTransfer }),
    )
  }, make)

for (const [lang, said] of Object.entries({
  en: ['No files were dropped', 'More than 2000 files came', 'config.json could not be read'],
  zh: ['拖进来的内容里没有文件', '放进来的文件超过 2000 个', 'config.json 读取失败'],
}))
  test(`a drop without files, with too many, with one that cannot be read is a sentence (${lang})`, async ({
    figures,
    page,
  }) => {
    const figure = await open(figures, '', `lang="${lang}"`)
    const door = figure.locator('.door')
    const drops = [
      "data.setData('text/plain', 'https://example.org/')",
      'for (let i = 0; i <= 2000; i++) data.items.add(new File(["x"], i + ".json"))',
      "data.items.add(new File(['{}'], 'config.json'))",
    ]
    await page.evaluate(() => {
      Blob.prototype.text = () => Promise.reject(new DOMException('it is gone', 'NotReadableError'))
    })
    for (const [i, make] of drops.entries()) {
      await transfer(door, make)
      await expect(refusal(figure)).toContainText(said[i] ?? '?')
    }
    if (lang === 'en') await expect(refusal(figure)).toContainText('it is gone')
  })

test('of two drops the later one is described; a text that is dropped on a loaded model leaves it there', async ({
  figures,
  page,
}) => {
  const figure = await open(figures)
  await page.evaluate(() => {
    const text = Blob.prototype.text
    const waiting: (() => void)[] = []
    Object.assign(window, { readSlow: () => waiting.pop()?.() })
    Blob.prototype.text = async function () {
      const said = await text.call(this)
      if (said === '{"slow":1}') await new Promise<void>((go) => waiting.push(go))
      return said
    }
  })
  await transfer(figure.locator('.door'), `data.items.add(new File(['{"slow":1}'], 'config.json'))`)
  await expect(figure.locator('.choice [role=status]')).toContainText('Reading')
  await choose(figure, filesIn(ours('rope')))
  await expect(figure.locator('.card')).toContainText('0.804 million')
  await page.evaluate(() => (window as unknown as { readSlow(): void }).readSlow())
  await load(figure)
  await expect(refusal(figure)).toHaveCount(0)
  const attention = await inside(figure, 'attention', 'wf-attention')
  await transfer(attention.locator('textarea'), "data.setData('text/plain', 'Juliet')")
  await expect(attention.locator('wf-token-strip button')).toHaveCount(41)
  await expect(figure.locator('.ready')).toBeVisible()
  expect(page.workers()).toHaveLength(2)
})

test('closing frees the worker of the model; so do other files, and removing the element', async ({
  figures,
  page,
}) => {
  const figure = await open(figures)
  await choose(figure, filesIn(ours('rope')))
  await load(figure)
  await expect.poll(() => page.workers().length).toBe(2)
  await figure.locator('button.close').click()
  await expect(figure.locator('.drop')).toBeVisible()
  await expect.poll(() => page.workers().length).toBe(1)
  await choose(figure, filesIn(ours('rope')))
  await load(figure)
  await drop(page, figure, filesIn(ours('alibi')))
  await expect(figure.locator('.card')).toContainText('ALiBi')
  await expect.poll(() => page.workers().length).toBe(1)
  await load(figure)
  await page.evaluate((tag) => document.querySelector(tag)?.remove(), TAG)
  await expect.poll(() => page.workers().length).toBe(0)
})

test('one of ours goes through the same door, and its choice is part of the link', async ({
  figures,
  page,
}) => {
  await serveModels(page.context())
  const figure = await open(figures, 'fragment')
  await figure.locator('#model').selectOption('alibi')
  await expect(figure.locator('.ready')).toBeVisible({ timeout: 30_000 })
  await figure.locator('#view-card').click()
  await expect(figure.locator('.card')).toContainText('ALiBi (attention with linear biases)')
  expect(decodeURIComponent(await figures.link(figure))).toContain('model=alibi&view=card')
  await figure.evaluate(async (element) => {
    const place = element.parentElement
    element.remove()
    await new Promise((done) => setTimeout(done, 100))
    place?.append(element)
  })
  await expect(figure.locator('.card')).toContainText('ALiBi (attention with linear biases)')
  await figure.locator('button.close').click()
  await expect(figure.locator('#model')).toHaveValue('none')
})

const SCREENS = [
  { width: 1440, height: 900, most: 900 },
  { width: 390, height: 844, most: 2 * 844 },
]
/** As many tokens as surgery reads. */
const MOVED = 'herefore art thou Romeo?'
const OPERATIONS = ['shift', 'gap', 'leftPad', 'shuffle', 'reverse', 'pack', 'remove']

for (const language of ['en', 'zh-CN'])
  for (const { width, height, most } of SCREENS) {
    test(`at ${width} × ${height} each view is at most ${most} px high and is passed with twelve stops; its menu is one of them (${language})`, async ({
      figures,
      page,
    }) => {
      test.setTimeout(120_000)
      await page.setViewportSize({ width, height })
      const figure = await open(figures, '', `lang="${language}"`)
      await choose(figure, filesIn(ours('rope')))
      await load(figure)
      for (const [view, tag] of [
        ['attention', 'wf-attention'],
        ['ledger', 'wf-ledger'],
        ['surgery', 'wf-surgery'],
        ['lengths', 'wf-extrapolation'],
      ] as const) {
        const inner = await inside(figure, view, tag)
        await expect(inner.locator('.controls, .primary').first()).toBeVisible()
        const box = inner.locator('textarea')
        if (view === 'ledger') {
          await box.fill('Wherefore art th') // as many tokens as it has lines for
          await expect(inner.locator('.stack button')).toHaveCount(16)
        }
        if (view === 'surgery') {
          await box.fill(MOVED)
          await expect(inner.locator('.outputs tbody tr')).toHaveCount(MOVED.length)
        }
        expect.soft(await figure.evaluate(heightOf), view).toBeLessThanOrEqual(most)
        for (const operation of view === 'surgery' ? OPERATIONS : []) {
          await inner.locator(`#operation-${operation}`).click()
          await expect(inner.locator('.stage').first()).toHaveAttribute('aria-busy', 'false')
          expect.soft(await figure.evaluate(heightOf), operation).toBeLessThanOrEqual(most)
        }
        await figures.more(inner)
        await figure.locator('button.skip').first().focus()
        const stops: string[] = []
        for (;;) {
          await page.keyboard.press('Tab')
          const stop = await page.evaluate(deepFocus)
          if (!stop) break
          stops.push(stop)
          expect(stops.length, `the keyboard is caught in ${view}`).toBeLessThan(50)
        }
        expect.soft(stops.length, stops.join(', ')).toBeLessThanOrEqual(12)
        expect(stops).toContain('⋯')
        expect(stops.join()).not.toMatch(/Close the model|关闭模型/) // the arrow keys lead to it
      }
      await figure.locator('#view-lengths').focus()
      await page.keyboard.press('End')
      await expect(figure.locator('button.close')).toBeFocused()
    })

    test(`at ${width} × ${height} surgery and attention on 24 long words are at most ${most} px high, and nothing is cut off (${language})`, async ({
      figures,
      page,
    }) => {
      test.setTimeout(120_000)
      await using checkpoints = new Checkpoints()
      await page.setViewportSize({ width, height })
      const figure = await open(figures, '', `lang="${language}"`)
      await choose(figure, filesIn(await checkpoints.worded('alpaca-f16')))
      await load(figure)
      const words = Array.from({ length: 24 }, (_, i) => wordOf(i + 2))
      const surgery = await inside(figure, 'surgery', 'wf-surgery')
      await surgery.locator('textarea').fill(words.join(''))
      await expect(surgery.locator('.outputs .name')).toHaveText(words)
      for (const operation of OPERATIONS) {
        await surgery.locator(`#operation-${operation}`).click()
        await expect(surgery.locator('.stage').first()).toHaveAttribute('aria-busy', 'false')
        expect.soft(await figure.evaluate(heightOf), operation).toBeLessThanOrEqual(most)
      }
      const table = surgery.locator('.scroll').first()
      expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)

      const attention = await inside(figure, 'attention', 'wf-attention')
      await attention.locator('textarea').fill(words.join(''))
      await expect(attention.locator('wf-token-strip .sign')).toHaveText(words)
      const signs = await attention
        .locator('wf-token-strip .sign')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
      const apart = signs.every(({ left, top }, i) => {
        const before = signs[i - 1]
        return !before || top > before.top || left >= before.right
      })
      expect(apart, 'tokens stand beside each other').toBe(true)
      expect.soft(await figure.evaluate(heightOf), 'attention').toBeLessThanOrEqual(most)
      await expect(attention.locator('wf-heat-map svg.rows').first()).toContainText('ccccc…')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
  }

const heightOf = (element: Element) => element.getBoundingClientRect().height

/** The text or name of what has the focus inside of the figure; empty outside. */
function deepFocus(): string {
  let element = document.activeElement
  if (element?.localName !== 'wf-your-model') return ''
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element?.textContent?.trim() || element?.id || String(element?.localName)
}

test('with the keyboard alone: choose, load, look, close', async ({ figures, page }) => {
  const figure = await open(figures)
  const asked = page.waitForEvent('filechooser')
  await figure.locator('button.files').press('Enter') // focuses first: by then the browser knows who waits for the dialog
  const chooser = await asked
  expect(chooser.isMultiple()).toBe(true)
  await chooser.setFiles(filesIn(ours('rope')))
  await figure.locator('button.load').press('Enter')
  await expect(figure.locator('.ready')).toBeVisible({ timeout: 30_000 })
  await figure.locator('#view-surgery').press('Space')
  await expect(figure.locator('wf-surgery .verdict')).toBeVisible()
  await figure.locator('button.close').press('Enter')
  await expect(figure.locator('button.files')).toBeVisible()
})

for (const language of ['en', 'zh'] as const)
  test(`axe has nothing to object to, before, with a refusal, and with a model (${language})`, async ({
    figures,
    page,
  }) => {
    test.setTimeout(120_000)
    const figure = await open(figures, '', `lang="${language === 'zh' ? 'zh-CN' : 'en'}"`)
    expect(await axeEverywhere(page, language)).toEqual([])
    await choose(figure, filesIn(ours('rope'), ['config.json', 'model.safetensors']))
    await expect(refusal(figure)).toContainText(language === 'zh' ? '缺少 tokenizer.json' : 'is missing')
    expect(await axeEverywhere(page, language)).toEqual([])
    await choose(figure, filesIn(ours('rope'), FILES))
    await load(figure)
    await inside(figure, 'ledger', 'wf-ledger')
    expect(await axeEverywhere(page, language)).toEqual([])
    if (language === 'zh') await expect(figure.locator('.look').first()).toContainText('正在这个浏览器里运行')
  })

test('135 million weights: progress, cancel, maps of 30 layers, and the page answers meanwhile', async ({
  figures,
  page,
}) => {
  test.setTimeout(120_000)
  await using checkpoints = new Checkpoints()
  const folder = await checkpoints.ordinary()
  const figure = await open(figures)
  await drop(page, figure, [folder])
  const card = figure.locator('.card')
  await expect(card).toContainText('135 million')
  await expect(card).toContainText('one file, 269 MB, F16')
  await expect(card).toContainText('269 MB of memory (WebAssembly allows at most 2.15 GB)')
  await figure.locator('button.load').click()
  await expect(figure.locator('.loading')).toContainText(/Loading: \d+\s%/)
  await figure.locator('button.cancel').click()
  await expect(figure.locator('button.load')).toBeVisible()
  await expect(refusal(figure)).toHaveCount(0)
  await expect.poll(() => page.workers().length).toBe(1)

  const shown = await figure.evaluateHandle((element) => {
    const shown = new Set<string>()
    const look = () => {
      const text = element.shadowRoot?.querySelector('.loading')?.textContent?.match(/\d+\s%/)?.[0]
      if (text) shown.add(text)
      requestAnimationFrame(look)
    }
    look()
    return shown
  })
  await load(figure)
  const attention = await inside(figure, 'attention', 'wf-attention')
  await expect(attention.locator('#layer option')).toHaveCount(30)
  await expect(attention.locator('.overview button')).toHaveCount(9)
  await attention.locator('#layer').selectOption('29')
  await expect(attention.locator('.overview p')).toContainText('layer 30 of 30')
  expect(await shown.evaluate(({ size }) => size)).toBeGreaterThan(10) // frames between pieces of the file
  await figure.locator('button.close').click()
  await expect.poll(() => page.workers().length).toBe(1)
})
