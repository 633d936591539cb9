import { describe, expect, test } from 'vitest'
import type { ForwardInput, LoadModelRequest, Model, Position } from 'whereformer'
import { expectClose } from '../support/close.js'
import { expectError, expectRefusal, expectRejection, rejectionOf } from '../support/errors.js'
import { golden } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { bytesOf, goldenModel, type ModelFolder, trainedModels } from '../support/models.js'

const library = useLibrary()
const [rope, learned] = trainedModels as [ModelFolder, ModelFolder]
const gqa = goldenModel('llama-f16-gqa')

async function using<T>(request: LoadModelRequest, use: (model: Model) => T | Promise<T>): Promise<T> {
  const model = await library.wf.loadModel(request)
  try {
    return await use(model)
  } finally {
    model.dispose()
  }
}

describe.each(trainedModels.map((m) => [m.name, m] as const))('golden: %s', (_, { request, expected }) => {
  type Case = { shift?: number; position?: Position }
  const { tolerance, tensor, values, cases, has } = golden<Case>(expected)
  const ids = [...values('sentence.ids')]
  const compare = (
    model: Model,
    input: Omit<ForwardInput, 'inputIds'>,
    truth: string,
    position?: Position,
  ) => {
    const { logits } = model.forward({ inputIds: ids, ...input }, position ? { position } : {})
    expectClose(logits.data, tensor(truth).data, tolerance)
  }

  test('logits, attention maps and hidden states', () =>
    using(request, (model) => {
      const result = model.forward({ inputIds: ids }, { return: ['attentions', 'hiddenStates'] })
      expect(result.logits.shape).toEqual(tensor('sentence.logits').shape)
      expectClose(result.logits.data, tensor('sentence.logits').data, tolerance)
      for (const field of ['attentions', 'hiddenStates'] as const) {
        const truth = tensor(`sentence.${field}`)
        const layers = result[field] ?? []
        expect([layers.length, ...(layers[0]?.shape ?? [])]).toEqual(truth.shape)
        expectClose(
          layers.flatMap((layer) => [...layer.data]),
          truth.data,
          tolerance,
        )
      }
    }))

  // transformers' BLOOM and our T5 decoder take no position ids
  if (has('shifted.logits')) {
    test('shifted positions', () =>
      using(request, (model) =>
        compare(model, { positionIds: values('shifted.positions') }, 'shifted.logits'),
      ))

    test('hidden keys', () =>
      using(request, (model) => compare(model, { attentionMask: values('masked.keyMask') }, 'masked.logits')))
  }

  test.each(cases.filter(([, c]) => c.position))(
    'the same weights under another encoding: %s',
    (name, { position }) => using(request, (model) => compare(model, {}, `${name}.logits`, position)),
  )

  test('greedy tokens are identical', () =>
    using(request, async (model) => {
      const [prompt, truth] = [[...values('greedy.prompt')], [...values('greedy.ids')]]
      expect(await model.generate(prompt, { maxNewTokens: truth.length })).toEqual([...prompt, ...truth])
    }))
})

