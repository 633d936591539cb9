// What is kept of a model by its name: found again, offline too, renewed where it changed, left out where it cannot be kept.

import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FromPretrainedOptions, Progress } from 'whereformer'
import { hub as ofNode } from '../../web/lib/hub/node.js'
import { hub as ofPages } from '../../web/lib/hub/on-demand.js'
import { VOCABULARIES } from '../../web/lib/tokenizer/given-files.js'
import { CacheStorageInMemory } from '../support/cache-storage.js'
import { expectRejection } from '../support/errors.js'
import { fileUrl } from '../support/golden.js'
import { COMMIT, cut, type HubServer, hubServer, NEXT, snapshotOf } from '../support/hub-server.js'
import { pictureOf, pretrainedIn } from './support/pretrained.js'

const snapshot = snapshotOf(fileUrl('models/gpt2-f32-shards/'))
const other = snapshotOf(fileUrl('models/llama-f16-gqa/'))
const bytesOf = (files: Readonly<Record<string, Buffer>>) =>
  Object.values(files).reduce((sum, { length }) => sum + length, 0)

let hub: HubServer
let folder: string
let storage: CacheStorageInMemory
let notices: string[]

beforeEach(async () => {
  hub = await hubServer(snapshot)
  folder = mkdtempSync(join(tmpdir(), 'whereformer-'))
  process.env.HF_HUB_CACHE = join(folder, 'hub')
  storage = new CacheStorageInMemory()
  Object.assign(globalThis, { caches: storage })
  notices = []
})

afterEach(() => {
  hub.close()
  rmSync(folder, { recursive: true })
  delete process.env.HF_HUB_CACHE
  Reflect.deleteProperty(globalThis, 'caches')
})

describe.each([
  ['in Node', await pretrainedIn(ofNode), ofNode],
  ['in pages', await pretrainedIn(ofPages), ofPages],
])('%s', (_, pretrained, { modelCache }) => {
  const load = async (options?: FromPretrainedOptions) => {
    const onProgress = ({ notice }: Progress) => void (notice && notices.push(notice))
    return pictureOf(
      await pretrained('owner/name', { host: hub.address, cache: folder, onProgress, ...options }),
    )
  }
  const filesAsked = () => hub.asked.splice(0).map(({ at, file }) => `${at} ${file}`)

  test('what was loaded is not asked for again, but for what may have moved', async () => {
    const first = await load()
    filesAsked()
    expect(await load()).toEqual(first)
    const absent = [
      'chat_template.jinja',
      'generation_config.json',
      'modules.json',
      'tokenizer.json',
      'tokenizer_config.json',
      ...VOCABULARIES,
    ]
    expect(filesAsked().sort()).toEqual(
      [...absent.map((file) => `${COMMIT} ${file}`), 'main config.json'].sort(),
    )
    expect(notices).toEqual([])
  })

  test('what is kept is enough without a network', async () => {
    const first = await load()
    hub.close()
    expect(await load()).toEqual(first)
    expect(notices).toHaveLength(1)
    expect(notices[0]).toMatch(/config\.json: could not be loaded .*; what was kept is used$/)
  })

  test('what is not kept is missed without a network', async () => {
    const { 'config.json': config } = snapshot
    hub.commits[COMMIT] = { 'config.json': config as Buffer }
    await expectRejection(load(), 'ERR_LOAD', 'model.safetensors: there is no such file')
    hub.close()
    await expectRejection(load(), 'ERR_LOAD', 'model.safetensors: is not kept, and there is no network')
  })

  test('a branch that moved is followed, and its new files are kept', async () => {
    await load()
    hub.commits[NEXT] = other
    hub.branches = { main: NEXT }
    const moved = await load()
    expect(moved.family).toBe('llama')
    filesAsked()
    expect(await load()).toEqual(moved)
    expect(filesAsked()).not.toContain(`${NEXT} model.safetensors`)
  })

  test('files of a host that tells no commits are compared by their ETags', async () => {
    hub.tellsCommits = false
    const first = await load()
    hub.asked.splice(0)
    expect(await load()).toEqual(first)
    const changed = { ...other, 'model.safetensors.index.json': undefined }
    hub.commits[COMMIT] = changed as never
    expect((await load()).family).toBe('llama')
  })

  test('a download that is cut and given up keeps nothing of the file', async () => {
    hub.commits[COMMIT] = other
    hub.instead = ({ where }, response, body) => {
      if (where === 'store' && body) cut(response, body, 1000)
      return where === 'store'
    }
    await expectRejection(load(), 'ERR_LOAD', 'changed')
    const { bytes } = await modelCache(folder)
    expect(bytes).toBeLessThan((other['model.safetensors'] as Buffer).length)
    hub.instead = () => false
    expect((await load()).family).toBe('llama')
  })

  test('its size is told, and it is emptied by a call', async () => {
    await load()
    const { bytes, clear } = await modelCache(folder)
    expect(bytes).toBeGreaterThanOrEqual(bytesOf(snapshot))
    expect(bytes).toBeLessThan(bytesOf(snapshot) + 2000) // what servers said of the files
    await clear()
    expect((await modelCache(folder)).bytes).toBe(0)
    filesAsked()
    await load()
    expect(filesAsked().length).toBeGreaterThan(3)
  })

  test('cache: false keeps nothing and uses nothing', async () => {
    await load({ cache: false })
    expect((await modelCache(folder)).bytes).toBe(0)
    await load()
    filesAsked()
    await load({ cache: false })
    expect(filesAsked()).toContain('main config.json')
    hub.close()
    await expectRejection(load({ cache: false }), 'ERR_LOAD', 'network or address')
  })

  test('another place has other files', async () => {
    await load()
    expect((await modelCache(`${folder}2`)).bytes).toBe(0)
    await expectRejection(modelCache(3 as never), 'ERR_TYPE', 'cache: got 3')
  })
})

