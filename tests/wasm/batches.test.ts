// generate() of several texts: each as if it stood alone, padded on either side, and as transformers continues them.

import { describe, expect, test } from 'vitest'
import type { Model } from 'whereformer'
import { expectRejection } from '../support/errors.js'
import { fileUrl, golden } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { goldenModel, type ModelFolder, trainedModels } from '../support/models.js'

const library = useLibrary()
const file = golden('padded-generation.safetensors')
const gqa = goldenModel('llama-f16-gqa')

async function using(folder: ModelFolder, use: (model: Model) => unknown): Promise<void> {
  using model = await library.wf.loadModel(folder.request)
  await use(model)
}

function rowsOf(name: string): number[][] {
  const { data, shape } = file.tensor(name)
  const width = shape[1] ?? 0
  return Array.from({ length: shape[0] ?? 0 }, (_, i) => [...data.subarray(i * width, (i + 1) * width)])
}

describe.each(file.cases.map(([name]) => name))('%s', (name) => {
  const [ids, attentionMask, wanted] = [
    rowsOf(`${name}.ids`),
    rowsOf(`${name}.attentionMask`),
    rowsOf(`${name}.sequences`),
  ]
  const options = { maxNewTokens: 12, eosTokenId: [] as number[] }

  test('padded on the left, as transformers continues it', () =>
    using(goldenModel(name), async (model) => {
      expect(await model.generate(ids, { ...options, attentionMask })).toEqual(wanted)
    }))

  test('padded on the right, the same tokens are new', () =>
    using(goldenModel(name), async (model) => {
      if (model.spec.encoder && name === 'bart-f32') return // its table counts the padding on the left
      const right = ids.map((row, i) => padRight(row, attentionMask[i] ?? []))
      const mask = attentionMask.map((row) => [...row].reverse())
      const made = await model.generate(right, { ...options, attentionMask: mask })
      expect(made.map((row) => row.slice(-12))).toEqual(wanted.map((row) => row.slice(-12)))
    }))
})

/** The tokens that the mask shows, and padding behind them. */
function padRight(row: readonly number[], mask: readonly number[]): number[] {
  const shown = row.filter((_, i) => mask[i])
  return [...shown, ...row.filter((_, i) => !mask[i])]
}

