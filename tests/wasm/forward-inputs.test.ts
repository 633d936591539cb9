// What may go into a forward pass, model by model, and what is refused.

import { describe, expect, test } from 'vitest'
import type { ForwardOptions, Model, ModelPosition, Position, Tensor } from 'whereformer'
import { expectClose } from '../support/close.js'
import { expectRefusal } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import { goldenModel } from '../support/models.js'

const library = useLibrary()

async function using(name: string, use: (model: Model) => unknown, config: object = {}): Promise<void> {
  const { request } = goldenModel(name)
  const model = await library.wf.loadModel({ ...request, config: { ...request.config, ...config } })
  try {
    await use(model)
  } finally {
    model.dispose()
  }
}

/** Rows from … to of sequence `index` of a batch. */
function rowsOf({ data, shape }: Tensor, index: number, from: number, to?: number): Float32Array {
  const [, tokens = 0, width = 0] = shape
  return data.slice((index * tokens + from) * width, (index * tokens + (to ?? tokens)) * width)
}

describe('batches of unequal sequences', () => {
  test.each(['bert-f32', 'deberta-v3-f32', 'llama-f16-gqa', 'llama4-bf16-even'])(
    'padded on either side, %s answers what it answers alone',
    (name) =>
      using(name, (model) => {
        const long = [5, 6, 7, 8, 9]
        const short = [10, 11, 12]
        const alone = model.forward({ inputIds: short }, { return: ['lastHiddenState', 'meanPooled'] })
        const right = model.forward(
          {
            inputIds: [long, [...short, 1, 1]],
            attentionMask: [
              [1, 1, 1, 1, 1],
              [1, 1, 1, 0, 0],
            ],
          },
          { return: ['lastHiddenState', 'meanPooled'] },
        )
        const left = model.forward(
          {
            inputIds: [long, [1, 1, ...short]],
            attentionMask: [
              [1, 1, 1, 1, 1],
              [0, 0, 1, 1, 1],
            ],
            positionIds: [
              [0, 1, 2, 3, 4],
              [0, 0, 0, 1, 2],
            ],
          },
          { return: ['lastHiddenState', 'meanPooled'] },
        )
        const close = { absolute: 1e-5, relative: 1e-5 }
        expectClose(rowsOf(right.logits, 1, 0, 3), alone.logits.data, close)
        expectClose(
          rowsOf(right.lastHiddenState as Tensor, 1, 0, 3),
          alone.lastHiddenState?.data ?? [],
          close,
        )
        if (name === 'deberta-v3-f32') return // its distances count the padding's places, which position ids do not change
        expectClose(rowsOf(left.logits, 1, 2), alone.logits.data, close)
        expect(right.meanPooled?.shape).toEqual([2, model.spec.dModel])
        for (const { meanPooled } of [left, right]) {
          expectClose(meanPooled?.data.slice(model.spec.dModel) ?? [], alone.meanPooled?.data ?? [], close)
        }
      }),
  )

  test.each([1, 4, 6, 7])('Llama 4: chunks begin behind %i hidden tokens, whose rows are zeros', (count) =>
    using('llama4-bf16-even', (model) => {
      const short = [10, 11, 12, 13, 14, 15, 16, 17]
      const hidden = Array<number>(count).fill(1)
      const options = { return: ['attentions', 'hiddenStates'] } as const
      const alone = model.forward({ inputIds: short }, options)
      const padded = model.forward(
        {
          inputIds: [...hidden, ...short],
          attentionMask: [...hidden.map(() => 0), ...short.map(() => 1)],
          positionIds: [...hidden.map(() => 0), ...short.keys()],
        },
        options,
      )
      const close = { absolute: 1e-5, relative: 1e-5 }
      const [tokens, vocab] = [short.length, model.spec.vocab]
      const all = tokens + count
      expect(padded.logits.shape).toEqual([all, vocab])
      expect(padded.logits.data.subarray(0, count * vocab).every((x) => x === 0)).toBe(true)
      expectClose(padded.logits.data.subarray(count * vocab), alone.logits.data, close)
      for (const [layer, map] of padded.attentions?.entries() ?? []) {
        expect(map.shape).toEqual([6, all, all])
        const shown = map.data.filter((_, i) => i % all >= count && Math.floor(i / all) % all >= count)
        expectClose(shown, alone.attentions?.[layer]?.data ?? [], close)
        expect(map.data.filter((_, i) => i % all < count).every((x) => x === 0)).toBe(true)
      }
      const last = padded.hiddenStates?.at(-1)?.data.subarray(count * model.spec.dModel) ?? []
      expectClose(last, alone.hiddenStates?.at(-1)?.data ?? [], close)
    }),
  )

  test('all tokens hidden are no left padding', () =>
    using('llama4-bf16-even', (model) => {
      expect(model.forward({ inputIds: [1, 2], attentionMask: [0, 0] }).logits.shape).toEqual([
        2,
        model.spec.vocab,
      ])
    }))

  test('a sequence of padding alone has a mean of zeros', () =>
    using('bert-f32', (model) => {
      const { meanPooled } = model.forward(
        { inputIds: [1, 2], attentionMask: [0, 0] },
        { return: ['meanPooled'] },
      )
      expect(meanPooled).toEqual({ data: new Float32Array(24), shape: [24] })
    }))
})