describe('forward', () => {
  test('a batch is its sequences, side by side', () =>
    using(gqa.request, (model) => {
      const rows = [
        [1, 2, 3],
        [4, 5, 6],
      ]
      const options = { return: ['attentions', 'scores', 'hiddenStates'] } as const
      const batch = model.forward({ inputIds: rows }, options)
      const single = rows.map((inputIds) => model.forward({ inputIds }, options))
      expect(batch.logits.shape).toEqual([2, 3, 23])
      expect(batch.attentions?.[0]?.shape).toEqual([2, 6, 3, 3])
      expect(batch.logits.data).toEqual(Float32Array.from(single.flatMap((s) => [...s.logits.data])))
      for (const field of ['attentions', 'scores', 'hiddenStates'] as const) {
        expect([...(batch[field]?.[1]?.data ?? [])]).toEqual(
          single.flatMap((s) => [...(s[field]?.[1]?.data ?? [])]),
        )
      }
    }))

  test('softmax of the scores gives the attentions', () =>
    using(gqa.request, (model) => {
      const { attentions, scores } = model.forward(
        { inputIds: [1, 2, 3] },
        { return: ['attentions', 'scores'] },
      )
      const row = scores?.[0]?.data.slice(6, 9) ?? []
      const powers = [...row].map(Math.exp)
      const sum = powers.reduce((a, b) => a + b, 0)
      expectClose(
        attentions?.[0]?.data.slice(6, 9) ?? [],
        powers.map((p) => p / sum),
        { absolute: 1e-6 },
      )
    }))

  test('only what was asked for comes back', () =>
    using(gqa.request, (model) => {
      expect(Object.keys(model.forward({ inputIds: [1] }))).toEqual(['logits'])
    }))

  test('a RoPE model does not notice a common shift, a learned table does', async () => {
    const change = ({ request }: ModelFolder) =>
      using(request, (model) => {
        const inputIds = model.encode('shall I compare thee')
        const at = (shift: number) =>
          model.forward(
            { inputIds, positionIds: inputIds.map((_, i) => i + shift) },
            { return: ['attentions'] },
          )
        const [here, there] = [at(0).attentions?.[1]?.data ?? [], at(20).attentions?.[1]?.data ?? []]
        return Math.max(...Array.from(here, (a, i) => Math.abs(a - (there[i] ?? 0))))
      })
    expect(await change(rope)).toBeLessThan(1e-4)
    expect(await change(learned)).toBeGreaterThan(1e-2)
  })

  test('the spec says what the config says', () =>
    using(rope.request, ({ spec, family, position }) => {
      expect(family).toBe('llama')
      expect(position).toMatchObject({ type: 'rope', base: 10000 })
      expect(spec).toMatchObject({
        vocab: 65,
        dModel: 128,
        layers: 4,
        heads: 4,
        kvHeads: 2,
        headDim: 32,
        norm: 'rms',
      })
    }))

  type Case = [string, (model: Model) => unknown, string, ...string[]]
  test.each<Case>([
    ['no input', (m) => m.forward(undefined as never), 'ERR_TYPE', 'input'],
    ['no ids', (m) => m.forward({} as never), 'ERR_TYPE', 'input.inputIds'],
    ['empty ids', (m) => m.forward({ inputIds: [] }), 'ERR_SHAPE', 'input.inputIds', 'at least one'],
    ['an empty row', (m) => m.forward({ inputIds: [[]] }), 'ERR_SHAPE', 'input.inputIds[0]'],
    [
      'an id past the vocabulary',
      (m) => m.forward({ inputIds: [0, 23] }),
      'ERR_VALUE',
      'input.inputIds[1]',
      '23',
      '22',
    ],
    ['a negative id', (m) => m.forward({ inputIds: [-1] }), 'ERR_VALUE', 'input.inputIds[0]', '-1'],
    ['a fractional id', (m) => m.forward({ inputIds: [0.5] }), 'ERR_VALUE', 'input.inputIds[0]', '0.5'],
    ['an id of NaN', (m) => m.forward({ inputIds: [Number.NaN] }), 'ERR_VALUE', 'inputIds[0]', 'NaN'],
    ['an id of text', (m) => m.forward({ inputIds: ['1'] as never }), 'ERR_TYPE', 'input.inputIds[0]', '"1"'],
    ['text', (m) => m.forward({ inputIds: 'abc' as never }), 'ERR_TYPE', 'input.inputIds', '"abc"'],
    [
      'uneven rows',
      (m) => m.forward({ inputIds: [[1, 2], [1]] }),
      'ERR_SHAPE',
      'input.inputIds[1]',
      '1 tokens',
      '2',
    ],
    [
      'a mask of another length',
      (m) => m.forward({ inputIds: [1, 2], attentionMask: [1] }),
      'ERR_SHAPE',
      'input.attentionMask',
      '1 × 2',
    ],
    [
      'a mask of 2',
      (m) => m.forward({ inputIds: [1], attentionMask: [2] }),
      'ERR_VALUE',
      'input.attentionMask[0]',
      '2',
    ],
    [
      'positions of another length',
      (m) => m.forward({ inputIds: [1, 2], positionIds: [0, 1, 2] }),
      'ERR_SHAPE',
      'positionIds',
    ],
    [
      'a negative position',
      (m) => m.forward({ inputIds: [1], positionIds: [-1] }),
      'ERR_VALUE',
      'positionIds[0]',
      '-1',
    ],
    [
      'token types',
      (m) => m.forward({ inputIds: [1], tokenTypeIds: [0] } as never),
      'ERR_UNSUPPORTED',
      'input.tokenTypeIds',
    ],
    [
      'an unknown field',
      (m) => m.forward({ input_ids: [1] } as never),
      'ERR_VALUE',
      'input.input_ids',
      'inputIds',
    ],
    [
      'an unknown result',
      (m) => m.forward({ inputIds: [1] }, { return: ['ledger' as never] }),
      'ERR_VALUE',
      '"ledger"',
    ],
    [
      'an unknown encoding',
      (m) => m.forward({ inputIds: [1] }, { position: { type: 'x' } as never }),
      'ERR_UNSUPPORTED',
      '"x"',
    ],
    [
      'an encoding as functions',
      (m) => m.forward({ inputIds: [1] }, { position: { type: 'custom', bias: () => 0 } as never }),
      'ERR_UNSUPPORTED',
      'options.position',
      'customPosition',
    ],
    [
      'an odd rotary dimension',
      (m) => m.forward({ inputIds: [1] }, { position: { type: 'rope', rotaryDim: 3 } }),
      'ERR_VALUE',
      'rotaryDim',
      '3',
    ],
    [
      'a table of another width',
      (m) =>
        m.forward(
          { inputIds: [1] },
          { position: { type: 'learned', table: { data: new Float32Array(4), shape: [2, 2] } } },
        ),
      'ERR_SHAPE',
      'table',
    ],
    ['no tokenizer', (m) => m.encode('a'), 'ERR_UNSUPPORTED', 'tokenizer'],
  ])('refuses %s', (_, attempt, code, ...words) =>
    using(gqa.request, (model) => {
      expectRefusal(() => attempt(model), code, ...words)
      expect(model.forward({ inputIds: [1] }).logits.shape).toEqual([1, 23])
    }),
  )

  test('refuses more tokens than a learned table has rows', () =>
    using(learned.request, (model) => {
      expectRefusal(() => model.forward({ inputIds: Array(65).fill(1) }), 'ERR_VALUE', 'position', '64')
      expect(model.forward({ inputIds: Array(64).fill(1) }).logits.shape).toEqual([64, 65])
    }))
})

