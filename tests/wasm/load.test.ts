import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { load, type Progress } from 'whereformer'
import { load as loadInline } from 'whereformer/inline'
import { expectRejection } from '../support/errors.js'
import { packageFile } from '../support/package-files.js'
import { relaxedSimd } from '../support/relaxed.js'

const file = packageFile
const wasm = readFileSync(file('core-simd.wasm'))
const integrity = `sha384-${createHash('sha384').update(wasm).digest('base64')}`
const wrong = `sha384-${createHash('sha384').update('other').digest('base64')}`

let server: Server
let origin: string

beforeAll(async () => {
  server = createServer((request, response) => {
    const html = ['/app', '/missing'].includes(request.url ?? '')
    response.statusCode = request.url === '/missing' ? 404 : 200
    response.setHeader('content-type', html ? 'text/html' : 'application/wasm')
    if (request.url === '/slow') return void response.write(wasm.subarray(0, 100)) // and never ends
    if (request.url === '/chunked') response.flushHeaders() // and so without content-length
    if (request.url === '/cut') {
      response.setHeader('content-length', wasm.length)
      return void response.write(wasm.subarray(0, 5000), () => response.destroy())
    }
    response.end(html ? '<!doctype html><div id=app></div>' : wasm)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('ways to load', () => {
  test('the default answers who it is', async () => {
    const { info, encodings } = await load()
    expect(info.variant).toBe('simd')
    expect(info.version).toMatch(/^\d+\.\d+\.\d+/)
    expect(info.toolchain).toContain('emscripten')
    expect(encodings.map((e) => e.type)).toContain('rope')
  })

  test.each([
    ['a file address', () => ({ wasmUrl: file('core-simd.wasm') })],
    ['an http address', () => ({ wasmUrl: `${origin}/core` })],
    ['a buffer', () => ({ wasmBinary: new Uint8Array(wasm).buffer })],
    ['a view', () => ({ wasmBinary: wasm })],
    ['a module', () => ({ wasmModule: new WebAssembly.Module(wasm) })],
    ['integrity and a file', () => ({ integrity })],
    ['integrity and http', () => ({ wasmUrl: `${origin}/core`, integrity })],
  ])('%s', async (_, options) => {
    const wf = await load(options())
    expect(wf.embed({ type: 'sinusoidal' }, { length: 1, dim: 2 }).data).toEqual(Float32Array.of(0, 1))
  })

  test('the inline entry needs no .wasm file', async () => {
    expect((await loadInline()).info.variant).toBe('simd')
    expect((await loadInline({ variant: 'fastest' })).info.variant).toBe('simd')
    await expectRejection(loadInline({ variant: 'relaxed' }), 'ERR_UNSUPPORTED', 'options.variant')
  })

  test('fastest takes what the engine has', async () => {
    const { info } = await load({ variant: 'fastest' })
    expect(info.variant).toBe(relaxedSimd() ? 'relaxed' : 'simd')
  })

  test('instances are independent', async () => {
    const [a, b] = await Promise.all([load(), load()])
    expect(a).not.toBe(b)
    expect(a.liveHandles() + b.liveHandles()).toBe(0)
  })

  test('progress reaches the total', async () => {
    const seen: Progress[] = []
    for (const wasmUrl of [file('core-simd.wasm'), `${origin}/core`]) {
      await load({ wasmUrl, onProgress: (p) => seen.push(p) })
      expect(seen.at(-1)).toEqual({ phase: 'wasm', loaded: wasm.length, total: wasm.length })
    }
    await load({ wasmUrl: `${origin}/chunked`, onProgress: (p) => seen.push(p) })
    expect(seen.at(-1)).toEqual({ phase: 'wasm', loaded: wasm.length })
  })
})

describe('where the file beside the module is missing', () => {
  const folders: string[] = []

  /** The package's modules, and of what holds a core or a worker's script these files only. */
  async function packageOf(...names: string[]): Promise<typeof import('whereformer')> {
    const folder = mkdtempSync(join(tmpdir(), 'whereformer-load-'))
    folders.push(folder)
    const code = readdirSync(file('.')).filter((name) => /^(?!core-).*(?<!-source)\.mjs$/.test(name))
    for (const name of [...code, ...names]) cpSync(file(name), join(folder, name))
    return import(/* @vite-ignore */ pathToFileURL(join(folder, 'node.mjs')).href)
  }

  let moved: typeof import('whereformer')

  beforeAll(async () => {
    moved = await packageOf('core-simd-base64.mjs', 'unpack.mjs')
  })

  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true })
  })

  test('a module has the bytes, with progress', async () => {
    const seen: Progress[] = []
    const wf = await moved.load({ onProgress: (progress) => seen.push(progress) })
    expect(wf.embed({ type: 'sinusoidal' }, { length: 1, dim: 2 }).data).toEqual(Float32Array.of(0, 1))
    expect(seen.at(-1)).toEqual({ phase: 'wasm', loaded: wasm.length, total: wasm.length })
  })

  test('without the patch, too, fastest is simd, relaxed an error', async () => {
    expect((await moved.load({ variant: 'fastest' })).info.variant).toBe('simd')
    const [code, word] = relaxedSimd()
      ? (['ERR_LOAD', 'core-relaxed-patch.mjs'] as const)
      : (['ERR_UNSUPPORTED', 'options.variant'] as const)
    await expectRejection(moved.load({ variant: 'relaxed' }), code, word)
  })

  test('an abort is no reason to look elsewhere, nor is what the caller names', async () => {
    await expectRejection(moved.load({ signal: AbortSignal.abort() }), 'ERR_ABORTED')
    await expectRejection(moved.load({ integrity }), 'ERR_LOAD', 'core-simd.wasm', 'ENOENT')
    await expectRejection(moved.load({ wasmUrl: '/nowhere.wasm' }), 'ERR_LOAD', '/nowhere.wasm', 'ENOENT')
  })

  test('without the module too, both are named', async () => {
    const { load } = await packageOf()
    const words = ['core-simd.wasm: could not be read', 'ENOENT', 'core-simd-base64.mjs: could not be loaded']
    await expectRejection(load(), 'ERR_LOAD', ...words, 'whereformer/inline', 'wasmUrl')
  })
})

