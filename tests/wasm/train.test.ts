import { describe, expect, test } from 'vitest'
import { load, type Trainer, type TrainerBatch, type TrainerModel, type TrainerOptions } from 'whereformer'
import { expectError, expectRefusal, expectRejection, rejectionOf } from '../support/errors.js'
import { useLibrary } from '../support/library.js'

const library = useLibrary()

const shape = { layers: 2, heads: 4, dModel: 32, dFf: 64, vocab: 12, length: 16 }
const optimizer = { learningRate: 3e-3, warmup: 5, betas: [0.9, 0.95], weightDecay: 0.1, clip: 1 } as const
const ropeOptions: TrainerOptions = { model: { ...shape, position: { type: 'rope' } }, optimizer, seed: 1 }

async function using<T>(options: TrainerOptions, use: (trainer: Trainer) => T | Promise<T>): Promise<T> {
  const trainer = await library.wf.trainer(options)
  try {
    return await use(trainer)
  } finally {
    trainer.dispose()
  }
}

/** Sequences whose second half repeats the first; the first half is not counted. */
function copies(seed: number, sequences = 8, half = 4): TrainerBatch {
  let state = seed * 7919 + 1
  const draw = () => {
    state = (state * 48271) % 2147483647
    return state % 10
  }
  const rows = Array.from({ length: sequences }, () => {
    const first = Array.from({ length: half }, draw)
    return [...first, ...first]
  })
  return {
    inputIds: rows.map((row) => row.slice(0, -1)),
    targets: rows.map((row) => row.slice(1).map((id, i) => (i < half - 1 ? -100 : id))),
  }
}

const steps = (trainer: Trainer, from: number, count: number) =>
  Array.from({ length: count }, (_, i) => trainer.step(copies(from + i)))

const logits = (model: { forward: Trainer['model']['forward'] }, inputIds = [1, 2, 3, 4]) =>
  model.forward({ inputIds }).logits.data

const json = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes))

test('the loss falls, and reports count the steps', () =>
  using(ropeOptions, (trainer) => {
    const [first, ...more] = steps(trainer, 0, 150)
    expect(first).toMatchObject({ step: 1, learningRate: expect.closeTo(3e-3 / 5, 9) })
    expect(first?.loss).toBeGreaterThan(2)
    expect(more.at(-1)).toMatchObject({ step: 150, learningRate: expect.closeTo(3e-3, 9) })
    expect(more.at(-1)?.loss).toBeLessThan((first?.loss ?? 0) * 0.8)
    expect(trainer.steps).toBe(150)
  }))

test('same seed, same bits; another seed, others', async () => {
  const losses = (seed: number) =>
    using({ ...ropeOptions, seed }, (trainer) => steps(trainer, 0, 5).map(({ loss }) => loss))
  const once = await losses(1)
  expect(await losses(1)).toEqual(once)
  expect(await losses(2)).not.toEqual(once)
})

test('evaluate: predictions are the arg max of the model, and nothing is learned', () =>
  using(ropeOptions, (trainer) => {
    steps(trainer, 0, 10)
    const batch = copies(77, 3)
    const before = logits(trainer.model)
    const { loss, accuracy, exactMatch, predictions } = trainer.evaluate(batch)
    expect(logits(trainer.model)).toEqual(before)
    const rows = (batch.inputIds as number[][]).map(
      (inputIds) => trainer.model.forward({ inputIds }).logits.data,
    )
    const expected = rows.flatMap((data) =>
      Array.from({ length: data.length / shape.vocab }, (_, t) => {
        const row = data.subarray(t * shape.vocab, (t + 1) * shape.vocab)
        return row.indexOf(Math.max(...row))
      }),
    )
    expect([...predictions]).toEqual(expected)
    const targets = (batch.targets as number[][]).flat()
    const counted = targets.flatMap((id, i) => (id === -100 ? [] : [id === expected[i]]))
    expect(accuracy).toBeCloseTo(counted.filter(Boolean).length / counted.length, 12)
    expect(exactMatch).toBeGreaterThanOrEqual(0)
    expect(loss).toBeGreaterThan(0)
  }))