test('a model without a head answers its last hidden states', () =>
  using('bert-f32-bare', (model) => {
    const result = model.forward({
      inputIds: [
        [1, 2, 3],
        [4, 5, 6],
      ],
    })
    expect(result.logits).toEqual({ data: new Float32Array(0), shape: [2, 3, 0] })
    expect(result.lastHiddenState?.shape).toEqual([2, 3, 24])
    const { hiddenStates } = model.forward({ inputIds: [4, 5, 6] }, { return: ['hiddenStates'] })
    expect(rowsOf(result.lastHiddenState as Tensor, 1, 0)).toEqual(hiddenStates?.at(-1)?.data)
  }))

describe('token types', () => {
  test('zeros are the default of BERT, and no segments that of XLNet', async () => {
    const input = { inputIds: [1, 2, 3] }
    const zeros = { ...input, tokenTypeIds: [0, 0, 0] }
    await using('bert-f32', (model) => {
      expect(model.forward(input).logits).toEqual(model.forward(zeros).logits)
    })
    await using('xlnet-f32', (model) => {
      expect(model.forward(input).logits).not.toEqual(model.forward(zeros).logits)
      // segments are compared, not looked up
      expect(model.forward({ ...input, tokenTypeIds: [7, 7, 7] }).logits).toEqual(model.forward(zeros).logits)
    })
  })
})

describe('surgery', () => {
  const input = { inputIds: [1, 2, 3, 4] }
  const logits = (model: Model, position?: ModelPosition) =>
    model.forward(input, position === undefined ? {} : { position }).logits

  test('one position is for all layers, a list for each', () =>
    using('llama-f16-gqa', (model) => {
      const other: Position = { type: 'rope', base: 50 }
      const own = model.position as Position
      expect(logits(model, own)).toEqual(logits(model))
      expect(logits(model, { layers: [own, own, own] })).toEqual(logits(model))
      expect(logits(model, { layers: [other, other, other] })).toEqual(logits(model, other))
      const mixed = logits(model, { layers: [own, other, own] })
      expect(mixed).not.toEqual(logits(model))
      expect(mixed).not.toEqual(logits(model, other))
      expect(logits(model, { layers: [own, { ...other }, own] })).toEqual(mixed)
    }))

  test('of the decoder, of the encoder, of both', () =>
    using('t5-f32', (model) => {
      const both = { inputIds: [1, 2, 3], decoderInputIds: [0, 4, 5] }
      const run = (options?: ForwardOptions) => model.forward(both, options).logits.data
      const own = model.position as { encoder: Position; decoder: Position }
      expect(Object.keys(own).sort()).toEqual(['decoder', 'encoder'])
      const none: Position = { type: 'none' }
      expect(run({ position: own })).toEqual(run())
      expect(run({ position: none })).toEqual(run({ position: { decoder: none } }))
      expect(run({ position: none })).not.toEqual(run())
      expect(run({ position: { encoder: none } })).not.toEqual(run())
      expect(run({ position: { encoder: { layers: [none, none, none] }, decoder: own.decoder } })).toEqual(
        run({ position: { encoder: none } }),
      )
    }))

  test('generate takes the same forms', () =>
    using('llama-f16-gqa', async (model) => {
      const other: Position = { type: 'rope', base: 50 }
      const options = { maxNewTokens: 12 }
      const made = await model.generate([1, 2], { ...options, position: other })
      expect(
        await model.generate([1, 2], { ...options, position: { layers: [other, other, other] } }),
      ).toEqual(made)
      expect(made).not.toEqual(await model.generate([1, 2], options))
    }))
})

