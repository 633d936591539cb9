// The folders that commands read: which files have the weights, and what those say before their tensors.

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { folderHeaders, modelFolder } from '../../web/command/folder.js'
import { expectRejection } from '../support/errors.js'
import { fileUrl } from '../support/golden.js'

const made: string[] = []

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

/** A folder of golden files: `from:to` under another name. */
function folderOf(...files: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'model-folder-'))
  made.push(folder)
  for (const file of files) {
    const [from = '', to = from] = file.split(':')
    cpSync(fileURLToPath(fileUrl(`files/${from}`)), join(folder, to))
  }
  return folder
}

test.each([
  ['llama.safetensors:model.safetensors', 'llama.json:config.json'],
  ['llama.bin:pytorch_model.bin', 'llama.json:config.json'],
  ['llama.gguf', 'llama.json:config.json'],
  ['llama.gguf'],
])('%s: a config and 21 tensors', async (...files) => {
  const { config, files: headers } = await folderHeaders(await modelFolder(folderOf(...files)))
  expect(config).toMatchObject({ model_type: 'llama', hidden_size: 16, num_hidden_layers: 2 })
  expect(headers.flatMap(({ entries }) => entries)).toHaveLength(21)
})

test('of several GGUF files one is named', async () => {
  const folder = folderOf('llama.gguf', 'gemma.gguf')
  const wanted = 'got 2 GGUF files, wanted the name of one as --file: gemma.gguf, llama.gguf'
  await expectRejection(modelFolder(folder), 'ERR_VALUE', wanted)
  const { config } = await folderHeaders(await modelFolder(folder, 'gemma.gguf'))
  expect(config).toMatchObject({ model_type: 'gemma' })
})

test('pytorch_model.bin needs a config.json', async () => {
  await expectRejection(modelFolder(folderOf('llama.bin:pytorch_model.bin')), 'ERR_LOAD', 'config.json')
})