test('a model with a pattern that it can learn comes to know it', () =>
  using({ ...ropeOptions, optimizer: { learningRate: 1e-2 } }, (trainer) => {
    const batch = copies(1, 2)
    for (let i = 0; i < 100; i++) trainer.step(batch)
    expect(trainer.evaluate(batch)).toMatchObject({ accuracy: 1, exactMatch: 1 })
  }))

describe('positions that learn', () => {
  const types = [
    'none',
    'sinusoidal',
    'learned',
    'rope',
    'xpos',
    'alibi',
    'kerple',
    'sandwich',
    'fire',
    'mlpBias',
    'tisa',
  ]
  const more = [
    'relativeBias',
    'buckets',
    't5',
    'shaw',
    'relativeKey',
    'transformerXl',
    'deberta',
    'tupe',
    'cope',
    'logN',
  ]

  test.each([...types, ...more])('%s: saved and resumed it goes on to the same bits', async (type) => {
    const options = { model: { ...shape, position: { type } } as TrainerModel, optimizer, seed: 5 }
    await using(options, async (trainer) => {
      steps(trainer, 0, 3)
      const resumed = await library.wf.resumeTrainer(trainer.save())
      try {
        expect(resumed.steps).toBe(3)
        expect(steps(resumed, 3, 3)).toEqual(steps(trainer, 3, 3))
        expect(logits(resumed.model)).toEqual(logits(trainer.model))
        expect(resumed.save()).toEqual(trainer.save())
      } finally {
        resumed.dispose()
      }
    })
  })

  test.each([...types, ...more])('%s: loadModel opens what was saved, with the same bits', async (type) => {
    const options = { model: { ...shape, position: { type } } as TrainerModel, optimizer }
    await using(options, async (trainer) => {
      steps(trainer, 0, 3)
      const files = trainer.save()
      const config = json(files['config.json'])
      const model = await library.wf.loadModel({ config, weights: files['model.safetensors'] })
      try {
        expect(logits(model)).toEqual(logits(trainer.model))
        expect(model.spec).toEqual(trainer.model.spec)
        expect(model.ignored.tensors).toEqual([])
      } finally {
        model.dispose()
      }
    })
  })

  test('CoPE goes on where longer texts than those of the training count up to its last row', () =>
    using({ model: { ...shape, length: 4, position: { type: 'cope' } }, optimizer }, (trainer) => {
      const table = () => {
        const { table } = trainer.model.position as { table: { data: Float32Array; shape: number[] } }
        return { data: table.data.slice(), shape: [...table.shape] }
      }
      expect(table()).toEqual({ data: new Float32Array(5 * 8), shape: [5, 8] })
      const losses = steps(trainer, 0, 60).map(({ loss }) => loss)
      expect(losses.at(-1)).toBeLessThan(losses[0] as number)
      expect(table().data.every((number) => number !== 0)).toBe(true)
      expect(trainer.evaluate(copies(1, 7)).loss).toBeGreaterThan(0)
    }))

  test('model.position has what was learned, also where it is handed back to the core', () =>
    using({ model: { ...shape, position: { type: 'learned' } }, optimizer }, (trainer) => {
      const table = () => {
        const { table } = trainer.model.position as { table: { data: Float32Array } }
        return table.data.slice()
      }
      const before = table()
      steps(trainer, 0, 3)
      expect(table()).not.toEqual(before)
      const inputIds = [1, 2, 3]
      const { position } = trainer.model
      const surgery = trainer.model.forward({ inputIds }, { position: position as never }).logits.data
      expect(surgery).toEqual(logits(trainer.model, inputIds))
    }))

  test('numbers that are learned are kept in config.json', () =>
    using({ model: { ...shape, position: { type: 'kerple' } }, optimizer }, (trainer) => {
      const before = json(trainer.save()['config.json']).position
      steps(trainer, 0, 3)
      const after = json(trainer.save()['config.json']).position
      expect(after.r1).toHaveLength(shape.heads)
      expect(after.r1).not.toEqual(before.r1)
    }))
})