describe('generate', () => {
  const prompt = [1, 2, 3]

  test('tells each token as it comes', () =>
    using(gqa.request, async (model) => {
      const seen: number[] = []
      const all = await model.generate(prompt, { maxNewTokens: 5, onToken: (id) => seen.push(id) })
      expect(all).toEqual([...prompt, ...seen])
      expect(seen.length).toBe(5)
    }))

  test('agrees with forward, token by token', () =>
    using(gqa.request, async (model) => {
      const all = await model.generate(prompt, { maxNewTokens: 6 })
      for (let n = prompt.length; n < all.length; n++) {
        const { data } = model.forward({ inputIds: all.slice(0, n) }).logits
        const last = data.slice(-23)
        expect(all[n]).toBe(last.indexOf(Math.max(...last)))
      }
    }))

  test('the same seed gives the same text, another seed another', () =>
    using(rope.request, async (model) => {
      const ids = model.encode('ROMEO:')
      const options = { maxNewTokens: 40, temperature: 1, topK: 20, topP: 0.95 }
      const [a, b, c] = [
        await model.generate(ids, { ...options, seed: 1 }),
        await model.generate(ids, { ...options, seed: 1 }),
        await model.generate(ids, { ...options, seed: 2 }),
      ]
      expect(a).toEqual(b)
      expect(a).not.toEqual(c)
      expect(a.length).toBe(46)
    }))

  test('topK 1 and a tiny topP are greedy', () =>
    using(gqa.request, async (model) => {
      const greedy = await model.generate(prompt, { maxNewTokens: 8 })
      expect(await model.generate(prompt, { maxNewTokens: 8, temperature: 5, topK: 1 })).toEqual(greedy)
      expect(await model.generate(prompt, { maxNewTokens: 8, temperature: 5, topP: 1e-9 })).toEqual(greedy)
    }))

  test('ends with the end token, the config’s own by default', async () => {
    const greedy = await using(gqa.request, (model) => model.generate(prompt, { maxNewTokens: 8 }))
    const eos = greedy[4] as number
    const ended = greedy.slice(0, greedy.indexOf(eos, 3) + 1)
    await using(gqa.request, async (model) => {
      expect(await model.generate(prompt, { maxNewTokens: 8, eosTokenId: eos })).toEqual(ended)
      expect(await model.generate(prompt, { maxNewTokens: 8, eosTokenId: [22, eos] })).toEqual(ended)
    })
    const config = { ...gqa.request.config, eos_token_id: eos }
    await using({ ...gqa.request, config }, async (model) => {
      expect(await model.generate(prompt, { maxNewTokens: 8 })).toEqual(ended)
      expect(await model.generate(prompt, { maxNewTokens: 8, eosTokenId: [] })).toEqual(greedy)
    })
  })

  test('nothing to make leaves the prompt', () =>
    using(gqa.request, async (model) => {
      expect(await model.generate(prompt, { maxNewTokens: 0 })).toEqual(prompt)
    }))

  test('several texts at a time do not disturb each other', () =>
    using(rope.request, async (model) => {
      const prompts = ['A', 'To be', 'ROMEO:'].map((text) => model.encode(text))
      const alone = []
      for (const ids of prompts) alone.push(await model.generate(ids, { maxNewTokens: 60 }))
      expect(await Promise.all(prompts.map((ids) => model.generate(ids, { maxNewTokens: 60 })))).toEqual(
        alone,
      )
    }))

  test('the event loop gets its turn', () =>
    using(rope.request, async (model) => {
      let turns = 0
      const timer = setInterval(() => turns++, 1)
      const start = performance.now()
      await model.generate(model.encode('ROMEO:'), { maxNewTokens: 400 })
      clearInterval(timer)
      const elapsed = performance.now() - start
      expect(turns).toBeGreaterThan(Math.floor(elapsed / 100))
    }))

  test('runs past max_position_embeddings with RoPE', () =>
    using(rope.request, async (model) => {
      expect((await model.generate(model.encode('A'), { maxNewTokens: 99 })).length).toBe(100)
    }))

  test('refuses to run past a learned table before it starts', () =>
    using(learned.request, async (model) => {
      const seen: number[] = []
      const onToken = (id: number) => void seen.push(id)
      await expectRejection(
        model.generate([1], { maxNewTokens: 64, onToken }),
        'ERR_VALUE',
        '65 tokens',
        '64',
        'learned',
      )
      expect(seen).toEqual([])
      expect((await model.generate([1], { maxNewTokens: 63 })).length).toBe(64)
      expect((await model.generate([1], { maxNewTokens: 70, position: { type: 'none' } })).length).toBe(71)
    }))

  test('stops when its signal aborts', () =>
    using(rope.request, async (model) => {
      const controller = new AbortController()
      let count = 0
      const onToken = () => void (++count === 3 && controller.abort(new Error('enough')))
      const error = await rejectionOf(
        model.generate([1], { maxNewTokens: 50, onToken, signal: controller.signal }),
      )
      expectError(error, 'ERR_ABORTED')
      expect((error as unknown as Error).cause).toEqual(new Error('enough'))
      expect(count).toBe(3)
      await expectRejection(model.generate([1], { signal: AbortSignal.abort() }), 'ERR_ABORTED')
    }))

  test('what onToken throws comes out as it is', () =>
    using(gqa.request, async (model) => {
      const onToken = () => {
        throw new RangeError('mine')
      }
      await expect(model.generate(prompt, { onToken })).rejects.toThrow(new RangeError('mine'))
    }))

  test('a model disposed of meanwhile ends it, and nothing leaks', async () => {
    const model = await library.wf.loadModel(rope.request)
    const generating = model.generate([1], { maxNewTokens: 10_000, onToken: () => model.dispose() })
    await expectRejection(generating, 'ERR_DISPOSED')
  })

  type Case = [string, unknown, unknown, string, ...string[]]
  test.each<Case>([
    ['an empty prompt', [], {}, 'ERR_SHAPE', 'inputIds'],
    ['text without a tokenizer', 'abc', {}, 'ERR_UNSUPPORTED', 'tokenizer'],
    ['a number', 5, {}, 'ERR_TYPE', 'inputIds'],
    ['an id past the vocabulary', [99], {}, 'ERR_VALUE', 'inputIds[0]', '99'],
    ['a count of −1', prompt, { maxNewTokens: -1 }, 'ERR_VALUE', 'options.maxNewTokens', '-1'],
    ['a count of NaN', prompt, { maxNewTokens: Number.NaN }, 'ERR_VALUE', 'options.maxNewTokens', 'NaN'],
    ['a negative temperature', prompt, { temperature: -1 }, 'ERR_VALUE', 'options.temperature', '-1'],
    ['a fractional topK', prompt, { topK: 1.5 }, 'ERR_VALUE', 'options.topK', '1.5'],
    ['a topP of 0', prompt, { topP: 0 }, 'ERR_VALUE', 'options.topP', '0'],
    ['a topP of 2', prompt, { topP: 2 }, 'ERR_VALUE', 'options.topP', '2'],
    ['a seed of 2^32', prompt, { seed: 2 ** 32 }, 'ERR_VALUE', 'options.seed'],
    ['an end token past the vocabulary', prompt, { eosTokenId: 23 }, 'ERR_VALUE', 'options.eosTokenId', '23'],
    ['a callback that is none', prompt, { onToken: 1 }, 'ERR_TYPE', 'options.onToken'],
    [
      'an unknown option',
      prompt,
      { max_new_tokens: 1 },
      'ERR_VALUE',
      'options.max_new_tokens',
      'maxNewTokens',
    ],
  ])('refuses %s', (_, ids, options, code, ...words) =>
    using(gqa.request, async (model) => {
      await expectRejection(() => model.generate(ids as number[], options as never), code, ...words)
    }),
  )
})

