// A model by its name is the model that loadModel() makes of the same files, from any host and any folder.

import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Progress } from 'whereformer'
import { hub as ofPages } from '../../web/lib/hub/on-demand.js'
import { loadModel } from '../../web/lib/model/load-model-on-demand.js'
import { openFile } from '../../web/lib/node-file.js'
import { tokenizerJson } from '../../web/lib/tokenizer/files/tokenizer-files.js'
import { fileParts, VOCABULARIES } from '../../web/lib/tokenizer/given-files.js'
import { Tokenizer } from '../../web/lib/tokenizer/tokenizer.js'
import { expectRefusal, expectRejection } from '../support/errors.js'
import { fileUrl } from '../support/golden.js'
import { COMMIT, type HubServer, hubServer, NEXT, snapshotOf } from '../support/hub-server.js'
import { goldenModel, trainedFolder } from '../support/models.js'
import { pictureOf, pretrained, pretrainedIn } from './support/pretrained.js'
import { startCore } from './support/raw-core.js'

const folderOf = (name: string) => fileUrl(`models/${name}/`)

let hub: HubServer
let options: { host: string; cache: false }

beforeEach(async () => {
  hub = await hubServer(snapshotOf(folderOf('llama-f16-gqa')))
  options = { host: hub.address, cache: false }
})

afterEach(() => hub.close())

async function loaded(name: string, weights: 'stored' | 'q8' = 'stored') {
  const { core } = await startCore()
  const open = (url: string | URL) => openFile(String(url), 'weights')
  return pictureOf(await loadModel(core, open, goldenModel(name).request, { weights }))
}

describe('is the model of loadModel()', () => {
  test.each(['llama-f16-gqa', 'gpt2-f32-shards', 'bert-f32'])('%s', async (name) => {
    hub.commits[COMMIT] = snapshotOf(folderOf(name))
    expect(pictureOf(await pretrained('owner/name', options))).toEqual(await loaded(name))
  })

  test('in 8 bits', async () => {
    const model = await pretrained('owner/name', { ...options, weights: 'q8' })
    expect(pictureOf(model)).toEqual(await loaded('llama-f16-gqa', 'q8'))
  })

  test('in a page', async () => {
    const inPages = await pretrainedIn(ofPages)
    expect(pictureOf(await inPages('owner/name', options))).toEqual(await loaded('llama-f16-gqa'))
  })

  test('with its tokenizer', async () => {
    const folder = trainedFolder('tiny-shakespeare-rope')
    hub.commits[COMMIT] = snapshotOf(folder)
    const model = await pretrained('owner/name', options)
    const beside = await pretrained(folder)
    expect(await model.generate('ROMEO:', { maxNewTokens: 8, seed: 1 })).toBe(
      await beside.generate('ROMEO:', { maxNewTokens: 8, seed: 1 }),
    )
    for (const one of [model, beside]) one.dispose()
  })

  test('of a folder, named in any way', async () => {
    const url = folderOf('gpt2-f32-shards')
    const path = fileURLToPath(url)
    const expected = await loaded('gpt2-f32-shards')
    const names = [url, url.href, url.href.replace(/\/$/, ''), path, `./${relative('.', path)}`]
    for (const name of names) expect(pictureOf(await pretrained(name))).toEqual(expected)
  })
})

