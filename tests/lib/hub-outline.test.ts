// What the files of a model say before its weights are asked for: the config, and the start of each file of weights.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { readersOnDemand } from '../../web/lib/checkpoint/readers-on-demand.js'
import { readHeader } from '../../web/lib/checkpoint/safetensors-header.js'
import { hostedFiles, type Places } from '../../web/lib/hub/named-files.js'
import { outlineOf } from '../../web/lib/hub/outline.js'
import { pages } from '../../web/lib/hub/pages.js'
import { CacheStorageInMemory } from '../support/cache-storage.js'
import { expectRejection } from '../support/errors.js'
import { fileUrl } from '../support/golden.js'
import { COMMIT, type HubServer, hubServer, snapshotOf } from '../support/hub-server.js'
import { fileOf } from '../support/safetensors-file.js'
import { pretrainedPages } from './support/pretrained.js'

let hub: HubServer

beforeEach(async () => {
  hub = await hubServer(snapshotOf(fileUrl('models/gpt2-f32-shards/')))
})

afterEach(() => {
  hub.close()
  Reflect.deleteProperty(globalThis, 'caches')
})

const nowhere: Places = { ...pages, storeAt: () => undefined }
const outline = (places = nowhere, options = {}) =>
  outlineOf(
    hostedFiles(places, 'owner/name', { host: hub.address, ...options }, { signal: undefined, tell() {} }),
    { readers: readersOnDemand },
  )

/** The header that a file begins with, by the format's definition. */
function entriesIn(file: Buffer) {
  const length = Number(file.readBigUInt64LE(0))
  return readHeader(file.subarray(8, 8 + length), 'file')
}

const shardsOf = () =>
  Object.entries(hub.commits[COMMIT] ?? {}).filter(([name]) => name.endsWith('.safetensors'))

test('has the config, the commit, and of each shard its tensors and its size', async () => {
  const { config, revision, shards } = await outline()
  expect(config).toEqual(JSON.parse(String(hub.commits[COMMIT]?.['config.json'])))
  expect(revision).toBe(COMMIT)
  const expected = shardsOf().map(([file, bytes]) => ({
    file,
    entries: entriesIn(bytes),
    size: bytes.length,
  }))
  expect([...shards].sort((a, b) => (a.file < b.file ? -1 : 1))).toEqual(expected)
  for (const { file, headers } of hub.asked.filter(({ file }) => file.endsWith('.safetensors')))
    expect([file, headers.range]).toEqual([file, 'bytes=0-65535'])
})

/** A file of one tensor, whose header has this many bytes. */
function fileWithHeader(length: number): Buffer {
  const tensor = { w: { dtype: 'F32', shape: [2], data_offsets: [0, 8] } }
  return Buffer.from(fileOf(JSON.stringify(tensor).padEnd(length), 8))
}

test.each([65_000, 65_528, 65_529, 200_000])('a header of %d bytes', async (length) => {
  const config = hub.commits[COMMIT]?.['config.json'] as Buffer
  hub.commits[COMMIT] = { 'config.json': config, 'model.safetensors': fileWithHeader(length) }
  const { shards } = await outline()
  expect(shards).toEqual([
    {
      file: 'model.safetensors',
      entries: [{ name: 'w', dtype: 'F32', shape: [2], begin: 0, end: 8 }],
      size: length + 16,
    },
  ])
  const ranges = hub.asked.filter(({ where }) => where === 'store').map(({ headers }) => headers.range)
  expect(ranges).toEqual(['bytes=0-65535', ...(length > 65_528 ? [`bytes=65536-${length + 7}`] : [])])
})

test('a file that ends within its header is refused', async () => {
  const config = hub.commits[COMMIT]?.['config.json'] as Buffer
  hub.commits[COMMIT] = {
    'config.json': config,
    'model.safetensors': fileWithHeader(100_000).subarray(0, 70_000),
  }
  await expectRejection(outline(), 'ERR_PARSE', 'model.safetensors: got 70000 bytes', 'ends at byte 100008')
  hub.commits[COMMIT] = { 'config.json': config, 'model.safetensors': fileWithHeader(100).subarray(0, 5) }
  await expectRejection(outline(), 'ERR_PARSE', 'model.safetensors: got 5 bytes')
})

test('a file that is not there, and one that is not given', async () => {
  const [[last = ''] = []] = shardsOf().slice(-1)
  const all = hub.commits[COMMIT] ?? {}
  const { [last]: _, ...rest } = all
  hub.commits[COMMIT] = rest
  await expectRejection(outline(), 'ERR_LOAD', `${last}: there is no such file`)
  hub.commits[COMMIT] = all
  hub.instead = ({ where }, response) => where === 'store' && Boolean(response.writeHead(403).end())
  await expectRejection(outline(), 'ERR_LOAD', 'the server answered 403')
})

test('what is kept is not asked for', async () => {
  Object.assign(globalThis, { caches: new CacheStorageInMemory() })
  const model = await pretrainedPages('owner/name', { host: hub.address })
  model.dispose()
  const first = await outline(pages)
  hub.close()
  expect(await outline(pages)).toEqual(first)
})