describe('what goes wrong', () => {
  test.each<[string, () => object, string, ...string[]]>([
    [
      'an HTML page',
      () => ({ wasmUrl: `${origin}/app` }),
      'ERR_LOAD',
      'HTML page',
      'options.wasmUrl',
      'core-simd',
    ],
    ['a 404', () => ({ wasmUrl: `${origin}/missing` }), 'ERR_LOAD', '404', '/missing'],
    ['a connection that breaks', () => ({ wasmUrl: `${origin}/cut` }), 'ERR_LOAD', '/cut'],
    [
      'nobody there',
      () => ({ wasmUrl: 'http://127.0.0.1:9/x.wasm' }),
      'ERR_LOAD',
      'http://127.0.0.1:9/x.wasm',
    ],
    [
      'a file address of another machine',
      () => ({ wasmUrl: 'file://elsewhere/x.wasm' }),
      'ERR_LOAD',
      'file://elsewhere/x.wasm',
    ],
    ['a missing file', () => ({ wasmUrl: file('nothing.wasm') }), 'ERR_LOAD', 'nothing.wasm', 'ENOENT'],
    ['no WebAssembly', () => ({ wasmBinary: new Uint8Array(64) }), 'ERR_LOAD', 'WebAssembly'],
    ['nothing', () => ({ wasmBinary: new Uint8Array(0) }), 'ERR_LOAD', 'WebAssembly'],
    ['a file cut short', () => ({ wasmBinary: wasm.subarray(0, 4000) }), 'ERR_LOAD', 'WebAssembly'],
    [
      'somebody else’s module',
      () => ({ wasmBinary: Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0) }),
      'ERR_LOAD',
      'start',
    ],
    ['another file than promised', () => ({ integrity: wrong }), 'ERR_LOAD', 'integrity', integrity],
    [
      'another file over http',
      () => ({ wasmUrl: `${origin}/core`, integrity: wrong }),
      'ERR_LOAD',
      'integrity',
    ],
    ['integrity that is none', () => ({ integrity: 'md5-abc' }), 'ERR_VALUE', 'options.integrity', 'sha384'],
    [
      'an unknown variant',
      () => ({ variant: 'threads' }),
      'ERR_VALUE',
      'options.variant',
      'simd, relaxed, fastest',
    ],
    ['an unknown option', () => ({ url: 'x' }), 'ERR_VALUE', 'options.url'],
    ['an address that is a number', () => ({ wasmUrl: 5 }), 'ERR_TYPE', 'options.wasmUrl'],
    ['a binary that is text', () => ({ wasmBinary: 'AGFzbQ' }), 'ERR_TYPE', 'options.wasmBinary'],
    ['a module that is none', () => ({ wasmModule: {} }), 'ERR_TYPE', 'options.wasmModule'],
    ['a signal that is none', () => ({ signal: {} }), 'ERR_TYPE', 'options.signal'],
    ['progress to nowhere', () => ({ onProgress: 'log' }), 'ERR_TYPE', 'options.onProgress'],
  ])('%s', async (_, options, code, ...words) => {
    await expectRejection(load(options()), code, ...words)
  })

  test('where no hash can be computed, fetch checks files, and bytes with integrity are refused', async () => {
    vi.stubGlobal('crypto', {}) // as on a page without https
    try {
      for (const attempt of [load({ wasmBinary: wasm, integrity }), loadInline({ integrity })])
        await expectRejection(attempt, 'ERR_UNSUPPORTED', 'options.integrity', 'https')
      const wasmUrl = `${origin}/core`
      await expectRejection(load({ wasmUrl, integrity: wrong }), 'ERR_LOAD', 'integrity mismatch')
      expect((await load({ wasmUrl, integrity })).info.variant).toBe('simd')
    } finally {
      vi.unstubAllGlobals()
    }
  })

  test('relaxed SIMD where the engine lacks it', async () => {
    if (relaxedSimd()) return
    await expectRejection(load({ variant: 'relaxed' }), 'ERR_UNSUPPORTED', 'options.variant', 'relaxed')
  })

  test('an abort before and during the download', async () => {
    await expectRejection(load({ signal: AbortSignal.abort() }), 'ERR_ABORTED')
    const controller = new AbortController()
    const loading = load({
      wasmUrl: `${origin}/slow`,
      signal: controller.signal,
      onProgress: () => controller.abort('enough'),
    })
    await expectRejection(loading, 'ERR_ABORTED')
  })
})
