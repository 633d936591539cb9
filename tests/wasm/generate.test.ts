// Generating: of encoder–decoders, from text to text, with penalties, and emitted piece by piece.

import { describe, expect, test } from 'vitest'
import type { GenerateOptions, Model } from 'whereformer'
import { expectRejection } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import { goldenModel, type ModelFolder, trainedModels } from '../support/models.js'

const library = useLibrary()
const [rope] = trainedModels as [ModelFolder]

async function using(
  folder: ModelFolder,
  use: (model: Model) => unknown,
  config: object = {},
): Promise<void> {
  const { request } = folder
  const model = await library.wf.loadModel({ ...request, config: { ...request.config, ...config } })
  try {
    await use(model)
  } finally {
    model.dispose()
  }
}

describe('text', () => {
  test('goes in and comes out, and the pieces are what was added', () =>
    using(rope, async (model) => {
      const pieces: string[] = []
      const options = { maxNewTokens: 30, seed: 3, temperature: 1 }
      const text = await model.generate('ROMEO:', {
        ...options,
        onToken: (_, piece) => pieces.push(piece ?? '?'),
      })
      expect(text).toBe(`ROMEO:${pieces.join('')}`)
      expect(pieces.length).toBe(30)
      const ids = await model.generate(model.encode('ROMEO:'), options)
      expect(model.decode(ids)).toBe(text)
    }))

  test('onToken gets ids with their text, where there is a tokenizer', async () => {
    await using(rope, async (model) => {
      const seen: (string | undefined)[] = []
      const ids = await model.generate(model.encode('A'), {
        maxNewTokens: 5,
        onToken: (_, text) => seen.push(text),
      })
      expect(seen.join('')).toBe(model.decode(ids.slice(1)))
    })
    await using(goldenModel('llama-f16-gqa'), async (model) => {
      const seen: unknown[][] = []
      await model.generate([1], { maxNewTokens: 2, onToken: (...reported) => seen.push(reported) })
      expect(seen.map((reported) => reported.length)).toEqual([1, 1])
    })
  })

  test('nothing to make leaves the text', () =>
    using(rope, async (model) => expect(await model.generate('To be', { maxNewTokens: 0 })).toBe('To be')))

  test('characters that the vocabulary lacks are refused', () =>
    using(rope, (model) => expectRejection(model.generate('é'), 'ERR_VALUE', '"é"')))
})

describe('encoder–decoders', () => {
  const t5 = goldenModel('t5-f32')
  const input = [5, 6, 7]

  test('agree with forward, token by token', () =>
    using(t5, async (model) => {
      const made = await model.generate(input, { maxNewTokens: 10 })
      expect(made[0]).toBe(0)
      for (let n = 1; n < made.length; n++) {
        const { data, shape } = model.forward({ inputIds: input, decoderInputIds: made.slice(0, n) }).logits
        const last = data.slice(-(shape[1] ?? 0))
        expect(made[n]).toBe(last.indexOf(Math.max(...last)))
      }
    }))

  test('the text depends on what the encoder reads', () =>
    using(t5, async (model) => {
      const options = { maxNewTokens: 10 }
      expect(await model.generate([9, 9, 9, 8], options)).not.toEqual(await model.generate(input, options))
    }))

  test('the decoder begins with the ids that it is given', () =>
    using(t5, async (model) => {
      const made = await model.generate(input, { maxNewTokens: 3, decoderInputIds: [0, 4] })
      expect(made.slice(0, 2)).toEqual([0, 4])
      expect(made.length).toBe(5)
    }))

  test('refuse more than a learned table holds, on either side', () =>
    using(goldenModel('bart-f32'), async (model) => {
      await expectRejection(
        model.generate(Array(500).fill(1)),
        'ERR_VALUE',
        'there are 500 tokens',
        'learned',
      )
      await expectRejection(model.generate([1], { maxNewTokens: 500 }), 'ERR_VALUE', '501 tokens', 'learned')
    }))
})