describe('what cannot be kept', () => {
  const load = async (pretrained: Awaited<ReturnType<typeof pretrainedIn>>, cache: string) => {
    const onProgress = ({ notice }: Progress) => void (notice && notices.push(notice))
    return pictureOf(await pretrained('owner/name', { host: hub.address, cache, onProgress }))
  }

  test('in pages, whose quota is full: loads, and says so once', async () => {
    storage.quota = 4000
    const inPages = await pretrainedIn(ofPages)
    const full = await load(inPages, 'full')
    expect(notices).toEqual([expect.stringMatching(/cannot be kept .*[Qq]uota.*without a cache/)])
    storage.quota = Number.POSITIVE_INFINITY
    expect(await load(inPages, 'empty')).toEqual(full)
  })

  test('in pages that have no Cache Storage', async () => {
    Reflect.deleteProperty(globalThis, 'caches')
    await load(await pretrainedIn(ofPages), 'none')
    expect((await ofPages.modelCache()).bytes).toBe(0)
    expect(notices).toEqual([])
  })

  test('in a frame that may not use it', async () => {
    const forbidden = () => Promise.reject(new DOMException('Access is denied', 'SecurityError'))
    Object.assign(globalThis, { caches: { open: forbidden } })
    await load(await pretrainedIn(ofPages), 'none')
    expect((await ofPages.modelCache()).bytes).toBe(0)
    expect(notices).toEqual([expect.stringMatching(/cannot be kept .*SecurityError.*without a cache/)])
  })

  test('in Node, in a place that is no folder', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    await load(await pretrainedIn(ofNode), file)
    expect(notices).toEqual([expect.stringMatching(/cannot be kept .*ENOTDIR.*without a cache/)])
  })
})

describe('the cache of the Hub’s own programs', () => {
  /** As huggingface_hub writes it. */
  function keepSnapshot(): string {
    const model = join(folder, 'hub/models--owner--name')
    const at = join(model, 'snapshots', COMMIT)
    mkdirSync(at, { recursive: true })
    mkdirSync(join(model, 'refs'))
    writeFileSync(join(model, 'refs/main'), COMMIT)
    for (const [name, bytes] of Object.entries(snapshot)) writeFileSync(join(at, name), bytes)
    return at
  }
  const load = async (options?: FromPretrainedOptions) => {
    const pretrained = await pretrainedIn(ofNode)
    return pictureOf(await pretrained('owner/name', { host: hub.address, cache: folder, ...options }))
  }

  test('has the files of a commit, from whatever host', async () => {
    const first = await load({ cache: false })
    keepSnapshot()
    hub.asked.splice(0)
    expect(await load()).toEqual(first)
    expect(hub.asked.filter(({ file }) => file.endsWith('.safetensors'))).toEqual([])
    hub.close()
    expect(await load({ revision: COMMIT })).toEqual(first)
  })

  test('is not written', async () => {
    const at = keepSnapshot()
    rmSync(join(at, 'config.json'))
    chmodSync(at, 0o555)
    await load()
    expect(readdirSync(at)).not.toContain('config.json')
    chmodSync(at, 0o755)
  })
})