describe('files', () => {
  const gpt2: Partial<TrainerModel> = {
    norm: 'layer',
    activation: 'gelu_tanh',
    gated: false,
    ...{ queryBias: true, keyBias: true, valueBias: true, outputBias: true, mlpBias: true },
    tieHead: true,
  }

  test.each([
    ['LlamaForCausalLM', { position: { type: 'rope' } }, 'model.layers.0.self_attn.q_proj.weight'],
    ['GPT2LMHeadModel', { ...gpt2, position: { type: 'learned' } }, 'transformer.h.0.attn.c_attn.weight'],
    [
      'BloomForCausalLM',
      { ...gpt2, dFf: 128, embeddingNorm: true, position: { type: 'alibi' } },
      'transformer.h.0.self_attention.query_key_value.weight',
    ],
  ] as const)('%s: config and names of the family', async (architecture, model, name) => {
    await using({ model: { ...shape, ...model } as TrainerModel, optimizer }, (trainer) => {
      const files = trainer.save()
      expect(json(files['config.json']).architectures).toEqual([architecture])
      const bytes = files['model.safetensors']
      const length = Number(new DataView(bytes.buffer).getBigUint64(0, true))
      const header = json(bytes.subarray(8, 8 + length))
      expect(header.__metadata__).toEqual({ format: 'pt' })
      expect(Object.keys(header)).toContain(name)
    })
  })

  test('another version, other files, and files that are cut off are refused', () =>
    using(ropeOptions, async (trainer) => {
      const files = trainer.save()
      const { wf } = library
      const text = new TextDecoder('latin1').decode(files['optimizer.safetensors'])
      const newer = Uint8Array.from(text.replace('\\"version\\":1', '\\"version\\":2'), (c) =>
        c.charCodeAt(0),
      )
      await expectRejection(
        wf.resumeTrainer({ ...files, 'optimizer.safetensors': newer }),
        'ERR_UNSUPPORTED',
        'version 2',
        'version 1',
      )
      await expectRejection(wf.resumeTrainer({} as never), 'ERR_TYPE', 'config.json')
      await expectRejection(wf.resumeTrainer(undefined as never), 'ERR_TYPE', 'files')
      const cut = files['optimizer.safetensors'].slice(0, -4)
      await expectRejection(
        wf.resumeTrainer({ ...files, 'optimizer.safetensors': cut }),
        'ERR_PARSE',
        'optimizer',
      )
      const swapped = { ...files, 'optimizer.safetensors': files['model.safetensors'] }
      await expectRejection(wf.resumeTrainer(swapped), 'ERR_PARSE', 'no state of a trainer')
      const broken = { ...files, 'config.json': new TextEncoder().encode('{') }
      await expectRejection(wf.resumeTrainer(broken), 'ERR_PARSE', 'config.json')
      const other = await using(
        { model: { ...shape, dModel: 16, position: { type: 'rope' } }, optimizer },
        (smaller) => smaller.save(),
      )
      const mixed = { ...files, 'optimizer.safetensors': other['optimizer.safetensors'] }
      await expectRejection(wf.resumeTrainer(mixed), 'ERR_SHAPE', 'optimizer.safetensors')
    }))
})

