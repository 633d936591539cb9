// Models by name that have no safetensors: what torch.save writes, and GGUF.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readersOnDemand } from '../../web/lib/checkpoint/readers-on-demand.js'
import { hostedFiles } from '../../web/lib/hub/named-files.js'
import { hub as ofPages } from '../../web/lib/hub/on-demand.js'
import { outlineOf } from '../../web/lib/hub/outline.js'
import { pages } from '../../web/lib/hub/pages.js'
import { expectRejection } from '../support/errors.js'
import { fileUrl } from '../support/golden.js'
import { COMMIT, type HubServer, hubServer } from '../support/hub-server.js'
import { pictureOf, pretrained, pretrainedIn } from './support/pretrained.js'

const golden = (name: string) => readFileSync(fileUrl(`files/${name}`))
const config = golden('llama.json')
const safetensors = { 'config.json': config, 'model.safetensors': golden('llama.safetensors') }
const INDEX = 'pytorch_model.bin.index.json'

let hub: HubServer
let options: { host: string; cache: false }
let wanted: ReturnType<typeof pictureOf>['logits']

beforeEach(async () => {
  hub = await hubServer(safetensors)
  options = { host: hub.address, cache: false }
  wanted = pictureOf(await pretrained('owner/name', options)).logits
})

afterEach(() => hub.close())

/** An index of one shard. */
function indexed() {
  const header = golden('llama.safetensors')
  const names = Object.keys(JSON.parse(header.toString('utf8', 8, 8 + Number(header.readBigUInt64LE(0)))))
  const tensors = names.filter((name) => name !== '__metadata__')
  const shard = 'pytorch_model-00001-of-00001.bin'
  const map = Object.fromEntries(tensors.map((name) => [name, shard]))
  return { [INDEX]: Buffer.from(JSON.stringify({ weight_map: map })), [shard]: golden('llama.bin') }
}

const gguf = golden('llama.gguf')
const others = {
  'pytorch_model.bin': { 'config.json': config, 'pytorch_model.bin': golden('llama.bin') },
  'its index': { 'config.json': config, ...indexed() },
  'GGUF with a config': { 'config.json': config, 'llama-f16.gguf': gguf },
  'GGUF alone': { 'llama-f16.gguf': gguf, 'mmproj-f16.gguf': gguf },
}

describe.each(Object.entries(others))('%s', (_, files) => {
  test('gives the logits of the same weights, from a host and in a page', async () => {
    hub.commits[COMMIT] = files
    const inPages = await pretrainedIn(ofPages)
    for (const load of [pretrained, inPages])
      expect(pictureOf(await load('owner/name', options)).logits).toEqual(wanted)
  })

  test('and from a folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'other-files-'))
    try {
      for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
      expect(pictureOf(await pretrained(folder)).logits).toEqual(wanted)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('its outline has the config and the tensors', async () => {
    hub.commits[COMMIT] = files
    const named = hostedFiles(pages, 'owner/name', { ...options }, { signal: undefined, tell() {} })
    const { config: described, shards, revision } = await outlineOf(named, { readers: readersOnDemand })
    expect(described).toMatchObject({ model_type: 'llama', hidden_size: 16 })
    expect(shards.flatMap(({ entries }) => entries)).toHaveLength(21)
    expect(revision).toBe(COMMIT)
  })

  test('without readers it has the sizes of the files', async () => {
    hub.commits[COMMIT] = files
    const named = hostedFiles(pages, 'owner/name', { ...options }, { signal: undefined, tell() {} })
    const outline = await outlineOf(named, {})
    const { config: described, shards, read, bringsTokenizer } = outline
    const isGguf = 'llama-f16.gguf' in files
    expect(described).toEqual('config.json' in files ? JSON.parse(String(config)) : undefined)
    expect(shards.map(({ size }) => size)).toEqual([isGguf ? gguf.length : golden('llama.bin').length])
    expect([read, bringsTokenizer]).toEqual([false, isGguf])
  })
})

describe('several GGUF files', () => {
  beforeEach(() => {
    hub.commits[COMMIT] = { 'a-q8.gguf': gguf, 'b-f16.gguf': gguf }
  })

  test('are refused with their names', async () => {
    await expectRejection(
      pretrained('owner/name', options),
      'ERR_VALUE',
      'got 2 GGUF files, wanted the name of one as options.file: a-q8.gguf, b-f16.gguf',
    )
  })

  test('one is taken by its name, also from a host that lists no files', async () => {
    hub.lists = false
    const model = await pretrained('owner/name', { ...options, file: 'b-f16.gguf' })
    expect(pictureOf(model).logits).toEqual(wanted)
    await expectRejection(pretrained('owner/name', options), 'ERR_LOAD', 'config.json', 'no such file')
    const other = pretrained('owner/name', { ...options, file: 'c.gguf' })
    await expectRejection(other, 'ERR_LOAD', 'c.gguf: there is no such file')
  })
})

test('GGUF by name brings its tokenizer', async () => {
  hub.commits[COMMIT] = { 'words.gguf': golden('llama-words.gguf') }
  const model = await pretrained('owner/name', options)
  expect(model.encode('the words')).toEqual([1, 14, 19])
  model.dispose()
})
