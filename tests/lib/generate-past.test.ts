// Generation over a cache that the caller keeps: a text that was stopped goes on as if it had not been, and nothing is read twice.

import { afterEach, describe, expect, test } from 'vitest'
import type { GenerateOptions, Model } from 'whereformer'
import { Handle } from '../../web/lib/boundary/handle.js'
import { expectRejection } from '../support/errors.js'
import { goldenModel, type ModelFolder, trainedModels } from '../support/models.js'
import { liveHandles, loaded } from './support/loaded.js'

const [rope] = trainedModels as [ModelFolder]
const PROMPT = [1, 2, 3, 4, 5, 6, 7]

/** How many tokens the core reads in each call of feed(). */
function watchFeeds(): number[] {
  const sizes: number[] = []
  const { call } = Handle.prototype
  Handle.prototype.call = function (this: Handle, ask) {
    return call.call(this, (raw, address) => {
      const watched = Object.create(raw as object, {
        feed: {
          value: (request: { ids: Int32Array }) => {
            sizes.push(request.ids.length)
            return raw.feed(request as never)
          },
        },
      })
      return ask(watched, address)
    })
  } as typeof call
  restore = () => {
    Handle.prototype.call = call
  }
  return sizes
}

let restore = () => {}
afterEach(() => restore())

async function using(request: ModelFolder['request'], use: (model: Model) => Promise<void>): Promise<void> {
  const model = await loaded(request)
  await use(model)
  model.dispose()
  expect(liveHandles()).toBe(0)
}

/** The text after so many new tokens, at which the signal aborts. */
async function stopped(model: Model, prompt: readonly number[], after: number, options: GenerateOptions) {
  const control = new AbortController()
  const ids = [...prompt]
  const read = async () => {
    for await (const { id } of model.stream(prompt, { ...options, signal: control.signal })) {
      ids.push(id)
      if (ids.length === prompt.length + after) control.abort()
    }
  }
  await expectRejection(read(), 'ERR_ABORTED')
  return ids
}

const MODELS = [
  'gpt2-f32',
  'llama-f16-gqa',
  'llama-f32-dynamic',
  'llama-f32-longrope',
  'mistral-f32',
  'bloom-f32',
  'falcon-rw-f32',
  'mpt-f32',
  'gemma3-f32',
]
const PLANS: [string, GenerateOptions][] = [
  ['greedy', {}],
  ['with a penalty', { repetitionPenalty: 1.5, noRepeatNgram: 3 }],
  ['sampled', { temperature: 1, seed: 5, topP: 0.9 }],
]

describe.each(MODELS)('%s', (name) => {
  test.each(PLANS)('%s: goes on after an abort to the same tokens', (_, plan) =>
    using(goldenModel(name).request, async (model) => {
      const options = { maxNewTokens: 9, eosTokenId: [], ...plan }
      const whole = model.cache({ capacity: 16 })
      const wanted = await model.generate(PROMPT, { ...options, past: whole })
      if (plan.temperature === undefined) expect(wanted).toEqual(await model.generate(PROMPT, options))
      const past = model.cache({ capacity: 16 })
      const ids = await stopped(model, PROMPT, 4, { ...options, past })
      expect(past.length).toBe(10) // the last token was chosen, and not read yet
      expect(await model.generate(ids, { ...options, maxNewTokens: 5, past })).toEqual(wanted)
      whole.dispose()
      past.dispose()
    }),
  )
})

test('reads each token once, also of an abort while the prompt is read', () =>
  using(rope.request, async (model) => {
    const prompt = Array.from({ length: 150 }, (_, i) => 1 + ((7 * i) % 60))
    const plain = await model.generate(prompt, { maxNewTokens: 4 })
    const past = model.cache({ capacity: 200 })
    const sizes = watchFeeds()
    expect(await model.generate(prompt, { maxNewTokens: 4, past })).toEqual(plain)
    expect(sizes.splice(0)).toEqual([64, 64, 22, 1, 1, 1])
    const more = await model.generate(plain, { maxNewTokens: 2, past })
    expect(sizes.splice(0)).toEqual([1, 1])
    expect(await model.generate([...more], { maxNewTokens: 1, past })).toHaveLength(157)
    expect(sizes.splice(0)).toEqual([1])
    // another end: what they have in common stays
    const other = [...prompt.slice(0, 100), 9, 8]
    const wanted = await model.generate(other, { maxNewTokens: 3 })
    sizes.splice(0)
    expect(await model.generate(other, { maxNewTokens: 3, past })).toEqual(wanted)
    expect(sizes.splice(0)).toEqual([2, 1, 1])
    past.crop(0)
    const control = new AbortController()
    const reading = model.generate(prompt, { past, signal: control.signal })
    control.abort()
    await expectRejection(reading, 'ERR_ABORTED')
    expect(past.length % 64).toBe(0)
    past.dispose()
  }))

