// <wf-your-model> takes files as people have them: GGUF alone, pytorch_model.bin, and vocabularies without a tokenizer.json.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator } from '@playwright/test'
import { expect, test } from './figures.js'
import { choose, load, open, refusal } from './your-model.js'

const golden = (path: string) => fileURLToPath(new URL(`../../golden/${path}`, import.meta.url))

/** A folder of copies and texts, which is gone at the end. */
function folderWith(copies: Record<string, string>, texts: Record<string, string | Uint8Array> = {}) {
  const path = mkdtempSync(join(tmpdir(), 'files-'))
  for (const [name, from] of Object.entries(copies)) cpSync(golden(from), join(path, name))
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(path, name), text)
  const names = [...Object.keys(copies), ...Object.keys(texts)]
  return {
    files: names.map((name) => join(path, name)),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** Its attention map has a token for each id of a text. */
async function reads(figure: Locator, text: string, tokens: number): Promise<void> {
  await figure.locator('#view-attention').click()
  const attention = figure.locator('wf-attention')
  await expect(attention.locator('.stage').first()).toHaveClass(/drawn/, { timeout: 30_000 })
  await attention.locator('textarea').fill(text)
  await expect(attention.locator('wf-token-strip button')).toHaveCount(tokens)
}

const LLAMA = { 'pytorch_model.bin': 'files/llama.bin', 'config.json': 'files/llama.json' }

test('a GGUF file alone: it brings its config and its tokenizer', async ({ figures }) => {
  using folder = folderWith({ 'words.gguf': 'files/llama-words.gguf' })
  const figure = await open(figures)
  await choose(figure, folder.files)
  const card = figure.locator('.card')
  await expect(card).toContainText('read when the model is loaded')
  await expect(card).toContainText('one file')
  await expect(card).toContainText('Tokenizerfound')
  await load(figure)
  await expect(figure.locator('.look').first()).toContainText('words.gguf runs in this browser')
  await reads(figure, 'the words', 3)
})

test('pytorch_model.bin beside several GGUF files goes before them', async ({ figures }) => {
  using folder = folderWith({ ...LLAMA, 'a.gguf': 'files/llama.gguf', 'b.gguf': 'files/llama.gguf' })
  const figure = await open(figures)
  await choose(figure, folder.files)
  await expect(figure.locator('.card')).toContainText('one file')
})

test('a GGUF file is dropped', async ({ figures }) => {
  const figure = await open(figures)
  const bytes = [...readFileSync(golden('files/llama-words.gguf'))]
  await figure.locator('.door').evaluate((door, content) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([Uint8Array.from(content)], 'words.gguf'))
    door.dispatchEvent(
      new DragEvent('drop', { bubbles: true, cancelable: true, composed: true, dataTransfer }),
    )
  }, bytes)
  await expect(figure.locator('.card')).toContainText('one file')
  await load(figure)
})

for (const [name, files, made] of [
  [
    'pytorch_model.bin and tokenizer.model',
    { 'tokenizer.model': 'bpe.model' },
    { tokenizer_class: 'LlamaTokenizer', add_bos_token: true },
  ],
  ['vocab.txt', { 'vocab.txt': 'vocab.txt' }, { tokenizer_class: 'BertTokenizer' }],
  [
    'vocab.json and merges.txt',
    { 'vocab.json': 'vocab.json', 'merges.txt': 'merges.txt' },
    { tokenizer_class: 'GPT2Tokenizer' },
  ],
  ['spiece.model', { 'spiece.model': 't5.model' }, { tokenizer_class: 'T5Tokenizer' }],
  [
    'vocab.json and source.spm',
    { 'vocab.json': '../marian-tokenizer/vocab.json', 'source.spm': '../marian-tokenizer/source.spm' },
    { tokenizer_class: 'MarianTokenizer' },
  ],
] as const)
  test(`${name} instead of tokenizer.json`, async ({ figures }) => {
    const copies = Object.entries(files).map(([to, from]) => [to, `tokenizer-files/${from}`])
    using folder = folderWith(
      { ...LLAMA, ...Object.fromEntries(copies) },
      {
        'tokenizer_config.json': JSON.stringify(made),
        'generation_config.json': '{ "do_sample": true, "num_beams": 2 }',
      },
    )
    const figure = await open(figures)
    await choose(figure, folder.files)
    await expect(figure.locator('.card')).toContainText('Tokenizerfound')
    await expect(figure.locator('.card')).toContainText('2 layers, 2 heads of dimension 8, causal')
    await load(figure)
  })

const INDEX = 'pytorch_model.bin.index.json'
const map = { weight_map: { 'lm_head.weight': 'pytorch_model-00001-of-00001.bin' } }

for (const [lang, missing, several, config, weights] of [
  [
    'en',
    `${INDEX} names a shard that is not among these files: pytorch_model-00001-of-00001.bin`,
    'There are several GGUF files: a.gguf, b.gguf. Each is a model of its own; choose one.',
    'config.json is missing.',
    'There are no weights next to config.json: no .safetensors, pytorch_model.bin or .gguf file.',
  ],
  [
    'zh-CN',
    `${INDEX} 提到的 1 个分片不在这些文件里：pytorch_model-00001-of-00001.bin`,
    '这里有好几个 GGUF 文件：a.gguf, b.gguf。每个都是一个完整的模型，请只选一个。',
    '这些文件里没有 config.json。',
    'config.json 旁边没有权重文件（.safetensors、pytorch_model.bin 或 .gguf）。',
  ],
] as const)
  test(`what is missing is said (${lang})`, async ({ figures }) => {
    const figure = await open(figures, '', `lang="${lang}"`)
    for (const [copies, texts, said] of [
      [{ 'config.json': 'files/llama.json' }, { [INDEX]: JSON.stringify(map) }, missing],
      [{ 'a.gguf': 'files/llama.gguf', 'b.gguf': 'files/gemma.gguf' }, {}, several],
      [{ 'pytorch_model.bin': 'files/llama.bin' }, {}, config],
      [{ 'config.json': 'files/llama.json', 'vocab.txt': 'tokenizer-files/vocab.txt' }, {}, weights],
    ] as const) {
      using folder = folderWith(copies, texts)
      await choose(figure, folder.files)
      await expect(refusal(figure)).toContainText(said)
    }
  })

test('a GGUF file that is cut is refused, and the next one is read', async ({ figures }) => {
  const cut = readFileSync(golden('files/llama.gguf')).subarray(0, 700)
  using folder = folderWith({ 'llama.gguf': 'files/llama.gguf' }, { 'cut.gguf': cut })
  const [whole = '', part = ''] = folder.files
  const figure = await open(figures)
  await choose(figure, [part])
  await figure.locator('button.load').click()
  await expect(refusal(figure)).toContainText(/The model could not be loaded.*GGUF|weights/s)
  await choose(figure, [whole])
  await expect(refusal(figure)).toHaveCount(0)
  await load(figure)
})