describe('without a tokenizer.json', () => {
  const tokens = fileUrl('tokenizer-files/')
  const file = (name: string) => readFileSync(new URL(name, tokens))
  const load = (onProgress: (progress: Progress) => void = () => {}) =>
    pretrained('owner/name', { ...options, onProgress })

  test.each([
    ['bert-f32', { 'vocab.txt': file('vocab.txt') }, 'a naïve façade'],
    ['gpt2-f32-shards', { 'vocab.json': file('vocab.json'), 'merges.txt': file('merges.txt') }, ' we’ll see'],
    ['xlnet-f32', { 'spiece.model': file('xlnet.model') }, 'the order of words'],
    [
      'marian-f16',
      Object.fromEntries(
        ['vocab.json', 'source.spm', 'target_vocab.json', 'target.spm'].map((name) => [
          name,
          file(`../marian-tokenizer/${name}`),
        ]),
      ),
      '>>de<< the order of words',
    ],
  ])('%s has that of its other files', async (name, files, text) => {
    hub.commits[COMMIT] = { ...snapshotOf(folderOf(name)), ...files }
    const inPages = await pretrainedIn(ofPages)
    for (const model of [await load(), await inPages('owner/name', options)]) {
      const { config } = goldenModel(name).request
      const expected = new Tokenizer(tokenizerJson(fileParts, files, config)).encode(text)
      expect(model.encode(text)).toEqual(expected)
      model.dispose()
    }
  })

  test('and with files that nothing reads, the model comes alone, and a notice says why', async () => {
    const tokenizer_class = Buffer.from(JSON.stringify({ tokenizer_class: 'RxnTokenizer' }))
    const files = { 'vocab.txt': file('vocab.txt'), 'tokenizer_config.json': tokenizer_class }
    hub.commits[COMMIT] = { ...snapshotOf(folderOf('bert-f32')), ...files }
    const notices: (string | undefined)[] = []
    const model = await load(({ notice }) => notices.push(notice))
    expect(notices.join()).toContain('no tokenizer here (tokenizer_class: got "RxnTokenizer"')
    expectRefusal(() => model.encode('a'), 'ERR_UNSUPPORTED', 'without a tokenizer')
    model.dispose()
  })
})

describe('the files', () => {
  const files = () => hub.asked.map(({ where, at, file }) => `${where} ${at} ${file}`)

  test('are asked for in order, at the commit that comes with the first; small ones at the same time', async () => {
    pictureOf(await pretrained('owner/name', options))
    const [first, ...others] = files()
    const weights = others.splice(-2)
    const small = [
      'chat_template.jinja',
      'generation_config.json',
      'model.safetensors.index.json',
      'modules.json',
      'tokenizer.json',
      'tokenizer_config.json',
      ...VOCABULARIES,
    ]
    expect([first, ...others.sort(), ...weights]).toEqual([
      'host main config.json',
      ...small.map((file) => `host ${COMMIT} ${file}`).sort(),
      `host ${COMMIT} model.safetensors`,
      `store ${COMMIT} model.safetensors`,
    ])
  })

  test('are those of one commit, where the branch moves meanwhile', async () => {
    hub.commits[NEXT] = snapshotOf(folderOf('bert-f32'))
    hub.instead = ({ file }) => {
      if (file === 'tokenizer.json') hub.branches = { main: NEXT }
      return false
    }
    expect(pictureOf(await pretrained('owner/name', options))).toEqual(await loaded('llama-f16-gqa'))
  })

  test('are those of a revision, whatever is in its name', async () => {
    hub.branches = { 'refs/pr/1 ü': COMMIT }
    pictureOf(await pretrained('owner/name', { ...options, revision: 'refs/pr/1 ü' }))
    expect(hub.asked[0]?.at).toBe('refs/pr/1 ü')
  })

  test.each(['', '/', '/models', '/{name}/resolve/{revision}/{file}?of={name}'])(
    'of a host that is named as …%s',
    async (rest) => {
      const model = await pretrained('owner/name', { ...options, host: hub.address + rest })
      expect(pictureOf(model)).toEqual(await loaded('llama-f16-gqa'))
    },
  )

  test('are those of HF_ENDPOINT, where no host is named', async () => {
    process.env.HF_ENDPOINT = hub.address
    try {
      const model = await pretrained('owner/name', { cache: false })
      expect(pictureOf(model)).toEqual(await loaded('llama-f16-gqa'))
      process.env.HF_ENDPOINT = 'huggingface.co'
      await expectRejection(pretrained('owner/name', { cache: false }), 'ERR_VALUE', 'HF_ENDPOINT: got')
    } finally {
      delete process.env.HF_ENDPOINT
    }
  })

  test('are told by progress, which never goes back', async () => {
    const told: Progress[] = []
    const model = await pretrained('owner/name', { ...options, onProgress: (one) => told.push(one) })
    model.dispose()
    const total = hub.commits[COMMIT]?.['model.safetensors']?.length as number
    expect(told.at(-1)).toEqual({ phase: 'weights', loaded: total, total })
    expect(told.every(({ loaded }, i) => loaded >= (told[i - 1]?.loaded ?? 0))).toBe(true)
  })

  test('come with the token, which stays with the host', async () => {
    pictureOf(await pretrained('owner/name', { ...options, token: 'hf_secret' }))
    for (const { where, headers } of hub.asked)
      expect(headers.authorization).toBe(where === 'host' ? 'Bearer hf_secret' : undefined)
    expect(hub.asked.some(({ where }) => where === 'store')).toBe(true)
  })
})