describe('the repetition penalty', () => {
  const gqa = goldenModel('llama-f16-gqa')
  const run = (model: Model, options: GenerateOptions) =>
    model.generate([1, 2, 3], { maxNewTokens: 15, ...options })

  test('of 1 changes nothing', () =>
    using(gqa, async (model) => {
      expect(await run(model, { repetitionPenalty: 1 })).toEqual(await run(model, {}))
    }))

  test('is the arithmetic of transformers, over prompt and answer', () =>
    using(gqa, async (model) => {
      const penalty = 1.5
      const made = await run(model, { repetitionPenalty: penalty })
      expect(made).not.toEqual(await run(model, {}))
      for (let n = 3; n < made.length; n++) {
        const row = model.forward({ inputIds: made.slice(0, n) }).logits.data.slice(-23)
        for (const id of new Set(made.slice(0, n))) {
          const logit = row[id] as number
          row[id] = logit > 0 ? logit / penalty : logit * penalty
        }
        expect(made[n]).toBe(row.indexOf(Math.max(...row)))
      }
    }))
})

test('several end tokens of the config, each of them ends it', () =>
  using(goldenModel('llama-f16-gqa'), async (model) => {
    const greedy = await model.generate([1, 2, 3], { maxNewTokens: 10, eosTokenId: [] })
    const { request } = goldenModel('llama-f16-gqa')
    for (const place of [4, 6]) {
      const eos = greedy[place] as number
      const config = { ...request.config, eos_token_id: [22, eos] }
      const other = await library.wf.loadModel({ ...request, config })
      const made = await other.generate([1, 2, 3], { maxNewTokens: 10 })
      other.dispose()
      const ends = greedy.slice(3).findIndex((id) => id === eos || id === 22) + 3
      expect(made).toEqual(greedy.slice(0, ends + 1))
    }
  }))

describe('what is refused', () => {
  type Case = [string, string, (model: Model) => Promise<unknown>, string, ...string[]]
  test.each<Case>([
    [
      'a bidirectional model',
      'bert-f32',
      (m) => m.generate([1]),
      'ERR_UNSUPPORTED',
      'is bidirectional',
      'forward',
    ],
    ['XLNet', 'xlnet-f32', (m) => m.generate([1]), 'ERR_UNSUPPORTED', 'is bidirectional'],
    ['an encoder alone', 't5-f16-encoder', (m) => m.generate([1]), 'ERR_UNSUPPORTED', 'forward'],
    [
      'decoder input of one stack',
      'gpt2-f32',
      (m) => m.generate([1], { decoderInputIds: [1] }),
      'ERR_UNSUPPORTED',
      'options.decoderInputIds',
    ],
    [
      'a decoder id past the vocabulary',
      't5-f32',
      (m) => m.generate([1], { decoderInputIds: [999] }),
      'ERR_VALUE',
      'options.decoderInputIds[0]',
    ],
    [
      'a penalty of 0',
      'gpt2-f32',
      (m) => m.generate([1], { repetitionPenalty: 0 }),
      'ERR_VALUE',
      'options.repetitionPenalty',
    ],
    [
      'a penalty of NaN',
      'gpt2-f32',
      (m) => m.generate([1], { repetitionPenalty: Number.NaN }),
      'ERR_VALUE',
      'NaN',
    ],
    [
      'a penalty of text',
      'gpt2-f32',
      (m) => m.generate([1], { repetitionPenalty: '2' as never }),
      'ERR_TYPE',
      '"2"',
    ],
    ['text without a tokenizer', 'gpt2-f32', (m) => m.generate('a'), 'ERR_UNSUPPORTED', 'tokenizer'],
  ])('%s (%s)', (_, name, attempt, code, ...words) =>
    using(goldenModel(name), (model) => expectRejection(attempt(model), code, ...words)),
  )
})