test('text, chats and passes of forward() share the cache', () =>
  using(rope.request, async (model) => {
    const past = model.cache({ capacity: 120 })
    const text = await model.generate('ROMEO:', { maxNewTokens: 12, past })
    expect(text).toBe(await model.generate('ROMEO:', { maxNewTokens: 12 }))
    model.forward({ inputIds: model.encode(text).slice(past.length), past })
    expect(await model.generate(text, { maxNewTokens: 12, past })).toBe(
      await model.generate(text, { maxNewTokens: 12 }),
    )
    const template = '{% for m in messages %}{{ m.content }}\n{% endfor %}'
    const messages = [{ role: 'user', content: 'Who is there?' }]
    const options = { template, maxNewTokens: 12 }
    expect(await model.chat(messages, { ...options, past })).toBe(await model.chat(messages, options))
    past.dispose()
  }))

test('hidden and evicted tokens are read again', () =>
  using(rope.request, async (model) => {
    const wanted = await model.generate(PROMPT, { maxNewTokens: 5 })
    const past = model.cache({ capacity: 16 })
    model.forward({ inputIds: PROMPT, attentionMask: [1, 1, 0, 1, 1, 1, 1], past })
    const sizes = watchFeeds()
    expect(await model.generate(PROMPT, { maxNewTokens: 5, past })).toEqual(wanted)
    expect(sizes.splice(0)[0]).toBe(5)
    past.evict(0, 2, { renumber: false })
    expect(await model.generate(PROMPT.slice(2), { maxNewTokens: 5, past })).toEqual(
      await model.generate(PROMPT.slice(2), { maxNewTokens: 5 }),
    )
    past.dispose()
  }))

test('so are tokens that have seen others than those before them', () =>
  using(rope.request, async (model) => {
    const past = model.cache({ capacity: 30 })
    const rest = [...PROMPT.slice(0, 2), ...PROMPT.slice(4)]
    const wanted = await model.generate(rest, { maxNewTokens: 8 })
    const sizes = watchFeeds()
    const cases: [read: () => void, again: number][] = [
      [
        () => {
          model.forward({ inputIds: PROMPT, past })
          past.evict(2, 4, { renumber: true })
        },
        3,
      ],
      [
        () => {
          model.forward({ inputIds: rest.slice(0, 3), past })
          model.forward({ inputIds: rest.slice(3), attentionMask: [1, 1, 0, 1, 1], past })
          model.forward({ inputIds: [1], attentionMask: [1, 1, 1, 1, 1, 1], past })
        },
        2,
      ],
      [() => model.forward({ inputIds: rest, positionIds: [0, 1, 4, 5, 6], past }), 5],
    ]
    for (const [read, again] of cases) {
      past.crop(0)
      read()
      sizes.splice(0)
      expect(await model.generate(rest, { maxNewTokens: 8, past })).toEqual(wanted)
      expect(sizes[0]).toBe(again)
    }
    past.dispose()
  }))

test('refuses what is no cache of the model, is too small or in use', () =>
  using(rope.request, async (model) => {
    const other = await loaded(goldenModel('llama-f16-gqa').request)
    const foreign = other.cache({ capacity: 30 })
    const small = model.cache({ capacity: 8 })
    const past = model.cache({ capacity: 40 })
    const refused = (options: object, code: string, ...words: string[]) =>
      expectRejection(model.generate(PROMPT, options), code, ...words)
    await refused({ past: {} }, 'ERR_TYPE', 'options.past', 'a cache of model.cache()')
    await refused({ past: foreign }, 'ERR_VALUE', 'options.past', 'another model')
    await refused({ past: small, maxNewTokens: 2 }, 'ERR_VALUE', 'a cache of 8 tokens', '9 tokens')
    await refused({ past: [past, small] }, 'ERR_SHAPE', 'options.past')
    await refused({ past, position: { type: 'alibi' } }, 'ERR_UNSUPPORTED', 'options.position')
    await expectRejection(model.generate([PROMPT, PROMPT], { past }), 'ERR_SHAPE', 'options.past')
    const one = model.stream(PROMPT, { past })
    await one.next()
    model.forward({ inputIds: [1], past })
    await expectRejection(one.next(), 'ERR_VALUE', 'options.past', 'changed meanwhile')
    past.dispose()
    await refused({ past }, 'ERR_DISPOSED')
    other.dispose()
  }))

test('an encoder–decoder has none', () =>
  using(goldenModel('t5-f32').request, async (model) => {
    const past = model.cache({ capacity: 9, inputIds: [5, 6] })
    await expectRejection(model.generate([5, 6], { past }), 'ERR_UNSUPPORTED', 'options.past')
  }))