describe('refuses', () => {
  test.each([
    'a/b/c',
    'owner/..',
    'owner//name',
    'https://huggingface.co/owner/name',
    'owner/name\n',
    'owner/na me',
    '',
    '.hidden/name',
    `owner/${'n'.repeat(97)}`,
  ])('the name %j', async (name) => {
    await expectRejection(pretrained(name, options), 'ERR_VALUE', 'name: got', 'wanted owner/name', './')
    expect(hub.asked).toEqual([])
  })

  test('a folder in a page', async () => {
    const inPages = await pretrainedIn(ofPages)
    await expectRejection(
      inPages('./model', options),
      'ERR_VALUE',
      'name: got "./model"',
      'wanted owner/name',
    )
  })

  test.each([
    ['revision', 'a/../b', 'ERR_VALUE', 'a branch, a tag or a commit'],
    ['revision', '', 'ERR_VALUE', 'a branch, a tag or a commit'],
    ['revision', 1, 'ERR_TYPE', 'a string'],
    ['host', 'ftp://somewhere', 'ERR_VALUE', '{name}, {revision}, {file}'],
    ['host', 'https://user:word@somewhere', 'ERR_VALUE', 'http(s)://host'],
    ['host', 'https://somewhere/{name}/{file}', 'ERR_VALUE', '{revision}'],
    ['cache', 1, 'ERR_TYPE', 'true, false'],
    ['weights', 'q4', 'ERR_VALUE', 'stored, q8'],
    ['signal', {}, 'ERR_TYPE', 'an AbortSignal'],
    ['onProgress', 1, 'ERR_TYPE', 'a function'],
    ['dtype', 'q8', 'ERR_VALUE', 'an unknown option'],
  ])('the option %s: %j', async (option, value, code, wanted) => {
    const given = { ...options, [option]: value }
    await expectRejection(pretrained('owner/name', given as never), code, `options.${option}`, wanted)
    expect(hub.asked).toEqual([])
  })

  test('a token that no header can hold, without showing it', async () => {
    const refused = await pretrained('owner/name', { ...options, token: 'hf_se\ncret' }).catch(
      (cause) => cause,
    )
    expect(refused.code).toBe('ERR_VALUE')
    expect(refused.message).toContain('options.token')
    expect(refused.message).not.toContain('cret')
  })

  test('a model that cannot run, before more of it is asked for', async () => {
    hub.commits[COMMIT] = { 'config.json': Buffer.from('{"model_type":"mamba"}') }
    await expectRejection(pretrained('owner/name', options), 'ERR_UNSUPPORTED', 'mamba')
    expect(hub.asked).toHaveLength(1)
  })

  test('a folder without config.json, and one that is not there', async () => {
    const nowhere = new URL('nowhere/', pathToFileURL(`${process.cwd()}/`))
    for (const folder of [folderOf('..'), nowhere])
      await expectRejection(pretrained(folder), 'ERR_LOAD', 'config.json: there is no such file')
  })
})
