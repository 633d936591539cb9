// What the command reads of a folder: its tokenizer is tokenizer.json, or the files that stand for it.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { modelFolder } from '../../web/command/folder.js'
import { fileUrl } from '../support/golden.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whereformer-folder-'))
  for (const name of ['config.json', 'model.safetensors'])
    cpSync(fileUrl(`models/bert-f32/${name}`), join(folder, name))
})
afterEach(() => rmSync(folder, { recursive: true }))

const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
const tokenizer = async () => (await modelFolder(folder)).tokenizer

test('none, its files, tokenizer.json before them', async () => {
  put('tokenizer_config.json', '{}')
  expect(await tokenizer()).toBeUndefined()
  put('vocab.txt', 'a\n')
  expect(await tokenizer()).toEqual({
    'vocab.txt': Buffer.from('a\n'),
    'tokenizer_config.json': Buffer.from('{}'),
  })
  put('tokenizer.json', '{ "model": {} }')
  expect(await tokenizer()).toEqual({ model: {} })
})
