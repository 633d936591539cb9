// generation_config.json says what a model does where a caller says nothing; what cannot be done is listed.

import { afterEach, describe, expect, test } from 'vitest'
import type { GenerateOptions, LoadModelRequest, Model } from 'whereformer'
import { recipeOf } from '../../web/lib/families/index.js'
import { defaultsOf } from '../../web/lib/model/generation-config.js'
import { expectRefusal, expectRejection } from '../support/errors.js'
import { COMMIT, hubServer, snapshotOf } from '../support/hub-server.js'
import { goldenModel, trainedFolder, trainedModels } from '../support/models.js'
import { loaded } from './support/loaded.js'
import { pretrained } from './support/pretrained.js'

const { config } = goldenModel('llama-f16-gqa').request
const read = (file: object) => defaultsOf(file, { ...config, eos_token_id: 9 }, recipeOf(config))

let held: Model[] = []

afterEach(() => {
  for (const model of held) model.dispose()
  held = []
})

async function ropeWith(generationConfig: object): Promise<Model> {
  const model = await loaded({ ...(trainedModels[0]?.request as LoadModelRequest), generationConfig })
  held.push(model)
  return model
}

async function same(file: object, options: GenerateOptions, given: GenerateOptions = {}): Promise<void> {
  const [withFile, without] = [await ropeWith(file), await ropeWith({})]
  const seeded = (more: GenerateOptions) => ({ maxNewTokens: 24, seed: 5, ...more })
  expect(await withFile.generate('ROMEO:', seeded(given))).toBe(
    await without.generate('ROMEO:', seeded(options)),
  )
}

describe('the file', () => {
  test('in all its fields', () => {
    const file = {
      do_sample: true,
      temperature: 0.6,
      top_k: 20,
      top_p: 0.95,
      min_p: 0.05,
      repetition_penalty: 1.05,
      no_repeat_ngram_size: 4,
      max_new_tokens: 512,
      eos_token_id: [2, 7, 10 ** 9],
      decoder_start_token_id: 1,
    }
    expect(read(file)).toEqual({
      settings: {
        temperature: 0.6,
        topK: 20,
        topP: 0.95,
        minP: 0.05,
        repetitionPenalty: 1.05,
        noRepeatNgram: 4,
        maxNewTokens: 512,
      },
      eosIds: [2, 7],
      decoderStart: 1,
      ignored: [],
    })
  })

  test('samples as transformers does where it asks for no more, and else not', () => {
    expect(read({ do_sample: true }).settings).toMatchObject({ temperature: 1, topK: 50, topP: 1 })
    expect(read({ temperature: 0.6, top_k: 5 }).settings).toMatchObject({ temperature: 0, topK: 5 })
    expect(read({ do_sample: false, temperature: 0.6 }).settings.temperature).toBe(0)
    expect(read({ do_sample: true, temperature: null, top_k: null }).settings).toMatchObject({
      temperature: 1,
      topK: 50,
    })
  })

  test('without an end token leaves that of the config', () => {
    expect(read({ eos_token_id: null }).eosIds).toEqual([9])
  })

  test('what is not done is listed, what changes nothing is not', () => {
    const silent = {
      _from_model_config: true,
      transformers_version: '5.23.0',
      bos_token_id: 1,
      pad_token_id: 0,
      use_cache: true,
      cache_implementation: 'hybrid',
      num_beams: 1,
      length_penalty: 1.0,
      suppress_tokens: [],
      early_stopping: false,
      encoder_no_repeat_ngram_size: 0,
      max_time: null,
    }
    const loud = {
      num_beams: 4,
      length_penalty: 2,
      early_stopping: true,
      forced_bos_token_id: 0,
      max_length: 142,
      bad_words_ids: [[3]],
      chat_format: 'chatml',
    }
    expect(read({ ...silent, ...loud, num_beams: 4 }).ignored.sort()).toEqual(Object.keys(loud).sort())
    expect(read(silent).ignored).toEqual([])
  })

  test.each([
    [{ temperature: 'hot' }, 'ERR_TYPE', 'generationConfig.temperature'],
    [{ top_p: 2 }, 'ERR_VALUE', 'generationConfig.top_p'],
    [{ do_sample: 'yes' }, 'ERR_TYPE', 'generationConfig.do_sample'],
    [{ decoder_start_token_id: 10 ** 6 }, 'ERR_VALUE', 'generationConfig.decoder_start_token_id'],
    ['greedy', 'ERR_TYPE', 'generationConfig'],
  ] as const)('%j is refused', async (file, code, name) => {
    expectRefusal(() => read(file as object), code, name)
    await expectRejection(ropeWith(file as object), code, name)
  })
})

describe('a model', () => {
  test('does what the file says, and options win', async () => {
    await same({ do_sample: true, temperature: 0.7, top_k: 8 }, { temperature: 0.7, topK: 8 })
    await same(
      { do_sample: true, temperature: 0.7, top_k: 8 },
      { topK: 3, temperature: 1 },
      { topK: 3, temperature: 1 },
    )
    await same({ do_sample: true, top_p: 0 }, { temperature: 0 })
    await same({ do_sample: true }, { temperature: 0 }, { temperature: 0 })
    await same({ temperature: 0.7, repetition_penalty: 1.4 }, { repetitionPenalty: 1.4 })
    await same({ max_new_tokens: 3 }, { maxNewTokens: 3 }, { maxNewTokens: undefined } as object)
    await same({ eos_token_id: 1 }, { eosTokenId: 1 })
    await same({ eos_token_id: 1 }, { eosTokenId: [] }, { eosTokenId: [] })
  })

  test('tells what is not done', async () => {
    const model = await ropeWith({ num_beams: 4 })
    expect(model.ignored.fields).toContain('generation_config.num_beams')
  })

  test('of an encoder–decoder begins with the start token of the file', async () => {
    const { request } = goldenModel('t5-f32')
    const [withFile, without] = [
      await loaded({ ...request, generationConfig: { decoder_start_token_id: 3 } }),
      await loaded(request),
    ]
    held.push(withFile, without)
    expect(await withFile.generate([5, 6])).toEqual(await without.generate([5, 6], { decoderInputIds: [3] }))
  })

  test('by its name has the file that is beside it', async () => {
    const folder = trainedFolder('tiny-shakespeare-rope')
    const file = { do_sample: true, temperature: 0.8, num_beams: 2, max_new_tokens: 30 }
    const hub = await hubServer({
      ...snapshotOf(folder),
      'generation_config.json': Buffer.from(JSON.stringify(file)),
    })
    try {
      const named = await pretrained('owner/name', { host: hub.address, cache: false })
      held.push(named)
      const like = await ropeWith(file)
      expect(await named.generate('ROMEO:', { seed: 2 })).toBe(await like.generate('ROMEO:', { seed: 2 }))
      expect(named.ignored.fields).toContain('generation_config.num_beams')
      hub.commits[COMMIT] = { ...snapshotOf(folder), 'generation_config.json': Buffer.from('{') }
      await expectRejection(
        pretrained('owner/name', { host: hub.address, cache: false }),
        'ERR_PARSE',
        'generation_config.json',
      )
    } finally {
      hub.close()
    }
  })
})
