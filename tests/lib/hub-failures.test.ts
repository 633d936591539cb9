// What servers do to a model by its name: refusals, waits, streams that are cut, files that change meanwhile.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Progress } from 'whereformer'
import { expectRejection } from '../support/errors.js'
import { fileUrl } from '../support/golden.js'
import { COMMIT, cut, type HubServer, hubServer, snapshotOf } from '../support/hub-server.js'
import { pictureOf, pretrained } from './support/pretrained.js'

const WEIGHTS = 'model.safetensors'
const snapshot = snapshotOf(fileUrl('models/llama-f16-gqa/'))
const weights = snapshot[WEIGHTS] as Buffer

let hub: HubServer
let options: { host: string; cache: false }
let notices: string[]
const onProgress = ({ notice }: Progress) => void (notice && notices.push(notice))

beforeEach(async () => {
  hub = await hubServer(snapshot)
  options = { host: hub.address, cache: false }
  notices = []
})

afterEach(() => hub.close())

const addressOf = (file: string, at = 'main') => `${hub.address}/owner/name/resolve/${at}/${file}`
const askedFor = (file: string) => hub.asked.filter((asked) => asked.file === file && asked.where === 'host')

/** The server answers the first so many requests of a file with a status. */
function answers(file: string, status: number, times: number, headers = {}): void {
  hub.instead = (asked, response) => {
    if (asked.file !== file || asked.where !== 'host' || times-- <= 0) return false
    response.writeHead(status, headers).end('no')
    return true
  }
}

describe('a server refuses', () => {
  test('a model without config.json', async () => {
    hub.commits[COMMIT] = {}
    await expectRejection(
      pretrained('owner/name', options),
      'ERR_LOAD',
      addressOf('config.json'),
      'there is no',
    )
  })

  test('a model without weights', async () => {
    hub.commits[COMMIT] = { 'config.json': snapshot['config.json'] as Buffer }
    const words = [addressOf(WEIGHTS, COMMIT), 'there is no such file']
    await expectRejection(pretrained('owner/name', options), 'ERR_LOAD', ...words)
  })

  test.each([401, 403])('who has no token, or the wrong one (%d)', async (status) => {
    answers('config.json', status, 9)
    const words = [
      addressOf('config.json'),
      `answered ${status}`,
      'options.token is needed',
      'none of this name',
    ]
    await expectRejection(pretrained('owner/name', options), 'ERR_LOAD', ...words)
    const given = { ...options, token: 'hf_secret' }
    await expectRejection(
      pretrained('owner/name', given),
      'ERR_LOAD',
      `${status}`,
      'options.token may not read',
    )
  })

  test.each(['tokenizer.json', WEIGHTS])('with another status (%s)', async (file) => {
    answers(file, 500, 9)
    await expectRejection(
      pretrained('owner/name', options),
      'ERR_LOAD',
      addressOf(file, COMMIT),
      'answered 500',
    )
  })

  test('a page in place of JSON', async () => {
    hub.commits[COMMIT] = { ...snapshot, 'config.json': Buffer.from('<!doctype html><html></html>') }
    await expectRejection(pretrained('owner/name', options), 'ERR_LOAD', addressOf('config.json'), 'HTML')
  })

  test('or is not there', async () => {
    hub.close()
    await expectRejection(pretrained('owner/name', options), 'ERR_LOAD', 'config.json', 'network or address')
  })
})

describe('a server asks to wait', () => {
  test.each([429, 503])('and is waited for (%d)', async (status) => {
    answers('config.json', status, 2, { 'retry-after': '0' })
    pictureOf(await pretrained('owner/name', { ...options, onProgress }))
    const told = `${addressOf('config.json')}: the server answered ${status}; asking again in 0 s`
    expect(notices).toEqual([told, told])
  })

  test('until a date', async () => {
    const inTwoSeconds = new Date(Date.now() + 2000).toUTCString() // of whole seconds
    answers('tokenizer.json', 429, 1, { 'retry-after': inTwoSeconds })
    const start = Date.now()
    pictureOf(await pretrained('owner/name', { ...options, onProgress }))
    expect(Date.now() - start).toBeGreaterThan(900)
    expect(notices[0]).toMatch(/again in [12] s$/)
  })

  test('too often', async () => {
    answers('config.json', 429, 99, { 'retry-after': '0' })
    await expectRejection(pretrained('owner/name', options), 'ERR_LOAD', 'answered 429', 'asks to wait 0')
    expect(hub.asked).toHaveLength(5)
  })

  test('too long', async () => {
    answers('config.json', 429, 99, { 'retry-after': '3600' })
    await expectRejection(pretrained('owner/name', options), 'ERR_LOAD', 'answered 429', 'asks to wait 3600')
    expect(hub.asked).toHaveLength(1)
  })

  test('and is left by an abort', async () => {
    answers('config.json', 429, 99, { 'retry-after': '200' })
    const abort = new AbortController()
    const stop = () => abort.abort()
    const loading = pretrained('owner/name', { ...options, signal: abort.signal, onProgress: stop })
    await expectRejection(loading, 'ERR_ABORTED', 'aborted')
  })
})

describe('a stream is cut', () => {
  /** Each answer of the weights ends after some bytes, so many times. */
  function cuts(bytes: number, times: number): void {
    hub.instead = ({ where, headers }, response, body) => {
      if (where !== 'store' || times-- <= 0 || !body) return false
      const from = Number(/\d+/.exec(headers.range ?? '0'))
      cut(response, body, from + bytes, headers.range ? 206 : 200, from)
      return true
    }
  }

  test('and resumed where it ended', async () => {
    cuts(1000, 3)
    const model = await pretrained('owner/name', options)
    const ranges = hub.asked.filter(({ where }) => where === 'store').map(({ headers }) => headers.range)
    expect(ranges).toEqual([undefined, 'bytes=1000-', 'bytes=2000-', 'bytes=3000-'])
    hub.instead = () => false
    expect(pictureOf(model)).toEqual(pictureOf(await pretrained('owner/name', options)))
  })

  test('and the file changed meanwhile', async () => {
    cuts(1000, 1)
    const changed = Buffer.from(weights)
    changed.subarray(-4).fill(1)
    const answer = hub.instead
    hub.instead = (...all) => {
      if (all[0].headers.range) hub.commits[COMMIT] = { ...snapshot, [WEIGHTS]: changed }
      return answer(...all)
    }
    const words = [addressOf(WEIGHTS, COMMIT), 'stopped at byte 1000', 'changed', 'load it again']
    await expectRejection(pretrained('owner/name', options), 'ERR_LOAD', ...words)
  })

  test('and the server knows no ranges', async () => {
    hub.instead = ({ where }, response, body) => {
      if (where !== 'store' || !body) return false
      cut(response, body, 1000)
      return true
    }
    await expectRejection(pretrained('owner/name', options), 'ERR_LOAD', 'stopped at byte 1000', 'changed')
  })

  test('and nothing comes any more', async () => {
    cuts(0, 99)
    await expectRejection(
      pretrained('owner/name', options),
      'ERR_LOAD',
      addressOf(WEIGHTS, COMMIT),
      'stopped early',
    )
    expect(askedFor(WEIGHTS)).toHaveLength(5)
  }, 60_000)

  test('and left by an abort', async () => {
    cuts(1000, 99)
    const abort = new AbortController()
    const given = { ...options, signal: abort.signal, onProgress: () => abort.abort() }
    await expectRejection(pretrained('owner/name', given), 'ERR_ABORTED', 'aborted')
  })
})
