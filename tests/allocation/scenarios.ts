// What is tried with failing allocations: every operation, every kernel, every encoding, every way that a model and a trainer are used.

import type {
  AttentionOptions,
  Cache,
  Model,
  Position,
  Tensor,
  Trainer,
  TrainerOptions,
  Whereformer,
} from 'whereformer'
import { compare, encodingCases } from '../support/encoding-cases.js'
import { golden } from '../support/golden.js'
import { goldenModel, goldenModels } from '../support/models.js'
import { casesOf, runCase } from '../support/parity-cases.js'
import { batchOf, optimizer } from '../support/saved-recipes.js'
import { type Scenario, scenario } from './sweep.js'

const numbers = (count: number, seed: number) =>
  Float32Array.from({ length: count }, (_, i) => Math.sin(1 + i * 1.7 + seed))

const tensor = (...shape: number[]): Tensor => ({
  data: numbers(
    shape.reduce((a, b) => a * b, 1),
    shape.length,
  ),
  shape,
})

const documents = [0, 0, 1, 1, 1, 0, 2, 2, 2, 2, 3, 3]
const fire = {
  type: 'fire',
  weight1: tensor(4, 1),
  bias1: tensor(1, 4),
  weight2: tensor(2, 4),
  bias2: tensor(1, 2),
} as const

/** Over a cache that holds tokens. */
const ofCache = (one: Scenario<{ model: Model; past: Cache }>): Scenario =>
  scenario({
    prepare: async (wf) => {
      const model = await wf.loadModel(goldenModel('mistral-f32').request)
      const past = model.cache({ capacity: 12 })
      model.forward({ inputIds: ids, past })
      return { model, past }
    },
    release: ({ model, past }) => {
      past.dispose()
      model.dispose()
    },
    ...one,
  })

/** By the kernel or the plan that the core chooses. */
const attentions: Record<string, { tokens?: readonly [number, number]; options: AttentionOptions }> = {
  plain: { options: {} },
  'few queries': {
    tokens: [1, 12],
    options: { position: { type: 'rope' }, causalAlignment: 'bottom-right' },
  },
  'few queries, a bias by distance': {
    tokens: [1, 12],
    options: { position: { type: 'alibi' }, causalAlignment: 'bottom-right' },
  },
  'grouped, causal, a window': { options: { isCausal: true, window: [3, 0], position: { type: 'rope' } } },
  'a table of biases': { options: { position: { type: 'alibi' } } },
  'a bias in lanes': {
    options: { position: { type: 'alibi' }, positions: { query: documents, key: documents } },
  },
  'a bias by pair': { options: { position: fire } },
  'vectors by distance': {
    options: { position: { type: 'shaw', keyTable: tensor(7, 4) } as Position },
  },
  'maps: weights, scores': {
    options: {
      position: { type: 'rope' },
      return: ['weights', 'scores', 'rawScores', 'cappedScores'],
      softcap: 4,
    },
  },
  ledger: { options: { position: [{ type: 'rope' }, { type: 'alibi' }], return: ['ledger'] } },
  'rows: distances overridden': { options: { position: [{ type: 'rerope', window: 3 }, { type: 'rope' }] } },
  'a mask of documents': { options: { position: { type: 'mask', kind: 'document', documents } } },
  'a boolean mask': {
    options: {
      attnMask: { data: Uint8Array.from({ length: 144 }, (_, i) => Number(i % 5 > 0)), shape: [12, 12] },
    },
  },
  'an additive mask': { options: { attnMask: tensor(2, 12, 12) } },
  'sinks, a cap after the bias': {
    options: { position: { type: 'alibi' }, sinks: tensor(2), softcap: 4, softcapWhere: 'afterBias' },
  },
}

const attentionScenarios = Object.entries(attentions).map(([name, { tokens: [q, k] = [12, 12], options }]) =>
  scenario({
    name: `attention, ${name}`,
    run: (wf) => {
      const kvHeads = name.startsWith('grouped') ? 1 : 2
      return wf.attention(tensor(2, q, 4), tensor(kvHeads, k, 4), tensor(kvHeads, k, 4), options)
    },
  }),
)

/** Tensors on the heap, released after `use`. */
function onHeap<T>(wf: Whereformer, shapes: number[][], use: (...tensors: Tensor[]) => T): T {
  const made: ReturnType<Whereformer['tensor']>[] = []
  try {
    for (const shape of shapes) made.push(wf.tensor(tensor(...shape)))
    return use(...made)
  } finally {
    for (const one of made) one.dispose()
  }
}