describe('what is refused', () => {
  type Case = [string, string, (model: Model) => unknown, string, ...string[]]
  const ids = [1, 2, 3]
  test.each<Case>([
    [
      'no decoder input',
      't5-f32',
      (m) => m.forward({ inputIds: ids }),
      'ERR_VALUE',
      'input.decoderInputIds',
      'nothing',
      'beginning with 0',
    ],
    [
      'decoder input without a decoder',
      'bert-f32',
      (m) => m.forward({ inputIds: ids, decoderInputIds: ids }),
      'ERR_UNSUPPORTED',
      'input.decoderInputIds',
    ],
    [
      'fewer decoder inputs than inputs',
      't5-f32',
      (m) => m.forward({ inputIds: [ids, ids], decoderInputIds: [ids] }),
      'ERR_SHAPE',
      'input.decoderInputIds',
      '1 sequences',
      '2',
    ],
    [
      'a decoder mask of another length',
      't5-f32',
      (m) => m.forward({ inputIds: ids, decoderInputIds: ids, decoderAttentionMask: [1] }),
      'ERR_SHAPE',
      'input.decoderAttentionMask',
      '1 × 3',
      'like decoderInputIds',
    ],
    [
      'a decoder id past the vocabulary',
      't5-f32',
      (m) => m.forward({ inputIds: ids, decoderInputIds: [999] }),
      'ERR_VALUE',
      'input.decoderInputIds[0]',
      '999',
    ],
    [
      'token types of a family without them',
      'gpt2-f32',
      (m) => m.forward({ inputIds: ids, tokenTypeIds: ids }),
      'ERR_UNSUPPORTED',
      'input.tokenTypeIds',
      'gpt2',
    ],
    [
      'task types of BERT',
      'bert-f32',
      (m) => m.forward({ inputIds: ids, taskTypeIds: ids }),
      'ERR_UNSUPPORTED',
      'input.taskTypeIds',
    ],
    [
      'a token type too many',
      'bert-f32',
      (m) => m.forward({ inputIds: ids, tokenTypeIds: [0, 1, 9] }),
      'ERR_VALUE',
      'input.tokenTypeIds[2]',
      '9',
    ],
    [
      'token types of another length',
      'bert-f32',
      (m) => m.forward({ inputIds: ids, tokenTypeIds: [0, 1] }),
      'ERR_SHAPE',
      'input.tokenTypeIds',
      '1 × 2',
      '1 × 3',
    ],
    [
      'a permutation mask of BERT',
      'bert-f32',
      (m) => m.forward({ inputIds: ids, permMask: [] }),
      'ERR_UNSUPPORTED',
      'input.permMask',
      'query stream',
    ],
    [
      'targets of LLaMA',
      'llama-f16-gqa',
      (m) => m.forward({ inputIds: ids, targetPositions: [0] }),
      'ERR_UNSUPPORTED',
      'input.targetPositions',
    ],
    [
      'a permutation mask of another shape',
      'xlnet-f32',
      (m) => m.forward({ inputIds: ids, permMask: [[0, 1, 1]] }),
      'ERR_SHAPE',
      'input.permMask',
      '1 × 3',
      '3 × 3',
    ],
    [
      'a permutation mask of 2',
      'xlnet-f32',
      (m) => m.forward({ inputIds: [1], permMask: [[2]] }),
      'ERR_VALUE',
      'input.permMask[0][0]',
      '2',
    ],
    [
      'a target past the tokens',
      'xlnet-f32',
      (m) => m.forward({ inputIds: ids, targetPositions: [3] }),
      'ERR_VALUE',
      'input.targetPositions[0]',
      '3',
    ],
    [
      'no targets',
      'xlnet-f32',
      (m) => m.forward({ inputIds: ids, targetPositions: [] }),
      'ERR_SHAPE',
      'input.targetPositions',
    ],
    [
      'uneven targets',
      'xlnet-f32',
      (m) => m.forward({ inputIds: [ids, ids], targetPositions: [[1], [1, 2]] }),
      'ERR_SHAPE',
      'input.targetPositions',
    ],
    [
      'more tokens than the table has rows',
      'bert-f32',
      (m) => m.forward({ inputIds: Array(500).fill(1) }),
      'ERR_VALUE',
      'input.inputIds',
      '500 tokens',
      'learned table',
    ],
    [
      'a position past the table',
      'bert-f32',
      (m) => m.forward({ inputIds: ids, positionIds: [0, 1, 400] }),
      'ERR_VALUE',
      'input.positionIds',
      '400',
      'learned table',
    ],
    [
      'more decoder tokens than the table has rows',
      'bart-f32',
      (m) => m.forward({ inputIds: ids, decoderInputIds: Array(500).fill(1) }),
      'ERR_VALUE',
      'input.decoderInputIds',
      '500 tokens',
    ],
    [
      'cross-attention of one stack',
      'bert-f32',
      (m) => m.forward({ inputIds: ids }, { return: ['crossAttentions'] }),
      'ERR_UNSUPPORTED',
      'crossAttentions',
    ],
    [
      'an encoder’s position of one stack',
      'bert-f32',
      (m) => m.forward({ inputIds: ids }, { position: { encoder: { type: 'none' } } }),
      'ERR_UNSUPPORTED',
      'options.position',
    ],
    [
      'too few layers',
      'bert-f32',
      (m) => m.forward({ inputIds: ids }, { position: { layers: [{ type: 'none' }] } }),
      'ERR_SHAPE',
      'options.position.layers',
      '1 positions',
      '2',
    ],
    [
      'a wrong position in a layer',
      'bert-f32',
      (m) =>
        m.forward({ inputIds: ids }, { position: { layers: [{ type: 'none' }, { type: 'x' } as never] } }),
      'ERR_UNSUPPORTED',
      'options.position.layers[1].type',
      '"x"',
    ],
    [
      'a wrong position of the encoder',
      't5-f32',
      (m) =>
        m.forward({ inputIds: ids, decoderInputIds: ids }, { position: { encoder: { type: 'x' } as never } }),
      'ERR_UNSUPPORTED',
      'options.position.encoder.type',
    ],
    [
      'a third stack',
      't5-f32',
      (m) =>
        m.forward(
          { inputIds: ids, decoderInputIds: ids },
          { position: { encoder: { type: 'none' }, middle: 1 } as never },
        ),
      'ERR_VALUE',
      'options.position.middle',
    ],
    [
      'a field beside layers',
      'bert-f32',
      (m) => m.forward({ inputIds: ids }, { position: { layers: [], type: 'none' } as never }),
      'ERR_VALUE',
      'options.position.type',
    ],
    [
      'a fractional position of DeBERTa’s table',
      'deberta-v2-bf16',
      (m) => m.forward({ inputIds: ids, positionIds: [0, 0.5, 1] }),
      'ERR_VALUE',
      'input.positionIds',
      '0.5',
    ],
  ])('%s (%s)', (_, name, attempt, code, ...words) =>
    using(name, (model) => {
      expectRefusal(() => attempt(model), code, ...words)
      const decoder = model.spec.encoder ? { decoderInputIds: [0] } : {}
      expect(model.forward({ inputIds: [1], ...decoder }).logits.shape).toEqual([1, model.spec.vocab])
    }),
  )
})