describe('several texts', () => {
  const prompts = [[1, 2, 3], [4], [5, 6]]

  test('are each what they are alone, with the seed plus their index', () =>
    using(gqa, async (model) => {
      const options = { maxNewTokens: 6, temperature: 1, eosTokenId: [] }
      const reported: unknown[][] = []
      const made = await model.generate(prompts, {
        ...options,
        seed: 7,
        onToken: (...note) => reported.push(note),
      })
      for (const [i, prompt] of prompts.entries()) {
        expect(made[i]).toEqual(await model.generate(prompt, { ...options, seed: 7 + i }))
      }
      expect(reported.length).toBe(18)
      expect(reported.map(([, , index]) => index)).toEqual([0, 1, 2].flatMap((i) => Array(6).fill(i)))
      expect(reported.map(([id]) => id)).toEqual(made.flatMap((row, i) => row.slice(prompts[i]?.length)))
    }))

  test('as text', () =>
    using(trainedModels[0] as ModelFolder, async (model) => {
      const options = { maxNewTokens: 8 }
      const texts = await model.generate(['ROMEO:', 'To be'], options)
      expect(texts).toEqual([await model.generate('ROMEO:', options), await model.generate('To be', options)])
    }))

  test('ids as every kind of list', () =>
    using(gqa, async (model) => {
      const options = { maxNewTokens: 4 }
      const rows = [
        [1, 2],
        [3, 4],
      ]
      const wanted = await model.generate(rows, options)
      const flat = [1, 2, 3, 4]
      expect(
        await model.generate({ data: BigInt64Array.from([1n, 2n, 3n, 4n]), shape: [2, 2] }, options),
      ).toEqual(wanted)
      expect(await model.generate({ data: Int32Array.from(flat), shape: [2, 2] }, options)).toEqual(wanted)
      expect(await model.generate([BigInt64Array.of(1n, 2n), BigInt64Array.of(3n, 4n)], options)).toEqual(
        wanted,
      )
      expect(await model.generate(BigInt64Array.of(1n, 2n), options)).toEqual(wanted[0])
      expect(await model.generate({ data: flat.slice(0, 2), shape: [2] }, options)).toEqual(wanted[0])
      const { logits } = model.forward({ inputIds: rows })
      for (const inputIds of [
        { data: BigInt64Array.from([1n, 2n, 3n, 4n]), shape: [2, 2] },
        { data: Float32Array.from(flat), shape: [2, 2] },
        [
          [1n, 2n],
          [3n, 4n],
        ],
      ]) {
        expect(model.forward({ inputIds }).logits).toEqual(logits)
      }
    }))

  test('of an encoder–decoder, each with a beginning of its own or one for all', () =>
    using(goldenModel('t5-f32'), async (model) => {
      const [one, two] = [
        [5, 6, 7],
        [8, 9, 10],
      ]
      const options = { maxNewTokens: 4, eosTokenId: [] }
      const alone = await Promise.all([
        model.generate(one, { ...options, decoderInputIds: [0, 3] }),
        model.generate(two, { ...options, decoderInputIds: [0, 4] }),
      ])
      const starts = [
        [0, 3],
        [0, 4],
      ]
      expect(await model.generate([one, two], { ...options, decoderInputIds: starts })).toEqual(alone)
      const same = await model.generate([one, two], { ...options, decoderInputIds: [0, 3] })
      expect(same[0]).toEqual(alone[0])
      expect(same[1]?.slice(0, 2)).toEqual([0, 3])
    }))

  type Case = [string, (model: Model) => Promise<unknown>, string, ...string[]]
  test.each<Case>([
    [
      'a mask of another length',
      (m) => m.generate([[1, 2]], { attentionMask: [[1]] }),
      'ERR_SHAPE',
      'options.attentionMask',
      '2, one per token',
    ],
    [
      'a mask of other rows',
      (m) => m.generate([[1], [2], [3]], { attentionMask: [[1], [1]] }),
      'ERR_SHAPE',
      '2 rows',
      '3, like inputIds',
    ],
    [
      'nothing visible',
      (m) => m.generate([[1], [2]], { attentionMask: [[1], [0]] }),
      'ERR_VALUE',
      'options.attentionMask[1]',
      'no visible token',
    ],
    ['a flag of 2', (m) => m.generate([1], { attentionMask: [2] }), 'ERR_VALUE', 'options.attentionMask[0]'],
    ['an id past the vocabulary', (m) => m.generate([[1], [99]]), 'ERR_VALUE', 'inputIds[1][0]', '99'],
    ['no tokens in a row', (m) => m.generate([[1], []]), 'ERR_SHAPE', 'inputIds[1]'],
    [
      'a tensor of three axes',
      (m) => m.generate({ data: [1], shape: [1, 1, 1] }),
      'ERR_SHAPE',
      'inputIds',
      '[1, 1, 1]',
    ],
    [
      'a tensor of another size',
      (m) => m.generate({ data: [1, 2], shape: [3] }),
      'ERR_SHAPE',
      'inputIds.data',
      '2',
    ],
    ['a list that mixes', (m) => m.generate(['a', 1] as never), 'ERR_TYPE', 'inputIds[1]'],
    [
      'a mask of text',
      (m) => m.generate(['a'], { attentionMask: [[1]] }),
      'ERR_UNSUPPORTED',
      'options.attentionMask',
    ],
  ])('%s is refused', (_, attempt, code, ...words) =>
    using(gqa, (model) => expectRejection(attempt(model), code, ...words)),
  )
})

test('one row of a mask or of positions is that of all sequences, and masks may be booleans', () =>
  using(gqa, (model) => {
    const inputIds = [
      [1, 2, 3],
      [4, 5, 6],
    ]
    const rows = (row: number[]) => [row, row]
    const wanted = model.forward({
      inputIds,
      attentionMask: rows([0, 1, 1]),
      positionIds: rows([0, 5, 9]),
    }).logits
    for (const attentionMask of [[0, 1, 1], [[0, 1, 1]], [false, true, true], [[false, true, true]]]) {
      expect(model.forward({ inputIds, attentionMask, positionIds: [0, 5, 9] }).logits).toEqual(wanted)
    }
    expect(
      model.forward({
        inputIds,
        attentionMask: { data: Uint8Array.of(0, 1, 1), shape: [3] },
        positionIds: [[0, 5, 9]],
      }).logits,
    ).toEqual(wanted)
  }))

test('a folder in place of a file is reported, with the files that it holds', async () => {
  const { config } = goldenModel('gpt2-f32').request
  const folder = fileUrl('models/gpt2-f32/')
  await expectRejection(
    library.wf.loadModel({ config, weights: folder }),
    'ERR_LOAD',
    'weights: got the folder',
    'wanted a file: it holds expected.safetensors, model.safetensors',
  )
  await expectRejection(
    library.wf.loadModel({ config, weights: fileUrl('models/').pathname }),
    'ERR_LOAD',
    'the folder',
    'tiny-shakespeare',
  )
  await expectRejection(
    library.wf.loadModel({ config, weights: fileUrl('training/../../lib/').pathname }),
    'ERR_LOAD',
    'it holds no .safetensors file',
  )
})