const operations: Scenario[] = [
  { name: 'heap tensor', run: (wf) => onHeap(wf, [[3, 5]], (x) => x.data.slice()) },
  { name: 'matmul', run: (wf) => wf.matmul(tensor(3, 5, 7), tensor(7, 4)) },
  { name: 'softmax', run: (wf) => wf.softmax(tensor(3, 9)) },
  { name: 'layerNorm', run: (wf) => wf.layerNorm(tensor(3, 9)) },
  { name: 'rmsNorm', run: (wf) => wf.rmsNorm(tensor(3, 9)) },
  {
    name: 'in place on the heap',
    run: (wf) =>
      onHeap(wf, [[2, 9, 4]], (x) => {
        wf.attention(x, x, x, { position: { type: 'rope' }, out: x })
        return wf.softmax(x, { out: x }).data.slice()
      }),
  },
  { name: 'rotate', run: (wf) => wf.rotate({ type: 'rope' }, tensor(2, 12, 8)) },
  { name: 'rotate, unpaired', run: (wf) => wf.rotate([{ type: 'pope' }], tensor(2, 12, 8)) },
  {
    name: 'bias',
    run: (wf) => wf.bias({ type: 'alibi' }, { heads: 3, positions: { query: documents, key: documents } }),
  },
  { name: 'place', run: (wf) => wf.place({ type: 'randomized', range: 64 }, { positions: [0, 1, 2, 3] }) },
  { name: 'embed', run: (wf) => wf.embed({ type: 'sinusoidal' }, { positions: documents, dim: 8 }) },
  ...(['linear', 'dynamic', 'yarn', 'llama3', 'ntkByParts', 'proportional'] as const).map((ropeType) => ({
    name: `frequencies, ${ropeType}`,
    run: (wf: Whereformer) => {
      const lengths = { originalMaxPositionEmbeddings: 16, maxPositionEmbeddings: 16 }
      return wf.frequencies(
        { type: 'rope', scaling: { ropeType, factor: 2, ...lengths } },
        { dim: 16, length: 40 },
      )
    },
  })),
  ...(['rope', 'alibi', 'sinusoidal'] as const).map((type) => ({
    name: `measure, ${type}`,
    run: (wf: Whereformer) => wf.measure({ type }, { length: 12, trainLength: 6, dim: 8, heads: 2 }),
  })),
  {
    name: 'identify, a rotation',
    run: (wf) => {
      const input = tensor(2, 5, 8)
      return wf.identify({ input, output: wf.rotate({ type: 'rope' }, input) })
    },
  },
  {
    name: 'identify, biases',
    run: (wf) => {
      const at = Array.from({ length: 8 }, (_, i) => i)
      return wf.identify({
        bias: wf.bias({ type: 'alibi' }, { heads: 4, positions: { query: at, key: at } }),
      })
    },
  },
]

const encodings = encodingCases().map((entry) =>
  scenario({
    name: `encoding, ${entry.file}, ${entry.name}`,
    run: (wf) => compare(wf, entry).map(({ actual }) => actual),
  }),
)

const ids = [1, 2, 3, 4, 5, 6, 7]

const ofModel = (name: string, what: string, run: (model: Model) => unknown, model = 'llama-f16-gqa') =>
  scenario<Model>({
    name: what === '' ? name : `${name}, ${what}`,
    prepare: (wf) => wf.loadModel(goldenModel(model).request),
    run: (_, loaded) => run(loaded),
    release: (loaded) => loaded.dispose(),
  })

const position = [{ type: 'alibi' }] as const