describe('refusals, after which everything is as before', () => {
  test('a loss that is not finite: the step, the cause, and the last good state', () =>
    using({ ...ropeOptions, optimizer: { learningRate: 1e30 } }, (trainer) => {
      let before = trainer.save()
      const failure = (() => {
        for (let i = 0; i < 50; i++) {
          before = trainer.save()
          try {
            trainer.step(copies(i))
          } catch (error) {
            return error as { name: string; code: string; message: string }
          }
        }
        return expect.fail('a learning rate of 1e30 should fail')
      })()
      expectError(failure, 'ERR_VALUE', `step ${trainer.steps + 1}: `, 'learning rate', 'not applied')
      expect(trainer.save()).toEqual(before)
    }))

  test('batches', () =>
    using({ model: { ...shape, length: 8, position: { type: 'learned' } }, optimizer }, (trainer) => {
      const before = trainer.save()
      expectRefusal(
        () => trainer.step({ inputIds: [[12]], targets: [[0]] }),
        'ERR_VALUE',
        'batch.inputIds[0][0]',
      )
      expectRefusal(
        () => trainer.step({ inputIds: [[1]], targets: [[12]] }),
        'ERR_VALUE',
        'batch.targets[0][0]',
      )
      expectRefusal(() => trainer.step(copies(0, 2, 8)), 'ERR_VALUE', '15 positions', 'at most 8')
      expectRefusal(() => trainer.evaluate(copies(0, 2, 8)), 'ERR_VALUE', '15 positions')
      expect(trainer.save()).toEqual(before)
      expect(trainer.step(copies(0)).step).toBe(1)
    }))

  test('an encoding that cannot be trained is named', async () => {
    const gateLogits = { data: new Float32Array(8 * 4), shape: [8, 4] }
    const position = { type: 'forget' as const, gateLogits }
    const failure = await rejectionOf(library.wf.trainer({ model: { ...shape, position } }))
    expectError(failure, 'ERR_UNSUPPORTED', 'forget')
    await expectRejection(
      library.wf.trainer({ model: { ...shape, position: { type: 'rop' as never } } }),
      'ERR_UNSUPPORTED',
      'rop',
    )
  })

  test('an optimiser that makes no sense', async () => {
    await expectRejection(
      library.wf.trainer({ ...ropeOptions, optimizer: { learningRate: -1 } }),
      'ERR_VALUE',
      'optimizer.learningRate',
    )
    await expectRejection(
      library.wf.trainer({ ...ropeOptions, optimizer: { schedule: 'cosine' } }),
      'ERR_VALUE',
      'optimizer.steps',
    )
  })

  test('a core that is not there; the next call finds it', async () => {
    const wf = await load()
    const missing = { ...ropeOptions, core: { wasmUrl: 'file:///nowhere/core-train.wasm' } }
    const address = 'Is options.core.wasmUrl the address of core-train-simd.wasm?'
    await expectRejection(wf.trainer(missing), 'ERR_LOAD', 'nowhere')
    const page = new TextEncoder().encode('<!doctype html>')
    const html = { ...ropeOptions, core: { wasmBinary: page } }
    await expectRejection(wf.trainer(html), 'ERR_LOAD', address)
    for (const [core, code, words] of [
      [5, 'ERR_TYPE', 'options.core: '],
      [{ wasmUrl: 5 }, 'ERR_TYPE', 'options.core.wasmUrl: '],
      [{ wasmBinary: 'x' }, 'ERR_TYPE', 'options.core.wasmBinary: '],
      [{ wasmModule: {} }, 'ERR_TYPE', 'options.core.wasmModule: '],
      [{ variant: 'fast' }, 'ERR_VALUE', 'options.core.variant: '],
      [{ where: 1 }, 'ERR_VALUE', 'options.core.where: '],
    ] as const)
      await expectRejection(wf.trainer({ ...ropeOptions, core } as never), code, words)
    const trainer = await wf.trainer(ropeOptions)
    trainer.dispose()
    expect(wf.liveHandles()).toBe(0)
  })
})

describe('lifetime', () => {
  test('trainer and model are counted, and freed once', async () => {
    const { wf } = library
    const before = wf.liveHandles()
    const trainer = await wf.trainer(ropeOptions)
    expect(wf.liveHandles()).toBe(before + 2)
    const { model } = trainer
    trainer.dispose()
    trainer.dispose()
    expect(wf.liveHandles()).toBe(before)
    expectRefusal(() => trainer.step(copies(0)), 'ERR_DISPOSED', 'trainer')
    expectRefusal(() => trainer.save(), 'ERR_DISPOSED', 'trainer')
    expectRefusal(() => trainer.model, 'ERR_DISPOSED', 'trainer')
    expectRefusal(() => logits(model), 'ERR_DISPOSED', 'model')
  })

  test('a model generates between steps', () =>
    using(ropeOptions, async (trainer) => {
      const generating = trainer.model.generate([1, 2, 3], { maxNewTokens: 6, temperature: 0 })
      trainer.step(copies(0))
      const ids = await generating
      expect(ids).toHaveLength(9)
      expect(trainer.step(copies(1)).step).toBe(2)
    }))
})