describe('life of a model', () => {
  test('is counted, and freed once', async () => {
    const model = await library.wf.loadModel(gqa.request)
    expect(library.wf.liveHandles()).toBe(1)
    model.dispose()
    model.dispose()
    expect(library.wf.liveHandles()).toBe(0)
    expectRefusal(() => model.forward({ inputIds: [1] }), 'ERR_DISPOSED', 'the model was disposed of')
    expectRefusal(() => model.encode('a'), 'ERR_DISPOSED')
    await expectRejection(model.generate([1]), 'ERR_DISPOSED')
  })

  test('ends with using', async () => {
    const model = await library.wf.loadModel(gqa.request)
    model[Symbol.dispose]()
    expect(library.wf.liveHandles()).toBe(0)
  })

  test('a thousand models leave no trace', async () => {
    const weights = bytesOf(gqa)
    for (let i = 0; i < 1000; i++)
      await using({ ...gqa.request, weights }, (model) => model.forward({ inputIds: [1, 2] }))
  })
})

// A stack is prepared once per length: whoever asks with another length in between must have no effect.
test('forward passes and other sessions between two tokens leave no trace where frequencies depend on the length', async () => {
  const weights = bytesOf(rope)
  const scaled = {
    rope_parameters: { rope_theta: 10000, rope_type: 'dynamic', factor: 4 },
    max_position_embeddings: 8,
  }
  const config = { ...rope.request.config, ...scaled }
  await using({ config, weights }, async (model) => {
    const options = { maxNewTokens: 24, temperature: 1, seed: 5 }
    const alone = await model.generate([1, 2, 3], options)
    const short = model.forward({ inputIds: [1, 2, 3] }).logits
    const others: Promise<number[]>[] = []
    const disturbed = await model.generate([1, 2, 3], {
      ...options,
      onToken: () => {
        expectClose(model.forward({ inputIds: [1, 2, 3] }).logits.data, short.data, {})
        model.forward({ inputIds: alone })
        others.push(model.generate([1, 2, 3], options))
        others.push(model.generate([1], { ...options, maxNewTokens: 60 }))
      },
    })
    expect(disturbed).toEqual(alone)
    for (const [i, other] of (await Promise.all(others)).entries())
      if (i % 2 === 0) expect(other).toEqual(alone)
  })
  await using({ ...rope.request, weights }, async (model) => {
    const plain = await model.generate([1, 2, 3], { maxNewTokens: 24, temperature: 1, seed: 5 })
    await using({ config, weights }, async (other) => {
      expect(await other.generate([1, 2, 3], { maxNewTokens: 24, temperature: 1, seed: 5 })).not.toEqual(
        plain,
      )
    })
  })
})