const models: Scenario[] = [
  ofModel('forward, everything', '', (m) =>
    m.forward({ inputIds: ids }, { return: ['attentions', 'scores', 'hiddenStates'] }),
  ),
  ofModel('forward, a batch', '', (m) => m.forward({ inputIds: [ids, ids] })),
  ofModel('surgery', '', (m) => m.forward({ inputIds: ids }, { position })),
  ofModel('greedy generate', '', (m) => m.generate(ids, { maxNewTokens: 4 })),
  ofModel('sampled generate', '', (m) =>
    m.generate(ids, { maxNewTokens: 4, temperature: 1, topK: 5, topP: 0.9, repetitionPenalty: 1.1, seed: 3 }),
  ),
  ofModel('generate under another position', '', (m) => m.generate(ids, { maxNewTokens: 3, position })),
  ofModel('generate, encoder and decoder', '', (m) => m.generate(ids, { maxNewTokens: 3 }), 't5-f32'),
  ofModel('save', '', (m) => m.save()),
  ofCache({
    name: 'forward that continues a cache',
    run: (_, { model, past }) => model.forward({ inputIds: [3, 1], past }).logits.data,
  }),
  ofCache({
    name: 'tokens that leave a cache, the others renumbered',
    run: (_, { past }) => past.evict(1, 3, { renumber: true }),
    left: ({ model, past }) => model.forward({ inputIds: [3, 1], past }).logits.data,
  }),
  scenario<Model>({
    name: 'cache',
    prepare: (wf) => wf.loadModel(goldenModel('llama-f16-gqa').request),
    run: (_, model) => {
      const past = model.cache({ capacity: 12 })
      past.dispose()
      return past.capacity
    },
    release: (model) => model.dispose(),
  }),
  ...(['stored', 'q8'] as const).map((weights) =>
    scenario({
      name: `loadModel, ${weights}`,
      run: async (wf) => {
        const model = await wf.loadModel(goldenModel('llama-f16-gqa').request, { weights })
        try {
          return model.forward({ inputIds: ids }).logits.data
        } finally {
          model.dispose()
        }
      },
    }),
  ),
]

/** Loading, and all that the golden data ask of the model. */
const families = goldenModels().map((name) =>
  scenario({
    name: `model, ${name}`,
    run: async (wf) => {
      const model = await wf.loadModel(goldenModel(name).request)
      try {
        const file = golden(`models/${name}/expected.safetensors`)
        return casesOf(file).flatMap((one) => runCase(model, file, one).map(({ actual }) => actual.data))
      } finally {
        model.dispose()
      }
    },
  }),
)

const shape = { layers: 2, heads: 2, dModel: 16, dFf: 32, vocab: 12, length: 12 } as const
const learning: Record<string, Position> = {
  none: { type: 'none' },
  rope: { type: 'rope' },
  learned: { type: 'learned' } as Position,
  kerple: { type: 'kerple' } as Position,
  fire: { type: 'fire' } as Position,
  mlpBias: { type: 'mlpBias' } as Position,
  transformerXl: { type: 'transformerXl' } as Position,
  deberta: { type: 'deberta' } as Position,
  cope: { type: 'cope' } as Position,
}
const recipe = (at: Position): TrainerOptions => ({ model: { ...shape, position: at }, optimizer, seed: 1 })

const weightsOf = (trainer: Trainer) => trainer.save()

const ofTrainer = (name: string, at: Position, run: (trainer: Trainer) => unknown) =>
  scenario<Trainer>({
    name,
    prepare: async (wf) => {
      const trainer = await wf.trainer(recipe(at))
      trainer.step(batchOf(0))
      return trainer
    },
    run: (_, trainer) => run(trainer),
    left: weightsOf,
    release: (trainer) => trainer.dispose(),
  })

async function using<T>(made: Promise<Trainer>, use: (trainer: Trainer) => T): Promise<T> {
  const trainer = await made
  try {
    return use(trainer)
  } finally {
    trainer.dispose()
  }
}

const training: Scenario[] = [
  ...Object.entries(learning).flatMap(([name, at]) => [
    scenario({ name: `trainer, ${name}`, run: (wf) => using(wf.trainer(recipe(at)), weightsOf) }),
    scenario({
      name: `first step, ${name}`,
      prepare: (wf: Whereformer) => wf.trainer(recipe(at)),
      run: (_, trainer: Trainer) => trainer.step(batchOf(0)),
      left: weightsOf,
      release: (trainer: Trainer) => trainer.dispose(),
    }),
    ofTrainer(`step, ${name}`, at, (trainer) => trainer.step(batchOf(1))),
  ]),
  ofTrainer('evaluate', { type: 'rope' }, (trainer) => trainer.evaluate(batchOf(1))),
  ofTrainer('save a trainer', { type: 'kerple' } as Position, weightsOf),
  scenario<ReturnType<Trainer['save']>>({
    name: 'resume a trainer',
    prepare: (wf) => using(wf.trainer(recipe({ type: 'kerple' } as Position)), weightsOf),
    run: (wf, files) => using(wf.resumeTrainer(files), weightsOf),
  }),
]

/** By group; the quick form takes a part of the allocations of each. */
export const scenarios: Record<string, Scenario[]> = {
  attention: attentionScenarios,
  operations,
  encodings,
  models,
  families,
  training,
}
